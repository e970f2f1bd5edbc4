// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.Range;
import org.pmixj.event.Event;
import org.pmixj.event.EventHandler;
import org.pmixj.event.HandlerBuilder;
import org.pmixj.event.Registration;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.notice.Placement;

/** Collects the settings of a registration. */
final class HandlerBuilderImpl implements HandlerBuilder {
    private final Handle handle;
    private final List<Integer> codes;
    private @Nullable String name;
    private @Nullable Placement placement;
    private @Nullable List<ProcId> sources;
    private @Nullable Range range;
    private @Nullable List<ProcId> affected;
    private @Nullable Boolean environment;
    private @Nullable Predicate<? super Event> test;
    private boolean once;
    private boolean cached;
    private boolean inline;
    private Duration answerWithin = Duration.ofNanos(Patience.ANSWER);

    HandlerBuilderImpl(Handle handle, List<Integer> codes) {
        this.handle = handle;
        this.codes = codes;
    }

    @Override
    public HandlerBuilder named(String value) {
        this.name = Checks.handlerName(value);
        return this;
    }

    // --- place ---------------------------------------------------------------------------------------------------

    @Override
    public HandlerBuilder first() {
        return place(Placement.Kind.FIRST, null);
    }

    @Override
    public HandlerBuilder last() {
        return place(Placement.Kind.LAST, null);
    }

    @Override
    public HandlerBuilder firstInCategory() {
        return place(Placement.Kind.FIRST_IN_CATEGORY, null);
    }

    @Override
    public HandlerBuilder lastInCategory() {
        return place(Placement.Kind.LAST_IN_CATEGORY, null);
    }

    @Override
    public HandlerBuilder before(String handler) {
        return place(Placement.Kind.BEFORE, Checks.handlerName(handler));
    }

    @Override
    public HandlerBuilder after(String handler) {
        return place(Placement.Kind.AFTER, Checks.handlerName(handler));
    }

    @Override
    public HandlerBuilder prepend() {
        return place(Placement.Kind.PREPEND, null);
    }

    @Override
    public HandlerBuilder append() {
        return place(Placement.Kind.APPEND, null);
    }

    private HandlerBuilder place(Placement.Kind kind, @Nullable String anchor) {
        if (placement != null) {
            throw new IllegalStateException("the handler is to be " + placement.kind() + " already");
        }
        placement = new Placement(kind, anchor);
        return this;
    }

    // --- which events --------------------------------------------------------------------------------------------

    @Override
    public HandlerBuilder from(Collection<ProcId> procs) {
        this.sources = some("sources", procs);
        return this;
    }

    @Override
    public HandlerBuilder from(Range value) {
        if (value == Range.CUSTOM || value == Range.RM) {
            throw new IllegalArgumentException(
                    value == Range.CUSTOM
                            ? "for CUSTOM the processes are given"
                            : "the host raises its events in the name of the process concerned");
        }
        this.range = Objects.requireNonNull(value, "range");
        return this;
    }

    @Override
    public HandlerBuilder affecting(Collection<ProcId> procs) {
        this.affected = some("processes", procs);
        return this;
    }

    static List<ProcId> some(String what, Collection<ProcId> procs) {
        List<ProcId> copy = List.copyOf(procs);
        if (copy.isEmpty()) {
            throw new IllegalArgumentException("no " + what + " are given; give one or more");
        }
        return copy;
    }

    @Override
    public HandlerBuilder jobLevel() {
        this.environment = false;
        return this;
    }

    @Override
    public HandlerBuilder environmentLevel() {
        this.environment = true;
        return this;
    }

    @Override
    public HandlerBuilder where(Predicate<? super Event> value) {
        this.test = Objects.requireNonNull(value, "test");
        return this;
    }

    @Override
    public HandlerBuilder once() {
        this.once = true;
        return this;
    }

    @Override
    public HandlerBuilder withCached() {
        this.cached = true;
        return this;
    }

    @Override
    public HandlerBuilder inline() {
        this.inline = true;
        return this;
    }

    @Override
    public HandlerBuilder answerWithin(Duration bound) {
        this.answerWithin = Checks.positive("bound", bound);
        return this;
    }

    // --- registration --------------------------------------------------------------------------------------------

    @Override
    public Registration register(EventHandler handler) {
        return registering(handler).run(Deadline.toNanos(handle.defaultTimeout));
    }

    @Override
    public CompletableFuture<Registration> registerAsync(EventHandler handler) {
        return registering(handler).submit(Deadline.toNanos(handle.defaultTimeout));
    }

    private HandlerRegistrar registering(EventHandler callback) {
        Objects.requireNonNull(callback, "handler");
        handle.checkOpen();
        if (inline) {
            // Where the handler runs, libpmix does not answer the question for the size of the job.
            var _ = handle.session
                    .jobs()
                    .size(handle.session, handle.session.self().nspace());
        }
        RegisteredHandler.Settings settings = new RegisteredHandler.Settings(
                name,
                codes,
                placement == null ? Placement.NONE : placement,
                sources,
                range,
                affected,
                environment,
                range == Range.LOCAL ? onThisNode() : test,
                once,
                cached,
                inline && range != Range.LOCAL,
                Deadline.toNanos(answerWithin),
                callback);
        return new HandlerRegistrar(handle, settings);
    }

    private Predicate<Event> onThisNode() {
        Predicate<ProcId> here = handle.session.jobs().onThisNode(handle);
        Predicate<? super Event> also = test;
        return event -> event.source().filter(here).isPresent() && (also == null || also.test(event));
    }
}
