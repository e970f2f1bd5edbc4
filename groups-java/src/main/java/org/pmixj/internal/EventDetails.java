// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.event.EventDetail;
import org.pmixj.event.EventDetail.GroupChanged;
import org.pmixj.event.EventDetail.ModelActivity;
import org.pmixj.ffi.PMIxConstants;

/**
 * What events mean, read out of their attributes. One that lacks what its type needs is of no type. Codes that were
 * withdrawn are read too: other versions of libpmix send them.
 */
final class EventDetails {
    private static final EventDetail OTHER = new EventDetail.Other();

    /** That one left, and the ends of processes. */
    private static final int[] OF_MEMBERS = {
        PMIxConstants.PMIX_GROUP_LEFT(),
        PMIxConstants.PMIX_ERR_PROC_TERM_WO_SYNC(),
        PMIxConstants.PMIX_ERR_PROC_ABORTED_BY_SIG(),
        PMIxConstants.PMIX_EVENT_PROC_TERMINATED(),
        PMIxConstants.PMIX_ERR_PROC_REQUESTED_ABORT(),
        PMIxConstants.PMIX_ERR_PROC_KILLED_BY_CMD(),
        PMIxConstants.PMIX_ERR_PROC_KILLED_BY_RELEASE(),
        PMIxConstants.PMIX_ERR_PROC_FAILED_TO_START(),
        PMIxConstants.PMIX_ERR_PROC_SENSOR_BOUND_EXCEEDED(),
        PMIxConstants.PMIX_ERR_PROC_ABORTED(),
        PMIxConstants.PMIX_ERR_PROC_ABORTING(),
        PMIxConstants.PMIX_PROC_TERMINATED()
    };

    private EventDetails() {}

    static EventDetail of(EventData event) {
        int code = event.code;
        EventDetail detail = null;
        if (isProcessEnd(code)) {
            detail = processTerminated(event);
        } else if (isJobEnd(code)) {
            detail = jobEnded(event);
        } else if (isConnectionLoss(code)) {
            detail = new EventDetail.ConnectionLost(
                    event.affected.isEmpty() ? Optional.ofNullable(event.source) : first(event.affected));
        } else if (code == PMIxConstants.PMIX_MODEL_DECLARED()) {
            detail = modelDeclared(event);
        } else if (code == PMIxConstants.PMIX_MODEL_RESOURCES()) {
            detail = activity(event, ModelActivity.Change.RESOURCES);
        } else if (code == PMIxConstants.PMIX_OPENMP_PARALLEL_ENTERED()) {
            detail = activity(event, ModelActivity.Change.PARALLEL_ENTERED);
        } else if (code == PMIxConstants.PMIX_OPENMP_PARALLEL_EXITED()) {
            detail = activity(event, ModelActivity.Change.PARALLEL_EXITED);
        } else {
            GroupChanged.Kind kind = groupKind(code);
            if (kind != null) {
                detail = groupChanged(event, kind);
            }
        }
        return detail == null ? OTHER : detail;
    }

    /** Whether it tells the end of one process, which other libraries act upon. */
    static boolean isProcessEnd(int code) {
        for (int i = 1; i < OF_MEMBERS.length; i++) {
            if (code == OF_MEMBERS[i]) {
                return true;
            }
        }
        return false;
    }

    /** What may become of the members of a group. */
    static int[] ofMembers() {
        return OF_MEMBERS.clone();
    }

    private static boolean isJobEnd(int code) {
        return code == PMIxConstants.PMIX_EVENT_JOB_END()
                || (code <= PMIxConstants.PMIX_ERR_JOB_APP_NOT_EXECUTABLE()
                        && code >= PMIxConstants.PMIX_ERR_JOB_EXE_NOT_FOUND())
                || isLaterJobEnd(code)
                || code == PMIxConstants.PMIX_ERR_JOB_WDIR_NOT_ACCESSIBLE();
    }

    /** Codes that lie within those of the environment, and are not of it. */
    private static boolean isLaterJobEnd(int code) {
        return code <= PMIxConstants.PMIX_ERR_JOB_WDIR_NOT_FOUND()
                && code >= PMIxConstants.PMIX_ERR_JOB_KILLED_BY_RELEASE();
    }

    /** Of the environment, not of a job: {@code PMIX_EVENT_SYS_BASE} to {@code PMIX_EVENT_SYS_OTHER}. */
    static boolean isEnvironment(int code) {
        return code <= PMIxConstants.PMIX_EVENT_SYS_BASE()
                && code >= PMIxConstants.PMIX_EVENT_SYS_OTHER()
                && !isLaterJobEnd(code);
    }

    private static boolean isConnectionLoss(int code) {
        return code == PMIxConstants.PMIX_ERR_LOST_CONNECTION()
                || code == PMIxConstants.PMIX_ERR_LOST_CONNECTION_TO_SERVER()
                || code == PMIxConstants.PMIX_ERR_LOST_PEER_CONNECTION()
                || code == PMIxConstants.PMIX_ERR_LOST_CONNECTION_TO_CLIENT();
    }

