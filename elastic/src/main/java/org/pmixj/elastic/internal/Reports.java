// SPDX-License-Identifier: Apache-2.0
package org.pmixj.elastic.internal;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.elastic.AllocationEvent;
import org.pmixj.event.Event;

/** Reports changes to other processes, by events with a code of their own. */
public final class Reports {
    /** In the range of applications: it means nothing to libpmix and the host. */
    public static final PmixStatus CODE = new PmixStatus(-7_067_914);

    /**
     * The simple name of an {@link AllocationEvent}, then the reservation that was made or why the change failed, then
     * the nodes. The name has the version of this form: a process of another version does not find it.
     */
    public static final Key<List<String>> CHANGE = Key.of("org.pmixj-elastic.1", ValueType.listOf(ValueType.STRING));

    private Reports() {}

    /** Sends a report, and waits until the host has it. A failure is logged: the change does not depend on it. */
    static void send(Pmix pmix, AllocationEvent event, List<ProcId> to) {
        if (to.isEmpty()) {
            return;
        }
        String text = switch (event) {
            case AllocationEvent.Grown grown -> grown.reservation();
            case AllocationEvent.Failed failed -> failed.reason();
            case AllocationEvent.Releasing _, AllocationEvent.Released _ -> "";
        };
        String nodes = String.join(",", event.nodes());
        try {
            pmix.events()
                    .notify(CODE)
                    .to(to)
                    .with(CHANGE, List.of(event.getClass().getSimpleName(), text, nodes))
                    .send();
        } catch (RuntimeException e) {
            Log.warning("a change of the DVM's size was not reported to " + to + ": " + e.getMessage(), pmix);
        }
    }

    /** Returns what an event reports, or null if it is no report. */
    public static @Nullable AllocationEvent read(Event event) {
        List<String> report;
        try {
            report = event.attributes().get(CHANGE).orElse(List.of());
        } catch (PmixException e) {
            // Another program uses the code, or the key, for something else.
            return null;
        }
        ProcId by = event.source().orElse(null);
        if (by == null || report.size() != 3) {
            return null;
        }
        String text = report.get(1);
        List<String> nodes = Ledger.names(report.getLast());
        return switch (report.getFirst()) {
            case "Grown" -> new AllocationEvent.Grown(by, nodes, text);
            case "Releasing" -> new AllocationEvent.Releasing(by, nodes);
            case "Released" -> new AllocationEvent.Released(by, nodes);
            case "Failed" -> new AllocationEvent.Failed(by, nodes, text);
            default -> null;
        };
    }
}
