// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.invite;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.pmixj.ProcId;
import org.pmixj.group.AcceptOptions;
import org.pmixj.group.Group;
import org.pmixj.group.Invitation;
import org.pmixj.group.Members;
import org.pmixj.internal.call.Delivery;
import org.pmixj.internal.call.Handle;

/** Shows an invitation to the application, and hands its answer to the {@link Invitee}. */
record InvitationImpl(Roles table, Invitee invitee, AcceptOptions options) implements Invitation {
    @Override
    public Invitation with(AcceptOptions other) {
        return new InvitationImpl(table, invitee, Objects.requireNonNull(other, "options"));
    }

    /** Lets a handle answer. */
    void answerBy(Handle handle) {
        synchronized (table) {
            if (invitee.state == Invitee.State.OPEN) {
                invitee.handle = handle;
            }
        }
    }

    @Override
    public String groupId() {
        return invitee.id.group();
    }

    @Override
    public ProcId leader() {
        synchronized (table) {
            return invitee.leader;
        }
    }

    @Override
    public Members participants() {
        synchronized (table) {
            return invitee.participants;
        }
    }

    @Override
    public boolean isOpen() {
        synchronized (table) {
            return invitee.state == Invitee.State.OPEN;
        }
    }

    @Override
    public CompletableFuture<Group> outcome() {
        return Delivery.future(invitee.handle, invitee.done, false);
    }

    @Override
    public Group accept() {
        invitee.handle.session.refuseOnProgressThread(invitee.what());
        invitee.accept(options);
        return Delivery.await(invitee.done, invitee.what(), this::giveUp);
    }

    @Override
    public CompletableFuture<Group> acceptAsync() {
        invitee.accept(options);
        return Delivery.orGiveUp(outcome(), invitee.done, this::giveUp);
    }

    /** Takes the acceptance back, for which nobody waits any more. */
    private void giveUp() {
        synchronized (table) {
            invitee.giveUp();
        }
        Delivery.abandon(invitee.done);
    }

    @Override
    public void decline() {
        invitee.decline();
    }
}
