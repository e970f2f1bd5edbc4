// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.rollcall;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.pmixj.Info;
import org.pmixj.PmixException;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Absent;
import org.pmixj.internal.base.HostPowers;
import org.pmixj.internal.base.LibraryCopy;
import org.pmixj.internal.base.RankList;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Dispatcher;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.data.FenceCall;
import org.pmixj.internal.data.GivenUp;
import org.pmixj.internal.data.KnownJobs;
import org.pmixj.internal.event.ReceivedEvent;
import org.pmixj.internal.ffi.InFlight;
import org.pmixj.internal.ffi.NativeCallback;

/**
 * Learns who has not called a collective that has timed out here. Each participant answers from what it knows anyway: its
 * calls in flight, its groups, and the collectives that it has given up and not completed since. So an answer concerns
 * this call of the collective, and not an earlier one that has succeeded.
 *
 * <p>Few others are asked directly. If all of many members asked all others, the messages would be too many; so they
 * report to three of the participants, of which each asks those who have not reported, and answers all.
 */
public final class RollCall implements SessionPart {
    static final int NOT_CALLED = 0;
    static final int CALLED = 1;
    static final int GAVE_UP_BEFORE = 2;

    private static final SessionPart.Slot<RollCall> SLOT = new SessionPart.Slot<>(16) {
        @Override
        protected RollCall create(Session session) {
            return new RollCall(session);
        }
    };

    /** So many participants ask the others where there are many; one of them may be the one that is missing. */
    private static final int ASKING = 3;
    /** The time in which the others report. They began the collective, and so give it up, within such a time. */
    private static final long REPORT_NANOS = 500_000_000L;
    /** The time for the answers. A process that is stopped or uses libpmix alone does not answer. */
    private static final long ANSWER_NANOS = WireKeys.ROLL_ANSWER_SECONDS * 1_000_000_000L;
    /** How long a result is kept for participants that report later. */
    private static final long KEPT_NANOS = 10_000_000_000L;

    private final Session session;
    private final Handle handle;
    private final AtomicLong numbers = new AtomicLong();
    /** The questions under way, by their numbers. */
    private final Map<Long, Gathering> asking = new ConcurrentHashMap<>();
    /** Those on behalf of others, by the names of the collectives. */
    private final Map<String, Gathering> onBehalf = new ConcurrentHashMap<>();
    /** The answers that callers here wait for, by the names of the collectives. */
    private final Map<String, CompletableFuture<Absent>> waiting = new ConcurrentHashMap<>();

    private RollCall(Session session) {
        this.session = session;
        this.handle = new Handle(session, null, Duration.ofNanos(KEPT_NANOS));
    }

    public static RollCall of(Session session) {
        return session.part(SLOT);
    }

    // --- the question --------------------------------------------------------------------------------------------

