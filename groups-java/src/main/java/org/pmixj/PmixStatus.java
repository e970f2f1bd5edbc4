// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import java.util.Objects;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.NativeTexts;
import org.pmixj.internal.base.StatusNames;

/**
 * Represents a PMIx status ({@code pmix_status_t}): the outcome of an operation or the code of an event. {@link
 * Statuses} has a constant for each of the Standard. Codes this library does not know are legal: newer libraries and
 * applications have codes of their own.
 *
 * @param code the number, 0 for success
 */
public record PmixStatus(int code) {
    /** The operation succeeded ({@code PMIX_SUCCESS}). */
    public static final PmixStatus SUCCESS = new PmixStatus(0);

    private static final String UNNAMED = "PMIX_STATUS(";

    /**
     * {@return the status of a name}
     *
     * @param name as {@link #name} returns it, such as {@code PMIX_ERR_TIMEOUT} or {@code PMIX_STATUS(-3001)}; names
     *     the Standard has withdrawn are known too
     * @throws IllegalArgumentException if there is no status of that name
     */
    public static PmixStatus of(String name) {
        int code = StatusNames.code(Objects.requireNonNull(name, "name"));
        if (code <= 0) {
            return new PmixStatus(code);
        }
        if (name.startsWith(UNNAMED) && name.endsWith(")")) {
            try {
                return new PmixStatus(Integer.parseInt(name, UNNAMED.length(), name.length() - 1, 10));
            } catch (NumberFormatException _) {
                // It is refused below as any other name.
            }
        }
        throw new IllegalArgumentException("no status is called " + Checks.shortened(name)
                + "; give a name such as PMIX_ERR_TIMEOUT, as name() returns it");
    }

    /** {@return whether this is {@link #SUCCESS}} */
    public boolean isSuccess() {
        return code == 0;
    }

    /**
     * {@return the name in the PMIx Standard, such as {@code PMIX_ERR_TIMEOUT}} A code this library does not know has
     * the name that the running libpmix gives it, or {@code PMIX_STATUS(-3001)} if there is none.
     */
    public String name() {
        String name = StatusNames.of(code);
        NativeTexts names = name == null ? NativeTexts.get() : null;
        if (names != null) {
            name = names.status(code);
        }
        return name == null ? UNNAMED + code + ")" : name;
    }

    @Override
    public boolean equals(@org.jspecify.annotations.Nullable Object other) {
        return other instanceof PmixStatus that && code == that.code;
    }

    @Override
    public int hashCode() {
        return code;
    }

    /** Returns the name and the code, once if the name is the code. */
    @Override
    public String toString() {
        String name = name();
        return name.startsWith(UNNAMED) ? name : name + " (" + code + ")";
    }
}
