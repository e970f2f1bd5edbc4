// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.pmixj.event.Registration;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Delivery;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.PmixFuture;
import org.pmixj.internal.event.HandlerChain.Placement;
import org.pmixj.internal.ffi.Libpmix;

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
        long deadline = Deadline.in(nanos);
        NativeRegistrations.of(handle.session).await(handle, handler.settings.codes(), what, nanos);
        NativeSlot slot = slot();
        try {
            if (slot != null) {
                Delivery.await(slot.usable, what, Deadline.until(deadline));
            }
            handler.chains.add(handler, slot);
        } catch (RuntimeException e) {
            releaseSlot(slot);
            throw e;
        }
        return handler;
    }

    /**
     * Returns the slot that the handler needs to be among those of C libraries, to which libpmix may still have to agree;
     * null if it needs none, or can have none.
     */
    private @Nullable NativeSlot slot() {
        String anchor = handler.placement().anchor();
        if (!handler.mayHaveSlot() || (anchor != null && handler.chains.has(anchor))) {
            return null;
        }
        // Before 7.0 libpmix does not call handlers for one code after a first one for several.
        if (handler.settings.codes().size() > 1
                && handler.placement().is(Placement.Kind.FIRST)
                && !Libpmix.isAtLeast7()) {
            return null;
        }
        return NativeRegistrations.of(handle.session).slots().reserve(handler);
    }

    private void releaseSlot(@Nullable NativeSlot slot) {
        if (slot != null) {
            handler.chains.releaseSlot(slot, handler);
        }
    }

    CompletableFuture<Registration> submit(long nanos) {
        PmixFuture<Registration> result = new PmixFuture<>(handle.dispatcher);
        handle.session.refuseClosed(what);
        CompletableFuture<Void> _ = NativeRegistrations.of(handle.session)
                .ensure(handle, handler.settings.codes())
                .whenComplete((_, failure) -> place(result, failure));
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

    /** Waits for the slot of the handler, if it needs one. */
    private void place(PmixFuture<Registration> result, @Nullable Throwable failed) {
        NativeSlot slot = null;
        Throwable failure = failed;
        if (failure == null && !result.isDone()) {
            try {
                slot = slot();
            } catch (RuntimeException e) {
                failure = e;
            }
        }
        if (slot == null) {
            add(result, null, failure);
        } else {
            NativeSlot taken = slot;
            CompletableFuture<@Nullable Void> _ =
                    taken.usable.whenComplete((_, refused) -> add(result, taken, refused));
        }
    }

    /** Adds the handler, on the progress thread, or on that of the caller if its events arrive already. */
    private void add(PmixFuture<Registration> result, @Nullable NativeSlot slot, @Nullable Throwable failed) {
        if (result.isDone()) {
            releaseSlot(slot);
            return;
        }
        RuntimeException failure = null;
        try {
            if (failed == null) {
                handler.chains.add(handler, slot);
            } else {
                failure = StatusCodes.cause(what, failed);
            }
        } catch (RuntimeException e) {
            failure = e;
        }
        if (failure != null) {
            releaseSlot(slot);
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
