// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.trace.jfr;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Bounded;
import org.pmixj.internal.trace.Span;
import org.pmixj.internal.trace.Traced;
import org.pmixj.internal.trace.Tracer;

/** Writes what happens in this process as events of JDK Flight Recorder. */
public final class JfrTracer implements Tracer {
    /** How many kinds and names of operations are counted; those that were not called for longest are forgotten. */
    private static final int MOST_COUNTED = 100_000;

    /** The operation whose steps a thread runs. */
    static final ScopedValue<OperationSpan> CURRENT = ScopedValue.newInstance();

    private final Map<String, Long> counts = new Bounded<>(MOST_COUNTED, true);

    private final AtomicLong receipts = new AtomicLong();
    private volatile @Nullable Identity identity;

    private JfrTracer() {}

    /** Returns a tracer, or null if the recorder is disabled. Throws a LinkageError if this runtime has none. */
    public static @Nullable Tracer create() {
        if (!FlightRecorder.isAvailable()) {
            return null;
        }
        JfrTracer created = new JfrTracer();
        FlightRecorder.addPeriodicEvent(JfrEvents.Session.class, created::commitSession);
        return created;
    }

    @Override
    public void session(Identity process) {
        // Further handles join the session.
        if (!process.equals(identity)) {
            identity = process;
            commitSession();
        }
    }

    private void commitSession() {
        Identity process = identity;
        JfrEvents.Session event = new JfrEvents.Session();
        if (process != null && event.shouldCommit()) {
            event.nspace = process.self().nspace();
            event.rank = process.self().rank();
            event.size = process.jobSize();
            event.node = process.node();
            event.pid = ProcessHandle.current().pid();
            event.session = process.session();
            event.commit();
        }
    }

    @Override
    public Span begin(Traced operation) {
        OperationSpan outer = CURRENT.isBound() ? CURRENT.get() : null;
        return outer != null && outer.isPart(operation)
                ? new PartSpan(outer)
                : OperationSpan.begin(this, operation, outer);
    }

    /** Returns this process, null before it is known. */
    @Nullable
    ProcId self() {
        Identity process = identity;
        return process == null ? null : process.self();
    }

    /** Returns the number of processes, 0 if a job is among them of which only the name is known. */
    int count(List<ProcId> procs) {
        if (procs.stream().noneMatch(ProcId::isWildcard)) {
            return procs.size();
        }
        Identity process = identity;
        return process != null && procs.equals(List.of(ProcId.all(process.self().nspace()))) ? process.jobSize() : 0;
    }

    /** Returns the number of an operation among those of the same text. */
    long next(String text) {
        synchronized (counts) {
            return counts.merge(text, 1L, Long::sum);
        }
    }

    // --- events --------------------------------------------------------------------------------------------------

    @Override
    public boolean followsNotifications() {
        return new JfrEvents.EventSent().isEnabled();
    }

    @Override
    public long received(Received event) {
        long receipt = receipts.incrementAndGet();
        JfrEvents.EventReceived arrived = new JfrEvents.EventReceived();
        if (arrived.shouldCommit()) {
            describe(arrived, event, receipt);
            arrived.commit();
        }
        return receipt;
    }

    @Override
    public Consumer<String> handlerCalled(String handler, Received event, long receipt) {
        JfrEvents.HandlerCalled called = new JfrEvents.HandlerCalled();
        called.begin();
        return outcome -> {
            called.end();
            if (called.shouldCommit()) {
                describe(called, event, receipt);
                called.handler = handler;
                called.outcome = outcome;
                called.commit();
            }
        };
    }

    private static void describe(JfrEvents.Received event, Received of, long receipt) {
        ProcId source = of.source();
        event.code = of.code();
        event.codeName = new PmixStatus(of.code()).name();
        event.nspace = source == null ? "" : source.nspace();
        event.rank = source == null ? -1 : source.rank();
        event.id = of.id();
        event.receipt = receipt;
    }

    // --- models --------------------------------------------------------------------------------------------------

    @Override
    public void model(String change, String model, String reach) {
        JfrEvents.Model event = new JfrEvents.Model();
        if (event.shouldCommit()) {
            event.model = model;
            event.change = change;
            event.reach = reach;
            event.commit();
        }
    }

    @Override
    public Runnable entered(Section section) {
        JfrEvents.Phase event = new JfrEvents.Phase();
        event.begin();
        return () -> {
            event.end();
            if (event.shouldCommit()) {
                event.model = section.model();
                event.name = section.name();
                event.type = section.type();
                event.threads = section.threads();
                event.commit();
            }
        };
    }

    // --- groups --------------------------------------------------------------------------------------------------

    @Override
    public void group(String change, GroupState state) {
        JfrEvents.Group event = new JfrEvents.Group();
        if (event.shouldCommit()) {
            event.name = state.id();
            event.change = change;
            event.members = ProcText.of(state.members());
            event.size = state.members().size();
            event.rank = state.rank();
            event.contextId = state.contextId();
            event.epoch = state.departures();
            event.commit();
        }
    }

    @Override
    public void memberLost(ProcId member, GroupState rest) {
        JfrEvents.MemberLost event = new JfrEvents.MemberLost();
        if (event.shouldCommit()) {
            event.group = rest.id();
            event.nspace = member.nspace();
            event.rank = member.rank();
            event.members = ProcText.of(rest.members());
            event.size = rest.members().size();
            event.commit();
        }
    }
}
