// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.pmixj.event.Registration;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Delivery;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.PmixFuture;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.internal.notice.NativeRegistrations;
import org.pmixj.internal.notice.Placement;

/**
 * Registers a handler: waits until its events arrive in this process, then adds it to its chains. Handlers that share a
 * code are added in the order in which their registrations were called.
 */
final class HandlerRegistrar {
    private final RegisteredHandler handler;
    private final Handle handle;
    private final String what;
    /** Completed when the handler is in its chains, or is refused, or when its caller gives up. */
    private final CompletableFuture<@Nullable Void> placed = new CompletableFuture<>();

    /** Whether there is an answer for which this has waited. */
    private volatile boolean ready;

    private volatile @Nullable Throwable refused;
    // Used by one thread at a time.
    private boolean choseSlot;
    private @Nullable NativeSlot slot;

    HandlerRegistrar(RegisteredHandler handler) {
        this.handler = handler;
        this.handle = handler.handle;
        this.what = "registration of " + handler.title();
    }

    Registration run(long nanos) {
        handle.session.refuseOnProgressThread(what);
        start();
        try {
            Delivery.await(placed, what, nanos);
        } catch (RuntimeException e) {
            if (!giveUp(e) && !placed.isCompletedExceptionally()) {
                // It was registered meanwhile.
                handler.close();
            }
            throw e;
        }
        return handler;
    }

    CompletableFuture<Registration> submit(long nanos) {
        PmixFuture<Registration> result = new PmixFuture<>(handle.dispatcher);
        start();
        CompletableFuture<?> _ = placed.whenComplete((_, failure) -> end(result, failure));
        if (!placed.isDone()) {
            try {
                Future<?> timer = handle.session.timers.schedule(() -> giveUp(StatusCodes.timeout(what, nanos)), nanos);
                CompletableFuture<?> _ = result.whenComplete((_, _) -> {
                    timer.cancel(false);
                    giveUp(StatusCodes.interrupted(what));
                });
            } catch (RejectedExecutionException e) {
                // The session is ending, and fails the registration.
            }
        }
        return result;
    }

    private void end(PmixFuture<Registration> result, @Nullable Throwable failure) {
        handle.dispatcher.execute(() -> {
            if (failure != null) {
                result.completeExceptionally(failure);
            } else if (!result.complete(handler)) {
                // The caller has cancelled the registration.
                handler.close();
            }
        });
    }

    private void start() {
        handle.session.refuseClosed(what);
        handler.chains.registrations.add(this);
        try {
            CompletableFuture<?> _ = NativeRegistrations.of(handle.session)
                    .ensure(handle, handler.settings.codes())
                    .whenComplete((_, failure) -> answered(failure));
        } catch (RuntimeException e) {
            giveUp(e);
            throw e;
        }
    }

    private void answered(@Nullable Throwable failure) {
        refused = failure;
        ready = true;
        handler.chains.registrations.proceed();
    }

    /** Returns false if the registration has ended. */
    private boolean giveUp(RuntimeException failure) {
        boolean isUnderWay = placed.completeExceptionally(failure);
        if (isUnderWay) {
            handler.chains.registrations.proceed();
        }
        return isUnderWay;
    }

    /** Chooses the slot of the handler, or adds it. Returns false if libpmix has to agree to the slot. */
    private boolean proceed() {
        ready = false;
        if (refused == null && !placed.isDone()) {
            try {
                if (!choseSlot) {
                    choseSlot = true;
                    slot = slot();
                    if (slot != null) {
                        CompletableFuture<?> _ = slot.usable.whenComplete((_, failure) -> answered(failure));
                        return false;
                    }
                }
                handler.chains.add(handler, slot);
                if (!placed.complete(null)) {
                    handler.close();
                }
                return true;
            } catch (RuntimeException | Error e) {
                refused = e;
            }
        }
        if (slot != null) {
            handler.chains.releaseSlot(slot, handler);
        }
        Throwable failure = refused;
        if (failure != null) {
            placed.completeExceptionally(StatusCodes.cause(what, failure));
        }
        return true;
    }

    /**
     * Returns the slot that the handler needs to be among those of C libraries, to which libpmix may still have to
     * agree; null if it needs none, or can have none.
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
        return handler.chains.slots().reserve(handler);
    }

    /** The registrations of a session that are under way, in the order of their calls. */
    static final class UnderWay {
        private final ArrayList<HandlerRegistrar> all = new ArrayList<>();
        private boolean proceeding;

        synchronized void add(HandlerRegistrar last) {
            all.add(last);
        }

        /** Goes on with all that can. On the progress thread, or on that of a caller. */
        void proceed() {
            for (HandlerRegistrar next = take(); next != null; next = take()) {
                boolean isOver = true;
                try {
                    isOver = next.proceed();
                } finally {
                    done(next, isOver);
                }
            }
        }

        private synchronized void done(HandlerRegistrar one, boolean isOver) {
            proceeding = false;
            if (isOver) {
                all.remove(one);
            }
        }

        /** Returns the next one, unless another thread is at it, and takes that one afterwards. */
        private synchronized @Nullable HandlerRegistrar take() {
            HandlerRegistrar next = proceeding ? null : next();
            proceeding |= next != null;
            return next;
        }

        /** Returns the first that waits neither for libpmix nor for an earlier one that shares a code. */
        private @Nullable HandlerRegistrar next() {
            Set<Integer> codesBefore = new HashSet<>();
            boolean isAnyBefore = false;
            for (HandlerRegistrar one : all) {
                List<Integer> codes = one.handler.settings.codes();
                boolean hasTurn = !isAnyBefore
                        && (codes.isEmpty() ? codesBefore.isEmpty() : Collections.disjoint(codesBefore, codes));
                if (hasTurn && (one.ready || one.placed.isDone())) {
                    return one;
                }
                codesBefore.addAll(codes);
                isAnyBefore |= codes.isEmpty();
            }
            return null;
        }
    }
}
