// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

/** The future of an asynchronous operation. Cancelling it leaves the native operation to itself. */
final class Completion<T> extends Stage<T> {
    private final Operation<T> operation;

    Completion(Operation<T> operation, Dispatcher dispatcher) {
        super(dispatcher);
        this.operation = operation;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        if (cancelled) {
            operation.abandoned();
        }
        return cancelled;
    }

    @Override
    public boolean completeExceptionally(Throwable failure) {
        boolean completed = super.completeExceptionally(failure);
        if (completed) {
            operation.abandoned();
        }
        return completed;
    }

    @Override
    public boolean complete(T value) {
        boolean completed = super.complete(value);
        if (completed) {
            operation.abandoned();
        }
        return completed;
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
