// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

/**
 * Lists every status and event code of the PMIx Standard and of OpenPMIx except {@link PmixStatus#SUCCESS}. The names
 * are those of the C macros without {@code PMIX_}.
 */
public final class Statuses {
    // Written by native/generate-keys from the headers of OpenPMIx; do not edit.

    /** {@code PMIX_ERROR} (-1). */
    public static final PmixStatus ERROR = new PmixStatus(-1);

    /** {@code PMIX_ERR_PROC_RESTART} (-4). */
    public static final PmixStatus ERR_PROC_RESTART = new PmixStatus(-4);

    /** {@code PMIX_ERR_PROC_CHECKPOINT} (-5). */
    public static final PmixStatus ERR_PROC_CHECKPOINT = new PmixStatus(-5);

    /** {@code PMIX_ERR_PROC_MIGRATE} (-6). */
    public static final PmixStatus ERR_PROC_MIGRATE = new PmixStatus(-6);

    /** {@code PMIX_ERR_EXISTS} (-11). */
    public static final PmixStatus ERR_EXISTS = new PmixStatus(-11);

    /** {@code PMIX_ERR_INVALID_CRED} (-12). */
    public static final PmixStatus ERR_INVALID_CRED = new PmixStatus(-12);

    /** {@code PMIX_ERR_WOULD_BLOCK} (-15). */
    public static final PmixStatus ERR_WOULD_BLOCK = new PmixStatus(-15);

    /** {@code PMIX_ERR_UNKNOWN_DATA_TYPE} (-16). */
    public static final PmixStatus ERR_UNKNOWN_DATA_TYPE = new PmixStatus(-16);

    /** {@code PMIX_ERR_TYPE_MISMATCH} (-18). */
    public static final PmixStatus ERR_TYPE_MISMATCH = new PmixStatus(-18);

    /** {@code PMIX_ERR_UNPACK_INADEQUATE_SPACE} (-19). */
    public static final PmixStatus ERR_UNPACK_INADEQUATE_SPACE = new PmixStatus(-19);

    /** {@code PMIX_ERR_UNPACK_FAILURE} (-20). */
    public static final PmixStatus ERR_UNPACK_FAILURE = new PmixStatus(-20);

    /** {@code PMIX_ERR_PACK_FAILURE} (-21). */
    public static final PmixStatus ERR_PACK_FAILURE = new PmixStatus(-21);

    /** {@code PMIX_ERR_NO_PERMISSIONS} (-23). */
    public static final PmixStatus ERR_NO_PERMISSIONS = new PmixStatus(-23);

    /** {@code PMIX_ERR_TIMEOUT} (-24). */
    public static final PmixStatus ERR_TIMEOUT = new PmixStatus(-24);

    /** {@code PMIX_ERR_UNREACH} (-25). */
    public static final PmixStatus ERR_UNREACH = new PmixStatus(-25);

    /** {@code PMIX_ERR_BAD_PARAM} (-27). */
    public static final PmixStatus ERR_BAD_PARAM = new PmixStatus(-27);

    /** {@code PMIX_ERR_RESOURCE_BUSY} (-28). */
    public static final PmixStatus ERR_RESOURCE_BUSY = new PmixStatus(-28);

    /** {@code PMIX_ERR_OUT_OF_RESOURCE} (-29). */
    public static final PmixStatus ERR_OUT_OF_RESOURCE = new PmixStatus(-29);

    /** {@code PMIX_ERR_INIT} (-31). */
    public static final PmixStatus ERR_INIT = new PmixStatus(-31);

    /** {@code PMIX_ERR_NOMEM} (-32). */
    public static final PmixStatus ERR_NOMEM = new PmixStatus(-32);

    /** {@code PMIX_ERR_NOT_FOUND} (-46). */
    public static final PmixStatus ERR_NOT_FOUND = new PmixStatus(-46);

    /** {@code PMIX_ERR_NOT_SUPPORTED} (-47). */
    public static final PmixStatus ERR_NOT_SUPPORTED = new PmixStatus(-47);

    /** {@code PMIX_ERR_PARAM_VALUE_NOT_SUPPORTED} (-59). */
    public static final PmixStatus ERR_PARAM_VALUE_NOT_SUPPORTED = new PmixStatus(-59);

    /** {@code PMIX_ERR_COMM_FAILURE} (-49). */
    public static final PmixStatus ERR_COMM_FAILURE = new PmixStatus(-49);

