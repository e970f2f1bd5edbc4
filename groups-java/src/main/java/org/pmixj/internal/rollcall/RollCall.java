// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.rollcall;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.pmixj.Info;
import org.pmixj.PmixException;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Absent;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.HostPowers;
import org.pmixj.internal.base.LibraryCopy;
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
 * report to three of the participants. The first of these asks those who have not reported, and sends the result to all
 * who have called. The second and the third ask only if the first one does not ask, or sends no result.
 */
public final class RollCall implements SessionPart, Gathering.Transport {
    private static final SessionPart.Slot<RollCall> SLOT = new SessionPart.Slot<>(16) {
        @Override
        protected RollCall create(Session session) {
            return new RollCall(session);
        }
    };

    /** How long the first waits for reports: the others have called within about this time, and give up within it. */
    private static final long REPORT_NANOS = 500_000_000L;
    /** How much longer the second waits before it asks, and the third after it. */
    private static final long STAND_IN_NANOS = 1_000_000_000L;
    /** The time without any answer that ends a question. After it, another process asks if no result has arrived. */
    private static final long QUIET_NANOS = WireKeys.ROLL_ANSWER_SECONDS * 1_000_000_000L;
    /** The longest wait of a caller: LEAST, plus EACH for each other participant, at most MOST. */
    private static final long LEAST_NANOS = QUIET_NANOS + WireKeys.ROLL_WAIT_SECONDS * 1_000_000_000L;

    private static final long EACH_NANOS = 100_000_000L;
    private static final long MOST_NANOS = LEAST_NANOS + 7_000_000_000L;
    /** How long a result is kept for those that report later. After it, more of them may have called. */
    private static final long KEPT_NANOS = 1_000_000_000L;

    private final Session session;
    private final Handle handle;
    private final Callers callers = new Callers();
    private final Questions questions = new Questions();

    private RollCall(Session session) {
        this.session = session;
        this.handle = new Handle(session, null, Duration.ofNanos(MOST_NANOS));
    }

    public static RollCall of(Session session) {
        return session.part(SLOT);
    }

    // --- the question --------------------------------------------------------------------------------------------

