// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.repair;

import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.group.Members;
import org.pmixj.internal.base.AskingTurns;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.call.PmixFuture;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.codec.ProcessTable;
import org.pmixj.internal.data.KnownJobs;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.group.ProcessEnds;
import org.pmixj.internal.group.Roster;
import org.pmixj.value.ProcInfo;

/**
 * Asks the host whether the members of groups still run, while a collective waits for them. The host reports no process
 * that ended in good order; without certain settings of the launcher none at all; and if a whole job ends perhaps only
 * that. But it answers questions.
 */
final class DeathWatch implements Runnable {
    private static final Wait NONE = new Wait();

    private final Session session;
    private final AtomicBoolean running = new AtomicBoolean();
    private final ReportedJobs reported = new ReportedJobs();
    private final Map<Roster, Wait> waits = Collections.synchronizedMap(new WeakHashMap<>());

    /** Counts for how many intervals one call of some members has waited. Used on the thread of the timers. */
    private static final class Wait {
        private long token;
        private int intervals;
        /** Is to ask the host once about a new group, in the second interval. */
        private volatile @Nullable Handle verifies;

        private boolean isSecond;

        /**
         * Ends an interval. Returns the handle with which to ask the host about the members now, or null: soon and then
         * less often while one collective waits, and once, by some members, when the group has existed for a while.
         */
        @Nullable
        Handle due(@Nullable NativeCall<?> wanted, AskingTurns turns) {
            intervals = wanted != null && wanted.token == token ? intervals + 1 : 0;
            if (wanted != null) {
                token = wanted.token;
                if (turns.isDue(intervals)) {
                    return wanted.handle();
                }
            }
            Handle verifying = isSecond ? verifies : null;
            verifies = isSecond ? null : verifies;
            isSecond = true;
            return turns.isDue(1) ? verifying : null;
        }
    }

    DeathWatch(Session session) {
        this.session = session;
    }

    /** Starts the questions in intervals, until nothing waits. */
    void begin() {
        if (!running.get() && Defect.ORDERLY_END_UNREPORTED.isHere()) {
            wake();
        }
    }

    private void wake() {
        if (running.compareAndSet(false, true)) {
            session.timers.later(Patience.WATCH_INTERVAL, this);
        }
    }

    /** Asks about a job in one of the next intervals, if a member of a group is of it. Anybody may report anything. */
    void reported(String nspace) {
        reported.add(nspace);
        wake();
    }

    // On the thread of the timers. Starts questions, and waits for nothing.
    @Override
    public void run() {
        running.set(false);
        GroupTable groups = GroupTable.of(session);
        Map<String, Handle> due = due(groups);
        Handle asking = groups.answerer();
        if (asking != null) {
            for (String nspace : reported.due(turns(), () -> jobs(groups))) {
                due.remove(nspace);
                CompletableFuture<?> _ = ask(asking, nspace, false).whenComplete((_, _) -> reported.answered(nspace));
            }
        }
        due.forEach((nspace, handle) -> {
            CompletableFuture<?> _ = ask(handle, nspace, false);
        });
        if (isWaiting()) {
            begin();
        }
        if (reported.wereAny()) {
            wake();
        }
    }

    /** Has the host asked once about the members of a new group. */
    void verify(GroupImpl group) {
        Wait wait = new Wait();
        wait.verifies = group.handle;
        waits.put(group.membership, wait);
        begin();
    }

    /** Returns whether this process will ask the host about members, now or later. */
    boolean isWaiting() {
        return GroupTable.of(session).memberships().stream()
                .anyMatch(members -> members.wanted() != null
                        || (waits.getOrDefault(members, NONE).verifies != null && !members.hasLeft()));
    }

    /**
     * Ends an interval of all groups, and greets the members for which a collective has waited long. Returns the namespaces
     * about whose members this process asks the host now, each with a handle for that.
     */
    private Map<String, Handle> due(GroupTable groups) {
        Map<String, Handle> due = new LinkedHashMap<>();
        for (Roster members : groups.memberships()) {
            NativeCall<?> wanted = members.wanted();
            int index = Math.max(0, members.first().indexOf(session.self()));
            Handle handle = waits.computeIfAbsent(members, _ -> new Wait())
                    .due(wanted, new AskingTurns(index, members.first().size()));
            if (handle != null) {
                members.members().forEach(member -> due.put(member.nspace(), handle));
                if (wanted != null) {
                    groups.versions.greet(handle, members.members());
                }
            }
        }
        return due;
    }

