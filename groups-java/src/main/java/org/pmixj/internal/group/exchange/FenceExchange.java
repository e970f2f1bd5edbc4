// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.exchange;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.pmixj.Key;
import org.pmixj.PmixException;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Absent;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Delivery;
import org.pmixj.internal.call.Procedure;
import org.pmixj.internal.data.DataExchange;
import org.pmixj.internal.data.ShareCall;
import org.pmixj.internal.group.GroupImpl;

/** One exchange of values by a fence: each member puts its value, and reads those of the others. */
final class FenceExchange<T> extends Procedure<Map<ProcId, T>> {
    private final FenceExchanges exchanges;
    private final Members members;
    private final Members others;
    private final Key<T> key;
    private final T value;
    private final long number;
    private final ShareCall share;
    private final CompletableFuture<Void> meeting;

    FenceExchange(
            GroupImpl group, FenceExchanges exchanges, String what, ValueType<T> type, T value, Duration timeout) {
        super(group.handle, what, timeout);
        this.exchanges = exchanges;
        this.members = group.members();
        this.others = members.difference(List.of(handle.session.self()));
        Objects.requireNonNull(type, "type");
        PmixValue wrapped = type.wrap(Objects.requireNonNull(value, "value"));
        DataExchange.check(wrapped);
        DataExchange.refuseTooMuchPut(handle.session, what, members, 0, "");
        this.number = exchanges.begin();
        this.key = Key.of(exchanges.name(number), type);
        // As the others receive it: a type may round.
        this.value = ExchangeChecks.typed(key, wrapped);
        try {
            this.share = new ShareCall(handle.own(), what, members, timeout, group.membership, key.name(), wrapped) {
                // A recording shows the exchange.
                @Override
                public String verb() {
                    return "";
                }
            };
            // Started by the caller's thread, so that this group's operations start in the order in which they are
            // called.
            this.meeting = share.submit(Deadline.collectiveNanos(timeout));
        } catch (RuntimeException | Error e) {
            exchanges.failed(number);
            throw e;
        }
    }

    @Override
    public List<ProcId> participants() {
        return members;
    }

    @Override
    protected Map<ProcId, T> call() {
        meet();
        Map<ProcId, PmixValue> found = readAll();
        Map<ProcId, T> values = new LinkedHashMap<>();
        for (ProcId member : members) {
            PmixValue read = found.get(member);
            values.put(member, read == null ? value : typed(member, read));
        }
        return Collections.unmodifiableMap(values);
    }

    private void meet() {
        try {
            Delivery.await(meeting, what, () -> {});
        } catch (PmixException.Timeout e) {
            exchanges.failed(number);
            throw timedOut();
        } catch (RuntimeException | Error e) {
            if (!haveAllSent(e)) {
                // The fence of the repetition is this one, unless this one succeeds before.
                share.fail(StatusCodes.interrupted(what));
                if (share.hasFailed() || !haveAllSent(e)) {
                    exchanges.failed(number);
                }
            }
            throw e;
        }
    }

    private Map<ProcId, PmixValue> readAll() {
        try {
            return ShareCall.readAll(handle, what, others, key.name(), deadline.end(), _ -> timedOut());
        } catch (RuntimeException | Error e) {
            if (e instanceof PmixException.Timeout || !haveAllSent(e)) {
                exchanges.failed(number);
            }
            throw e;
        }
    }

    private boolean haveAllSent(Throwable failure) {
        return ShareCall.haveAllPut(handle, others, key.name(), failure);
    }

    private T typed(ProcId member, PmixValue found) {
        try {
            return ExchangeChecks.typed(Key.of(member.toString(), key.type()), found);
        } catch (PmixException e) {
            throw ExchangeChecks.differ(what, String.valueOf(e.getMessage()), e.status());
        }
    }

    private PmixException timedOut() {
        List<ProcId> missing = ShareCall.missing(handle, others, key.name());
        Absent absent = missing.isEmpty()
                ? Absent.UNKNOWN
                : Absent.missing(missing + (missing.size() == 1 ? " has" : " have") + " sent no value", missing);
        return absent.timeout(what + " timed out");
    }
}