    /** {@code PMIX_ERR_UNPACK_READ_PAST_END_OF_BUFFER} (-50). */
    public static final PmixStatus ERR_UNPACK_READ_PAST_END_OF_BUFFER = new PmixStatus(-50);

    /** {@code PMIX_ERR_CONFLICTING_CLEANUP_DIRECTIVES} (-51). */
    public static final PmixStatus ERR_CONFLICTING_CLEANUP_DIRECTIVES = new PmixStatus(-51);

    /** {@code PMIX_ERR_PARTIAL_SUCCESS} (-52). */
    public static final PmixStatus ERR_PARTIAL_SUCCESS = new PmixStatus(-52);

    /** {@code PMIX_ERR_DUPLICATE_KEY} (-53). */
    public static final PmixStatus ERR_DUPLICATE_KEY = new PmixStatus(-53);

    /** {@code PMIX_ERR_EMPTY} (-60). */
    public static final PmixStatus ERR_EMPTY = new PmixStatus(-60);

    /** {@code PMIX_ERR_LOST_CONNECTION} (-61). */
    public static final PmixStatus ERR_LOST_CONNECTION = new PmixStatus(-61);

    /** {@code PMIX_ERR_EXISTS_OUTSIDE_SCOPE} (-62). */
    public static final PmixStatus ERR_EXISTS_OUTSIDE_SCOPE = new PmixStatus(-62);

    /** {@code PMIX_ERR_NOT_A_MEMBER} (-66). */
    public static final PmixStatus ERR_NOT_A_MEMBER = new PmixStatus(-66);

    /** {@code PMIX_ERR_NOT_AVAILABLE} (-64). */
    public static final PmixStatus ERR_NOT_AVAILABLE = new PmixStatus(-64);

    /** {@code PMIX_ERR_OUTDATED} (-76). */
    public static final PmixStatus ERR_OUTDATED = new PmixStatus(-76);

    /** {@code PMIX_PROCESS_SET_DEFINE} (-55). */
    public static final PmixStatus PROCESS_SET_DEFINE = new PmixStatus(-55);

    /** {@code PMIX_PROCESS_SET_DELETE} (-56). */
    public static final PmixStatus PROCESS_SET_DELETE = new PmixStatus(-56);

    /** {@code PMIX_DEBUGGER_RELEASE} (-3). */
    public static final PmixStatus DEBUGGER_RELEASE = new PmixStatus(-3);

    /** {@code PMIX_READY_FOR_DEBUG} (-58). */
    public static final PmixStatus READY_FOR_DEBUG = new PmixStatus(-58);

    /** {@code PMIX_JCTRL_CHECKPOINT} (-106). */
    public static final PmixStatus JCTRL_CHECKPOINT = new PmixStatus(-106);

    /** {@code PMIX_JCTRL_CHECKPOINT_COMPLETE} (-107). */
    public static final PmixStatus JCTRL_CHECKPOINT_COMPLETE = new PmixStatus(-107);

    /** {@code PMIX_JCTRL_PREEMPT_ALERT} (-108). */
    public static final PmixStatus JCTRL_PREEMPT_ALERT = new PmixStatus(-108);

    /** {@code PMIX_MONITOR_HEARTBEAT_ALERT} (-109). */
    public static final PmixStatus MONITOR_HEARTBEAT_ALERT = new PmixStatus(-109);

    /** {@code PMIX_MONITOR_FILE_ALERT} (-110). */
    public static final PmixStatus MONITOR_FILE_ALERT = new PmixStatus(-110);

    /** {@code PMIX_PROC_TERMINATED} (-111). */
    public static final PmixStatus PROC_TERMINATED = new PmixStatus(-111);

    /** {@code PMIX_MONITOR_RESUSAGE_UPDATE} (-114). */
    public static final PmixStatus MONITOR_RESUSAGE_UPDATE = new PmixStatus(-114);

    /** {@code PMIX_ERR_EVENT_REGISTRATION} (-144). */
    public static final PmixStatus ERR_EVENT_REGISTRATION = new PmixStatus(-144);

    /** {@code PMIX_MODEL_DECLARED} (-147). */
    public static final PmixStatus MODEL_DECLARED = new PmixStatus(-147);

    /** {@code PMIX_MODEL_RESOURCES} (-151). */
    public static final PmixStatus MODEL_RESOURCES = new PmixStatus(-151);

