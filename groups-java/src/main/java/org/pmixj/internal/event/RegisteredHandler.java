// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.pmixj.event.Event;
import org.pmixj.event.EventHandler;
import org.pmixj.event.Registration;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.data.DataExchange;

/** Holds a handler of the application, and the events that wait for it. Guarded by the {@link HandlerChains}. */
public final class RegisteredHandler implements HandlerChain.Member, Registration {
    private static final int ABORT_STATUS = 1;

    record Settings(
            @Nullable String name,
            List<Integer> codes,
            Placement placement,
            EventFilter filter,
            @Nullable Predicate<? super Event> test,
            boolean once,
            boolean cached,
            long boundNanos,
            EventHandler callback) {}

    final Handle handle;
    final Settings settings;
    final HandlerChains chains;

    // Guarded by the chains.
    final ArrayDeque<HandlerTurn> queue = new ArrayDeque<>();

    @Nullable
    HandlerTurn running;

    boolean closed;
    int warnAt = 10_000;

    final AnswerTimer bound = new AnswerTimer(this);

    RegisteredHandler(Handle handle, HandlerChains chains, Settings settings) {
        this.handle = handle;
        this.chains = chains;
        this.settings = settings;
    }

    public boolean wants(ReceivedEvent event) {
        return !(event.nonDefault && category() == HandlerChain.Category.DEFAULT)
                && settings.filter.passes(event, handle.session);
    }

    public boolean isFor(int code) {
        return settings.codes.isEmpty() || settings.codes.contains(code);
    }

    @Override
    public HandlerChain.Category category() {
        return switch (settings.codes.size()) {
            case 0 -> HandlerChain.Category.DEFAULT;
            case 1 -> HandlerChain.Category.SINGLE;
            default -> HandlerChain.Category.MULTI;
        };
    }

    @Override
    public Placement placement() {
        return settings.placement;
    }

    // Each of the two interfaces has its own form of the name.
    @Override
    public @Nullable String memberName() {
        return settings.name;
    }

    @Override
    public Optional<String> name() {
        return Optional.ofNullable(settings.name);
    }

    @Override
    public boolean isActive() {
        return chains.isActive(this);
    }

    @Override
    public void close() {
        chains.close(this);
    }

    String title() {
        return settings.name == null ? "an event handler without a name" : "event handler '" + settings.name + "'";
    }

    @Override
    public String toString() {
        return "Registration[" + title() + "]";
    }

    /** Checks that no other handler has its name, and that the handler exists that its placement names. */
    void checkBeside(Collection<RegisteredHandler> others) {
        if (find(settings.name, others) != null) {
            throw new IllegalStateException("there is an event handler '" + settings.name + "' already");
        }
        String anchor = placement().anchor();
        if (anchor == null) {
            return;
        }
        RegisteredHandler beside = find(anchor, others);
        if (beside == null) {
            throw new IllegalArgumentException("there is no event handler '" + anchor + "'");
        } else if (!meets(this, beside)) {
            throw new IllegalArgumentException("event handler '" + anchor + "' is for none of the codes of " + title());
        }
    }

    private static @Nullable RegisteredHandler find(@Nullable String name, Collection<RegisteredHandler> handlers) {
        for (RegisteredHandler handler : handlers) {
            if (name != null && name.equals(handler.settings.name)) {
                return handler;
            }
        }
        return null;
    }

    private static boolean meets(RegisteredHandler one, RegisteredHandler other) {
        return one.settings.codes.isEmpty()
                || other.settings.codes.isEmpty()
                || !Collections.disjoint(one.settings.codes, other.settings.codes);
    }

    /** Aborts the job, because the handler wants it. */
    void terminateJob(String event) {
        new DataExchange(handle).abort(ABORT_STATUS, title() + " wants termination because of " + event);
    }
}
