// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.invite;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.event.Registration;
import org.pmixj.group.Invitation;
import org.pmixj.group.InvitationHandler;
import org.pmixj.group.InvitationHandler.Reply;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.call.Handle;

/** Asks the application's handlers about invitations, one after the other, until one has answered. */
final class InvitationAsker {
    private final InviteTable table;
    private final List<Handler> handlers = new CopyOnWriteArrayList<>();

    /** Invitations that the library answers, by their groups. Guarded by the table. */
    private final Map<String, Expected> expected = new HashMap<>();

    private record Expected(Handle handle, List<ProcId> leaders, CompletableFuture<Invitation> arrived) {}

    InvitationAsker(InviteTable table) {
        this.table = table;
    }

    /** Adds a handler, and asks it about the invitations that are open. */
    Registration add(Handle handle, InvitationHandler function) {
        Handler handler = new Handler(handle, function);
        List<Invitee> known;
        synchronized (table) {
            handlers.add(handler);
            known = table.invited.values().stream().filter(Invitee::isOffered).toList();
        }
        if (handle.isClosed()) {
            // Perhaps after the handle has closed its handlers.
            handler.close();
        }
        known.forEach(invitee -> ask(invitee.invitation, List.of(handler), 0));
        return handler;
    }

    CompletableFuture<Invitation> expect(Handle handle, String group, List<ProcId> leaders) {
        CompletableFuture<Invitation> arrived = new CompletableFuture<>();
        synchronized (table) {
            expected.put(group, new Expected(handle, leaders, arrived));
        }
        return arrived;
    }

    void forget(String group) {
        synchronized (table) {
            expected.remove(group);
            for (Invitee invitee : List.copyOf(table.invited.values())) {
                if (invitee.isExpected
                        && invitee.state == Invitee.State.OPEN
                        && invitee.id.group().equals(group)) {
                    // No handler has seen this invitation, so decline it: its leader waits for an answer.
                    invitee.decline();
                }
            }
        }
    }

    /** Asks all handlers about a new invitation. Guarded by the table. */
    void ask(InvitationImpl invitation) {
        Expected awaited = expected.get(invitation.groupId());
        if (awaited != null && awaited.leaders.contains(invitation.leader())) {
            invitation.invitee().isExpected = true;
            invitation.answerBy(awaited.handle);
            // Nothing but a waiting thread depends on it.
            awaited.arrived.complete(invitation);
            return;
        }
        table.notifyAll();
        ask(invitation, List.copyOf(handlers), 0);
    }

    private static void ask(InvitationImpl invitation, List<Handler> handlers, int next) {
        if (next < handlers.size() && invitation.isOpen()) {
            Handler handler = handlers.get(next);
            handler.handle.dispatcher.execute(() -> {
                if (handler.isActive() && invitation.isOpen()) {
                    handler.ask(invitation);
                }
                ask(invitation, handlers, next + 1);
            });
        }
    }

    /** Returns the handle of the first handler, or another one if there is no handler. */
    Handle handle(Handle otherwise) {
        return handlers.stream().findFirst().map(first -> first.handle).orElse(otherwise);
    }

    void close(Handle handle) {
        handlers.stream().filter(one -> Objects.equals(one.handle, handle)).forEach(Handler::close);
    }

    private final class Handler implements Registration {
        private final Handle handle;
        private final InvitationHandler function;

        Handler(Handle handle, InvitationHandler function) {
            this.handle = handle;
            this.function = function;
        }

        @Override
        public Optional<String> name() {
            return Optional.empty();
        }

        @Override
        public boolean isActive() {
            return handlers.contains(this);
        }

        @Override
        public void close() {
            handlers.remove(this);
        }

        void ask(InvitationImpl invitation) {
            String what = "the invitation to group '" + invitation.groupId() + "'";
            invitation.answerBy(handle);
            Reply reply = Policies.ask("a handler of " + what, () -> function.handle(invitation), Reply.LATER)
                    .decision();
            if (reply != Reply.LATER && invitation.isOpen()) {
                answer(invitation, reply == Reply.ACCEPT, what);
            }
        }

        private static void answer(InvitationImpl invitation, boolean accepts, String what) {
            try {
                if (accepts) {
                    CompletableFuture<?> _ = invitation.acceptAsync();
                } else {
                    invitation.decline();
                }
            } catch (IllegalStateException e) {
                // Another thread has answered, the session is closed, or this process has a group of this id already.
                if (accepts && invitation.isOpen()) {
                    Log.warning(what + " is declined: " + e.getMessage());
                    answer(invitation, false, what);
                }
            } catch (PmixException e) {
                Log.warning(what + " cannot be answered: " + e.getMessage());
            }
        }
    }
}