    /** {@code PMIX_OPENMP_PARALLEL_ENTERED} (-152). */
    public static final PmixStatus OPENMP_PARALLEL_ENTERED = new PmixStatus(-152);

    /** {@code PMIX_OPENMP_PARALLEL_EXITED} (-153). */
    public static final PmixStatus OPENMP_PARALLEL_EXITED = new PmixStatus(-153);

    /** {@code PMIX_LAUNCHER_READY} (-155). */
    public static final PmixStatus LAUNCHER_READY = new PmixStatus(-155);

    /** {@code PMIX_OPERATION_IN_PROGRESS} (-156). */
    public static final PmixStatus OPERATION_IN_PROGRESS = new PmixStatus(-156);

    /** {@code PMIX_OPERATION_SUCCEEDED} (-157). */
    public static final PmixStatus OPERATION_SUCCEEDED = new PmixStatus(-157);

    /** {@code PMIX_ERR_INVALID_OPERATION} (-158). */
    public static final PmixStatus ERR_INVALID_OPERATION = new PmixStatus(-158);

    /** {@code PMIX_GROUP_INVITED} (-159). */
    public static final PmixStatus GROUP_INVITED = new PmixStatus(-159);

    /** {@code PMIX_GROUP_LEFT} (-160). */
    public static final PmixStatus GROUP_LEFT = new PmixStatus(-160);

    /** {@code PMIX_GROUP_INVITE_ACCEPTED} (-161). */
    public static final PmixStatus GROUP_INVITE_ACCEPTED = new PmixStatus(-161);

    /** {@code PMIX_GROUP_INVITE_DECLINED} (-162). */
    public static final PmixStatus GROUP_INVITE_DECLINED = new PmixStatus(-162);

    /** {@code PMIX_GROUP_INVITE_FAILED} (-163). */
    public static final PmixStatus GROUP_INVITE_FAILED = new PmixStatus(-163);

    /** {@code PMIX_GROUP_MEMBERSHIP_UPDATE} (-164). */
    public static final PmixStatus GROUP_MEMBERSHIP_UPDATE = new PmixStatus(-164);

    /** {@code PMIX_GROUP_CONSTRUCT_ABORT} (-165). */
    public static final PmixStatus GROUP_CONSTRUCT_ABORT = new PmixStatus(-165);

    /** {@code PMIX_GROUP_CONSTRUCT_COMPLETE} (-166). */
    public static final PmixStatus GROUP_CONSTRUCT_COMPLETE = new PmixStatus(-166);

    /** {@code PMIX_GROUP_LEADER_SELECTED} (-167). */
    public static final PmixStatus GROUP_LEADER_SELECTED = new PmixStatus(-167);

    /** {@code PMIX_GROUP_LEADER_FAILED} (-168). */
    public static final PmixStatus GROUP_LEADER_FAILED = new PmixStatus(-168);

    /** {@code PMIX_GROUP_MEMBER_FAILED} (-170). */
    public static final PmixStatus GROUP_MEMBER_FAILED = new PmixStatus(-170);

    /** {@code PMIX_ERR_REPEAT_ATTR_REGISTRATION} (-171). */
    public static final PmixStatus ERR_REPEAT_ATTR_REGISTRATION = new PmixStatus(-171);

    /** {@code PMIX_ERR_IOF_FAILURE} (-172). */
    public static final PmixStatus ERR_IOF_FAILURE = new PmixStatus(-172);

    /** {@code PMIX_ERR_IOF_COMPLETE} (-173). */
    public static final PmixStatus ERR_IOF_COMPLETE = new PmixStatus(-173);

    /** {@code PMIX_ERR_IOF_XOFF} (-405). */
    public static final PmixStatus ERR_IOF_XOFF = new PmixStatus(-405);

    /** {@code PMIX_LAUNCH_COMPLETE} (-174). */
    public static final PmixStatus LAUNCH_COMPLETE = new PmixStatus(-174);

    /** {@code PMIX_FABRIC_UPDATED} (-175). */
    public static final PmixStatus FABRIC_UPDATED = new PmixStatus(-175);

    /** {@code PMIX_FABRIC_UPDATE_PENDING} (-176). */
    public static final PmixStatus FABRIC_UPDATE_PENDING = new PmixStatus(-176);

