// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.pmixj.event.Registration;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Delivery;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Timers;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.internal.notice.NativeRegistrations;
import org.pmixj.internal.notice.Placement;

/**
 * Registers a handler: waits until its events arrive in this process, then adds it to its chains. Handlers that share a
 * code are added in the order in which their registrations were called.
 */
final class HandlerRegistrar implements Registration, Delivery.Abandonable {
    private final HandlerChains chains;
    private final RegisteredHandler handler;
    private final Handle handle;
    private final String what;
    /** Completed with this when the handler is in its chains, or is refused, or when its caller gives up. */
    private final CompletableFuture<Registration> placed = new CompletableFuture<>();

    private @Nullable NativeSlot slot;

    HandlerRegistrar(Handle handle, RegisteredHandler.Settings settings) {
        this.handle = handle;
        this.chains = HandlerChains.of(handle.session);
        this.handler = new RegisteredHandler(handle, settings, this::expired);
        this.what = "registration of " + handler.title();
    }

    private void expired() {
        chains.expire(handler);
    }

    Registration run(long nanos) {
        handle.session.refuseOnProgressThread(what);
        start();
        try {
            Deadline.await(placed, what, nanos);
        } catch (RuntimeException e) {
            if (!placed.completeExceptionally(e)) {
                // It may have been registered meanwhile.
                Delivery.abandon(placed);
            }
            throw e;
        }
        return this;
    }

    CompletableFuture<Registration> submit(long nanos) {
        start();
        if (!placed.isDone()) {
            // If there is none, the session is ending, and fails the registration.
            Future<?> timer = handle.session.timers.timer(
                    nanos, () -> placed.completeExceptionally(StatusCodes.timeout(what, nanos)));
            CompletableFuture<?> _ = placed.whenComplete((_, _) -> Timers.cancel(timer));
        }
        return Delivery.orGiveUp(
                Delivery.future(handle, placed, true),
                placed,
                () -> placed.completeExceptionally(StatusCodes.interrupted(what)));
    }

    @Override
    public Optional<String> name() {
        return handler.name();
    }

    @Override
    public boolean isActive() {
        return chains.isActive(handler);
    }

    @Override
    public void close() {
        chains.close(handler);
    }

    @Override
    public void abandon() {
        close();
    }

    @Override
    public String toString() {
        return "Registration[" + handler.title() + "]";
    }

    /** Adds the handler when libpmix has answered, and all earlier registrations that share a code are over. */
    private void start() {
        handle.session.refuseClosed(what);
        CompletableFuture<Void> arriving =
                NativeRegistrations.of(handle.session).ensure(handle, handler.settings.codes());
        CompletableFuture<@Nullable Void> begins = new CompletableFuture<>();
        synchronized (chains.registrations) {
            List<CompletableFuture<?>> earlier = new ArrayList<>();
            chains.registrations.forEach((other, over) -> {
                if (other.meets(handler)) {
                    earlier.add(over);
                }
            });
            chains.registrations.put(
                    handler,
                    begins.thenCompose(_ -> CompletableFuture.allOf(earlier.toArray(new CompletableFuture<?>[0])))
                            .thenCompose(_ -> arriving)
                            .thenCompose(_ -> place())
                            .thenRun(this::add)
                            .handle((_, failure) -> end(failure)));
        }
        // Without the monitor, since libpmix may have to register a slot.
        begins.complete(null);
    }

    /** Chooses the slot of the handler; completed when libpmix has agreed to it. */
    private CompletableFuture<@Nullable Void> place() {
        slot = placed.isDone() ? null : slot();
        return slot == null ? CompletableFuture.completedFuture(null) : slot.usable;
    }

    /** Adds the handler, unless its caller has given up. */
    private void add() {
        if (!placed.isDone()) {
            chains.add(handler, slot);
            slot = null;
            if (!placed.complete(this)) {
                close();
            }
        }
    }

    private @Nullable Void end(@Nullable Throwable failure) {
        synchronized (chains.registrations) {
            chains.registrations.remove(handler);
        }
        if (failure != null) {
            placed.completeExceptionally(StatusCodes.cause(what, failure));
        }
        if (slot != null) {
            // The handler was not added.
            close();
        }
        return null;
    }

    /**
     * Returns the slot that the handler needs to be among those of C libraries, to which libpmix may still have to
     * agree; null if it needs none, or can have none.
     */
    private @Nullable NativeSlot slot() {
        // Before 7.0 libpmix does not call handlers for one code after a first one for several.
        boolean isSkipping = handler.settings.codes().size() > 1
                && handler.placement().is(Placement.Kind.FIRST)
                && !Libpmix.isAtLeast7();
        return handler.mayHaveSlot() && !isSkipping ? chains.slots().reserve(handler) : null;
    }
}
