// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** Keeps the {@linkplain SessionPart parts} of one session, each created on first use. */
final class SessionParts {
    /** More slots than there are parts. */
    private static final int MOST = 16;

    private final Session session;
    private final AtomicReferenceArray<@Nullable SessionPart> parts = new AtomicReferenceArray<>(MOST);

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
            parts.set(slot.index, known);
        }
        return (T) known;
    }

    @SuppressWarnings("unchecked")
    <T extends SessionPart> @Nullable T known(SessionPart.Slot<T> slot) {
        return (T) parts.get(slot.index);
    }

    boolean blockProgress() {
        for (int i = 0; i < MOST; i++) {
            SessionPart part = parts.get(i);
            if (part != null && part.blocksProgress()) {
                return true;
            }
        }
        return false;
    }

    void handleClosed(Handle handle) {
        for (int i = MOST - 1; i >= 0; i--) {
            SessionPart part = parts.get(i);
            if (part != null) {
                part.handleClosed(handle);
            }
        }
    }

    void leave() {
        for (int i = 0; i < MOST; i++) {
            SessionPart part = parts.get(i);
            if (part != null) {
                part.leave();
            }
        }
    }

    void sessionEnded() {
        for (int i = 0; i < MOST; i++) {
            SessionPart part = parts.get(i);
            if (part != null) {
                part.sessionEnded();
            }
        }
    }
}
