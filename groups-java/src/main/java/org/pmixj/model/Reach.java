// SPDX-License-Identifier: Apache-2.0
package org.pmixj.model;

/** Selects the processes that receive the events about a programming model. */
public enum Reach {
    /** The libraries of this process, as with {@code PMIx_Init} ({@code PMIX_RANGE_PROC_LOCAL}). */
    PROCESS,
    /** All processes of this node, those of other jobs too ({@code PMIX_RANGE_LOCAL}). */
    NODE,
    /**
     * All processes of this job, on all nodes. The event names them one by one ({@code PMIX_RANGE_CUSTOM}), because
     * libpmix sends an event of {@code PMIX_RANGE_NAMESPACE} to other jobs too.
     */
    JOB
}
