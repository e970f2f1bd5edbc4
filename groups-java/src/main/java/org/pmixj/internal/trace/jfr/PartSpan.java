// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.trace.jfr;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.trace.Span;

/** Adds the time of a call to the operation that it is the native part of; writes nothing itself. */
final class PartSpan implements Span {
    private final OperationSpan whole;
    // Guarded by this.
    private long calledAt;

    PartSpan(OperationSpan whole) {
        this.whole = whole;
    }

    @Override
    public synchronized void called() {
        calledAt = calledAt == 0 ? Deadline.now() : calledAt;
    }

    @Override
    public synchronized void answered() {
        if (calledAt != 0) {
            whole.waited(Deadline.since(calledAt));
            calledAt = 0;
        }
    }

    @Override
    public void ended(@Nullable Throwable failure) {
        answered();
    }

    @Override
    public <T extends @Nullable Object> T steps(Supplier<T> steps) {
        return whole.steps(steps);
    }
}
