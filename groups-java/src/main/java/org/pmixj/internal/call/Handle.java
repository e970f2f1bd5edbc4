// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Deadline;

/** What one {@code Pmix} handle adds to the process-wide session: where its user code runs and how long it waits. */
public final class Handle {
    public final Session session;
    public final Dispatcher dispatcher;
    public final Duration defaultTimeout;
    public final @Nullable String clusterId;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile @Nullable Handle own;

    public Handle(Session session, @Nullable Executor executor, Duration defaultTimeout) {
        this(session, executor, defaultTimeout, null);
    }

    public Handle(Session session, @Nullable Executor executor, Duration defaultTimeout, @Nullable String clusterId) {
        this.session = session;
        this.dispatcher = new Dispatcher(executor);
        this.defaultTimeout = defaultTimeout;
        this.clusterId = clusterId;
    }

    /** The same for what is this layer's own: it must not wait for the application's executor. */
    public Handle own() {
        Handle known = own;
        if (known == null) {
            known = new Handle(session, null, defaultTimeout, clusterId);
            own = known;
        }
        return known;
    }

    /** The handle was closed; others may keep the session open. */
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

    /** Runs an operation of this handle; its result is never null. */
    public <T> T run(NativeCall<T> operation, Duration timeout) {
        checkOpen();
        return Objects.requireNonNull(operation.run(Deadline.toNanos(Checks.timeout(timeout))));
    }

    /** As {@link #run}, without waiting. */
    public <T> CompletableFuture<T> submit(NativeCall<T> operation, Duration timeout) {
        checkOpen();
        return operation.submit(Deadline.toNanos(Checks.timeout(timeout)));
    }

    public Duration defaultTimeout() {
        return defaultTimeout;
    }
}
