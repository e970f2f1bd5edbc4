// SPDX-License-Identifier: Apache-2.0
package org.pmixj.value;

import java.util.List;
import java.util.Objects;
import org.pmixj.Attributes;
import org.pmixj.DataType;
import org.pmixj.PmixValue;
import org.pmixj.internal.Checks;

/**
 * A question to the host ({@code pmix_query_t}, PMIx Standard 8.2.4).
 *
 * @param keys what is asked for
 * @param qualifiers of what
 */
public record Query(List<String> keys, Attributes qualifiers) implements PmixValue {
    /**
     * Checks what is given and copies it.
     *
     * @throws IllegalArgumentException if there is no key, or one is empty, too long or contains NUL
     */
    public Query {
        keys = List.copyOf(keys);
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("no keys");
        }
        for (String key : keys) {
            Checks.key(key);
        }
        Objects.requireNonNull(qualifiers, "qualifiers");
    }

    @Override
    public DataType type() {
        return DataType.QUERY;
    }
}
