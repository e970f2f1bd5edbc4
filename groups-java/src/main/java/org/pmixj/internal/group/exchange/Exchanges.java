// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.exchange;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.pmixj.Key;
import org.pmixj.Persistence;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.group.Group;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.InTurn;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Procedure;
import org.pmixj.internal.group.GroupExchange;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupTable;

/** Runs the exchanges of one group, one after the other. All members start the same ones, so their numbers agree. */
final class Exchanges implements GroupExchange {
    final GroupImpl group;
    final ExchangeBoard board;
    /** Stands for this at the board, which may keep it for long. */
    final Object token = new Object();

    /** The exchanges of this process. */
    final InTurn order = new InTurn();
    // Guarded by this: the longest timeout in nanoseconds, and whether an extension is under way.
    private long longest;
    private boolean extending;
    /** The number after that of the last exchange for which this process has sent a value. */
    volatile long sentUpTo;
    /** The same of members that left. */
    final Map<ProcId, Long> leaversSentUpTo = new ConcurrentHashMap<>();

    /** Others may read a value of a process after all of its job has ended. */
    final Persistence persistence;
    /** For the exchange whose turn it is: the members that have not departed, as far as all members know. */
    volatile Members expected;

    Exchanges(GroupImpl group, ExchangeBoard board) {
        this.group = group;
        this.board = board;
        this.expected = group.membership.first();
        boolean isOneJob = expected.stream().map(ProcId::nspace).distinct().count() == 1;
        this.persistence = isOneJob ? Persistence.APPLICATION : Persistence.SESSION;
    }

    @Override
    public <T> Procedure<Map<ProcId, T>> exchange(String operation, ValueType<T> type, T value, Duration timeout) {
        return new ExchangeProcedure<>(this, group.name(operation), type, value, timeout, -1);
    }

    @Override
    public <R> Procedure<R> split(long colour, int key, Duration timeout, Function<Optional<Group>, R> result) {
        return new SplitProcedure<>(group, this, colour, key, timeout, result);
    }

    @Override
    public Procedure<Group> extend(List<ProcId> added, Duration timeout) {
        return new ExtendProcedure(this, added, timeout);
    }

    @Override
    public synchronized void refuseDuringExtension(String operation) {
        if (extending) {
            throw new IllegalStateException(
                    group.name(operation) + ": an extension of the group is under way; wait until it has ended");
        }
    }

    @Override
    public long sentUpTo() {
        return sentUpTo;
    }

    @Override
    public void memberLeft(ProcId proc, long upTo) {
        // A program in C may name anybody.
        if (group.membership.first().contains(proc)) {
            leaversSentUpTo.merge(proc, upTo, Math::max);
        }
    }

    /**
     * Withdraws, with the values of this process, those of departed members, which the host keeps until its end. PRRTE
     * 3.0.8 lets only the owner withdraw a value, and removes it with the owner's job.
     */
    void adopt(Members departed, long last) {
        if (persistence == Persistence.SESSION && group.members().indexOf(group.handle.session.self()) == 0) {
            for (ProcId member : departed) {
                for (long number = last - 1; number <= last; number++) {
                    String name = ExchangeProcedure.name(group.id(), number, member);
                    board.add(group, token, number, name, List.of());
                    board.add(group, token, number, name + WireKeys.EXCHANGE_BLOCK, List.of());
                }
            }
        }
    }

    /** Starts an extension, and returns the number of its exchange. */
    synchronized long startExtension(Duration timeout) {
        refuseDuringExtension("extension");
        extending = true;
        return begin(timeout);
    }

    /** Ends an extension, successful or not. */
    void endExtension(long number) {
        synchronized (this) {
            extending = false;
        }
        order.end(number);
    }

    /** Returns the number of a new exchange. */
    synchronized long begin(Duration timeout) {
        longest = Math.max(longest, Deadline.toNanos(timeout));
        return order.take();
    }

    void awaitTurn(String what, long number, long deadline) {
        if (!order.await(number, deadline)) {
            String text = what + " timed out: earlier exchanges have not ended";
            throw Thread.currentThread().isInterrupted()
                    ? StatusCodes.interrupted(what)
                    : new PmixException.Timeout(text, new PmixStatus(StatusCodes.TIMEOUT));
        }
    }

    void checkSize(String what, long size) {
        long most = most(group.size());
        if (size > most) {
            throw new IllegalArgumentException(what + ": the value has about " + size + " bytes, and each member may"
                    + " exchange " + most + "; exchange less, and send the rest another way");
        }
    }

    /** Returns how many bytes each of so many members may exchange. */
    long most(int members) {
        return GroupTable.of(group.handle.session).method.mostExchanged(members);
    }

    @Override
    public synchronized void published(Key<?> key, long nanos) {
        longest = nanos;
        Members others = group.membership.first().difference(List.of(group.handle.session.self()));
        board.add(group, token, -1, key.name(), others);
    }

    @Override
    public boolean areUnderWay() {
        return !order.isIdle();
    }

    @Override
    public void awaitEnd(long deadline) {
        order.awaitIdle(deadline);
    }

    @Override
    public void ended() {
        long wait;
        synchronized (this) {
            if (longest == 0 || group.handle.session.singleton()) {
                return;
            }
            wait = Math.min(longest, Patience.EXCHANGE_KEPT);
        }
        adopt(expected.difference(group.membership.members()), sentUpTo - 1);
        // Whether the destruct was one of this group, and not of another one of its members.
        boolean isEnded = group.membership.isEndedForAll()
                && GroupTable.of(group.handle.session).method.distinguishesDestructs();
        if (group.size() == 1 || isEnded) {
            // A member ends its own exchanges before it leaves or destructs, so all have read all values.
            board.withdraw(null, token, Long.MAX_VALUE);
        } else {
            board.keep(token, most(group.membership.first().size()));
            // Others may still read values, for as long as they would wait. If the session ends before, the host
            // removes them with the job, others adopt them, or the next session of this process withdraws them.
            group.handle.session.timers.later(wait, withdrawal(board, token));
        }
    }

    /** Returns what withdraws all values of a group. It does not hold the group, which may have much memory. */
    private static Runnable withdrawal(ExchangeBoard board, Object token) {
        return () -> board.withdraw(null, token, Long.MAX_VALUE);
    }
}
