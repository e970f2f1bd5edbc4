// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.notice;

import java.lang.foreign.MemorySegment;
import org.pmixj.ffi.PMIxConstants;

/** Names the attributes of events. */
public final class EventKeys {
    public static final String NON_DEFAULT = name(PMIxConstants.PMIX_EVENT_NON_DEFAULT());
    public static final String DO_NOT_CACHE = name(PMIxConstants.PMIX_EVENT_DO_NOT_CACHE());
    public static final String CUSTOM_RANGE = name(PMIxConstants.PMIX_EVENT_CUSTOM_RANGE());
    public static final String AFFECTED_PROC = name(PMIxConstants.PMIX_EVENT_AFFECTED_PROC());
    public static final String AFFECTED_PROCS = name(PMIxConstants.PMIX_EVENT_AFFECTED_PROCS());
    public static final String TEXT = name(PMIxConstants.PMIX_EVENT_TEXT_MESSAGE());
    public static final String HANDLER_NAME = name(PMIxConstants.PMIX_EVENT_HDLR_NAME());
    public static final String RETURN_OBJECT = name(PMIxConstants.PMIX_EVENT_RETURN_OBJECT());
    public static final String WANT_TERMINATION = name(PMIxConstants.PMIX_EVENT_WANT_TERMINATION());
    public static final String NO_TERMINATION = name(PMIxConstants.PMIX_EVENT_NO_TERMINATION());
    public static final String GROUP_ID = name(PMIxConstants.PMIX_GROUP_ID());
    public static final String GROUP_MEMBERSHIP = name(PMIxConstants.PMIX_GROUP_MEMBERSHIP());
    public static final String GROUP_LEADER = name(PMIxConstants.PMIX_GROUP_LEADER());
    public static final String GROUP_CONTEXT_ID = name(PMIxConstants.PMIX_GROUP_CONTEXT_ID());
    public static final String EXIT_CODE = name(PMIxConstants.PMIX_EXIT_CODE());
    public static final String PROC_TERM_STATUS = name(PMIxConstants.PMIX_PROC_TERM_STATUS());
    public static final String COLLECTIVE_STATUS = name(PMIxConstants.PMIX_LOCAL_COLLECTIVE_STATUS());
    public static final String JOB_TERM_STATUS = name(PMIxConstants.PMIX_JOB_TERM_STATUS());
    public static final String MODEL = name(PMIxConstants.PMIX_PROGRAMMING_MODEL());
    public static final String MODEL_LIBRARY = name(PMIxConstants.PMIX_MODEL_LIBRARY_NAME());
    public static final String MODEL_VERSION = name(PMIxConstants.PMIX_MODEL_LIBRARY_VERSION());
    public static final String THREADING = name(PMIxConstants.PMIX_THREADING_MODEL());
    public static final String NUM_THREADS = name(PMIxConstants.PMIX_MODEL_NUM_THREADS());
    public static final String NUM_CPUS = name(PMIxConstants.PMIX_MODEL_NUM_CPUS());
    public static final String CPU_TYPE = name(PMIxConstants.PMIX_MODEL_CPU_TYPE());
    public static final String AFFINITY_POLICY = name(PMIxConstants.PMIX_MODEL_AFFINITY_POLICY());
    public static final String PHASE_NAME = name(PMIxConstants.PMIX_MODEL_PHASE_NAME());
    public static final String PHASE_TYPE = name(PMIxConstants.PMIX_MODEL_PHASE_TYPE());

    private EventKeys() {}

    private static String name(MemorySegment key) {
        return key.getString(0);
    }
}
