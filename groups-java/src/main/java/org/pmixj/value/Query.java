// SPDX-License-Identifier: Apache-2.0
package org.pmixj.value;

import java.util.List;
import org.pmixj.Attributes;
import org.pmixj.DataType;
import org.pmixj.PmixValue;

/**
 * A question to the host ({@code pmix_query_t}, PMIx Standard 8.2.4).
 *
 * @param keys what is asked for
 * @param qualifiers of what
 */
public record Query(List<String> keys, Attributes qualifiers) implements PmixValue {
    @Override
    public DataType type() {
        return DataType.QUERY;
    }
}
