// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.trace.jfr;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.LibraryCopy;
import org.pmixj.internal.trace.Span;
import org.pmixj.internal.trace.Traced;

/** Writes one operation. */
final class OperationSpan implements Span {
    private static final String QUERY = "query";
    private static final String NOTIFICATION = "notification";
    /** The names of ranges of events by their numbers. */
    private static final List<String> RANGES = List.of(
            "PMIX_RANGE_UNDEF",
            "PMIX_RANGE_RM",
            "PMIX_RANGE_LOCAL",
            "PMIX_RANGE_NAMESPACE",
            "PMIX_RANGE_SESSION",
            "PMIX_RANGE_GLOBAL",
            "PMIX_RANGE_CUSTOM",
            "PMIX_RANGE_PROC_LOCAL");

    private static final int LONGEST = 300;

    private final Traced operation;
    private final JfrEvents.Asked event;
    private final @Nullable OperationSpan outer;
    private final String kind;
    // Guarded by this. Moments of Deadline.now, 0 before.
    private long calledAt;
    private long answeredAt;
    private boolean over;

    private OperationSpan(Traced operation, String kind, JfrEvents.Asked event, @Nullable OperationSpan outer) {
        this.operation = operation;
        this.kind = kind;
        this.event = event;
        this.outer = outer;
    }

    static OperationSpan begin(JfrTracer tracer, Traced operation, @Nullable OperationSpan outer) {
        String kind = operation.verb();
        JfrEvents.Asked event = switch (kind) {
            case QUERY -> new JfrEvents.HostQuery();
            case NOTIFICATION -> new JfrEvents.EventSent();
            default -> new JfrEvents.Operation();
        };
        OperationSpan span = new OperationSpan(operation, kind, event, outer);
        event.begin();
        if (span.isRecorded()) {
            span.describe(tracer);
        }
        return span;
    }

    private boolean isRecorded() {
        return !kind.isEmpty() && event.isEnabled();
    }

    private void describe(JfrTracer tracer) {
        String within = outer == null ? "" : outer.kind;
        event.within = within;
        if (event instanceof JfrEvents.HostQuery query) {
            query.keys = bounded(operation.subject());
        } else if (event instanceof JfrEvents.EventSent sent) {
            ProcId self = tracer.self();
            sent.nspace = self == null ? "" : self.nspace();
            sent.rank = self == null ? -1 : self.rank();
        } else if (event instanceof JfrEvents.Operation called) {
            called.kind = kind;
            called.name = bounded(operation.subject());
            List<ProcId> procs = operation.participants();
            if (!procs.isEmpty()) {
                called.members = ProcText.of(procs);
                called.size = tracer.count(procs);
                called.copy = LibraryCopy.NUMBER;
                called.sequence = tracer.next(kind + " " + called.name + " " + called.members + " " + within);
                entered(called);
            }
        }
    }

    /** Describes a notification, whose number is known now. */
    private void describeNotification() {
        Traced.Sent notification = event instanceof JfrEvents.EventSent ? operation.sent() : null;
        if (notification != null && event instanceof JfrEvents.EventSent sent) {
            sent.code = notification.code();
            sent.codeName = new PmixStatus(notification.code()).name();
            sent.range = RANGES.get(notification.range());
            sent.targets = ProcText.of(notification.targets());
            sent.id = notification.id();
        }
    }

    private static void entered(JfrEvents.Operation called) {
        JfrEvents.OperationEntered entered = new JfrEvents.OperationEntered();
        if (entered.shouldCommit()) {
            entered.kind = called.kind;
            entered.name = called.name;
            entered.members = called.members;
            entered.size = called.size;
            entered.sequence = called.sequence;
            entered.copy = called.copy;
            entered.within = called.within;
            entered.commit();
        }
    }

    /** Returns whether a call is this operation once more, one floor lower. */
    boolean isPart(Traced call) {
        return call.what().equals(operation.what());
    }

    @Override
    public synchronized void called() {
        if (calledAt == 0) {
            calledAt = Deadline.now();
        }
    }

    @Override
    public synchronized void answered() {
        if (answeredAt == 0) {
            answeredAt = Deadline.now();
        }
    }

    @Override
    public void ended(@Nullable Throwable failure) {
        long waited;
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
            if (answeredAt != 0) {
                event.dispatchWait += Deadline.since(answeredAt);
            }
            if (calledAt != 0) {
                event.nativeWait += (answeredAt == 0 ? Deadline.now() : answeredAt) - calledAt;
            }
            waited = event.nativeWait;
            event.status = status(failure);
            event.failure = failure == null ? "" : bounded(String.valueOf(failure.getMessage()));
            event.end();
            if (isRecorded()) {
                describeNotification();
                event.commit();
            }
        }
        if (outer != null) {
            outer.waited(waited);
        }
    }

    /** Adds the native wait of a step. */
    synchronized void waited(long nanos) {
        event.nativeWait += nanos;
    }

    @Override
    public <T extends @Nullable Object> T steps(Supplier<T> steps) {
        return kind.isEmpty()
                ? steps.get()
                : ScopedValue.where(JfrTracer.CURRENT, this).call(steps::get);
    }

    private static String status(@Nullable Throwable failure) {
        if (failure == null) {
            return PmixStatus.SUCCESS.name();
        }
        return failure instanceof PmixException known
                ? known.status().name()
                : failure.getClass().getSimpleName();
    }

    private static String bounded(String text) {
        return Checks.shortened(text, LONGEST);
    }
}
