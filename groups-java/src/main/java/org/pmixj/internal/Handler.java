// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.pmixj.event.Event;
import org.pmixj.event.EventHandler;
import org.pmixj.event.Registration;

/**
 * A handler of the application's, and the events it has still to be called for, in the order they arrived. What changes
 * is guarded by the {@link EventHub}.
 */
final class Handler implements Chain.Member, Registration {
    /** What a registration asks for. */
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

    final Context context;
    final Settings settings;
    final EventHub hub;

    // Guarded by the hub.
    final ArrayDeque<Ticket> queue = new ArrayDeque<>();

    @Nullable
    Ticket running;

    boolean closed;
    int warnAt = 10_000;

    final Bound bound = new Bound(this);

    Handler(Context context, EventHub hub, Settings settings) {
        this.context = context;
        this.hub = hub;
        this.settings = settings;
    }

    boolean wants(EventData event) {
        return !(event.nonDefault && category() == Chain.Category.DEFAULT)
                && settings.filter.passes(event, context.session);
    }

    boolean isFor(int code) {
        return settings.codes.isEmpty() || settings.codes.contains(code);
    }

    @Override
    public Chain.Category category() {
        return switch (settings.codes.size()) {
            case 0 -> Chain.Category.DEFAULT;
            case 1 -> Chain.Category.SINGLE;
            default -> Chain.Category.MULTI;
        };
    }

    @Override
    public Placement placement() {
        return settings.placement;
    }

    // Two interfaces, two forms of the name.
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
        return hub.isActive(this);
    }

    @Override
    public void close() {
        hub.close(this);
    }

    /** For messages. */
    String title() {
        return settings.name == null ? "an event handler without a name" : "event handler '" + settings.name + "'";
    }

    @Override
    public String toString() {
        return "Registration[" + title() + "]";
    }
}
