// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.time.Duration;
import java.util.List;
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
import org.pmixj.internal.notice.ReceivedEvent;

/** Constructs groups that a leader leads: by invitation, and after a failure in a construct that named a leader. */
public interface LeaderPath {
    /** Returns the invitations as a handle uses them. */
    Invites invites(Handle handle);

    /** Called before a construct that names a leader. */
    void beforeConstruct(Handle handle, String id, ProcId leader);

    /** Declares to the other members that this process leads a construct. */
    void declare(Handle handle, String id, Members members);

    /** Returns the first of the members that has declared that it leads a construct, or null. */
    @Nullable
    ProcId declared(String id, Members members);

    /** Forgets who has declared that it leads a construct, which has ended. */
    void constructEnded(String id);

    /** Returns the call that continues a construct in which a member failed: the leader decides who takes part. */
    NativeCall<Group> construct(Construction construction, ProcId leader, Duration timeout);

    /** Handles an event. Returns whether it concerns nobody else. On the progress thread. */
    boolean arrived(ReceivedEvent event);

    /** Aborts the invitations that wait for a process. */
    void fail(ProcId proc, PmixException failure);

    /** Called when a process or a job has ended. */
    void died();

    /** Sends and receives invitations. */
    interface Invites {
        Group invite(InviteRequest request);

        CompletableFuture<Group> inviteAsync(InviteRequest request);

        Registration onInvitation(InvitationHandler handler);

        Invitation await(Duration timeout);

        /**
         * Returns a future that an invitation to a group, by one of some leaders, completes; the application is not
         * asked. Ends with {@link #forget}.
         */
        CompletableFuture<Invitation> expect(String group, List<ProcId> leaders);

        void forget(String group);

        /** Returns the invitations that this process has not answered. */
        List<Invitation> open();
    }
}
