// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import org.jspecify.annotations.Nullable;

/** Lists who may read a value that was put ({@code pmix_scope_t}, PMIx Standard 7.1.1). */
public enum Scope {
    /** Processes on the same node ({@code PMIX_LOCAL}). */
    LOCAL(1),
    /** Processes on other nodes ({@code PMIX_REMOTE}). */
    REMOTE(2),
    /** Every process ({@code PMIX_GLOBAL}). */
    GLOBAL(3),
    /** This process alone ({@code PMIX_INTERNAL}). */
    INTERNAL(4);

    private static final Scope[] VALUES = values();

    private final int code;

    Scope(int code) {
        this.code = code;
    }

    /** {@return the {@code pmix_scope_t}} */
    public int code() {
        return code;
    }

    /** Returns null for a number that is none of these. */
    static @Nullable Scope of(long code) {
        return code > 0 && code <= VALUES.length ? VALUES[(int) code - 1] : null;
    }
}