    private static @Nullable EventDetail processTerminated(EventData event) {
        if (event.affected.isEmpty() || event.affected.getFirst().isWildcard()) {
            return null;
        }
        return new EventDetail.ProcessTerminated(event.affected.getFirst(), exitCode(event));
    }

    private static @Nullable EventDetail jobEnded(EventData event) {
        if (event.affected.isEmpty()) {
            return null;
        }
        PmixStatus status = event.find(EventKeys.JOB_TERM_STATUS) instanceof PmixValue.Status given
                ? given.value()
                : new PmixStatus(event.code);
        return new EventDetail.JobEnded(event.affected.getFirst().nspace(), status, exitCode(event));
    }

    private static OptionalInt exitCode(EventData event) {
        return event.find(EventKeys.EXIT_CODE) instanceof PmixValue.Int number
                ? OptionalInt.of((int) number.value())
                : OptionalInt.empty();
    }

    private static @Nullable EventDetail modelDeclared(EventData event) {
        String model = text(event, EventKeys.MODEL);
        if (model == null) {
            return null;
        }
        return new EventDetail.ModelDeclared(
                model,
                Optional.ofNullable(text(event, EventKeys.MODEL_LIBRARY)),
                Optional.ofNullable(text(event, EventKeys.MODEL_VERSION)),
                Optional.ofNullable(text(event, EventKeys.THREADING)));
    }

    private static EventDetail activity(EventData event, ModelActivity.Change kind) {
        return new ModelActivity(
                kind,
                Optional.ofNullable(text(event, EventKeys.MODEL)),
                number(event, EventKeys.NUM_THREADS),
                number(event, EventKeys.NUM_CPUS),
                Optional.ofNullable(text(event, EventKeys.CPU_TYPE)),
                Optional.ofNullable(text(event, EventKeys.AFFINITY_POLICY)),
                Optional.ofNullable(text(event, EventKeys.PHASE_NAME)),
                Optional.ofNullable(text(event, EventKeys.PHASE_TYPE)));
    }

    private static GroupChanged.@Nullable Kind groupKind(int code) {
        if (code == PMIxConstants.PMIX_GROUP_INVITED()) {
            return GroupChanged.Kind.INVITED;
        } else if (code == PMIxConstants.PMIX_GROUP_INVITE_ACCEPTED()) {
            return GroupChanged.Kind.INVITE_ACCEPTED;
        } else if (code == PMIxConstants.PMIX_GROUP_INVITE_DECLINED()) {
            return GroupChanged.Kind.INVITE_DECLINED;
        } else if (code == PMIxConstants.PMIX_GROUP_INVITE_FAILED()) {
            return GroupChanged.Kind.INVITE_FAILED;
        } else if (code == PMIxConstants.PMIX_GROUP_LEFT()) {
            return GroupChanged.Kind.LEFT;
        } else if (code == PMIxConstants.PMIX_GROUP_MEMBERSHIP_UPDATE()) {
            return GroupChanged.Kind.MEMBERSHIP_UPDATED;
        } else if (code == PMIxConstants.PMIX_GROUP_CONSTRUCT_ABORT()) {
            return GroupChanged.Kind.CONSTRUCT_ABORTED;
        } else if (code == PMIxConstants.PMIX_GROUP_CONSTRUCT_COMPLETE()) {
            return GroupChanged.Kind.CONSTRUCT_COMPLETE;
        } else if (code == PMIxConstants.PMIX_GROUP_LEADER_SELECTED()) {
            return GroupChanged.Kind.LEADER_SELECTED;
        } else if (code == PMIxConstants.PMIX_GROUP_LEADER_FAILED()) {
            return GroupChanged.Kind.LEADER_FAILED;
        } else if (code == PMIxConstants.PMIX_GROUP_CONTEXT_ID_ASSIGNED()) {
            return GroupChanged.Kind.CONTEXT_ID_ASSIGNED;
        } else if (code == PMIxConstants.PMIX_GROUP_MEMBER_FAILED()) {
            return GroupChanged.Kind.MEMBER_FAILED;
        }
        return null;
    }

    private static @Nullable EventDetail groupChanged(EventData event, GroupChanged.Kind kind) {
        String group = text(event, EventKeys.GROUP_ID);
        if (group == null) {
            return null;
        }
        Optional<ProcId> proc = first(event.affected);
        if (proc.isEmpty() && event.find(EventKeys.GROUP_LEADER) instanceof PmixValue.Proc leader) {
            proc = Optional.of(leader.value());
        }
        return new GroupChanged(
                kind, group, proc, event.procs(EventKeys.GROUP_MEMBERSHIP), number(event, EventKeys.GROUP_CONTEXT_ID));
    }

    private static Optional<ProcId> first(List<ProcId> procs) {
        return procs.isEmpty() ? Optional.empty() : Optional.of(procs.getFirst());
    }

    private static @Nullable String text(EventData event, String key) {
        return event.find(key) instanceof PmixValue.Str string ? string.value() : null;
    }

    private static OptionalLong number(EventData event, String key) {
        return event.find(key) instanceof PmixValue.UInt number ? OptionalLong.of(number.bits()) : OptionalLong.empty();
    }
}
