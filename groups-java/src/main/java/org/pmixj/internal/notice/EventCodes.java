// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.notice;

import java.util.ArrayList;
import java.util.List;
import org.pmixj.ffi.PMIxConstants;

/** Groups the codes of events, also the withdrawn ones, which other versions of libpmix send. */
public final class EventCodes {
    /** The codes that report the end of one process. */
    public static final List<Integer> PROCESS_ENDS = List.of(
            PMIxConstants.PMIX_ERR_PROC_TERM_WO_SYNC(),
            PMIxConstants.PMIX_ERR_PROC_ABORTED_BY_SIG(),
            PMIxConstants.PMIX_ERR_EXIT_NONZERO_TERM(),
            PMIxConstants.PMIX_EVENT_PROC_TERMINATED(),
            PMIxConstants.PMIX_ERR_PROC_REQUESTED_ABORT(),
            PMIxConstants.PMIX_ERR_PROC_KILLED_BY_CMD(),
            PMIxConstants.PMIX_ERR_PROC_KILLED_BY_RELEASE(),
            PMIxConstants.PMIX_ERR_PROC_FAILED_TO_START(),
            PMIxConstants.PMIX_ERR_PROC_SENSOR_BOUND_EXCEEDED(),
            PMIxConstants.PMIX_ERR_PROC_ABORTED(),
            PMIxConstants.PMIX_ERR_PROC_ABORTING(),
            PMIxConstants.PMIX_PROC_TERMINATED());

    /** The codes by which groups are constructed by invitation, and the one that reports a lost server. */
    public static final List<Integer> INVITATIONS = List.of(
            PMIxConstants.PMIX_ERR_LOST_CONNECTION(),
            PMIxConstants.PMIX_GROUP_INVITED(),
            PMIxConstants.PMIX_GROUP_INVITE_ACCEPTED(),
            PMIxConstants.PMIX_GROUP_INVITE_DECLINED(),
            PMIxConstants.PMIX_GROUP_CONSTRUCT_COMPLETE(),
            PMIxConstants.PMIX_GROUP_CONSTRUCT_ABORT(),
            PMIxConstants.PMIX_GROUP_LEADER_FAILED(),
            PMIxConstants.PMIX_GROUP_LEADER_SELECTED(),
            PMIxConstants.PMIX_GROUP_MEMBERSHIP_UPDATE());

    /** The first of this library's own codes, in the range of applications: they mean nothing to libpmix and the host. */
    private static final int OWN = PMIxConstants.PMIX_EXTERNAL_ERR_BASE() - 7_064_910;

    /** Is answered by the server, and received by nobody. */
    static final int ROUND_TRIP = OWN;

    /** Are sent by nobody. */
    public static final List<Integer> UNUSED = List.of(OWN - 1, OWN - 2);

    /** Asks who has called a collective. */
    public static final int ROLL_CALL = OWN - 3;

    private EventCodes() {}

    /** Returns whether a code reports the end of one process. */
    public static boolean isProcessEnd(int code) {
        return PROCESS_ENDS.contains(code);
    }

    /**
     * Returns the codes of events that report members of a group which end or leave, that two groups have the same id,
     * or that libpmix knows a group, and those of {@link #ofEveryProcess}.
     */
    public static List<Integer> ofMembers() {
        List<Integer> codes = new ArrayList<>(PROCESS_ENDS);
        codes.add(PMIxConstants.PMIX_GROUP_LEFT());
        codes.add(PMIxConstants.PMIX_GROUP_CONSTRUCT_ABORT());
        codes.add(PMIxConstants.PMIX_GROUP_CONSTRUCT_COMPLETE());
        codes.addAll(ofEveryProcess());
        return codes;
    }

    /** Returns the codes for which each process registers a second after its start: questions, and a lost server. */
    public static List<Integer> ofEveryProcess() {
        return List.of(ROLL_CALL, PMIxConstants.PMIX_ERR_LOST_CONNECTION());
    }

    /** Returns whether a code reports the end of a job. */
    public static boolean isJobEnd(int code) {
        return code == PMIxConstants.PMIX_EVENT_JOB_END()
                || (code <= PMIxConstants.PMIX_ERR_JOB_APP_NOT_EXECUTABLE()
                        && code >= PMIxConstants.PMIX_ERR_JOB_EXE_NOT_FOUND())
                || isLaterJobEnd(code)
                || code == PMIxConstants.PMIX_ERR_JOB_WDIR_NOT_ACCESSIBLE();
    }

    /** Returns whether a code that lies in the range of the environment reports the end of a job. */
    private static boolean isLaterJobEnd(int code) {
        return code <= PMIxConstants.PMIX_ERR_JOB_WDIR_NOT_FOUND()
                && code >= PMIxConstants.PMIX_ERR_JOB_KILLED_BY_RELEASE();
    }

    /** Returns whether a code is from {@code PMIX_EVENT_SYS_BASE} to {@code PMIX_EVENT_SYS_OTHER}, and not of a job. */
    public static boolean isEnvironment(int code) {
        return code <= PMIxConstants.PMIX_EVENT_SYS_BASE()
                && code >= PMIxConstants.PMIX_EVENT_SYS_OTHER()
                && !isLaterJobEnd(code);
    }

    public static boolean isConnectionLoss(int code) {
        return code == PMIxConstants.PMIX_ERR_LOST_CONNECTION()
                || code == PMIxConstants.PMIX_ERR_LOST_CONNECTION_TO_SERVER()
                || code == PMIxConstants.PMIX_ERR_LOST_PEER_CONNECTION()
                || code == PMIxConstants.PMIX_ERR_LOST_CONNECTION_TO_CLIENT();
    }
}
