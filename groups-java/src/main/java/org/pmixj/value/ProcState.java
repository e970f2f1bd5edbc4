// SPDX-License-Identifier: Apache-2.0
package org.pmixj.value;

import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.NativeTexts;

/**
 * Represents the state of a process ({@code pmix_proc_state_t}, PMIx Standard 3.2.9). Unknown codes are legal.
 *
 * @param code the number, 0 to 255
 */
public record ProcState(int code) {
    /** Not known ({@code PMIX_PROC_STATE_UNDEF}). */
    public static final ProcState UNDEFINED = new ProcState(0);
    /** Ready to be launched ({@code PMIX_PROC_STATE_PREPPED}). */
    public static final ProcState PREPARED = new ProcState(1);
    /** Being launched ({@code PMIX_PROC_STATE_LAUNCH_UNDERWAY}). */
    public static final ProcState LAUNCHING = new ProcState(2);
    /** Ready to be restarted ({@code PMIX_PROC_STATE_RESTART}). */
    public static final ProcState RESTARTING = new ProcState(3);
    /** Marked for termination ({@code PMIX_PROC_STATE_TERMINATE}). */
    public static final ProcState TERMINATING = new ProcState(4);
    /** Running ({@code PMIX_PROC_STATE_RUNNING}). */
    public static final ProcState RUNNING = new ProcState(5);
    /** Running, and connected to its PMIx server ({@code PMIX_PROC_STATE_CONNECTED}). */
    public static final ProcState CONNECTED = new ProcState(6);
    /** Ended ({@code PMIX_PROC_STATE_TERMINATED}). */
    public static final ProcState TERMINATED = new ProcState(20);
    /** Ended by a command ({@code PMIX_PROC_STATE_KILLED_BY_CMD}). */
    public static final ProcState KILLED = new ProcState(51);
    /** Ended abnormally ({@code PMIX_PROC_STATE_ABORTED}). */
    public static final ProcState ABORTED = new ProcState(52);
    /** Could not be started ({@code PMIX_PROC_STATE_FAILED_TO_START}). */
    public static final ProcState FAILED_TO_START = new ProcState(53);
    /** Ended by a signal ({@code PMIX_PROC_STATE_ABORTED_BY_SIG}). */
    public static final ProcState ABORTED_BY_SIGNAL = new ProcState(54);
    /** Ended without closing its session ({@code PMIX_PROC_STATE_TERM_WO_SYNC}). */
    public static final ProcState ENDED_WITHOUT_FINALIZE = new ProcState(55);
    /** Its connection failed ({@code PMIX_PROC_STATE_COMM_FAILED}). */
    public static final ProcState COMMUNICATION_FAILED = new ProcState(56);
    /** Exceeded a limit that is watched ({@code PMIX_PROC_STATE_SENSOR_BOUND_EXCEEDED}). */
    public static final ProcState LIMIT_EXCEEDED = new ProcState(57);
    /** Asked for the abort of the job ({@code PMIX_PROC_STATE_CALLED_ABORT}). */
    public static final ProcState CALLED_ABORT = new ProcState(58);
    /** Sent no heartbeat in time ({@code PMIX_PROC_STATE_HEARTBEAT_FAILED}). */
    public static final ProcState HEARTBEAT_FAILED = new ProcState(59);
    /** Failed and waits for resources to be restarted with ({@code PMIX_PROC_STATE_MIGRATING}). */
    public static final ProcState MIGRATING = new ProcState(60);
    /** Failed and cannot be restarted ({@code PMIX_PROC_STATE_CANNOT_RESTART}). */
    public static final ProcState CANNOT_RESTART = new ProcState(61);
    /** Ended with an exit status other than 0 ({@code PMIX_PROC_STATE_TERM_NON_ZERO}). */
    public static final ProcState ENDED_NON_ZERO = new ProcState(62);
    /** Could not be launched ({@code PMIX_PROC_STATE_FAILED_TO_LAUNCH}). */
    public static final ProcState FAILED_TO_LAUNCH = new ProcState(63);
    /** Ended because its node was released ({@code PMIX_PROC_STATE_KILLED_BY_RELEASE}). */
    public static final ProcState KILLED_BY_RELEASE = new ProcState(64);

    // Boundaries of the Standard: PMIX_PROC_STATE_UNTERMINATED and PMIX_PROC_STATE_ERROR.
    private static final int LAST_ALIVE = 15;
    private static final int FIRST_ERROR = 50;

    /** Checks the range; throws {@link IllegalArgumentException} if the code is not 0 to 255. */
    public ProcState {
        Checks.unsigned("process state", code, 8);
    }

    /** {@return whether the process has ended, well or not} */
    public boolean isEnded() {
        return code > LAST_ALIVE;
    }

    /** {@return whether the process ended abnormally, or will} */
    public boolean isError() {
        return code >= FIRST_ERROR;
    }

    /** {@return libpmix's name of the state, such as {@code PROC EXECUTING}; without a session, its number} */
    public String name() {
        NativeTexts names = NativeTexts.get();
        return names == null ? "PMIX_PROC_STATE(" + code + ")" : names.procState(code);
    }

    /** Returns the name and the code. */
    @Override
    public String toString() {
        return name() + " (" + code + ")";
    }
}
