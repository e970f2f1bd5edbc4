// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.repair;

import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.QueryCalls;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.value.ProcInfo;

/**
 * Asks the host whether the members of groups still run, while a collective of theirs waits. The host tells nobody of a
 * process that ended in good order, without certain settings of the launcher of none at all, and of the end of a whole
 * job perhaps only that; but it knows.
 */
final class DeathWatch implements Runnable {
    private static final long INTERVAL_NANOS = 500_000_000L;
    private static final long BOUND_NANOS = 5_000_000_000L;

    private final Session session;
    private final AtomicBoolean running = new AtomicBoolean();

    DeathWatch(Session session) {
        this.session = session;
    }

    /** A collective begins. */
    void begin() {
        if (!running.get() && Defect.ORDERLY_END_UNREPORTED.isHere() && running.compareAndSet(false, true)) {
            session.timers.later(INTERVAL_NANOS, this);
        }
    }

    /** On the thread of the timers; begins and waits for nothing. */
    @Override
    public void run() {
        running.set(false);
        Map<String, Handle> doubtful = GroupTable.of(session).doubtful();
        for (Map.Entry<String, Handle> nspace : doubtful.entrySet()) {
            CompletableFuture<?> _ = ask(nspace.getValue(), nspace.getKey(), false);
        }
        if (GroupTable.of(session).isWaiting()) {
            begin();
        }
    }

    // PRRTE as a whole knows of an end in good order once nobody of the job is left on that node, the node at once.
    private CompletableFuture<?> ask(Handle asking, String nspace, boolean failures) {
        // Not the application's executor, where a collective may be waiting for the answer.
        Handle handle = asking.own();
        return CompletableFuture.allOf(
                ask(handle, PMIxConstants.PMIX_QUERY_PROC_TABLE(), new Answer(handle, nspace, false, failures)),
                ask(handle, PMIxConstants.PMIX_QUERY_LOCAL_PROC_TABLE(), new Answer(handle, nspace, true, failures)));
    }

    private static CompletableFuture<?> ask(Handle handle, MemorySegment table, Answer answer) {
        try {
            return new QueryCalls.Processes(handle, table, answer.nspace)
                    .submit(BOUND_NANOS)
                    .whenComplete(answer);
        } catch (RuntimeException e) {
            // The session is ending.
            return CompletableFuture.completedFuture(null);
        }
    }

    /** Asks about some processes now, and waits for nothing; of those that have ended their groups are told. */
    void look(Handle asking, Members members) {
        for (String nspace : nspaces(members)) {
            CompletableFuture<?> _ = ask(asking, nspace, false);
        }
    }

    private static Set<String> nspaces(Members members) {
        Set<String> nspaces = new HashSet<>();
        for (ProcId member : members) {
            nspaces.add(member.nspace());
        }
        return nspaces;
    }

    /**
     * Asks about some processes now, and waits for the answer. Their groups are told of those that have ended.
     *
     * @param failures of those alone that have failed: who ended in good order may have done so after what is asked for
     */
    void askNow(Handle asking, Members members, boolean failures) {
        for (String nspace : nspaces(members)) {
            try {
                ask(asking, nspace, failures).get(BOUND_NANOS, TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (ExecutionException | TimeoutException e) {
                // The host does not know.
            }
        }
    }

    /** Notifies the other members of groups of the end of a process that they may not hear of. */
    private void reportDead(Handle handle, ProcId dead) {
        if (!GroupTable.of(session).ends.isKnownDead(dead)) {
            GroupTable.of(session).forEach((id, members) -> {
                if (members.contains(dead)) {
                    LibraryView.reportDead(handle, id, members.difference(List.of(session.self(), dead)), dead);
                }
            });
        }
    }

    private final class Answer implements BiConsumer<List<ProcInfo>, @Nullable Throwable> {
        private final Handle handle;
        private final String nspace;
        private final boolean local;
        private final boolean failures;

        Answer(Handle handle, String nspace, boolean local, boolean failures) {
            this.failures = failures;
            this.handle = handle;
            this.nspace = nspace;
            this.local = local;
        }

        @Override
        public void accept(List<ProcInfo> infos, @Nullable Throwable failure) {
            Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
            if (cause instanceof PmixException.NotFound) {
                // The job has ended, and the host has forgotten it; or it has nobody on this node.
                if (!failures && !local && !nspace.equals(handle.session.self().nspace())) {
                    GroupTable.of(session).ends.ended(nspace);
                }
            } else if (cause == null) {
                for (ProcInfo info : infos) {
                    if (failures ? info.state().isError() : info.state().isEnded()) {
                        if (local) {
                            reportDead(handle, info.proc());
                        }
                        GroupTable.of(session).ends.foundDead(info.proc());
                    }
                }
            }
        }
    }
}
