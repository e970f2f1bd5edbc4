// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.exchange;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.pmixj.Key;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.directory.Lookup;
import org.pmixj.directory.LookupRequest;
import org.pmixj.group.Group;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Procedure;
import org.pmixj.internal.data.Puts;
import org.pmixj.internal.directory.LookupCall;
import org.pmixj.internal.group.GroupExchange;
import org.pmixj.internal.group.GroupIds;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.Roster;

/**
 * The exchanges of one group, one after the other. Each has a number, the same on all members because all make the same
 * exchanges in the same order, and under it this process's value is on its {@link ExchangeBoard}, and it waits for those
 * of the others. A value is there until the next exchange is over, which is not before all have read it.
 *
 * <p>No fence is needed for that, and none is used: libpmix does not tell fences of the same processes apart, so that
 * those of two groups at the same time may hang across nodes (seen with 7.0.0rc1).
 */
public final class ExchangeProcedure implements GroupExchange {
    /**
     * Of all members together. PRRTE keeps 16 MiB of what a user publishes and then, without an error, throws away what
     * is oldest; the values of two exchanges may be there at a time.
     */
    private static final long LIMIT = 4L << 20;

    /** How long values are kept for others at most. */
    private static final Duration KEPT = Duration.ofMinutes(10);

    private final GroupImpl group;
    private final ExchangeBoard board;
    private final Handle handle;
    private final Roster membership;
    // Guarded by this: numbers of the exchange that comes next, of the one whose turn it is, and of some that have
    // given up before it was theirs.
    private long next;
    private long turn;
    private final Set<Long> skipped = new HashSet<>();
    private Duration longest = Duration.ZERO;
    // Of the exchange whose turn it is: those who have not gone, as far as all members know.
    private volatile Members expected;

    ExchangeProcedure(GroupImpl group, ExchangeBoard board) {
        this.group = group;
        this.board = board;
        this.membership = group.membership();
        this.handle = group.handle();
        this.expected = membership.first();
    }

    public static String name(String group, long number, ProcId member) {
        return WireKeys.EXCHANGE + number + "." + GroupIds.hash(group) + "." + member;
    }

    @Override
    public <T> Map<ProcId, T> exchange(ValueType<T> type, T value, Duration timeout) {
        return new Exchange<>(type, value, timeout).run();
    }

    @Override
    public <T> CompletableFuture<Map<ProcId, T>> exchangeAsync(ValueType<T> type, T value, Duration timeout) {
        return new Exchange<>(type, value, timeout).submit();
    }

    @Override
    public Optional<Group> split(int colour, int key, Duration timeout) {
        return new SplitProcedure(group, colour, key, timeout).run();
    }

    @Override
    public CompletableFuture<Optional<Group>> splitAsync(int colour, int key, Duration timeout) {
        return new SplitProcedure(group, colour, key, timeout).submit();
    }

    private synchronized long begin(Duration timeout) {
        if (longest.compareTo(timeout) < 0) {
            longest = timeout;
        }
        return next++;
    }

    // Others may still be reading, for as long as they would wait.
    @Override
    public void ended() {
        Duration wait;
        synchronized (this) {
            if (next == 0 || handle.session.singleton()) {
                return;
            }
            wait = longest.compareTo(KEPT) < 0 ? longest : KEPT;
        }
        try {
            Future<?> _ = handle.session.timers.schedule(new Cleaning(), Deadline.toNanos(wait));
        } catch (RejectedExecutionException e) {
            // The session ends, and the host forgets with the job what it has published.
        }
    }

    private final class Cleaning implements Runnable {
        @Override
        public void run() {
            board.takeBack(ExchangeProcedure.this, Long.MAX_VALUE);
        }
    }

    // --- one -----------------------------------------------------------------------------------------------------

    private final class Exchange<T> extends Procedure<Map<ProcId, T>> {
        private final ValueType<T> type;
        private final T value;
        private final long number;
        private final long deadline;

        Exchange(ValueType<T> type, T value, Duration timeout) {
            super(handle, "exchange of group '" + group.id() + "'");
            this.type = Objects.requireNonNull(type, "type");
            this.value = Objects.requireNonNull(value, "value");
            this.deadline = Deadline.in(Deadline.toNanos(Checks.timeout(timeout)));
            checkSize();
            this.number = begin(timeout);
        }

        private void checkSize() {
            long size = Puts.size("", type.wrap(value));
            int members = Math.max(1, group.size());
            if (size > LIMIT / members && Defect.PUBLISHED_VALUES_DROPPED.isHere()) {
                throw new IllegalArgumentException(
                        what + ": a value of about " + size + " bytes, where each member may tell " + LIMIT / members);
            }
        }

        private Key<T> key(long ofNumber, ProcId member) {
            return Key.of(name(group.id(), ofNumber, member), type);
        }

        private Duration left() {
            return Deadline.durationUntil(deadline);
        }

