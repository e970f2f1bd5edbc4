// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * The future of an asynchronous operation. Its {@code …Async} methods without an executor run on the Dispatcher, as
 * its completion does. Cancelling it leaves the native operation to itself.
 */
final class Completion<T> extends CompletableFuture<T> {
    private final Operation<T> operation;
    private final Dispatcher dispatcher;

    Completion(Operation<T> operation, Dispatcher dispatcher) {
        this.operation = operation;
        this.dispatcher = dispatcher;
    }

    @Override
    public Executor defaultExecutor() {
        return dispatcher;
    }

    Runnable delivery() {
        return new Delivery();
    }

    private final class Delivery implements Runnable {
        @Override
        public void run() {
            operation.deliver(Completion.this);
        }
    }
}
