// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.fence;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.pmixj.Key;
import org.pmixj.Persistence;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.directory.Lookup;
import org.pmixj.directory.LookupRequest;
import org.pmixj.directory.PublishRequest;
import org.pmixj.group.Group;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.PmixFuture;
import org.pmixj.internal.call.Timers;
import org.pmixj.internal.directory.LookupCall;
import org.pmixj.internal.directory.PublishCall;
import org.pmixj.internal.directory.UnpublishCall;
import org.pmixj.internal.group.Construction;
import org.pmixj.internal.group.GroupExchange;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.group.Participants;

/**
 * Attempts a construct by values that the host stores: each member publishes what it contributes, and waits for
 * what the others publish. The group exists for all when the host has the values of all.
 */
final class PublishedConstruct {
    private final PublishedGroups groups;
    private final Construction construction;
    private final Contributions contributions;
    private final Handle handle;
    private final GroupExchange.Board board;
    private final ProcId self;
    private final int departures;
    /** Whether the host may have the value of this process. Written with the lock of this. */
    private volatile boolean published;
    /**
     * Whether this process has withdrawn the value once: a lookup that is repeated must not publish it again. Guarded by
     * this.
     */
    private boolean withdrawn;

    PublishedConstruct(PublishedGroups groups, Construction construction, Participants participants, int departures) {
        this.groups = groups;
        this.construction = construction;
        this.contributions = new Contributions(construction, participants);
        this.handle = construction.handle;
        this.board = GroupTable.of(handle.session).exchanges();
        this.self = handle.session.self();
        this.departures = departures;
    }

    /** Returns the name of the value of a member for a construct. */
    private static String name(String construct, ProcId member) {
        return construct + "." + member;
    }

    private Key<PmixValue> key(ProcId member) {
        return Key.of(name(contributions.key, member), ValueType.ANY);
    }

    private static LookupRequest request(String key, Members members, boolean waits) {
        LookupRequest request = LookupRequest.of(members.stream()
                .map(member -> Key.of(name(key, member), ValueType.ANY))
                .toArray(Key<?>[]::new));
        return waits ? request.waitForAll() : request;
    }

    /** Waits for all members. */
    final class Waiting extends LookupCall<Lookup> {
        private volatile @Nullable Future<?> ahead;

        Waiting(Duration timeout) {
            super(
                    handle,
                    construction.what,
                    request(contributions.key, contributions.sorted, true),
                    timeout,
                    PublishedConstruct.this::answered);
        }

        @Override
        public List<ProcId> participants() {
            return contributions.sorted;
        }

        @Override
        protected int start(SegmentAllocator memory, MemorySegment cbdata) {
            construction.membership.begin(this, departures);
            synchronized (PublishedConstruct.this) {
                if (!published && !withdrawn) {
                    // The host receives it before the lookup, which waits for this value, too.
                    CompletableFuture<?> _ = publish().whenComplete((_, failure) -> {
                        if (failure instanceof RuntimeException cause) {
                            fail(cause);
                        }
                    });
                    lookAheadLater();
                }
            }
            return super.start(memory, cbdata);
        }

        private void lookAheadLater() {
            ahead = handle.session.timers.timer(Patience.SLICE, this::lookAhead);
        }

        /**
         * Looks whether others have called the next construct of this id and members: then they have got this group,
         * which this process gave up when all had published. It takes part in theirs.
         */
        private void lookAhead() {
            if (!wanted()) {
                return;
            }
            Duration patience = Duration.ofNanos(Patience.GRACE);
            LookupRequest next = request(contributions.nextKey, contributions.others(), false);
            LookupCall<Boolean> some = new LookupCall<>(handle.own(), next, patience, _ -> true) {
                @Override
                protected Boolean decode(int status, MemorySegment data, long count) {
                    return isPartial(status) || super.decode(status, data, count);
                }
            };
            CompletableFuture<?> _ = some.submit(Deadline.collectiveNanos(patience))
                    .whenComplete((_, failure) -> {
                        if (failure != null) {
                            lookAheadLater();
                        } else if (groups.end(construction, PublishedConstruct.this)) {
                            withdraw();
                            MemberGroups.constructed(contributions.name);
                            fail(construction.misanswered());
                        }
                    });
        }

        @Override
        protected void ended() {
            super.ended();
            Timers.cancel(ahead);
            construction.membership.end(this);
        }
    }

