// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

/** The future of an asynchronous operation. Cancelling it leaves the native operation to itself. */
final class Completion<T> extends Stage<T> {
    private final NativeCall<T> operation;

    Completion(NativeCall<T> operation, Dispatcher dispatcher) {
        super(dispatcher);
        this.operation = operation;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return abandonedIf(super.cancel(mayInterruptIfRunning));
    }

    @Override
    public boolean completeExceptionally(Throwable failure) {
        return abandonedIf(super.completeExceptionally(failure));
    }

    @Override
    public boolean complete(T value) {
        return abandonedIf(super.complete(value));
    }

    private boolean abandonedIf(boolean completed) {
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
