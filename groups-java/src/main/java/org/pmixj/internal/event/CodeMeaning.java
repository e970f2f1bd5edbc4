// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import org.jspecify.annotations.Nullable;
import org.pmixj.PmixStatus;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.NativeNames;
import org.pmixj.internal.base.StatusNames;
import org.pmixj.internal.notice.EventCodes;

/** Knows what codes mean to the application, also the withdrawn ones, which other versions of libpmix send. */
public final class CodeMeaning {
    private CodeMeaning() {}

    /** Returns the codes that report the end of one process, for the exported types. */
    public static PmixStatus[] processEnds() {
        int[] ends = EventCodes.processEnds();
        PmixStatus[] codes = new PmixStatus[ends.length];
        for (int i = 0; i < codes.length; i++) {
            codes[i] = new PmixStatus(ends[i]);
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

    /** Returns whether a code that lies in the range of the environment reports the end of a job. */
    private static boolean isLaterJobEnd(int code) {
        return code <= PMIxConstants.PMIX_ERR_JOB_WDIR_NOT_FOUND()
                && code >= PMIxConstants.PMIX_ERR_JOB_KILLED_BY_RELEASE();
    }

    /** Returns whether a code is from {@code PMIX_EVENT_SYS_BASE} to {@code PMIX_EVENT_SYS_OTHER}, and not of a job. */
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
     * Returns why an application must not send a code, or null if it may. Others act upon such events: an MPI rank that
     * is reported as ended ends, PRRTE ends every job if one is reported as ended, libpmix changes its view of a group.
     */
    static @Nullable String reserved(int code) {
        if (EventCodes.isProcessEnd(code)) {
            return "reports the end of a process, which the host does";
        } else if (isJobEnd(code)) {
            return "reports the end of a job, which the host does and acts upon";
        } else if (isConnectionLoss(code)) {
            return "reports a lost connection, which libpmix does";
        } else if (code == PMIxConstants.PMIX_GROUP_LEFT() || code == PMIxConstants.PMIX_GROUP_CONSTRUCT_COMPLETE()) {
            return "changes what libpmix knows of a group wherever it arrives";
        }
        return isOfEvent(code) ? null : "is no code of an event";
    }

    /** Returns whether a code is one of the Standard that says what happened, or one of an application's own. */
    private static boolean isOfEvent(int code) {
        return code < PMIxConstants.PMIX_EXTERNAL_ERR_BASE()
                || (code < PMIxConstants.PMIX_ERROR()
                        && code != PMIxConstants.PMIX_EXTERNAL_ERR_BASE()
                        && isNamed(code));
    }

    private static boolean isNamed(int code) {
        NativeNames names = NativeNames.get();
        return StatusNames.of(code) != null || (names != null && names.status(code) != null);
    }
}
