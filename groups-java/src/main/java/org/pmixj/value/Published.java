// SPDX-License-Identifier: Apache-2.0
package org.pmixj.value;

import org.pmixj.DataType;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;

/**
 * A value that a process has published ({@code pmix_pdata_t}, PMIx Standard 7.2.4).
 *
 * @param proc who published it
 * @param key its key
 * @param value the value
 */
public record Published(ProcId proc, String key, PmixValue value) implements PmixValue {
    @Override
    public DataType type() {
        return DataType.PDATA;
    }
}
