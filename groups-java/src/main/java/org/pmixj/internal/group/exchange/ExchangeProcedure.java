// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.exchange;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.pmixj.Key;
import org.pmixj.PmixException;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.directory.Lookup;
import org.pmixj.directory.LookupRequest;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Absent;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Procedure;
import org.pmixj.internal.codec.MessageSize;
import org.pmixj.internal.directory.LookupCall;
import org.pmixj.internal.directory.PublishCall;
import org.pmixj.internal.group.GroupIds;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.Roster;

/**
 * One exchange of values among the members of a group. Each publishes its value under the number of the exchange, and
 * waits for those of the others. A value stays until the next exchange has ended, which is not before all have read it.
 *
 * <p>No fence is used: libpmix does not distinguish fences of the same processes, so that those of two groups at the
 * same time may hang across nodes (seen with 7.0.0rc1).
 */
public final class ExchangeProcedure<T> extends Procedure<Map<ProcId, T>> {
    private final Exchanges exchanges;
    private final GroupImpl group;
    private final Roster membership;
    final ValueType<T> type;
    private final T value;
    private long number;
    /** The call that publishes the value of this process, which has not ended when the others are asked. */
    private @Nullable PublishCall sent;
    /** The lookup that waits for others. */
    private volatile @Nullable Awaiting awaiting;
    /** Whether the host has refused a value of this process. */
    private volatile boolean isRefused;

    /** Constructs an exchange; a number of 0 or more was taken before. */
    ExchangeProcedure(Exchanges exchanges, String what, ValueType<T> type, T value, Duration timeout, long number) {
        super(exchanges.group.handle, what, timeout);
        this.exchanges = exchanges;
        this.group = exchanges.group;
        this.membership = group.membership;
        this.type = Objects.requireNonNull(type, "type");
        PmixValue sent = type.wrap(Objects.requireNonNull(value, "value"));
        // As the others receive it: a type may round.
        this.value = ExchangeChecks.typed(Key.of("value", type), sent);
        exchanges.checkSize(what, MessageSize.of("", sent));
        this.number = number;
    }

    /** Returns the name under which a member publishes its value. */
    public static String name(String group, long number, ProcId member) {
        return WireKeys.EXCHANGE + number + "." + GroupIds.hash(group) + "." + member;
    }

    Key<T> key(ProcId member) {
        return Key.of(name(group.id(), number, member), type);
    }

    @Override
    public List<ProcId> participants() {
        return group.members();
    }

    @Override
    protected void takePlace() {
        number = number < 0 ? exchanges.begin(left()) : number;
    }

    @Override
    protected void leavePlace() {
        exchanges.order.end(number);
    }

    @Override
    protected Map<ProcId, T> call() {
        exchanges.awaitTurn(what, number, deadline.end());
        ProcId self = handle.session.self();
        if (exchanges.expected.equals(List.of(self))) {
            return Map.of(self, value);
        }
        sent = publish(key(self), value);
        Map<ProcId, T> values = read();
        joinSent(sent);
        exchanges.board.withdraw(null, exchanges.token, number);
        return values;
    }

    /** Publishes a value, and returns the call that waits until the host has it. */
    <V> PublishCall publish(Key<V> name, V published) {
        PublishCall call = membership.hasLeft()
                ? null
                : exchanges.board.publish(group, exchanges, number, name, published, this::refused);
        if (call == null) {
            // The group ended here while this exchange waited.
            throw Roster.lost(what, List.of(handle.session.self()), "left");
        }
        exchanges.sentUpTo = number + 1;
        return call;
    }

    /** Waits until the host has a value of this process; throws if it has refused it. */
    void joinSent(PublishCall call) {
        ExchangeChecks.join(what, handle.session.self(), call, Deadline.collectiveNanos(left()));
    }

    /** Ends the wait for the others, who would wait for the value of this process. */
    private void refused() {
        isRefused = true;
        Awaiting pending = awaiting;
        if (pending != null) {
            pending.fail(StatusCodes.failure(what, StatusCodes.NOT_FOUND));
        }
    }

    // --- reading -------------------------------------------------------------------------------------------------

    private Map<ProcId, T> read() {
        Map<ProcId, T> found = new HashMap<>();
        found.put(handle.session.self(), value);
        boolean mayReadBlocks = true;
        while (true) {
            int departures = dismiss(found);
            Members missing = exchanges.expected.difference(found.keySet());
            if (missing.isEmpty()) {
                return ordered(found);
            }
            try {
                if (mayReadBlocks && departures == 0) {
                    mayReadBlocks = false;
                    ExchangeBlocks.read(this, exchanges.expected, handle.session.self(), found);
                } else {
                    add(found, missing, new Awaiting(departures, request(missing)));
                }
            } catch (PmixException.MemberLost e) {
                if (membership.hasLeft()) {
                    throw e;
                }
            } catch (PmixException.Timeout e) {
                throw timeout(found, missing);
            }
        }
    }

