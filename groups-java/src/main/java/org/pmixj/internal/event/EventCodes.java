// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixStatus;
import org.pmixj.ffi.PMIxConstants;

/** What codes of events have in common. Codes that were withdrawn count too: other versions of libpmix send them. */
public final class EventCodes {
    private static final int[] PROCESS_ENDS = {
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
        PMIxConstants.PMIX_PROC_TERMINATED()
    };

    private static final int[] INVITATIONS = {
        PMIxConstants.PMIX_GROUP_INVITED(),
        PMIxConstants.PMIX_GROUP_INVITE_ACCEPTED(),
        PMIxConstants.PMIX_GROUP_INVITE_DECLINED(),
        PMIxConstants.PMIX_GROUP_CONSTRUCT_COMPLETE(),
        PMIxConstants.PMIX_GROUP_CONSTRUCT_ABORT(),
        PMIxConstants.PMIX_GROUP_LEADER_FAILED(),
        PMIxConstants.PMIX_GROUP_LEADER_SELECTED(),
        PMIxConstants.PMIX_GROUP_MEMBERSHIP_UPDATE()
    };

    private EventCodes() {}

    /** The end of one process. */
    public static boolean isProcessEnd(int code) {
        return contains(PROCESS_ENDS, code);
    }

    private static boolean contains(int[] codes, int code) {
        for (int one : codes) {
            if (code == one) {
                return true;
            }
        }
        return false;
    }

    /** What may become of the members of a group: they end, leave, or turn out to be those of two. */
    public static int[] ofMembers() {
        int[] codes = Arrays.copyOf(PROCESS_ENDS, PROCESS_ENDS.length + 2);
        codes[PROCESS_ENDS.length] = PMIxConstants.PMIX_GROUP_LEFT();
        codes[PROCESS_ENDS.length + 1] = PMIxConstants.PMIX_GROUP_CONSTRUCT_ABORT();
        return codes;
    }

    /** By which groups are constructed by invitation. */
    public static int[] ofInvitations() {
        return INVITATIONS.clone();
    }

    public static boolean isOfInvitations(int code) {
        return contains(INVITATIONS, code);
    }

    /** For the exported types. */
    public static PmixStatus[] processEnds() {
        PmixStatus[] codes = new PmixStatus[PROCESS_ENDS.length];
        for (int i = 0; i < codes.length; i++) {
            codes[i] = new PmixStatus(PROCESS_ENDS[i]);
        }
        return codes;
    }

    static boolean isJobEnd(int code) {
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

    static boolean isConnectionLoss(int code) {
        return code == PMIxConstants.PMIX_ERR_LOST_CONNECTION()
                || code == PMIxConstants.PMIX_ERR_LOST_CONNECTION_TO_SERVER()
                || code == PMIxConstants.PMIX_ERR_LOST_PEER_CONNECTION()
                || code == PMIxConstants.PMIX_ERR_LOST_CONNECTION_TO_CLIENT();
    }

    /**
     * What the host and the library alone tell, and others act upon: an MPI rank ends that is said to have ended, PRRTE
     * ends every job if it is told that one has, libpmix changes its view of a group.
     *
     * @return why an application does not send it, or null if it may
     */
    static @Nullable String reserved(int code) {
        if (isProcessEnd(code)) {
            return "tells the end of a process, which the host does";
        } else if (isJobEnd(code)) {
            return "tells the end of a job, which the host does, and acts upon";
        } else if (isConnectionLoss(code)) {
            return "tells of a lost connection, which libpmix does";
        } else if (code == PMIxConstants.PMIX_GROUP_LEFT() || code == PMIxConstants.PMIX_GROUP_CONSTRUCT_COMPLETE()) {
            return "changes what libpmix knows of a group wherever it arrives";
        }
        return null;
    }
}
