// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.util.concurrent.atomic.AtomicBoolean;

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

    Runnable delivery() {
        return new Delivery();
    }

    /** Works once: an executor may run it and then throw, upon which the Dispatcher runs it again. */
    private final class Delivery implements Runnable {
        private final AtomicBoolean done = new AtomicBoolean();

        @Override
        public void run() {
            if (done.compareAndSet(false, true)) {
                operation.deliver(Completion.this);
            }
        }
    }
}