    /**
     * Stops waiting for members that departed, now or since the last exchange: a death fails the same exchange for all,
     * whether they had called it or not. A member that left is not missed, unless it had sent its value.
     *
     * @return how many had departed by then
     */
    private int dismiss(Map<ProcId, T> found) {
        int departures;
        Members departed;
        List<ProcId> failed;
        synchronized (membership) {
            departures = membership.departures();
            departed = exchanges.expected.difference(membership.members());
            failed = membership.failed();
        }
        if (departed.isEmpty()) {
            return departures;
        }
        exchanges.adopt(departed, number);
        // A departed member may have published its value before.
        addPresent(found, departed.difference(found.keySet()));
        Members lost = departed.difference(found.keySet());
        exchanges.expected = exchanges.expected.difference(lost);
        Members dead = lost.intersection(failed);
        if (!dead.isEmpty() && !group.traits.faultTolerant()) {
            // All that call it fail once, at whatever time: otherwise their exchanges would not match any more.
            throw Roster.lost(
                    what, dead, "failed; the next call goes on without " + (dead.size() == 1 ? "it" : "them"));
        }
        // They had sent their values for this exchange, or for later ones.
        List<ProcId> gone = lost.stream()
                .filter(member -> exchanges.leaversSentUpTo.getOrDefault(member, 0L) > number)
                .toList();
        if (!gone.isEmpty() && !group.traits.faultTolerant()) {
            // Not the exception for a loss: whoever repeats the exchange then would be one ahead of the others.
            throw StatusCodes.notFound(
                    what + " failed: " + gone + " left, and the host has no value of it any more; others may have read"
                            + " it, so do not call this exchange again; call a fence before a member"
                            + " leaves");
        }
        return departures;
    }

    private PmixException timeout(Map<ProcId, T> found, Members missing) {
        try {
            addPresent(found, missing);
        } catch (PmixException e) {
            // The host does not answer at all.
        }
        Members late = missing.difference(found.keySet());
        return Absent.missing(late).timeout(what + " timed out");
    }

    private LookupRequest request(Members members) {
        return LookupRequest.of(members.stream().map(this::key).toArray(Key<?>[]::new));
    }

    /** Waits for values of some members; throws if any member departs. */
    void readAll(Members members, Map<ProcId, T> found) {
        Members missing = members.difference(found.keySet());
        if (!missing.isEmpty()) {
            add(found, missing, new Awaiting(0, request(missing)));
        }
    }

    /** Waits for values under some keys; throws if any member departs. */
    Lookup await(List<Key<?>> keys) {
        return answer(new Awaiting(0, LookupRequest.of(keys.toArray(Key<?>[]::new))));
    }

    private Lookup answer(LookupCall<Lookup> find) {
        try {
            return Objects.requireNonNull(find.run(Deadline.collectiveNanos(left())));
        } catch (PmixException e) {
            if (isRefused && sent != null) {
                joinSent(sent);
            }
            throw e;
        }
    }

    private void addPresent(Map<ProcId, T> found, Members members) {
        if (members.isEmpty()) {
            return;
        }
        try {
            add(found, members, new LookupCall<>(handle, request(members), left(), Function.identity()));
        } catch (PmixException.NotFound e) {
            // None is published.
        }
    }

    private void add(Map<ProcId, T> found, Members members, LookupCall<Lookup> find) {
        Lookup answer = answer(find);
        for (ProcId member : members) {
            T read = find(answer, member);
            if (read != null) {
                found.put(member, read);
            }
        }
    }

    private @Nullable T find(Lookup answer, ProcId member) {
        Key<T> key = key(member);
        ExchangeChecks.check(what, answer, key, member);
        try {
            return answer.find(key).orElse(null);
        } catch (PmixException e) {
            String text = String.valueOf(e.getMessage()).replace(key.name(), member.toString());
            throw ExchangeChecks.differ(what, text, e.status());
        }
    }

    private Map<ProcId, T> ordered(Map<ProcId, T> found) {
        Map<ProcId, T> values = new LinkedHashMap<>();
        for (ProcId member : exchanges.expected) {
            values.put(member, Objects.requireNonNull(found.get(member)));
        }
        return Collections.unmodifiableMap(values);
    }

    /** Waits for values of members, and ends if one of them departs. */
    private final class Awaiting extends LookupCall<Lookup> {
        private final int departures;

        Awaiting(int departures, LookupRequest request) {
            super(handle, request.waitForAll(), left(), Function.identity());
            this.departures = departures;
        }

        @Override
        protected int start(SegmentAllocator memory, MemorySegment cbdata) {
            membership.begin(this, departures);
            awaiting = this;
            if (isRefused) {
                refused();
            }
            return super.start(memory, cbdata);
        }

        @Override
        protected void ended() {
            super.ended();
            awaiting = null;
            membership.end(this);
        }
    }
}
