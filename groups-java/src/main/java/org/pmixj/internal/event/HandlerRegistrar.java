// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
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
        handler.hub.add(handler);
        return handler;
    }

    CompletableFuture<Registration> submit(long nanos) {
        PmixFuture<Registration> result = new PmixFuture<>(handle.dispatcher);
        handle.session.refuseClosed(what);
        CompletableFuture<Void> _ = NativeRegistrations.of(handle.session)
                .ensure(handle, handler.settings.codes())
                .whenComplete(new Add(result));
        if (!result.isDone()) {
            try {
                Future<?> timer = handle.session.timers.schedule(new Expiry(result, nanos), nanos);
                CompletableFuture<Registration> _ = result.whenComplete(new Ended(timer));
            } catch (RejectedExecutionException e) {
                // The session is ending, and fails the registration.
            }
        }
        return result;
    }

    private final class Expiry implements Runnable {
        private final PmixFuture<Registration> result;
        private final long nanos;

        Expiry(PmixFuture<Registration> result, long nanos) {
            this.result = result;
            this.nanos = nanos;
        }

        @Override
        public void run() {
            handle.dispatcher.execute(new End(result, null, StatusCodes.timeout(what, nanos)));
        }
    }

    /** Cancels the timer of a registration that has ended. */
    private record Ended(Future<?> timer) implements BiConsumer<@Nullable Registration, @Nullable Throwable> {
        @Override
        public void accept(@Nullable Registration registration, @Nullable Throwable failure) {
            timer.cancel(false);
        }
    }

    /** Adds the handler, on the progress thread, or on that of the caller if its events arrive already. */
    private final class Add implements BiConsumer<@Nullable Void, @Nullable Throwable> {
        private final PmixFuture<Registration> result;

        Add(PmixFuture<Registration> result) {
            this.result = result;
        }

        @Override
        public void accept(@Nullable Void none, @Nullable Throwable failed) {
            if (result.isDone()) {
                return;
            }
            RuntimeException failure = null;
            try {
                if (failed == null) {
                    handler.hub.add(handler);
                } else {
                    failure = StatusCodes.cause(what, failed);
                }
            } catch (RuntimeException e) {
                failure = e;
            }
            handle.dispatcher.execute(new End(result, handler, failure));
        }
    }

    private record End(
            PmixFuture<Registration> result,
            @Nullable RegisteredHandler handler,
            @Nullable RuntimeException failure) implements Runnable {
        @Override
        public void run() {
            if (failure != null) {
                result.completeExceptionally(failure);
            } else if (handler != null && !result.complete(handler)) {
                // The caller has cancelled the registration.
                handler.close();
            }
        }
    }
}
