// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;

/**
 * The construction of a group by the collective method. Where a member dies before it has taken part, libpmix ends it
 * for all, or across nodes does not get to an end. One that is to be fault-tolerant is then made by those who are left:
 * they meet in a fence, and each tells its libpmix the membership.
 */
final class GroupConstruction extends GroupCollective<Group> {
    private final Context context;
    private final GroupRequest request;
    private final List<ProcId> asked;
    private final GroupRegistry.Reservation reservation;
    private final GroupImpl.Traits traits;

    /** In the last attempt, if that was no construct of libpmix. */
    private List<ProcId> met = List.of();

    GroupConstruction(
            Context context,
            GroupRequest request,
            List<ProcId> asked,
            GroupRegistry.Reservation reservation,
            GroupImpl.Traits traits,
            Duration timeout) {
        super(
                context,
                "construct of group '" + request.id() + "'",
                reservation.membership(),
                traits.faultTolerant(),
                timeout);
        this.context = context;
        this.request = request;
        this.asked = asked;
        this.reservation = reservation;
        this.traits = traits;
    }

    @Override
    boolean isEarly() {
        return reservation.delay(System.nanoTime()) > 0;
    }

    @Override
    void awaitTurn(long nanos) {
        long wait = Math.min(nanos, reservation.delay(System.nanoTime()));
        if (wait > 0) {
            LockSupport.parkNanos(wait);
        }
    }

    @Override
    Operation<?> attempt(Duration timeout) {
        Membership membership = reservation.membership();
        if (membership.departures() == 0) {
            return new GroupConstruct(context, request, asked, timeout, traits, reservation);
        }
        // Whoever goes in between is known to the fence as one who has gone meanwhile.
        synchronized (membership) {
            met = membership.members();
            return new DataExchange.Fence(
                    context, "construct of group '" + request.id() + "'", met, true, timeout, membership);
        }
    }

    @Override
    Group succeeded(@Nullable Object answer) {
        if (answer instanceof Group constructed) {
            return constructed;
        }
        GroupImpl made = new GroupImpl(context, request.id(), met, OptionalLong.empty(), traits);
        made.introduce();
        context.session.groups.activate(reservation, made);
        return made;
    }

    @Override
    void failed() {
        if (reservation.givenUp()) {
            context.session.groups.free(request.id(), reservation);
        }
    }

    @Override
    void late(@Nullable Group result) {
        // The caller is gone: the others must not count on this process.
        if (result instanceof GroupImpl abandoned) {
            abandoned.abandon();
        }
    }
}
