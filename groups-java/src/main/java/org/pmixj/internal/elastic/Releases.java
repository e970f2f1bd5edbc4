// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.elastic;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.pmixj.elastic.AllocationEvent;
import org.pmixj.internal.call.Dispatcher;

/**
 * Believes that nodes are about to be given back if the job of the sender has reserved them, as the records of changes
 * say; no other job may give them back. They were read before, because the host answers nobody on these nodes any more
 * when it has begun. They are read again if they do not name the job: the nodes may have moved to another reservation.
 */
final class Releases {
    // Only a process that sends nonsense reports more at a time.
    private static final int MOST = 1000;

    private final Supplier<Ledger> records;
    private final Consumer<AllocationEvent> believed;
    private volatile Ledger known = Ledger.EMPTY;
    /** The reports that are decided when the records have been read. Guarded by itself. */
    private final Set<AllocationEvent.Releasing> doubtful = new LinkedHashSet<>();

    Releases(Supplier<Ledger> records, Consumer<AllocationEvent> believed) {
        this.records = records;
        this.believed = believed;
    }

    /** Reads the records. Where there are none, nobody gives back nodes. */
    void read() {
        try {
            known = records.get();
        } catch (RuntimeException e) {
            // They are asked for again when somebody reports a release.
        }
    }

    void reported(AllocationEvent.Releasing report) {
        if (isOwner(report)) {
            believed.accept(report);
            return;
        }
        boolean isFirst;
        synchronized (doubtful) {
            isFirst = doubtful.isEmpty();
            if (doubtful.size() < MOST) {
                doubtful.add(report);
            }
        }
        if (isFirst) {
            Dispatcher.apart(this::decide);
        }
    }

    private void decide() {
        List<AllocationEvent.Releasing> waiting;
        synchronized (doubtful) {
            waiting = List.copyOf(doubtful);
        }
        do {
            read();
            waiting.stream().filter(this::isOwner).forEach(believed);
            synchronized (doubtful) {
                waiting.forEach(doubtful::remove);
                waiting = List.copyOf(doubtful);
            }
        } while (!waiting.isEmpty());
    }

    private boolean isOwner(AllocationEvent.Releasing report) {
        String job = report.by().nspace();
        Ledger ledger = known;
        return !report.nodes().isEmpty()
                && report.nodes().stream().allMatch(node -> job.equals(ledger.ownerOfNode(node)));
    }
}
