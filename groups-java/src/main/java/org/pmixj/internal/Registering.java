// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.pmixj.event.Registration;

/** The registration of a handler: once its events arrive here, it gets its place. */
final class Registering {
    private final Handler handler;
    private final Context context;
    private final String what;

    Registering(Handler handler) {
        this.handler = handler;
        this.context = handler.context;
        this.what = "registration of " + handler.title();
    }

    Registration run(long nanos) {
        context.session.refuseOnProgressThread(what);
        context.session.refuseClosed(what);
        context.session.events.await(context, handler.settings.codes(), what, nanos);
        handler.hub.add(handler);
        return handler;
    }

    CompletableFuture<Registration> submit(long nanos) {
        Stage<Registration> result = new Stage<>(context.dispatcher);
        context.session.refuseClosed(what);
        CompletableFuture<Void> _ =
                context.session.events.ensure(context, handler.settings.codes()).whenComplete(new Add(result));
        if (!result.isDone()) {
            try {
                Future<?> timer = context.session.timers.schedule(new Expiry(result, nanos), nanos);
                CompletableFuture<Registration> _ = result.whenComplete(new Ended(timer));
            } catch (RejectedExecutionException e) {
                // The session is ending, which fails what is registering.
            }
        }
        return result;
    }

    private final class Expiry implements Runnable {
        private final Stage<Registration> result;
        private final long nanos;

        Expiry(Stage<Registration> result, long nanos) {
            this.result = result;
            this.nanos = nanos;
        }

        @Override
        public void run() {
            context.dispatcher.execute(new End(result, null, Status.timeout(what, nanos)));
        }
    }

    /** No bound has to be kept any more. */
    private record Ended(Future<?> timer) implements BiConsumer<@Nullable Registration, @Nullable Throwable> {
        @Override
        public void accept(@Nullable Registration registration, @Nullable Throwable failure) {
            timer.cancel(false);
        }
    }

    /** On the progress thread, or on the caller's if nothing was to be waited for. */
    private final class Add implements BiConsumer<@Nullable Void, @Nullable Throwable> {
        private final Stage<Registration> result;

        Add(Stage<Registration> result) {
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
                    failure = NativeHandlers.failure(what, failed);
                }
            } catch (RuntimeException e) {
                failure = e;
            }
            context.dispatcher.execute(new End(result, handler, failure));
        }
    }

    private record End(
            Stage<Registration> result,
            @Nullable Handler handler,
            @Nullable RuntimeException failure) implements Runnable {
        @Override
        public void run() {
            if (failure != null) {
                result.completeExceptionally(failure);
            } else if (handler != null && !result.complete(handler)) {
                // The caller has given up meanwhile.
                handler.close();
            }
        }
    }
}
