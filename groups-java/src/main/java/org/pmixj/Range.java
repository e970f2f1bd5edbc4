// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import org.jspecify.annotations.Nullable;

/** Lists who may see published data or an event ({@code pmix_data_range_t}, PMIx Standard 3.2.20). */
public enum Range {
    /** The host's own resource manager ({@code PMIX_RANGE_RM}). */
    RM(1),
    /** Processes on the same node ({@code PMIX_RANGE_LOCAL}). */
    LOCAL(2),
    /** Processes of the same namespace ({@code PMIX_RANGE_NAMESPACE}). */
    NAMESPACE(3),
    /** Processes of the same session, that is allocation ({@code PMIX_RANGE_SESSION}). */
    SESSION(4),
    /** Every process ({@code PMIX_RANGE_GLOBAL}). */
    GLOBAL(5),
    /** The processes that are listed ({@code PMIX_RANGE_CUSTOM}). */
    CUSTOM(6),
    /** This process alone ({@code PMIX_RANGE_PROC_LOCAL}). */
    PROC_LOCAL(7);

    private static final Range[] VALUES = values();

    private final int code;

    Range(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    /** Returns null for a number that is none of these. */
    static @Nullable Range of(long code) {
        return code > 0 && code <= VALUES.length ? VALUES[(int) code - 1] : null;
    }
}
