// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.pmixj.event.Registration;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.PmixFuture;

/** Registers a handler: waits until its events arrive in this process, then adds it to its chains. */
final class HandlerRegistrar {
    private final RegisteredHandler handler;
    private final Handle handle;
    private final String what;

    HandlerRegistrar(RegisteredHandler handler) {
        this.handler = handler;
        this.handle = handler.handle;
        this.what = "registration of " + handler.title();
    }

    Registration run(long nanos) {
        handle.session.refuseOnProgressThread(what);
        handle.session.refuseClosed(what);
        NativeRegistrations.of(handle.session).await(handle, handler.settings.codes(), what, nanos);
        handler.chains.add(handler);
        return handler;
    }

    CompletableFuture<Registration> submit(long nanos) {
        PmixFuture<Registration> result = new PmixFuture<>(handle.dispatcher);
        handle.session.refuseClosed(what);
        CompletableFuture<Void> _ = NativeRegistrations.of(handle.session)
                .ensure(handle, handler.settings.codes())
                .whenComplete((_, failure) -> add(result, failure));
        if (!result.isDone()) {
            try {
                Future<?> timer =
                        handle.session.timers.schedule(() -> end(result, StatusCodes.timeout(what, nanos)), nanos);
                CompletableFuture<Registration> _ = result.whenComplete((_, _) -> timer.cancel(false));
            } catch (RejectedExecutionException e) {
                // The session is ending, and fails the registration.
            }
        }
        return result;
    }

    /** Adds the handler, on the progress thread, or on that of the caller if its events arrive already. */
    private void add(PmixFuture<Registration> result, @Nullable Throwable failed) {
        if (result.isDone()) {
            return;
        }
        RuntimeException failure = null;
        try {
            if (failed == null) {
                handler.chains.add(handler);
            } else {
                failure = StatusCodes.cause(what, failed);
            }
        } catch (RuntimeException e) {
            failure = e;
        }
        end(result, failure);
    }

    private void end(PmixFuture<Registration> result, @Nullable RuntimeException failure) {
        handle.dispatcher.execute(() -> {
            if (failure != null) {
                result.completeExceptionally(failure);
            } else if (!result.complete(handler)) {
                // The caller has cancelled the registration.
                handler.close();
            }
        });
    }
}
