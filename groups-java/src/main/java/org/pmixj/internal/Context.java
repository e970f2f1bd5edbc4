// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** What one {@code Pmix} handle adds to the process-wide session: where its user code runs and how long it waits. */
public final class Context {
    public final Session session;
    final Dispatcher dispatcher;
    final Duration defaultTimeout;
    final @Nullable String clusterId;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile @Nullable Context own;

    public Context(Session session, @Nullable Executor executor, Duration defaultTimeout) {
        this(session, executor, defaultTimeout, null);
    }

    public Context(Session session, @Nullable Executor executor, Duration defaultTimeout, @Nullable String clusterId) {
        this.session = session;
        this.dispatcher = new Dispatcher(executor);
        this.defaultTimeout = defaultTimeout;
        this.clusterId = clusterId;
    }

    /** The same for what is this layer's own: it must not wait for the application's executor. */
    Context own() {
        Context known = own;
        if (known == null) {
            known = new Context(session, null, defaultTimeout, clusterId);
            own = known;
        }
        return known;
    }

    /** The handle was closed; others may keep the session open. */
    public boolean close() {
        if (!closed.compareAndSet(false, true)) {
            return false;
        }
        session.events.close(this);
        ModelRegistry models = session.knownModels();
        if (models != null) {
            models.close(this);
        }
        session.connections.close(this);
        session.formations.close(this);
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
    <T> T run(Operation<T> operation, Duration timeout) {
        checkOpen();
        return Objects.requireNonNull(operation.run(Operation.toNanos(Checks.timeout(timeout))));
    }

    /** As {@link #run}, without waiting. */
    <T> CompletableFuture<T> submit(Operation<T> operation, Duration timeout) {
        checkOpen();
        return operation.submit(Operation.toNanos(Checks.timeout(timeout)));
    }

    public Duration defaultTimeout() {
        return defaultTimeout;
    }
}
