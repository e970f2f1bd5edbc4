// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.model.repair;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.call.Dispatcher;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.data.KnownJobs;
import org.pmixj.internal.model.OwnModels;
import org.pmixj.model.Reach;

/**
 * Asks other processes to report their models again, and answers them. libpmix does not deliver all declarations: the
 * server keeps at most 512 events for two minutes; and if another library of this process, such as Open MPI, registered
 * a handler first, only that handler receives the kept events.
 */
public final class AskModelsAgain {
    /** The server does not keep all events of a larger job. */
    private static final int MANY = 100;

    private final Session session;
    private final OwnModels reports;
    // Guarded by this.
    private final Map<Reach, Set<ProcId>> askers = new EnumMap<>(Reach.class);
    private boolean asked;

    public AskModelsAgain(Session session, OwnModels reports) {
        this.session = session;
        this.reports = reports;
    }

    /** Asks others, once. Their answers arrive a little later. */
    public void ask(Handle handle, Deadline deadline) {
        synchronized (this) {
            if (asked || session.singleton() || !Defect.NEW_EVENTS_DROPPED.isHere()) {
                return;
            }
        }
        // Processes of other jobs may have started at any time.
        reports.ask(handle, Reach.NODE, deadline);
        // The server does not repeat events that it delivered to an earlier session of this process.
        if (session.joins
                || session.follows
                || isLate()
                || KnownJobs.of(session).size(session, session.self().nspace()) > MANY) {
            reports.ask(handle, Reach.JOB, deadline);
        }
        synchronized (this) {
            asked = true;
        }
    }

    private static boolean isLate() {
        Instant start = ProcessHandle.current().info().startInstant().orElse(Instant.MIN);
        return start.plus(Duration.ofNanos(Patience.LATE_MESSAGE)).isBefore(Instant.now());
    }

    /** Records that another process asks. Called on the progress thread. */
    public void asked(ProcId asker, Reach reach) {
        collect(asker, reach);
        if (reach == Reach.NODE && asker.nspace().equals(session.self().nspace())) {
            collect(asker, Reach.JOB);
        }
    }

    private void collect(ProcId asker, Reach reach) {
        if (!reports.hasReported(reach)) {
            return;
        }
        KnownJobs.of(session).met(asker.nspace());
        synchronized (this) {
            Set<ProcId> waiting = askers.computeIfAbsent(reach, _ -> new LinkedHashSet<>());
            waiting.add(asker);
            if (waiting.size() > 1) {
                return;
            }
        }
        session.timers.later(Patience.MODELS_COLLECTED, () -> answer(reach));
    }

    /** Starts the answers. Called on the thread of the timers, which must not wait. */
    private void answer(Reach reach) {
        Consumer<List<ProcId>> repetition = reports.repetition(reach);
        if (repetition == null) {
            return;
        }
        for (List<ProcId> job : take(reach)) {
            Dispatcher.apart("programming models: reporting them again failed: ", () -> repetition.accept(job));
        }
    }

    /** Removes those who wait for an answer, and returns them by job. */
    private synchronized Collection<List<ProcId>> take(Reach reach) {
        return Objects.requireNonNullElse(askers.remove(reach), Set.<ProcId>of()).stream()
                .collect(Collectors.groupingBy(ProcId::nspace))
                .values();
    }
}
