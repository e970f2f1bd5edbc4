// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import org.pmixj.internal.Native;

/**
 * A PMIx status ({@code pmix_status_t}): the outcome of an operation or the code of an event. Codes this library does
 * not know are legal: newer libraries and applications have codes of their own.
 *
 * @param code the number, 0 for success
 */
public record PmixStatus(int code) {
    /** The operation succeeded ({@code PMIX_SUCCESS}). */
    public static final PmixStatus SUCCESS = new PmixStatus(0);

    /**
     * Whether this is {@link #SUCCESS}.
     *
     * @return true if the code is 0
     */
    public boolean isSuccess() {
        return code == 0;
    }

    /**
     * The name in the PMIx Standard, as the running library knows it.
     *
     * @return such as {@code PMIX_ERR_TIMEOUT}, or {@code PMIX_STATUS(-3001)} for a code that has no name
     */
    public String name() {
        return Native.statusName(code);
    }

    @Override
    public boolean equals(@org.jspecify.annotations.Nullable Object other) {
        return other instanceof PmixStatus that && code == that.code;
    }

    @Override
    public int hashCode() {
        return code;
    }

    /** The name and the code. */
    @Override
    public String toString() {
        return name() + " (" + code + ")";
    }
}
