// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

/**
 * The statuses that the headers of OpenPMIx still name, but that the PMIx Standard has withdrawn or named anew. Some are
 * still answered by libpmix.
 */
public final class DeprecatedStatuses {
    // Written by native/generate-keys from the headers of OpenPMIx; do not edit.

    /**
     * {@code PMIX_ERR_SILENT} (-2).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_SILENT = new PmixStatus(-2);

    /**
     * {@code PMIX_ERR_DEBUGGER_RELEASE} (-3).
     *
     * @deprecated the status is {@link Statuses#DEBUGGER_RELEASE}
     */
    @Deprecated
    public static final PmixStatus ERR_DEBUGGER_RELEASE = new PmixStatus(-3);

    /**
     * {@code PMIX_ERR_PROC_ABORTED} (-7).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_PROC_ABORTED = new PmixStatus(-7);

    /**
     * {@code PMIX_ERR_PROC_ABORTING} (-9).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_PROC_ABORTING = new PmixStatus(-9);

    /**
     * {@code PMIX_ERR_SERVER_FAILED_REQUEST} (-10).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_SERVER_FAILED_REQUEST = new PmixStatus(-10);

    /**
     * {@code PMIX_EXISTS} (-11).
     *
     * @deprecated the status is {@link Statuses#ERR_EXISTS}
     */
    @Deprecated
    public static final PmixStatus EXISTS = new PmixStatus(-11);

    /**
     * {@code PMIX_ERR_HANDSHAKE_FAILED} (-13).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_HANDSHAKE_FAILED = new PmixStatus(-13);

    /**
     * {@code PMIX_ERR_READY_FOR_HANDSHAKE} (-14).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_READY_FOR_HANDSHAKE = new PmixStatus(-14);

    /**
     * {@code PMIX_ERR_PROC_ENTRY_NOT_FOUND} (-17).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_PROC_ENTRY_NOT_FOUND = new PmixStatus(-17);

    /**
     * {@code PMIX_ERR_PACK_MISMATCH} (-22).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_PACK_MISMATCH = new PmixStatus(-22);

    /**
     * {@code PMIX_ERR_IN_ERRNO} (-26).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_IN_ERRNO = new PmixStatus(-26);

    /**
     * {@code PMIX_ERR_DATA_VALUE_NOT_FOUND} (-30).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_DATA_VALUE_NOT_FOUND = new PmixStatus(-30);

    /**
     * {@code PMIX_ERR_INVALID_ARG} (-33).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_INVALID_ARG = new PmixStatus(-33);

    /**
     * {@code PMIX_ERR_INVALID_KEY} (-34).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_INVALID_KEY = new PmixStatus(-34);

    /**
     * {@code PMIX_ERR_INVALID_KEY_LENGTH} (-35).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_INVALID_KEY_LENGTH = new PmixStatus(-35);

    /**
     * {@code PMIX_ERR_INVALID_VAL} (-36).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_INVALID_VAL = new PmixStatus(-36);

    /**
     * {@code PMIX_ERR_INVALID_VAL_LENGTH} (-37).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_INVALID_VAL_LENGTH = new PmixStatus(-37);

    /**
     * {@code PMIX_ERR_INVALID_LENGTH} (-38).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_INVALID_LENGTH = new PmixStatus(-38);

    /**
     * {@code PMIX_ERR_INVALID_NUM_ARGS} (-39).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_INVALID_NUM_ARGS = new PmixStatus(-39);

    /**
     * {@code PMIX_ERR_INVALID_ARGS} (-40).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_INVALID_ARGS = new PmixStatus(-40);

    /**
     * {@code PMIX_ERR_INVALID_NUM_PARSED} (-41).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_INVALID_NUM_PARSED = new PmixStatus(-41);

    /**
     * {@code PMIX_ERR_INVALID_KEYVALP} (-42).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_INVALID_KEYVALP = new PmixStatus(-42);

    /**
     * {@code PMIX_ERR_INVALID_SIZE} (-43).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_INVALID_SIZE = new PmixStatus(-43);

    /**
     * {@code PMIX_ERR_INVALID_NAMESPACE} (-44).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_INVALID_NAMESPACE = new PmixStatus(-44);

    /**
     * {@code PMIX_ERR_SERVER_NOT_AVAIL} (-45).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_SERVER_NOT_AVAIL = new PmixStatus(-45);

    /**
     * {@code PMIX_ERR_NOT_IMPLEMENTED} (-48).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_NOT_IMPLEMENTED = new PmixStatus(-48);

    /**
     * {@code PMIX_DEBUG_WAITING_FOR_NOTIFY} (-58).
     *
     * @deprecated the status is {@link Statuses#READY_FOR_DEBUG}
     */
    @Deprecated
    public static final PmixStatus DEBUG_WAITING_FOR_NOTIFY = new PmixStatus(-58);

