// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.trace.Span;
import org.pmixj.internal.trace.Trace;
import org.pmixj.internal.trace.Traced;

/** Runs several operations in sequence. The asynchronous form runs them on a thread of its own. */
public abstract class Procedure<T> implements AddressBook.Operation<T>, Traced {
    public final String what;
    protected final Handle handle;
    /** The time of the caller, which started when this was constructed. */
    protected final Deadline deadline;

    private boolean hasPlace;

    public Procedure(Handle handle, String what) {
        this(handle, what, handle.defaultTimeout);
    }

    protected Procedure(Handle handle, String what, Duration timeout) {
        this.handle = handle;
        this.what = what;
        this.deadline = Deadline.of(what, Checks.timeout(timeout));
    }

    /** Returns what is left of the time of the caller, at least a nanosecond. */
    protected final Duration left() {
        return Deadline.durationUntil(deadline.end());
    }

    /**
     * Takes what orders this procedure among others, such as a number or a place in a queue, on the caller's thread:
     * {@link #call} may run after later ones have started. If it throws, nothing is taken.
     */
    protected void takePlace() {}

    /** Gives back what {@link #takePlace} has taken and {@link #call} has not used. Runs once, whatever the outcome. */
    protected void leavePlace() {}

    /** Runs the operations; may block. Returns null only for {@code Void}. */
    protected abstract @Nullable T call();

    /** Receives the result if the caller has given up. */
    protected void late(T result) {}

    @Override
    public final String what() {
        return what;
    }

    /** Takes the place of this procedure now, if it has none. It must run or be submitted afterwards. */
    public final void ensurePlace() {
        if (!hasPlace) {
            takePlace();
            hasPlace = true;
        }
    }

    @Override
    @SuppressWarnings("NullAway")
    public final T run() {
        handle.session.refuseOnProgressThread(what);
        ensurePlace();
        Span span = Trace.begin(this);
        return Span.NONE.equals(span) ? steps() : recorded(span);
    }

    /** Runs the operations. The end of the session may refuse a later one of them. */
    private @Nullable T steps() {
        try {
            return call();
        } catch (IllegalStateException e) {
            throw handle.orClosed(what, e);
        } finally {
            leavePlace();
        }
    }

    private @Nullable T recorded(Span span) {
        try {
            @Nullable T result = span.steps(this::steps);
            span.ended(null);
            return result;
        } catch (Throwable e) {
            span.ended(e);
            throw e;
        }
    }

    @Override
    public final CompletableFuture<T> submit() {
        ensurePlace();
        PmixFuture<T> result = new PmixFuture<>(handle.dispatcher);
        Span span = Trace.begin(this);
        Delivery.apart(
                handle, what, result, Span.NONE.equals(span) ? this::steps : () -> answered(span), this::late, span);
        return result;
    }

    /** Runs the operations on their own thread; the dispatcher completes the future afterwards. */
    private @Nullable T answered(Span span) {
        try {
            return span.steps(this::steps);
        } finally {
            span.answered();
        }
    }
}