    /**
     * Returns who has not called a collective that has timed out here. Waits for their answers, three seconds at most.
     *
     * @param name by which all participants know it
     * @param waited for how many nanoseconds this process has waited for it
     */
    public Absent ask(String name, List<ProcId> participants, long waited) {
        GivenUp.add(name);
        Set<ProcId> others = others(participants);
        if (session.singleton() || HostPowers.isHostOtherThanPrrte() || others.isEmpty()) {
            return Absent.UNKNOWN;
        }
        CompletableFuture<Absent> answer = waiting.computeIfAbsent(name, _ -> new CompletableFuture<>());
        try {
            session.refuseClosed(name);
            Listening.now(handle);
            if (others.size() <= WireKeys.ROLL_FEW) {
                gathering(name, others, waited).ask();
            } else {
                report(name, participants, others, waited);
            }
            return answer.get(REPORT_NANOS + ANSWER_NANOS + REPORT_NANOS, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException | ExecutionException | PmixException | IllegalStateException e) {
            // Nobody that could have asked has answered, or the session ends.
        } finally {
            waiting.remove(name, answer);
        }
        return Absent.UNKNOWN;
    }

    /** Returns the participants other than this process, also those of a job that is named as a whole. */
    private Set<ProcId> others(List<ProcId> participants) {
        Set<ProcId> others = new LinkedHashSet<>();
        for (ProcId proc : participants) {
            if (proc.isWildcard()) {
                int size = KnownJobs.of(session).size(session, proc.nspace());
                others.addAll(new RankList(proc.nspace(), size));
            } else {
                others.add(proc);
            }
        }
        others.remove(session.self());
        return others;
    }

    private Gathering gathering(String name, Collection<ProcId> others, long waited) {
        Gathering made = new Gathering(this, name, numbers.incrementAndGet(), others, waited);
        asking.put(made.number, made);
        return made;
    }

    private void report(String name, List<ProcId> participants, Set<ProcId> others, long waited) {
        List<ProcId> all = new ArrayList<>(others);
        all.add(session.self());
        List<ProcId> to = all.stream().sorted().limit(ASKING).toList();
        send(
                name,
                to.stream().filter(proc -> !proc.equals(session.self())).toList(),
                RollMessages.report(participants, waited));
        if (to.contains(session.self())) {
            reported(name, session.self(), participants, waited);
        }
    }

    // --- messages ------------------------------------------------------------------------------------------------

    private void send(String name, List<ProcId> to, List<Info> content) {
        RollMessages.send(handle, name, to, content);
    }

    /** Asks processes, and ends the collection when their time is over. */
    void ask(Gathering gathering, List<ProcId> procs) {
        session.timers.later(ANSWER_NANOS, gathering::end);
        send(gathering.name, procs, RollMessages.question(gathering));
    }

    void send(String name, List<ProcId> to, Gathering.Result result) {
        List<ProcId> others =
                to.stream().filter(proc -> !proc.equals(session.self())).toList();
        send(name, others, RollMessages.result(result));
        if (others.size() < to.size()) {
            complete(name, result);
        }
    }

    private void complete(String name, Gathering.Result result) {
        CompletableFuture<Absent> answer = waiting.get(name);
        if (answer != null) {
            answer.complete(result.absent());
        }
    }

    /**
     * Passes a result on to those that have reported, or to the caller here if nobody has. A participant that reports
     * later gets it too.
     */
    void ended(Gathering gathering, List<ProcId> to, Gathering.Result result) {
        asking.remove(gathering.number);
        if (to.isEmpty()) {
            complete(gathering.name, result);
        } else {
            session.timers.later(KEPT_NANOS, () -> onBehalf.remove(gathering.name, gathering));
            send(gathering.name, to, result);
        }
    }

    /** Handles a message. On the progress thread. */
    void arrived(String name, ProcId from, ReceivedEvent event) {
        if (event.find(WireKeys.ROLL_STATE) != null) {
            Gathering gathering = asking.get(RollMessages.number(event, WireKeys.ROLL_NUMBER));
            if (gathering != null) {
                gathering.answered(from, (int) RollMessages.number(event, WireKeys.ROLL_STATE));
            }
        } else if (event.find(WireKeys.ROLL_PROCS) instanceof PmixValue.Array procs) {
            long waited = RollMessages.number(event, WireKeys.ROLL_WAITED);
            // The sizes of jobs are looked up on the progress thread.
            Dispatcher.apart(() -> reported(name, from, InfoArray.procs(procs), waited));
        } else if (event.find(WireKeys.ROLL_NUMBER) == null) {
            complete(name, RollMessages.result(event));
        } else {
            answer(
                    name,
                    from,
                    RollMessages.number(event, WireKeys.ROLL_NUMBER),
                    RollMessages.number(event, WireKeys.ROLL_WAITED));
        }
    }

    /** A process has called a collective, and wants to know who has not. */
    private void reported(String name, ProcId from, List<ProcId> participants, long waited) {
        Gathering gathering;
        synchronized (this) {
            gathering = onBehalf.get(name);
            if (gathering == null || !gathering.concerns(waited)) {
                Gathering made = gathering(name, others(participants), waited);
                onBehalf.put(name, made);
                session.timers.later(REPORT_NANOS, () -> ask(made));
                gathering = made;
            }
        }
        gathering.report(from);
    }

    private void ask(Gathering gathering) {
        if (state(gathering.name, gathering.waited) == NOT_CALLED) {
            gathering.addMissing(session.self());
        }
        gathering.ask();
    }

    @Override
    public void sessionEnded() {
        waiting.values().forEach(answer -> answer.complete(Absent.UNKNOWN));
    }

    // --- the answer ----------------------------------------------------------------------------------------------

    private void answer(String name, ProcId to, long number, long waited) {
        int state = state(name, waited);
        if (state != NOT_CALLED || LibraryCopy.isAlone()) {
            // Otherwise another copy of this library may have called it, and answers as well.
            send(name, List.of(to), RollMessages.answer(number, state));
        }
    }

    /** Returns whether this process has called a collective for which another one has waited. */
    private int state(String name, long waited) {
        for (NativeCallback call : InFlight.all()) {
            if (call instanceof FenceCall fence && fence.name().equals(name)) {
                return CALLED;
            }
        }
        if (session.addresses().hasCalled(name)) {
            return CALLED;
        }
        long since = GivenUp.since(name);
        if (since == GivenUp.NEVER) {
            return NOT_CALLED;
        }
        return since > waited ? GAVE_UP_BEFORE : CALLED;
    }
}
