// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** What one {@code Pmix} handle adds to the process-wide session: where its user code runs and how long it waits. */
public final class Context {
    public final Session session;
    final Dispatcher dispatcher;
    final Duration defaultTimeout;

    public Context(Session session, @Nullable Executor executor, Duration defaultTimeout) {
        this.session = session;
        this.dispatcher = new Dispatcher(executor);
        this.defaultTimeout = defaultTimeout;
    }

    public Duration defaultTimeout() {
        return defaultTimeout;
    }
}
