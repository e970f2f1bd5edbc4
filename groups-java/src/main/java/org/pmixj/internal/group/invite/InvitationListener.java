// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.invite;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.pmixj.PmixException;
import org.pmixj.event.Registration;
import org.pmixj.group.Invitation;
import org.pmixj.group.InvitationHandler;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.call.Handle;

/** One who answers invitations. */
final class InvitationListener implements Registration {
    private final Handle handle;
    private final InvitationHandler handler;
    private final AtomicBoolean active = new AtomicBoolean(true);

    InvitationListener(Handle handle, InvitationHandler handler) {
        this.handle = handle;
        this.handler = handler;
    }

    Handle handle() {
        return handle;
    }

    @Override
    public Optional<String> name() {
        return Optional.empty();
    }

    @Override
    public boolean isActive() {
        return active.get();
    }

    @Override
    public void close() {
        if (active.compareAndSet(true, false)) {
            InviteTable.of(handle.session).remove(this);
        }
    }

    /** Asks the handler, and does what it says. */
    void ask(InvitationImpl invitation) {
        InvitationHandler.Reply reply;
        invitation.by(handle);
        try {
            reply = handler.handle(invitation);
        } catch (Throwable e) {
            Log.warning("a handler of invitations failed at group '" + invitation.groupId() + "'", e);
            return;
        }
        if (reply == null) {
            Log.warning("a handler of invitations answered null to group '" + invitation.groupId() + "'");
            return;
        }
        if (reply == InvitationHandler.Reply.LATER || !invitation.isOpen()) {
            return;
        }
        try {
            if (reply == InvitationHandler.Reply.ACCEPT) {
                accept(invitation);
            } else {
                invitation.decline();
            }
        } catch (IllegalStateException e) {
            // It was answered meanwhile, or the session is closed.
            if (invitation.isOpen()) {
                decline(invitation, e);
            }
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // it is the outcome of the invitation
    private static void accept(Invitation invitation) {
        invitation.acceptAsync();
    }

    private static void decline(Invitation invitation, IllegalStateException reason) {
        Log.warning("the invitation to group '" + invitation.groupId() + "' is declined: " + reason.getMessage());
        try {
            invitation.decline();
        } catch (IllegalStateException | PmixException e) {
            // The session is ending.
        }
    }
}
