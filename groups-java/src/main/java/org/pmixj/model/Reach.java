// SPDX-License-Identifier: Apache-2.0
package org.pmixj.model;

/** Lists who is notified of a programming model, and of what it does. */
public enum Reach {
    /** The libraries of this process, as by {@code PMIx_Init} ({@code PMIX_RANGE_PROC_LOCAL}). */
    PROCESS,
    /** All processes of this node, those of other jobs too ({@code PMIX_RANGE_LOCAL}). */
    NODE,
    /**
     * All processes of this job, on whichever node. They are named one by one ({@code PMIX_RANGE_CUSTOM}): what libpmix
     * sends with {@code PMIX_RANGE_NAMESPACE} other jobs get too.
     */
    JOB
}
