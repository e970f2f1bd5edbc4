// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.Range;
import org.pmixj.event.Event;
import org.pmixj.event.EventHandler;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Timers;
import org.pmixj.internal.event.EventInChain.HandlerTurn;
import org.pmixj.internal.notice.EventCodes;
import org.pmixj.internal.notice.NativeRegistrations;
import org.pmixj.internal.notice.Placement;
import org.pmixj.internal.notice.ReceivedEvent;

/** Holds a handler of the application, and the events that wait for it. Guarded by the {@link HandlerChains}. */
public final class RegisteredHandler implements HandlerChain.Member {
    private static final int ABORT_STATUS = 1;

    /**
     * Holds what the application wants. A null in {@code sources}, {@code range}, {@code affected} or {@code environment}
     * stands for any. The environment is true for events of the environment, false for all others.
     */
    record Settings(
            @Nullable String name,
            List<Integer> codes,
            Placement placement,
            @Nullable List<ProcId> sources,
            @Nullable Range range,
            @Nullable List<ProcId> affected,
            @Nullable Boolean environment,
            @Nullable Predicate<? super Event> test,
            boolean once,
            boolean cached,
            boolean inline,
            long boundNanos,
            EventHandler callback) {}

    final Handle handle;
    final Settings settings;

    // Guarded by the chains.
    final ArrayDeque<HandlerTurn> queue = new ArrayDeque<>();

    @Nullable
    HandlerTurn running;

    boolean closed;
    /**
     * How many events had arrived when it was registered. They are not for it, although they may pass its slot later;
     * those that were kept it has received by then, if it asks for them.
     */
    long since;

    int warnAt = 10_000;

    /** Runs when a call may have exceeded its limit. */
    private final Runnable expired;
    /** Set while it is busy: one timer serves many calls, because most end early. */
    private @Nullable Future<?> timer;
    /** When the running call exceeds its limit. */
    private long deadline;

    /** Constructs a handler; {@code expired} looks whether its call has exceeded the limit. */
    RegisteredHandler(Handle handle, Settings settings, Runnable expired) {
        this.handle = handle;
        this.settings = settings;
        this.expired = expired;
    }

    /** Notes that a turn begins, the time of which is limited. */
    void begin(HandlerTurn turn) {
        running = turn;
        deadline = Deadline.in(settings.boundNanos);
        if (timer == null) {
            timer = handle.session.timers.timer(settings.boundNanos, expired);
        }
    }

    /** Returns the turn that has exceeded the limit, when the timer has fired; sets it again if the turn has not. */
    @Nullable
    HandlerTurn late() {
        timer = null;
        long left = running == null ? 0 : Deadline.until(deadline);
        if (left > 0) {
            timer = handle.session.timers.timer(left, expired);
            return null;
        }
        return running;
    }

    /** Cancels the timer when no further call can start, so that it does not keep a closed handler. */
    void endTimer() {
        Timers.cancel(timer);
        timer = null;
    }

    /** Returns whether an event is for this handler, as far as this is known on the progress thread. */
    public boolean wants(ReceivedEvent event) {
        ProcId source = event.namedSource;
        return !(event.nonDefault && category() == HandlerChain.Category.DEFAULT)
                && (settings.environment == null || settings.environment == EventCodes.isEnvironment(event.code))
                && (settings.sources == null || (source != null && meet(List.of(source), settings.sources)))
                && isWithinRange(source)
                && (settings.affected == null || event.affected.isEmpty() || meet(event.affected, settings.affected));
    }

    /** Checks the range of a source; whether a process is on this node is checked later, by the test. */
    private boolean isWithinRange(@Nullable ProcId source) {
        ProcId self = handle.session.self();
        if (settings.range == Range.PROC_LOCAL) {
            return self.equals(source);
        } else if (settings.range == Range.NAMESPACE) {
            return source != null && source.nspace().equals(self.nspace());
        }
        return true;
    }

    /** Returns whether one of some processes is wanted. A wildcard matches its namespace, a group its members. */
    private boolean meet(List<ProcId> procs, List<ProcId> wanted) {
        List<ProcId> all = handle.session.addresses().expand(wanted);
        return procs.stream()
                .anyMatch(proc -> all.stream()
                        .anyMatch(one -> one.nspace().equals(proc.nspace())
                                && (one.rank() == proc.rank() || one.isWildcard() || proc.isWildcard())));
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

    /**
     * Returns whether it may have a place among handlers in C: if it asks for one, and this library needs none of its
     * codes, since a handler before the taps could end the chain.
     */
    boolean mayHaveSlot() {
        Placement.Kind kind = placement().kind();
        if (placement().anchor() == null && kind != Placement.Kind.FIRST && kind != Placement.Kind.LAST) {
            return false;
        }
        return !settings.codes.isEmpty() && settings.codes.stream().noneMatch(NativeRegistrations::needs);
    }

    @Override
    public @Nullable String memberName() {
        return settings.name;
    }

    Optional<String> name() {
        return Optional.ofNullable(settings.name);
    }

    String title() {
        return settings.name == null ? "an event handler without a name" : "event handler '" + settings.name + "'";
    }

    /**
     * Checks that no other handler has its name or its place, and that the handler exists that its placement names.
     *
     * @param inC whether that handler may be one of a C library
     */
    void checkBeside(Collection<RegisteredHandler> others, boolean inC) {
        if (find(settings.name, others) != null) {
            throw new IllegalStateException("there is an event handler '" + settings.name + "' already");
        }
        checkAlone(others);
        String anchor = placement().anchor();
        RegisteredHandler beside = find(anchor, others);
        if (anchor == null || (beside == null && inC)) {
            return;
        } else if (beside == null) {
            throw new IllegalArgumentException("there is no event handler '" + anchor + "' in Java"
                    + (mayHaveSlot()
                            ? " any more: it was closed during the registration of " + title()
                            : "; one for any code, or for a code that this library handles itself,"
                                    + " cannot be beside one of a C library"));
        } else if (!meets(beside)) {
            throw new IllegalArgumentException("event handler '" + anchor + "' is for none of the codes of " + title()
                    + "; name a handler that shares a code");
        }
    }

    /** Checks that no other handler is first, or last, of one of its codes: the two may be of different chains. */
    private void checkAlone(Collection<RegisteredHandler> others) {
        Placement.Kind kind = placement().kind();
        if (kind != Placement.Kind.FIRST && kind != Placement.Kind.LAST) {
            return;
        }
        for (RegisteredHandler other : others) {
            if (other.placement().is(kind) && meets(other)) {
                throw HandlerChain.taken(kind, other);
            }
        }
    }

    static @Nullable RegisteredHandler find(@Nullable String name, Collection<RegisteredHandler> handlers) {
        return handlers.stream()
                .filter(handler -> name != null && name.equals(handler.settings.name))
                .findFirst()
                .orElse(null);
    }

    /** Returns whether some events are for both handlers. */
    boolean meets(RegisteredHandler other) {
        return settings.codes.isEmpty()
                || other.settings.codes.isEmpty()
                || !Collections.disjoint(settings.codes, other.settings.codes);
    }

    /** Aborts the job, because the handler wants it. */
    void terminateJob(String event) {
        handle.session.jobs().abort(handle, ABORT_STATUS, title() + " wants termination because of " + event);
    }
}
