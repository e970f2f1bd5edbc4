// SPDX-License-Identifier: Apache-2.0
package org.pmixj.value;

import java.util.Objects;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Checks;

/**
 * Represents a value that a process has published ({@code pmix_pdata_t}, PMIx Standard 7.2.4).
 *
 * @param proc who published it
 * @param key its key
 * @param value the value
 */
public record Published(ProcId proc, String key, PmixValue value) implements PmixValue {
    /** Checks the components; throws {@link IllegalArgumentException} if the key is empty, too long or contains NUL. */
    public Published {
        Objects.requireNonNull(proc, "proc");
        Checks.key(key);
        Objects.requireNonNull(value, "value");
    }
}
