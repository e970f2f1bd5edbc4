// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.Log;

/**
 * Keeps the {@linkplain SessionPart parts} of one session, each created on first use. Its monitor is held while a part
 * is created, and the creation may create other parts. If a part fails, the others still leave and end.
 */
final class SessionParts {
    // More slots than there are parts.
    private static final int MOST = 19;
    private final Session session;
    private final AtomicReferenceArray<@Nullable SessionPart> parts = new AtomicReferenceArray<>(MOST);
    /** Whether the session has ended. Guarded by this. */
    private boolean ended;

    SessionParts(Session session) {
        this.session = session;
    }

    @SuppressWarnings("unchecked") // the index belongs to one slot
    <T extends SessionPart> T get(SessionPart.Slot<T> slot) {
        SessionPart known = parts.get(slot.index);
        return known != null ? (T) known : create(slot);
    }

    @SuppressWarnings("unchecked")
    private synchronized <T extends SessionPart> T create(SessionPart.Slot<T> slot) {
        SessionPart known = parts.get(slot.index);
        if (known == null) {
            known = slot.create(session);
            if (ended) {
                known.sessionEnded();
            }
            parts.set(slot.index, known);
        }
        return (T) known;
    }

    @SuppressWarnings("unchecked")
    <T extends SessionPart> @Nullable T known(SessionPart.Slot<T> slot) {
        return (T) parts.get(slot.index);
    }

    // Asked before a get, so it creates nothing.
    boolean blockProgress() {
        for (int i = 0; i < MOST; i++) {
            SessionPart part = parts.get(i);
            if (part != null && part.blocksProgress()) {
                return true;
            }
        }
        return false;
    }

    String unclosed() {
        StringBuilder unclosed = new StringBuilder();
        for (int i = 0; i < MOST; i++) {
            SessionPart part = parts.get(i);
            String open = part == null ? "" : part.unclosed();
            unclosed.append(open.isEmpty() ? "" : ", " + open);
        }
        return unclosed.toString();
    }

    void handleClosed(Handle handle) {
        for (int i = MOST - 1; i >= 0; i--) {
            close(parts.get(i), part -> part.handleClosed(handle));
        }
    }

    // A part may create others, which leave, too.
    void leave() {
        for (int i = 0; i < MOST; i++) {
            close(parts.get(i), SessionPart::leave);
        }
    }

    void sessionEnded() {
        SessionPart[] created = new SessionPart[MOST];
        synchronized (this) {
            ended = true;
            for (int i = 0; i < MOST; i++) {
                created[i] = parts.get(i);
            }
        }
        for (SessionPart part : created) {
            close(part, SessionPart::sessionEnded);
        }
    }

    private static void close(@Nullable SessionPart part, Consumer<SessionPart> step) {
        try {
            if (part != null) {
                step.accept(part);
            }
        } catch (RuntimeException e) {
            Log.warning("close failed in part, and continues", e);
        }
    }
}
