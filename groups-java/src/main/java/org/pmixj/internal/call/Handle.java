// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.internal.base.StatusCodes;

/** Adds to the session of the process what one {@code Pmix} handle has: its executor and its default timeout. */
public final class Handle {
    public final Session session;
    public final Dispatcher dispatcher;
    public final Duration defaultTimeout;
    public final @Nullable String clusterId;
    private final AtomicBoolean closed;
    private volatile @Nullable Handle own;

    public Handle(Session session, @Nullable Executor executor, Duration defaultTimeout) {
        this(session, executor, defaultTimeout, null);
    }

    public Handle(Session session, @Nullable Executor executor, Duration defaultTimeout, @Nullable String clusterId) {
        this(session, new Dispatcher(executor), defaultTimeout, clusterId, new AtomicBoolean());
    }

    private Handle(
            Session session,
            Dispatcher dispatcher,
            Duration defaultTimeout,
            @Nullable String clusterId,
            AtomicBoolean closed) {
        this.session = session;
        this.dispatcher = dispatcher;
        this.defaultTimeout = defaultTimeout;
        this.clusterId = clusterId;
        this.closed = closed;
    }

    /** Returns a view of this handle with another timeout, which is closed with it. */
    public Handle with(Duration timeout) {
        return new Handle(session, dispatcher, timeout, clusterId, closed);
    }

    /** Returns whether both are views of one handle. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Handle that && closed.equals(that.closed);
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(closed);
    }

    /** Returns another handle of the session without the application's executor, for work of this library. */
    public Handle own() {
        Handle known = own;
        if (known == null) {
            known = new Handle(session, null, defaultTimeout, clusterId);
            own = known;
        }
        return known;
    }

    /** Closes the handle; others may keep the session open. Returns false if it was closed before. */
    public boolean close() {
        if (!closed.compareAndSet(false, true)) {
            return false;
        }
        session.handleClosed(this);
        return true;
    }

    public boolean isClosed() {
        return closed.get();
    }

    public void checkOpen() {
        if (closed.get()) {
            throw new IllegalStateException("this Pmix handle is closed");
        }
    }

    /**
     * Returns what the caller of an operation receives that was under way when the session ended, whichever of its
     * steps was refused because of that. Other failures are returned as they are.
     */
    public RuntimeException orClosed(String what, IllegalStateException failure) {
        if (!closed.get() && session.isOpen()) {
            return failure;
        }
        PmixException ended = StatusCodes.closed(what);
        ended.initCause(failure);
        return ended;
    }
}