    /** {@code PMIX_FABRIC_UPDATE_ENDPOINTS} (-113). */
    public static final PmixStatus FABRIC_UPDATE_ENDPOINTS = new PmixStatus(-113);

    /** {@code PMIX_ERR_JOB_APP_NOT_EXECUTABLE} (-177). */
    public static final PmixStatus ERR_JOB_APP_NOT_EXECUTABLE = new PmixStatus(-177);

    /** {@code PMIX_ERR_JOB_NO_EXE_SPECIFIED} (-178). */
    public static final PmixStatus ERR_JOB_NO_EXE_SPECIFIED = new PmixStatus(-178);

    /** {@code PMIX_ERR_JOB_FAILED_TO_MAP} (-179). */
    public static final PmixStatus ERR_JOB_FAILED_TO_MAP = new PmixStatus(-179);

    /** {@code PMIX_ERR_JOB_CANCELED} (-180). */
    public static final PmixStatus ERR_JOB_CANCELED = new PmixStatus(-180);

    /** {@code PMIX_ERR_JOB_FAILED_TO_LAUNCH} (-181). */
    public static final PmixStatus ERR_JOB_FAILED_TO_LAUNCH = new PmixStatus(-181);

    /** {@code PMIX_ERR_JOB_ABORTED} (-182). */
    public static final PmixStatus ERR_JOB_ABORTED = new PmixStatus(-182);

    /** {@code PMIX_ERR_JOB_KILLED_BY_CMD} (-183). */
    public static final PmixStatus ERR_JOB_KILLED_BY_CMD = new PmixStatus(-183);

    /** {@code PMIX_ERR_JOB_ABORTED_BY_SIG} (-184). */
    public static final PmixStatus ERR_JOB_ABORTED_BY_SIG = new PmixStatus(-184);

    /** {@code PMIX_ERR_JOB_TERM_WO_SYNC} (-185). */
    public static final PmixStatus ERR_JOB_TERM_WO_SYNC = new PmixStatus(-185);

    /** {@code PMIX_ERR_JOB_SENSOR_BOUND_EXCEEDED} (-186). */
    public static final PmixStatus ERR_JOB_SENSOR_BOUND_EXCEEDED = new PmixStatus(-186);

    /** {@code PMIX_ERR_JOB_NON_ZERO_TERM} (-187). */
    public static final PmixStatus ERR_JOB_NON_ZERO_TERM = new PmixStatus(-187);

    /** {@code PMIX_ERR_JOB_ALLOC_FAILED} (-188). */
    public static final PmixStatus ERR_JOB_ALLOC_FAILED = new PmixStatus(-188);

    /** {@code PMIX_ERR_JOB_ABORTED_BY_SYS_EVENT} (-189). */
    public static final PmixStatus ERR_JOB_ABORTED_BY_SYS_EVENT = new PmixStatus(-189);

    /** {@code PMIX_ERR_JOB_EXE_NOT_FOUND} (-190). */
    public static final PmixStatus ERR_JOB_EXE_NOT_FOUND = new PmixStatus(-190);

    /** {@code PMIX_ERR_JOB_WDIR_NOT_FOUND} (-233). */
    public static final PmixStatus ERR_JOB_WDIR_NOT_FOUND = new PmixStatus(-233);

    /** {@code PMIX_ERR_JOB_INSUFFICIENT_RESOURCES} (-234). */
    public static final PmixStatus ERR_JOB_INSUFFICIENT_RESOURCES = new PmixStatus(-234);

    /** {@code PMIX_ERR_JOB_SYS_OP_FAILED} (-235). */
    public static final PmixStatus ERR_JOB_SYS_OP_FAILED = new PmixStatus(-235);

    /** {@code PMIX_ERR_JOB_KILLED_BY_RELEASE} (-236). */
    public static final PmixStatus ERR_JOB_KILLED_BY_RELEASE = new PmixStatus(-236);

    /** {@code PMIX_ERR_DVM_MOD} (-196). */
    public static final PmixStatus ERR_DVM_MOD = new PmixStatus(-196);

    /** {@code PMIX_EVENT_JOB_START} (-191). */
    public static final PmixStatus EVENT_JOB_START = new PmixStatus(-191);

    /** {@code PMIX_EVENT_JOB_END} (-145). */
    public static final PmixStatus EVENT_JOB_END = new PmixStatus(-145);

    /** {@code PMIX_EVENT_SESSION_START} (-192). */
    public static final PmixStatus EVENT_SESSION_START = new PmixStatus(-192);

