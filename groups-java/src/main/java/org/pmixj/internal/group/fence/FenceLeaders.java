// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.fence;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.event.Registration;
import org.pmixj.group.Group;
import org.pmixj.group.Invitation;
import org.pmixj.group.InvitationHandler;
import org.pmixj.group.InviteRequest;
import org.pmixj.group.Members;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.group.Construction;
import org.pmixj.internal.group.GroupKind;
import org.pmixj.internal.group.LeaderPath;
import org.pmixj.internal.notice.ReceivedEvent;

/** Refuses invitations and leaders, which need groups of the host and its reports of failed processes. */
public final class FenceLeaders implements LeaderPath {
    private static PmixException leaderRefused(String id) {
        return FenceGroups.refusal(GroupKind.PLAIN.operation("construct", id) + " with a leader");
    }

    @Override
    public Invites invites(Handle handle) {
        return new Refused(handle);
    }

    private record Refused(Handle handle) implements Invites {
        private PmixException refused(String what) {
            handle.checkOpen();
            return FenceGroups.refusal(what);
        }

        private PmixException refused(InviteRequest request) {
            return refused("an invitation to group '" + request.id() + "'");
        }

        @Override
        public Group invite(InviteRequest request) {
            throw refused(request);
        }

        @Override
        public CompletableFuture<Group> inviteAsync(InviteRequest request) {
            throw refused(request);
        }

        @Override
        public Registration onInvitation(InvitationHandler handler) {
            Objects.requireNonNull(handler, "handler");
            throw refused("a handler of invitations");
        }

        @Override
        public Invitation await(Duration timeout) {
            throw refused("the wait for an invitation");
        }

        @Override
        public CompletableFuture<Invitation> expect(String group, List<ProcId> leaders) {
            throw refused("an invitation to group '" + group + "'");
        }

        @Override
        public void forget(String group) {}

        @Override
        public List<Invitation> open() {
            return List.of();
        }
    }

    @Override
    public void beforeConstruct(Handle handle, String id, ProcId leader) {
        throw leaderRefused(id);
    }

    @Override
    public void declare(Handle handle, String id, Members members) {
        throw leaderRefused(id);
    }

    @Override
    public @Nullable ProcId declared(String id, Members members) {
        return null;
    }

    @Override
    public void constructEnded(String id) {}

    @Override
    public NativeCall<Group> construct(Construction construction, Members members, ProcId leader, Duration timeout) {
        throw leaderRefused(construction.id);
    }

    @Override
    public boolean arrived(ReceivedEvent event) {
        return false;
    }

    @Override
    public void fail(ProcId proc, PmixException failure) {}

    @Override
    public void died() {}
}