    private synchronized PmixFuture<?> publish() {
        Duration timeout = timeToLook();
        published = true;
        construction.reservation.asked();
        if (construction.handle.session.follows) {
            // An earlier session may have published this key. The host would then keep two values, and count one for
            // another member.
            UnpublishCall.later(handle.own(), key(self));
        }
        PublishRequest own = PublishRequest.builder()
                .value(key(self), contributions.own(board.takeRead(contributions.sorted)))
                .persistence(Persistence.APPLICATION)
                .build();
        return new PublishCall(handle.own(), own).submit(Deadline.collectiveNanos(timeout), true);
    }

    /** Has the caller create the group, unless it has given up. */
    private Lookup answered(Lookup found) {
        if (!groups.isLast(construction, this)) {
            throw StatusCodes.givenUp(construction.what);
        }
        construction.answered(contributions.answer(() -> {
            groups.end(construction, this);
            return create(found);
        }));
        return found;
    }

    private Group create(Lookup found) {
        try {
            Map<ProcId, PmixValue> values = new HashMap<>();
            for (ProcId member : contributions.sorted) {
                Key<PmixValue> key = key(member);
                ProcId publisher = found.publisher(key);
                if (!publisher.equals(member)) {
                    throw new PmixException.Exists(
                            construction.what + " failed: process " + publisher
                                    + " has published a value under the name"
                                    + " of that of member " + member + "; publish no names that begin with "
                                    + key.name(),
                            new PmixStatus(StatusCodes.EXISTS));
                }
                values.put(member, found.find(key).orElseThrow());
            }
            MemberGroups.constructed(contributions.name);
            GroupImpl group = (GroupImpl) contributions.create(
                    values,
                    false,
                    (member, constructs) -> board.memberHasRead(
                            member,
                            constructs.stream()
                                    .map(construct -> name(construct, self))
                                    .toList()));
            group.exchanges.published(key(self), construction.waitNanos);
            board.noteRead(contributions.sorted, contributions.key);
            return group;
        } catch (RuntimeException e) {
            // Others may still wait for the value.
            long kept = Math.min(construction.waitNanos, Patience.EXCHANGE_KEPT);
            handle.session.timers.later(kept, this::withdraw);
            throw e;
        }
    }

    /**
     * Decides the attempt. If all members have published, this prepares the group: the others have it, or will have it.
     * Otherwise it withdraws the value of this process, so that nobody gets the group any more.
     *
     * @return whether all have published
     */
    boolean createOrWithdraw() {
        Lookup found = lookOrWithdraw();
        if (found != null) {
            answered(found);
        }
        return found != null;
    }

    /** Returns what all have published; null if the value of this process was withdrawn, or never published. */
    private @Nullable Lookup lookOrWithdraw() {
        if (!published) {
            return null;
        }
        Lookup found = look(contributions.sorted);
        if (found == null) {
            withdraw();
            if (contributions.sorted.size() > 1 && look(contributions.others()) != null) {
                // The last of them may have published before the host removed this value: then some have the group.
                CompletableFuture<?> _ = publish();
                found = look(contributions.sorted);
            }
        }
        if (found == null) {
            withdraw();
        }
        return found;
    }

    /** Ends the attempt of a caller that has given up. If the others have the group, this process leaves it. */
    void giveUp() {
        try {
            Lookup found = lookOrWithdraw();
            if (found != null) {
                contributions.answer(() -> create(found)).create().get().close();
            }
        } catch (PmixException | IllegalStateException e) {
            // The host does not answer, or the session ends.
            withdraw();
        }
    }

    private synchronized void withdraw() {
        withdrawn = true;
        if (published) {
            published = false;
            construction.reservation.countRefusal();
            // It takes its turn after the value, which was published with the lock.
            UnpublishCall.later(handle.own(), key(self));
        }
    }

    /** Returns what some members have published; null unless all of them have. */
    private @Nullable Lookup look(Members members) {
        Duration timeout = timeToLook();
        try {
            Lookup found = new LookupCall<>(
                            handle.own(),
                            request(contributions.key, members, false),
                            timeout,
                            Function.<Lookup>identity())
                    .runUninterruptibly(Deadline.collectiveNanos(timeout));
            return found != null && found.missing().isEmpty() ? found : null;
        } catch (PmixException.NotFound e) {
            return null;
        }
    }

    /** Returns how long this waits for a slow host: all members must come to the same decision. */
    private Duration timeToLook() {
        return Duration.ofNanos(
                Math.max(Patience.GRACE, construction.remainingTime().toNanos()));
    }
}
