// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.model.repair;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.call.Dispatcher;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.data.KnownJobs;
import org.pmixj.internal.event.SendOrder;
import org.pmixj.internal.model.ModelEvent;
import org.pmixj.internal.model.OwnModels;
import org.pmixj.model.ProgrammingModel;
import org.pmixj.model.Reach;

/**
 * What others have declared and this process is not told: the server keeps an event for two minutes at most, and 512 of
 * them; and where another library of this process, Open MPI, has a handler for it before this one, that alone is told. So
 * others are asked to tell it once more.
 */
public final class AskModelsAgain {
    /** A server that does not answer is not waited for. */
    private static final long ANSWER_NANOS = 10_000_000_000L;

    /** Many ask at the same time, and are answered together. */
    private static final long COLLECT_NANOS = 100_000_000L;

    /** Whoever began with the others, less than this ago, is told by the server of all they have declared since. */
    private static final Duration LATE = Duration.ofSeconds(60);

    /** Of more processes, each with some events, the server does not keep all. */
    private static final int MANY = 100;

    private final Session session;
    private final OwnModels own;
    // Guarded by this.
    private final Map<Reach, Set<ProcId>> askers = new EnumMap<>(Reach.class);
    private boolean asked;

    public AskModelsAgain(Session session, OwnModels own) {
        this.session = session;
        this.own = own;
    }

    /** Asks others, once. They answer a little later. */
    public void ask(Handle handle, Deadline deadline) {
        synchronized (this) {
            if (asked || session.singleton() || !Defect.NEW_EVENTS_DROPPED.isHere()) {
                return;
            }
        }
        // Processes of other jobs may have begun at any time.
        ModelEvent.ask(handle, Reach.NODE).run(deadline.left());
        // The server does not repeat events that it delivered to an earlier session of this process.
        if (session.joins
                || session.follows
                || isLate()
                || KnownJobs.of(session).size(session, session.self().nspace()) > MANY) {
            ModelEvent.ask(handle, Reach.JOB).run(deadline.left());
        }
        synchronized (this) {
            asked = true;
        }
    }

    private static boolean isLate() {
        Instant start = ProcessHandle.current().info().startInstant().orElse(Instant.MIN);
        return start.plus(LATE).isBefore(Instant.now());
    }

    /** Another process asks for what this one has told to as many. On the progress thread. */
    public void asked(ProcId asker, Reach reach) {
        collect(asker, reach);
        if (reach == Reach.NODE && asker.nspace().equals(session.self().nspace())) {
            collect(asker, Reach.JOB);
        }
    }

    private void collect(ProcId asker, Reach reach) {
        if (own.teller(reach) == null) {
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
        try {
            Future<?> _ = session.timers.schedule(new Collected(reach), COLLECT_NANOS);
        } catch (RejectedExecutionException e) {
            // The session ends.
        }
    }

    /** Those who wait for an answer, by their jobs. */
    private synchronized Collection<List<ProcId>> take(Reach reach) {
        Map<String, List<ProcId>> jobs = new HashMap<>();
        for (ProcId asker : Objects.requireNonNullElse(askers.remove(reach), Set.<ProcId>of())) {
            jobs.computeIfAbsent(asker.nspace(), _ -> new ArrayList<>()).add(asker);
        }
        return jobs.values();
    }

    /** On the thread of the timers, which does not wait. */
    private final class Collected implements Runnable {
        private final Reach reach;

        Collected(Reach reach) {
            this.reach = reach;
        }

        @Override
        public void run() {
            // What is changed from now on has higher numbers.
            long number = SendOrder.number();
            if (own.isOver()) {
                // The end has a number by now, or is about to.
                return;
            }
            List<ProgrammingModel> models = own.toldTo(reach);
            for (List<ProcId> job : take(reach)) {
                Dispatcher.apart(new Answer(Objects.requireNonNull(own.teller(reach)), reach, job, models, number));
            }
        }
    }

    /** Tells those of one job. */
    private record Answer(Handle handle, Reach reach, List<ProcId> askers, List<ProgrammingModel> models, long number)
            implements Runnable {
        @Override
        public void run() {
            try {
                for (ProgrammingModel model : models) {
                    ModelEvent.again(handle, model, reach, askers, number).run(ANSWER_NANOS);
                }
            } catch (PmixException | IllegalStateException e) {
                // One of the two ends.
                Log.warning("programming models: " + e.getMessage());
            }
        }
    }
}
