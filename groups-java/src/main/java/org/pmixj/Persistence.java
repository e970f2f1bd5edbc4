// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import org.jspecify.annotations.Nullable;

/** Lists how long published data stays ({@code pmix_persistence_t}, PMIx Standard 3.2.21). */
public enum Persistence {
    /** Until it is unpublished ({@code PMIX_PERSIST_INDEF}). */
    INDEFINITE(0),
    /** Until it is first read ({@code PMIX_PERSIST_FIRST_READ}). */
    FIRST_READ(1),
    /** Until the publishing process ends ({@code PMIX_PERSIST_PROC}). */
    PROCESS(2),
    /** Until the publishing application ends ({@code PMIX_PERSIST_APP}). */
    APPLICATION(3),
    /** Until the session, that is the allocation, ends ({@code PMIX_PERSIST_SESSION}). */
    SESSION(4),
    /** Until the publishing namespace ends ({@code PMIX_PERSIST_NSPACE}, of libpmix 7). */
    NAMESPACE(5);

    private static final Persistence[] VALUES = values();

    private final int code;

    Persistence(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    /** Returns null for a number that is none of these. */
    static @Nullable Persistence of(long code) {
        return code >= 0 && code < VALUES.length ? VALUES[(int) code] : null;
    }
}