    /** {@code PMIX_EVENT_SESSION_END} (-193). */
    public static final PmixStatus EVENT_SESSION_END = new PmixStatus(-193);

    /** {@code PMIX_ALLOC_TIMEOUT_WARNING} (-194). */
    public static final PmixStatus ALLOC_TIMEOUT_WARNING = new PmixStatus(-194);

    /** {@code PMIX_DVM_IS_READY} (-195). */
    public static final PmixStatus DVM_IS_READY = new PmixStatus(-195);

    /** {@code PMIX_ERR_PROC_REQUESTED_ABORT} (-8). */
    public static final PmixStatus ERR_PROC_REQUESTED_ABORT = new PmixStatus(-8);

    /** {@code PMIX_ERR_PROC_TERM_WO_SYNC} (-200). */
    public static final PmixStatus ERR_PROC_TERM_WO_SYNC = new PmixStatus(-200);

    /** {@code PMIX_EVENT_PROC_TERMINATED} (-201). */
    public static final PmixStatus EVENT_PROC_TERMINATED = new PmixStatus(-201);

    /** {@code PMIX_ERR_PROC_KILLED_BY_RELEASE} (-204). */
    public static final PmixStatus ERR_PROC_KILLED_BY_RELEASE = new PmixStatus(-204);

    /** {@code PMIX_ERR_PROC_KILLED_BY_CMD} (-400). */
    public static final PmixStatus ERR_PROC_KILLED_BY_CMD = new PmixStatus(-400);

    /** {@code PMIX_ERR_PROC_FAILED_TO_START} (-401). */
    public static final PmixStatus ERR_PROC_FAILED_TO_START = new PmixStatus(-401);

    /** {@code PMIX_ERR_PROC_ABORTED_BY_SIG} (-402). */
    public static final PmixStatus ERR_PROC_ABORTED_BY_SIG = new PmixStatus(-402);

    /** {@code PMIX_ERR_PROC_SENSOR_BOUND_EXCEEDED} (-403). */
    public static final PmixStatus ERR_PROC_SENSOR_BOUND_EXCEEDED = new PmixStatus(-403);

    /** {@code PMIX_ERR_EXIT_NONZERO_TERM} (-404). */
    public static final PmixStatus ERR_EXIT_NONZERO_TERM = new PmixStatus(-404);

    /** {@code PMIX_EVENT_SYS_BASE} (-230). */
    public static final PmixStatus EVENT_SYS_BASE = new PmixStatus(-230);

    /** {@code PMIX_EVENT_NODE_DOWN} (-231). */
    public static final PmixStatus EVENT_NODE_DOWN = new PmixStatus(-231);

    /** {@code PMIX_EVENT_NODE_OFFLINE} (-232). */
    public static final PmixStatus EVENT_NODE_OFFLINE = new PmixStatus(-232);

    /** {@code PMIX_EVENT_SYS_OTHER} (-330). */
    public static final PmixStatus EVENT_SYS_OTHER = new PmixStatus(-330);

    /** {@code PMIX_EVENT_NO_ACTION_TAKEN} (-331). */
    public static final PmixStatus EVENT_NO_ACTION_TAKEN = new PmixStatus(-331);

    /** {@code PMIX_EVENT_PARTIAL_ACTION_TAKEN} (-332). */
    public static final PmixStatus EVENT_PARTIAL_ACTION_TAKEN = new PmixStatus(-332);

    /** {@code PMIX_EVENT_ACTION_DEFERRED} (-333). */
    public static final PmixStatus EVENT_ACTION_DEFERRED = new PmixStatus(-333);

    /** {@code PMIX_EVENT_ACTION_COMPLETE} (-334). */
    public static final PmixStatus EVENT_ACTION_COMPLETE = new PmixStatus(-334);

    /** {@code PMIX_ERR_LOST_PRECISION} (-202). */
    public static final PmixStatus ERR_LOST_PRECISION = new PmixStatus(-202);

    /** {@code PMIX_ERR_CHANGE_SIGN} (-203). */
    public static final PmixStatus ERR_CHANGE_SIGN = new PmixStatus(-203);

    /** {@code PMIX_EXTERNAL_ERR_BASE} (-3000). */
    public static final PmixStatus EXTERNAL_ERR_BASE = new PmixStatus(-3000);

    private Statuses() {}
}
