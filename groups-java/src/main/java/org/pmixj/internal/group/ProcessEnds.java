// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.pmixj.DataType;
import org.pmixj.Info;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Bounded;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.notice.EventKeys;
import org.pmixj.internal.notice.ReceivedEvent;
import org.pmixj.value.ProcInfo;
import org.pmixj.value.ProcState;

/** Removes processes that have ended from all groups of this process. */
public final class ProcessEnds {
    private final GroupTable table;
    /**
     * The last processes that have ended; a job does not start them again. A process that runs for months meets more; the
     * oldest then count as running.
     */
    private final Map<ProcId, Report> dead = Collections.synchronizedMap(new Bounded<>(100_000));

    private final Set<String> endedJobs = ConcurrentHashMap.newKeySet();
    private final Set<GroupImpl> endedGroups = ConcurrentHashMap.newKeySet();

    /** Describes how a process ended, as the host reported it. The host answers a question without the exit code. */
    public record Report(Optional<PmixStatus> status, OptionalInt exitCode) {
        static final Report NONE = new Report(Optional.empty(), OptionalInt.empty());

        static Report of(ReceivedEvent event) {
            return new Report(Optional.of(new PmixStatus(event.code)), event.exitCode());
        }

        /** Returns what another process passes on. */
        public static Report passedOn(ReceivedEvent event) {
            Optional<PmixStatus> status = event.find(EventKeys.PROC_TERM_STATUS) instanceof PmixValue.Status known
                    ? Optional.of(known.value())
                    : Optional.empty();
            return new Report(status, event.exitCode());
        }

        /** Returns the answer to a question: the event by which the host reports such an end; none for one in good order. */
        public static Report of(ProcInfo info) {
            Map<ProcState, Integer> codes = Map.ofEntries(
                    Map.entry(ProcState.ABORTED_BY_SIGNAL, PMIxConstants.PMIX_ERR_PROC_ABORTED_BY_SIG()),
                    Map.entry(ProcState.ABORTED, PMIxConstants.PMIX_ERR_PROC_ABORTED()),
                    Map.entry(ProcState.ENDED_WITHOUT_FINALIZE, PMIxConstants.PMIX_ERR_PROC_TERM_WO_SYNC()),
                    Map.entry(ProcState.CALLED_ABORT, PMIxConstants.PMIX_ERR_PROC_REQUESTED_ABORT()),
                    Map.entry(ProcState.ENDED_NON_ZERO, PMIxConstants.PMIX_ERR_EXIT_NONZERO_TERM()));
            return new Report(Optional.ofNullable(codes.get(info.state())).map(PmixStatus::new), OptionalInt.empty());
        }

        /** Returns this as attributes of an event, with some others. */
        public List<Info> and(List<Info> others) {
            List<Info> infos = new ArrayList<>(others);
            status.ifPresent(
                    value -> infos.add(InfoAccess.info(EventKeys.PROC_TERM_STATUS, new PmixValue.Status(value))));
            exitCode.ifPresent(
                    value -> infos.add(InfoAccess.info(EventKeys.EXIT_CODE, new PmixValue.Int(DataType.INT, value))));
            return infos;
        }
    }

    ProcessEnds(GroupTable table) {
        this.table = table;
    }

    /** Returns how many groups are remembered that have ended. */
    int size() {
        return endedGroups.size();
    }

    /** Handles the end of a process, or of a whole job, that the host reported. On any thread. */
    void died(ProcId proc, Report report) {
        if (proc.isWildcard()) {
            jobIsUnknown(proc.nspace());
            table.leaders.died();
            return;
        }
        dead.put(proc, report);
        failed(proc, true);
    }

    /**
     * Handles the end of a process that a question to the host found; it may have ended in good order after its groups.
     */
    public void foundDead(ProcId proc, Report report) {
        if (dead.putIfAbsent(proc, report) == null) {
            failed(proc, false);
        }
    }

    private void failed(ProcId proc, boolean alsoDone) {
        for (Object entry : table.groups.values()) {
            if (entry instanceof GroupImpl group) {
                if (alsoDone || !group.membership.isEndedForAll()) {
                    group.changes.failed(proc);
                }
            } else if (entry instanceof Reservation reservation) {
                reservation.failed(proc);
            }
        }
        // Afterwards: a group that ends meanwhile is added to these before it is removed from those.
        if (alsoDone) {
            endedGroups.forEach(group -> group.changes.failed(proc));
        }
        table.leaders.died();
    }

    /** Handles the end of a job that the host reported. Its processes may have ended after their groups. */
    void jobEnded(String nspace) {
        membersOf(nspace).forEach(member -> foundDead(member, Report.NONE));
    }

    /** Handles a job that the host does not know: all of it has ended. */
    public void jobIsUnknown(String nspace) {
        endedJobs.add(nspace);
        membersOf(nspace).forEach(member -> died(member, reportOf(member)));
    }

    /** Returns the members, of any group, that are processes of a job. */
    private List<ProcId> membersOf(String nspace) {
        return table.memberships().stream()
                .flatMap(membership -> membership.members().stream())
                .filter(member -> member.nspace().equals(nspace))
                .distinct()
                .toList();
    }

    /**
     * Remembers a group that has ended, whose members are to be notified of a death. On one node libpmix completes a
     * destruct because of a death, and the host reports it afterwards.
     */
    void rememberEnded(GroupImpl group) {
        endedGroups.add(group);
        group.handle.session.timers.later(Patience.FIRST_EVENT, () -> endedGroups.remove(group));
    }

    /** Returns whether a process has ended, alone or with its job. */
    public boolean isDead(ProcId proc) {
        return dead.containsKey(proc) || endedJobs.contains(proc.nspace());
    }

    /** Returns the members whose end was reported, or found by a question. */
    List<ProcId> deadAmong(List<ProcId> members) {
        return dead.isEmpty()
                ? List.of()
                : members.stream().filter(this::hasReport).toList();
    }

    /** Returns whether the end of a process was reported, or found by a question. */
    public boolean hasReport(ProcId proc) {
        return dead.containsKey(proc);
    }

    public Report reportOf(ProcId proc) {
        return dead.getOrDefault(proc, Report.NONE);
    }
}