        @Override
        protected Map<ProcId, T> call() {
            awaitTurn();
            try {
                ProcId self = handle.session.self();
                if (membership.isOver()) {
                    // While it waited for its turn; what it would tell might be taken for that of the next group.
                    throw Roster.lost(what, List.of(self), "left");
                }
                if (expected.equals(List.of(self))) {
                    return Map.of(self, value);
                }
                board.post(handle, group.id(), ExchangeProcedure.this, number, key(number, self), value, left());
                Map<ProcId, T> values = read();
                board.takeBack(ExchangeProcedure.this, number);
                return values;
            } finally {
                end();
            }
        }

        private void awaitTurn() {
            synchronized (ExchangeProcedure.this) {
                while (turn != number) {
                    if (!Deadline.awaitNotified(ExchangeProcedure.this, deadline) && turn != number) {
                        skipped.add(number);
                        throw Thread.currentThread().isInterrupted()
                                ? StatusCodes.interrupted(what)
                                : new PmixException.Timeout(
                                        what + " timed out: those before it are not over",
                                        new PmixStatus(StatusCodes.TIMEOUT));
                    }
                }
            }
        }

        private void end() {
            synchronized (ExchangeProcedure.this) {
                do {
                    turn++;
                } while (skipped.remove(turn));
                ExchangeProcedure.this.notifyAll();
            }
        }

        // --- reading ---------------------------------------------------------------------------------------------

        private Map<ProcId, T> read() {
            Map<ProcId, T> found = new HashMap<>();
            found.put(handle.session.self(), value);
            while (true) {
                int known = dismiss(found);
                Members missing = expected.difference(found.keySet());
                if (missing.isEmpty()) {
                    return ordered(found);
                }
                try {
                    add(found, missing, new Awaiting(known, request(missing).waitForAll()));
                } catch (PmixException.MemberLost e) {
                    if (membership.isOver()) {
                        throw e;
                    }
                } catch (PmixException.Timeout e) {
                    throw timeout(found, missing);
                }
            }
        }

        /**
         * Waits no more for those who have gone, now or since the last exchange: a death is told to all in the same one,
         * whether they had called it or not. Who has left is not missed.
         *
         * @return how many had gone by then
         */
        private int dismiss(Map<ProcId, T> found) {
            int known;
            Members gone;
            List<ProcId> failed;
            synchronized (membership) {
                known = membership.departures();
                gone = expected.difference(membership.members());
                failed = membership.failed();
            }
            if (gone.isEmpty()) {
                return known;
            }
            // One that has gone may have shown its value before.
            addPresent(found, gone.difference(found.keySet()));
            Members lost = gone.difference(found.keySet());
            expected = expected.difference(lost);
            Members dead = lost.intersection(failed);
            if (!dead.isEmpty() && !group.traits().faultTolerant()) {
                throw Roster.lost(what, dead, "failed");
            }
            return known;
        }

        private PmixException timeout(Map<ProcId, T> found, Members missing) {
            try {
                addPresent(found, missing);
            } catch (PmixException e) {
                // The host does not answer at all.
            }
            return new PmixException.Timeout(
                    what + " timed out: " + missing.difference(found.keySet()) + " did not tell their values",
                    new PmixStatus(StatusCodes.TIMEOUT));
        }

        private LookupRequest.Builder request(Members members) {
            List<Key<T>> keys = new ArrayList<>(members.size());
            for (ProcId member : members) {
                keys.add(key(number, member));
            }
            return LookupRequest.builder().keys(keys.toArray(new Key<?>[0])).timeout(left());
        }

        private void addPresent(Map<ProcId, T> found, Members members) {
            if (members.isEmpty()) {
                return;
            }
            try {
                LookupRequest request = request(members).build();
                add(found, members, new LookupCall<>(handle, request, left(), Function.identity()));
            } catch (PmixException.NotFound e) {
                // None is.
            }
        }

        private void add(Map<ProcId, T> found, Members members, LookupCall<Lookup> find) {
            Lookup answer = Objects.requireNonNull(find.run(Deadline.collectiveNanos(left())));
            for (ProcId member : members) {
                T told = answer.find(key(number, member)).orElse(null);
                if (told != null) {
                    found.put(member, told);
                }
            }
        }

        private Map<ProcId, T> ordered(Map<ProcId, T> found) {
            Map<ProcId, T> values = new LinkedHashMap<>();
            for (ProcId member : expected) {
                values.put(member, Objects.requireNonNull(found.get(member)));
            }
            return Collections.unmodifiableMap(values);
        }

        /** The wait for values of members, which ends if one of them goes. */
        private final class Awaiting extends LookupCall<Lookup> {
            private final int departures;

            Awaiting(int departures, LookupRequest.Builder request) {
                super(handle, request.build(), left(), Function.identity());
                this.departures = departures;
            }

            @Override
            protected int start(SegmentAllocator memory, MemorySegment cbdata) {
                membership.begin(this, departures);
                return super.start(memory, cbdata);
            }

            @Override
            protected void ended() {
                membership.end(this);
            }
        }
    }
}
