// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.rollcall;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.pmixj.Info;
import org.pmixj.PmixException;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Absent;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.HostPowers;
import org.pmixj.internal.base.LibraryCopy;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.AddressBook;
import org.pmixj.internal.call.Dispatcher;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.data.FenceCall;
import org.pmixj.internal.data.GivenUp;
import org.pmixj.internal.data.KnownJobs;
import org.pmixj.internal.ffi.InFlight;
import org.pmixj.internal.notice.ReceivedEvent;

/**
 * Learns who has not called a collective that is about to time out here. Each participant answers from its calls in
 * flight, its groups, and the collectives that it has given up and not completed since, not from calls that succeeded.
 *
 * <p>Few others are asked directly. Many members report to three of the participants, since there would be too many
 * messages otherwise. The first of these asks those who have not reported, and sends the result to all who have called.
 * The second and the third ask only if the first one does not ask, or sends no result.
 */
public final class RollCall implements SessionPart, AddressBook.WhoIsMissing, Gathering.Transport {
    /** How many other participants are asked directly. {@code -Dpmixj.roll.few} is for tests. */
    private static final int FEW = Integer.getInteger("pmixj.roll.few", 8);

    private static final SessionPart.Slot<RollCall> SLOT = SessionPart.Slot.of(16, RollCall::new);

    private final Session session;
    private final Handle handle;
    private final Callers callers = new Callers();
    private final Questions questions = new Questions();

    private RollCall(Session session) {
        this.session = session;
        this.handle = new Handle(session, null, Duration.ofNanos(Patience.ANSWER));
    }

    public static RollCall of(Session session) {
        return session.part(SLOT);
    }

    // --- the question --------------------------------------------------------------------------------------------

    @Override
    public void begin(String name, List<ProcId> participants, Duration timeout, long calledAt) {
        long left = left(timeout, calledAt);
        try {
            session.refuseClosed(name);
            Roll roll = roll(participants);
            Set<ProcId> others = roll.others();
            if (left <= 0 || session.singleton() || HostPowers.isHostOtherThanPrrte() || others.isEmpty()) {
                return;
            }
            boolean isDirect = others.size() <= FEW;
            Callers.Caller caller = callers.add(name, calledAt, isDirect ? List.of(session.self()) : roll.asking());
            later(left + Patience.ROLL_KEPT, () -> callers.remove(caller));
            Listening.now(handle);
            if (isDirect) {
                Gathering gathering = gathering(name, roll, calledAt, left);
                gathering.report(session.self());
                gathering.ask();
            } else {
                sendReports(name, participants, roll, calledAt, left);
            }
        } catch (PmixException | IllegalStateException e) {
            // The session ends.
        }
    }

    @Override
    public Absent ask(String name, List<ProcId> participants, Duration timeout, long calledAt) {
        GivenUp.add(name);
        if (callers.find(name, calledAt) == null) {
            begin(name, participants, timeout, calledAt);
        }
        Callers.Caller caller = callers.find(name, calledAt);
        if (caller == null) {
            return Absent.UNKNOWN;
        }
        try {
            return Deadline.await(caller.answer(), name, left(timeout, calledAt));
        } catch (RuntimeException e) {
            // Nobody that could have asked has answered.
            return Absent.UNKNOWN;
        } finally {
            callers.remove(caller);
        }
    }

    /** Returns how long the caller waits for answers. */
    private static long left(Duration timeout, long calledAt) {
        return Deadline.until(RollTimes.extended(calledAt + Deadline.collectiveNanos(timeout)));
    }

    private Roll roll(List<ProcId> participants) {
        return Roll.of(session.self(), participants, this::size);
    }

    private int size(String nspace) {
        return KnownJobs.of(session).size(session, nspace);
    }

    private Gathering gathering(String name, Roll roll, long calledAt, long left) {
        Gathering made = new Gathering(this, name, questions.nextNumber(), roll, calledAt, RollTimes.of(left));
        questions.add(made);
        return made;
    }

    private void sendReports(String name, List<ProcId> participants, Roll roll, long calledAt, long left) {
        long waited = Deadline.since(calledAt);
        send(name, otherThanSelf(roll.asking()), RollMessages.report(participants, waited, left));
        if (roll.asking().contains(session.self())) {
            receiveReport(name, session.self(), participants, waited, left);
        }
    }

    private List<ProcId> otherThanSelf(List<ProcId> procs) {
        return Gathering.without(session.self(), procs);
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
            all.addAll(otherThanSelf(gathering.roll.asking()));
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
        later(Patience.ROLL_KEPT, () -> questions.remove(gathering));
        send(gathering.name, withStandIns(gathering, to), result);
    }

    /** Handles a message. On the progress thread. */
    void arrived(String name, ProcId from, ReceivedEvent event) {
        long number = event.number(WireKeys.ROLL_NUMBER).orElse(0);
        long waited = event.number(WireKeys.ROLL_WAITED).orElse(0);
        if (event.find(WireKeys.ROLL_STATE) != null) {
            Gathering gathering = questions.find(number, name);
            if (gathering != null) {
                gathering.answered(from, (int) event.number(WireKeys.ROLL_STATE).orElse(0));
            }
        } else if (event.find(WireKeys.ROLL_PROCS) instanceof PmixValue.Array procs) {
            List<ProcId> participants = InfoArray.procs(procs);
            long left = event.number(WireKeys.ROLL_LEFT).orElse(0);
            if (participants.stream().allMatch(proc -> KnownJobs.of(session).knows(proc.nspace()))) {
                receiveReport(name, from, participants, waited, left);
            } else {
                // The sizes of jobs are looked up on the progress thread.
                Dispatcher.apart(() -> receiveReport(name, from, participants, waited, left));
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
    private void receiveReport(String name, ProcId from, List<ProcId> participants, long waited, long left) {
        Roll roll = roll(participants);
        if (!roll.includesSelf() || !(from.equals(session.self()) || roll.includes(from))) {
            return;
        }
        Gathering gathering;
        synchronized (this) {
            gathering = questions.onBehalf(name);
            if (!questions.mayAddOnBehalf(name)) {
                return;
            } else if (gathering == null || !gathering.isSameCall(waited)) {
                Gathering made = gathering(name, roll, Deadline.now() - waited, left);
                questions.addOnBehalf(made);
                long place = roll.place(session.self());
                later(made.times.report() + made.times.standIn() * place, () -> askOnBehalf(made));
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
            RollTimes times = gathering.times;
            gathering.standDown(times.quiet() + times.report() * (gathering.roll.place(session.self()) - 1));
        }
    }

    /** Does not ask what another process has asked. */
    private void resultArrived(String name, ProcId from) {
        Gathering gathering = questions.onBehalf(name);
        if (gathering != null && gathering.roll.asking().contains(from) && gathering.resultArrived()) {
            later(Patience.ROLL_KEPT, () -> questions.remove(gathering));
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
        for (InFlight.Callback call : InFlight.all()) {
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