    private AskingTurns turns() {
        ProcId self = session.self();
        return new AskingTurns(self.rank(), KnownJobs.of(session).size(session, self.nspace()));
    }

    private static Set<String> jobs(GroupTable groups) {
        Set<String> jobs = new HashSet<>();
        groups.forEach((_, members) -> jobs.addAll(nspaces(members)));
        return jobs;
    }

    // The daemon of a node knows of an orderly end at once, PRRTE as a whole when no process of the job is left there.
    private CompletableFuture<?> ask(Handle asking, String nspace, boolean failures) {
        // Not the application's executor, where a collective may be waiting for the answer.
        Handle handle = asking.own();
        return ask(handle, nspace, true, failures)
                .thenCompose(isWhole ->
                        isWhole ? CompletableFuture.completedFuture(true) : ask(handle, nspace, false, failures));
    }

    /** Asks for the processes of a job; the result is whether the answer has all of them. */
    private CompletableFuture<Boolean> ask(Handle handle, String nspace, boolean local, boolean failures) {
        try {
            return new ProcessTableCall(handle, local, nspace)
                    .submit(Patience.WATCH_ANSWER)
                    .handle((table, failure) -> answered(handle, nspace, local, failures, table, failure));
        } catch (RuntimeException e) {
            // The session is ending.
            return CompletableFuture.completedFuture(true);
        }
    }

    private static Set<String> nspaces(Members members) {
        return members.stream().map(ProcId::nspace).collect(Collectors.toSet());
    }

    /**
     * Asks about some processes now, and waits for the answers, no longer than the time that is left: with 0 it returns
     * at once. Processes that have ended are removed from their groups.
     *
     * @param failures whether only processes that have failed count: one that ended in good order may have done so
     *     after the operation that is asked about
     */
    void askAndWait(Handle asking, Members members, boolean failures, Duration left) {
        long end = Deadline.in(Math.min(Patience.WATCH_ANSWER, Deadline.toNanos(left)));
        List<? extends CompletableFuture<?>> answers = nspaces(members).stream()
                .map(nspace -> ask(asking, nspace, failures))
                .toList();
        for (CompletableFuture<?> answer : answers) {
            try {
                Deadline.await(answer, "the question who is alive", Deadline.until(end));
            } catch (PmixException.Interrupted e) {
                return;
            } catch (RuntimeException e) {
                // The host does not know.
            }
        }
    }

    /** Notifies the other members of groups of the end of a process, which the host may not report to them. */
    private void reportDead(Handle handle, ProcId dead, ProcessEnds.Report how) {
        if (!GroupTable.of(session).ends.hasReport(dead)) {
            GroupTable.of(session).forEach((id, members) -> {
                if (members.contains(dead)) {
                    LibraryView.reportDead(handle, id, members.difference(List.of(session.self(), dead)), dead, how);
                }
            });
        }
    }

    private boolean answered(
            Handle handle,
            String nspace,
            boolean local,
            boolean failures,
            @Nullable ProcessTable table,
            @Nullable Throwable failure) {
        Throwable cause = PmixFuture.cause(failure);
        if (cause instanceof PmixException.NotFound) {
            // The job has ended, and the host has forgotten it; or it has no process on this node.
            if (!failures && !local && !nspace.equals(session.self().nspace())) {
                GroupTable.of(session).ends.jobIsUnknown(nspace);
            }
        } else if (table != null) {
            for (ProcInfo info : table.ended()) {
                if (!failures || info.state().isError()) {
                    // The daemon of that node learns of it first, so one of the processes there notifies the others.
                    ProcessEnds.Report how = ProcessEnds.Report.of(info);
                    if (local) {
                        reportDead(handle, info.proc(), how);
                    }
                    GroupTable.of(session).ends.foundDead(info.proc(), how);
                }
            }
        }
        return table != null && table.size() == KnownJobs.of(session).size(session, nspace);
    }
}