    /**
     * Returns who has not called a collective that has timed out here. Waits for their answers, for three seconds and a
     * tenth for each other participant, and for ten seconds at most.
     *
     * @param name by which all participants know it
     * @param calledAt when this process called it, by {@link Deadline#now}
     */
    public Absent ask(String name, List<ProcId> participants, long calledAt) {
        GivenUp.add(name);
        Roll roll = roll(participants);
        if (session.singleton() || HostPowers.isHostOtherThanPrrte() || roll.others.isEmpty()) {
            return Absent.UNKNOWN;
        }
        boolean isDirect = roll.others.size() <= WireKeys.ROLL_FEW;
        Callers.Caller caller = callers.add(name, isDirect ? List.of(session.self()) : roll.asking);
        try {
            session.refuseClosed(name);
            Listening.now(handle);
            if (isDirect) {
                Gathering gathering = gathering(name, roll, calledAt);
                gathering.report(session.self());
                gathering.ask();
            } else {
                sendReports(name, participants, roll, calledAt);
            }
            return caller.answer().get(time(roll), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException | ExecutionException | PmixException | IllegalStateException e) {
            // Nobody that could have asked has answered, or the session ends.
        } finally {
            callers.remove(caller);
        }
        return Absent.UNKNOWN;
    }

    private Roll roll(List<ProcId> participants) {
        return Roll.of(session.self(), participants, this::size);
    }

    private int size(String nspace) {
        return KnownJobs.of(session).size(session, nspace);
    }

    private static long time(Roll roll) {
        return Math.min(LEAST_NANOS + EACH_NANOS * roll.others.size(), MOST_NANOS);
    }

    private Gathering gathering(String name, Roll roll, long calledAt) {
        long limit = time(roll) - REPORT_NANOS;
        Gathering made = new Gathering(this, name, questions.nextNumber(), roll, calledAt, QUIET_NANOS, limit);
        questions.add(made);
        return made;
    }

    private void sendReports(String name, List<ProcId> participants, Roll roll, long calledAt) {
        send(name, otherThanSelf(roll.asking), RollMessages.report(participants, Deadline.since(calledAt)));
        if (roll.asking.contains(session.self())) {
            receiveReport(name, session.self(), participants, Deadline.since(calledAt));
        }
    }

    private List<ProcId> otherThanSelf(List<ProcId> procs) {
        List<ProcId> others = new ArrayList<>(procs);
        others.remove(session.self());
        return others;
    }

    // --- messages ------------------------------------------------------------------------------------------------

    private void send(String name, List<ProcId> to, List<Info> content) {
        for (List<ProcId> receivers : Roll.receivers(to, this::size)) {
            RollMessages.send(handle, name, receivers, content);
        }
    }

    @Override
    public void later(long nanos, Runnable task) {
        session.timers.later(nanos, task);
    }

    /** Asks processes, and shows those that would stand in for this one that it asks. */
    @Override
    public void ask(Gathering gathering, List<ProcId> procs) {
        send(gathering.name, withStandIns(gathering, procs), RollMessages.question(gathering));
    }

    private List<ProcId> withStandIns(Gathering gathering, List<ProcId> procs) {
        Set<ProcId> all = new LinkedHashSet<>(procs);
        if (questions.onBehalf(gathering.name) == gathering) {
            all.addAll(otherThanSelf(gathering.roll.asking));
        }
        return List.copyOf(all);
    }

    @Override
    public void send(String name, List<ProcId> to, Gathering.Result result) {
        send(name, otherThanSelf(to), RollMessages.result(result));
        if (to.contains(session.self())) {
            complete(name, session.self(), result);
        }
    }

    private void complete(String name, ProcId from, Gathering.Result result) {
        callers.complete(name, from, result.absentBeside(session.self()));
    }

    /** Sends a result to those that have called, and to those that would stand in. */
    @Override
    public void ended(Gathering gathering, List<ProcId> to, Gathering.Result result) {
        later(KEPT_NANOS, () -> questions.remove(gathering));
        send(gathering.name, withStandIns(gathering, to), result);
    }

    /** Handles a message. On the progress thread. */
    void arrived(String name, ProcId from, ReceivedEvent event) {
        long number = RollMessages.number(event, WireKeys.ROLL_NUMBER);
        long waited = RollMessages.number(event, WireKeys.ROLL_WAITED);
        if (event.find(WireKeys.ROLL_STATE) != null) {
            Gathering gathering = questions.find(number, name);
            if (gathering != null) {
                gathering.answered(from, (int) RollMessages.number(event, WireKeys.ROLL_STATE));
            }
        } else if (event.find(WireKeys.ROLL_PROCS) instanceof PmixValue.Array procs) {
            List<ProcId> participants = InfoArray.procs(procs);
            if (participants.stream().allMatch(proc -> KnownJobs.of(session).knows(proc.nspace()))) {
                receiveReport(name, from, participants, waited);
            } else {
                // The sizes of jobs are looked up on the progress thread.
                Dispatcher.apart(() -> receiveReport(name, from, participants, waited));
            }
        } else if (number == 0) {
            complete(name, from, RollMessages.result(event));
            resultArrived(name, from);
        } else {
            standDown(name, from);
            answer(name, from, number, waited);
        }
    }

    /** A process has called a collective, and wants to know who has not. */
    private void receiveReport(String name, ProcId from, List<ProcId> participants, long waited) {
        Roll roll = roll(participants);
        if (!roll.includesSelf() || !(from.equals(session.self()) || roll.includes(from))) {
            return;
        }
        Gathering gathering;
        synchronized (this) {
            gathering = questions.onBehalf(name);
            if (gathering == null || !gathering.isSameCall(waited)) {
                Gathering made = gathering(name, roll, Deadline.now() - waited);
                questions.addOnBehalf(made);
                later(REPORT_NANOS + STAND_IN_NANOS * roll.place(session.self()), () -> askOnBehalf(made));
                gathering = made;
            }
        }
        gathering.report(from);
    }

    @Override
    public void askOnBehalf(Gathering gathering) {
        gathering.recordSelf(session.self(), state(gathering.name, gathering.waited()) != Gathering.NOT_CALLED);
        gathering.ask();
    }

    /** Does not ask what one before this process asks, unless that sends no result. */
    private void standDown(String name, ProcId from) {
        Gathering gathering = questions.onBehalf(name);
        if (gathering != null && gathering.roll.isBefore(from, session.self())) {
            gathering.standDown(QUIET_NANOS + REPORT_NANOS * (gathering.roll.place(session.self()) - 1));
        }
    }

    /** Does not ask what another process has asked. */
    private void resultArrived(String name, ProcId from) {
        Gathering gathering = questions.onBehalf(name);
        if (gathering != null && gathering.roll.asking.contains(from) && gathering.resultArrived()) {
            later(KEPT_NANOS, () -> questions.remove(gathering));
        }
    }

    @Override
    public void sessionEnded() {
        callers.sessionEnded();
    }

    // --- the answer ----------------------------------------------------------------------------------------------

    private void answer(String name, ProcId to, long number, long waited) {
        int state = state(name, waited);
        if (state != Gathering.NOT_CALLED || LibraryCopy.isAlone()) {
            // Otherwise another copy of this library may have called it, and answers as well.
            int awaits = callers.awaits(name, to) ? Gathering.AWAITS : 0;
            send(name, List.of(to), RollMessages.answer(number, state | awaits));
        }
    }

    /** Returns whether this process has called a collective for which another one has waited. */
    private int state(String name, long waited) {
        for (NativeCallback call : InFlight.all()) {
            if (call instanceof FenceCall fence && fence.name().equals(name)) {
                return Gathering.CALLED;
            }
        }
        if (session.addresses().hasCalled(name)) {
            return Gathering.CALLED;
        }
        long since = GivenUp.since(name);
        if (since == GivenUp.NEVER) {
            return Gathering.NOT_CALLED;
        }
        return since > waited ? Gathering.GAVE_UP_BEFORE : Gathering.CALLED;
    }
}
