// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.trace.jfr;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.trace.Span;
import org.pmixj.internal.trace.Traced;
import org.pmixj.internal.trace.Tracer;

/** Writes what happens in this process as events of JDK Flight Recorder. */
public final class JfrTracer implements Tracer {
    /** How many kinds and names of operations are counted; those that were not called for longest are forgotten. */
    private static final int MOST_COUNTED = 100_000;

    /** The operation whose steps a thread runs. */
    static final ThreadLocal<@Nullable OperationSpan> CURRENT = new ThreadLocal<>();

    private final Map<String, Long> counts = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > MOST_COUNTED;
        }
    };

    private volatile @Nullable Identity identity;

    private JfrTracer() {}

    /** Returns a tracer, or null if this runtime has no recorder. */
    public static @Nullable Tracer create() {
        try {
            if (FlightRecorder.isAvailable()) {
                JfrTracer created = new JfrTracer();
                FlightRecorder.addPeriodicEvent(JfrEvents.Session.class, created::commitSession);
                return created;
            }
        } catch (LinkageError e) {
            Log.warning("nothing is recorded, because this Java runtime lacks the module jdk.jfr");
        }
        return null;
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
        OperationSpan outer = CURRENT.get();
        return outer != null && outer.isPart(operation)
                ? new PartSpan(outer)
                : OperationSpan.begin(this, operation, outer);
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
