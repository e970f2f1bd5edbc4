// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.process;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.pmixj.PmixException;
import org.pmixj.process.Termination;

/**
 * Represents the end of a job. All callers receive the same future, since a copy for each would stay until the end. So
 * this library alone completes it, and a method that would complete it for a caller returns a copy.
 */
final class JobEnd extends CompletableFuture<Termination> {
    void reported(Termination end) {
        super.complete(end);
    }

    void unreported(PmixException why) {
        super.completeExceptionally(why);
    }

    @Override
    public boolean complete(Termination value) {
        return false;
    }

    @Override
    public boolean completeExceptionally(Throwable failure) {
        return false;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return false;
    }

    @Override
    public void obtrudeValue(Termination value) {
        throw new UnsupportedOperationException("the end of a job is the host's to report");
    }

    @Override
    public void obtrudeException(Throwable failure) {
        throw new UnsupportedOperationException("the end of a job is the host's to report");
    }

    @Override
    public CompletableFuture<Termination> completeAsync(Supplier<? extends Termination> value, Executor executor) {
        return copy().completeAsync(value, executor);
    }

    @Override
    public CompletableFuture<Termination> orTimeout(long timeout, TimeUnit unit) {
        return copy().orTimeout(timeout, unit);
    }

    @Override
    public CompletableFuture<Termination> completeOnTimeout(Termination value, long timeout, TimeUnit unit) {
        return copy().completeOnTimeout(value, timeout, unit);
    }
}
