// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** A future whose {@code …Async} methods without an executor run on the Dispatcher, and those of its stages too. */
public class Stage<T> extends CompletableFuture<T> {
    private final Dispatcher dispatcher;

    public Stage(Dispatcher dispatcher) {
        this.dispatcher = dispatcher;
    }

    public static <T> Stage<T> completed(Dispatcher dispatcher, T value) {
        Stage<T> stage = new Stage<>(dispatcher);
        stage.complete(value);
        return stage;
    }

    public static <T> Stage<T> failed(Dispatcher dispatcher, RuntimeException failure) {
        Stage<T> stage = new Stage<>(dispatcher);
        stage.completeExceptionally(failure);
        return stage;
    }

    @Override
    public final Executor defaultExecutor() {
        return dispatcher;
    }

    @Override
    public final <U> CompletableFuture<U> newIncompleteFuture() {
        return new Stage<>(dispatcher);
    }
}