    /**
     * {@code PMIX_ERR_FATAL} (-63).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_FATAL = new PmixStatus(-63);

    /**
     * {@code PMIX_ERR_VALUE_OUT_OF_BOUNDS} (-65).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_VALUE_OUT_OF_BOUNDS = new PmixStatus(-65);

    /**
     * {@code PMIX_ERR_FILE_OPEN_FAILURE} (-67).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_FILE_OPEN_FAILURE = new PmixStatus(-67);

    /**
     * {@code PMIX_ERR_FILE_READ_FAILURE} (-68).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_FILE_READ_FAILURE = new PmixStatus(-68);

    /**
     * {@code PMIX_ERR_FILE_WRITE_FAILURE} (-69).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_FILE_WRITE_FAILURE = new PmixStatus(-69);

    /**
     * {@code PMIX_ERR_SYS_LIMITS_PIPES} (-70).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_SYS_LIMITS_PIPES = new PmixStatus(-70);

    /**
     * {@code PMIX_ERR_SYS_LIMITS_CHILDREN} (-71).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_SYS_LIMITS_CHILDREN = new PmixStatus(-71);

    /**
     * {@code PMIX_ERR_PIPE_SETUP_FAILURE} (-72).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_PIPE_SETUP_FAILURE = new PmixStatus(-72);

    /**
     * {@code PMIX_ERR_EXE_NOT_ACCESSIBLE} (-73).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_EXE_NOT_ACCESSIBLE = new PmixStatus(-73);

    /**
     * {@code PMIX_ERR_JOB_WDIR_NOT_ACCESSIBLE} (-74).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_JOB_WDIR_NOT_ACCESSIBLE = new PmixStatus(-74);

    /**
     * {@code PMIX_ERR_SYS_LIMITS_FILES} (-75).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_SYS_LIMITS_FILES = new PmixStatus(-75);

    /**
     * {@code PMIX_ERR_LOST_CONNECTION_TO_SERVER} (-101).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_LOST_CONNECTION_TO_SERVER = new PmixStatus(-101);

    /**
     * {@code PMIX_ERR_LOST_PEER_CONNECTION} (-102).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_LOST_PEER_CONNECTION = new PmixStatus(-102);

    /**
     * {@code PMIX_ERR_LOST_CONNECTION_TO_CLIENT} (-103).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_LOST_CONNECTION_TO_CLIENT = new PmixStatus(-103);

    /**
     * {@code PMIX_QUERY_PARTIAL_SUCCESS} (-104).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus QUERY_PARTIAL_SUCCESS = new PmixStatus(-104);

    /**
     * {@code PMIX_NOTIFY_ALLOC_COMPLETE} (-105).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus NOTIFY_ALLOC_COMPLETE = new PmixStatus(-105);

    /**
     * {@code PMIX_ERR_INVALID_TERMINATION} (-112).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_INVALID_TERMINATION = new PmixStatus(-112);

    /**
     * {@code PMIX_ERR_JOB_TERMINATED} (-145).
     *
     * @deprecated the status is {@link Statuses#EVENT_JOB_END}
     */
    @Deprecated
    public static final PmixStatus ERR_JOB_TERMINATED = new PmixStatus(-145);

    /**
     * {@code PMIX_ERR_UPDATE_ENDPOINTS} (-146).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus ERR_UPDATE_ENDPOINTS = new PmixStatus(-146);

    /**
     * {@code PMIX_GDS_ACTION_COMPLETE} (-148).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus GDS_ACTION_COMPLETE = new PmixStatus(-148);

    /**
     * {@code PMIX_PROC_HAS_CONNECTED} (-149).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus PROC_HAS_CONNECTED = new PmixStatus(-149);

    /**
     * {@code PMIX_CONNECT_REQUESTED} (-150).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus CONNECT_REQUESTED = new PmixStatus(-150);

    /**
     * {@code PMIX_GROUP_CONTEXT_ID_ASSIGNED} (-169).
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final PmixStatus GROUP_CONTEXT_ID_ASSIGNED = new PmixStatus(-169);

    /**
     * {@code PMIX_ERR_NODE_DOWN} (-231).
     *
     * @deprecated the status is {@link Statuses#EVENT_NODE_DOWN}
     */
    @Deprecated
    public static final PmixStatus ERR_NODE_DOWN = new PmixStatus(-231);

    /**
     * {@code PMIX_ERR_NODE_OFFLINE} (-232).
     *
     * @deprecated the status is {@link Statuses#EVENT_NODE_OFFLINE}
     */
    @Deprecated
    public static final PmixStatus ERR_NODE_OFFLINE = new PmixStatus(-232);

    /**
     * {@code PMIX_ERR_SYS_BASE} (-230).
     *
     * @deprecated the status is {@link Statuses#EVENT_SYS_BASE}
     */
    @Deprecated
    public static final PmixStatus ERR_SYS_BASE = new PmixStatus(-230);

    /**
     * {@code PMIX_ERR_SYS_OTHER} (-330).
     *
     * @deprecated the status is {@link Statuses#EVENT_SYS_OTHER}
     */
    @Deprecated
    public static final PmixStatus ERR_SYS_OTHER = new PmixStatus(-330);

    private DeprecatedStatuses() {}
}
