// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.fence;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
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
import org.pmixj.internal.directory.LookupCall;
import org.pmixj.internal.directory.PublishCall;
import org.pmixj.internal.directory.UnpublishCall;
import org.pmixj.internal.group.ConstructCall;
import org.pmixj.internal.group.Construction;
import org.pmixj.internal.group.GroupEvents;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupInfo;
import org.pmixj.internal.group.Participants;
import org.pmixj.internal.notice.NotifyCall;

/**
 * One attempt at a construct by values that the host stores: each member publishes what it contributes, and waits for
 * what the others publish. The group exists for all when the host has the values of all.
 */
final class PublishedConstruct {
    private final PublishedGroups groups;
    private final Construction construction;
    private final Contributions contributions;
    private final Handle handle;
    private final ProcId self;
    private final int departures;
    /** Whether the host may have the value of this process. Guarded by this, as the next. */
    private boolean published;
    /** Whether this process has given up the attempt: a lookup that is repeated must not publish the value again. */
    private boolean withdrawn;

    PublishedConstruct(PublishedGroups groups, Construction construction, Participants participants, int departures) {
        this.groups = groups;
        this.construction = construction;
        this.contributions = new Contributions(groups, construction, participants);
        this.handle = construction.handle;
        this.self = handle.session.self();
        this.departures = departures;
    }

    private Key<PmixValue> key(ProcId member) {
        return Key.of(contributions.key + "." + member, ValueType.ANY);
    }

    private LookupRequest.Builder request(Members members) {
        return LookupRequest.builder().keys(members.stream().map(this::key).toArray(Key<?>[]::new));
    }

    /** Returns the call that waits for all members. */
    LookupCall<Group> call(Duration timeout) {
        return new Waiting(timeout);
    }

    private final class Waiting extends LookupCall<Group> {
        private final Duration timeout;

        Waiting(Duration timeout) {
            super(
                    handle,
                    construction.what,
                    request(contributions.sorted).waitForAll().build(),
                    timeout,
                    PublishedConstruct.this::create);
            this.timeout = timeout;
        }

        @Override
        public List<ProcId> participants() {
            return contributions.sorted;
        }

        @Override
        protected int start(SegmentAllocator memory, MemorySegment cbdata) {
            construction.membership.begin(this, departures);
            // The host receives it before the lookup, which waits for this value, too.
            publish(this, timeout);
            return super.start(memory, cbdata);
        }

        @Override
        protected void ended() {
            construction.membership.end(this);
        }

        @Override
        protected void late(@Nullable Group result) {
            construction.late(result);
        }
    }

    private synchronized void publish(Waiting call, Duration timeout) {
        if (!published && !withdrawn) {
            published = true;
            construction.reservation.asked();
            PublishRequest own = PublishRequest.builder()
                    .value(key(self), contributions.own())
                    .persistence(Persistence.APPLICATION)
                    .build();
            CompletableFuture<?> _ = new PublishCall(handle.own(), own, timeout)
                    .submit(Deadline.collectiveNanos(timeout))
                    .whenComplete((_, failure) -> {
                        if (failure instanceof RuntimeException cause) {
                            call.fail(cause);
                        }
                    });
        }
    }

    private synchronized boolean isPublished() {
        return published;
    }

    private Group create(Lookup found) {
        Map<ProcId, PmixValue> values = new HashMap<>();
        for (ProcId member : contributions.sorted) {
            Key<PmixValue> key = key(member);
            ProcId publisher = found.publisher(key);
            if (!publisher.equals(member)) {
                throw new PmixException.Exists(
                        construction.what + " failed: process " + publisher + " has published a value under the name of"
                                + " that of member " + member + "; publish no names that begin with " + key.name(),
                        new PmixStatus(StatusCodes.EXISTS));
            }
            values.put(member, found.find(key).orElseThrow());
        }
        // This process may have called it again since.
        boolean isOwn = contributions.isOwn(values.get(self));
        if (isOwn) {
            groups.constructed(contributions.name);
        }
        if (!isOwn || !groups.end(construction, this)) {
            if (isOwn) {
                // The others have the group all the same.
                GroupEvents.launch(
                        new NotifyCall(handle, FenceLeave.notice(construction.id, contributions.others(), self)));
            }
            throw new PmixException(
                    construction.what + " succeeded after it was given up", new PmixStatus(StatusCodes.EXISTS));
        }
        GroupImpl group = (GroupImpl) contributions.create(values);
        group.exchanges.published(key(self), construction.waitNanos);
        return group;
    }

    /**
     * Prepares the group if all members have published: the others have it, or will have it. Otherwise nobody gets it
     * any more.
     *
     * @return whether all have
     */
    boolean haveAllPublished() {
        Lookup found = isPublished() ? present(contributions.sorted) : null;
        if (found != null && found.missing().isEmpty()) {
            GroupInfo none = new GroupInfo(handle, OptionalLong.empty(), Map.of());
            construction.answered(
                    new ConstructCall.Unchecked(construction.id, contributions.sorted, none, () -> create(found)));
            return true;
        }
        withdraw();
        return false;
    }

    /** Ends the attempt. If the host has answered before, {@link #create} notifies the others. */
    synchronized void withdraw() {
        withdrawn = true;
        if (published) {
            published = false;
            construction.reservation.refusedAndUnused();
            // With the lock, so that the host receives it after the value.
            UnpublishCall.later(handle.own(), key(self));
        }
    }

    private @Nullable Lookup present(Members members) {
        Duration timeout = Duration.ofNanos(Patience.GRACE);
        try {
            return new LookupCall<>(handle.own(), request(members).build(), timeout, Function.<Lookup>identity())
                    .run(Deadline.collectiveNanos(timeout));
        } catch (PmixException | IllegalStateException e) {
            // None is there, or the host does not answer.
            return null;
        }
    }
}
