// SPDX-License-Identifier: Apache-2.0
package org.pmixj.value;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Checks;

/**
 * Describes what the host knows of a process ({@code pmix_proc_info_t}, PMIx Standard 3.2.10).
 *
 * @param proc the process
 * @param hostname its node, null if unknown
 * @param executable its program, null if unknown
 * @param pid its operating-system number
 * @param exitCode its exit status, if it has ended; another process reads 0 (seen with libpmix 7.0.0rc1)
 * @param state its state
 */
public record ProcInfo(
        ProcId proc, @Nullable String hostname, @Nullable String executable, int pid, int exitCode, ProcState state)
        implements PmixValue {
    /** Checks the components; throws {@link IllegalArgumentException} if a string contains NUL. */
    public ProcInfo {
        Objects.requireNonNull(proc, "proc");
        Checks.optionalText("hostname", hostname);
        Checks.optionalText("executable", executable);
        Objects.requireNonNull(state, "state");
    }
}
