// SPDX-License-Identifier: Apache-2.0
package org.pmixj.host;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.pmixj.Attributes;
import org.pmixj.Key;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;

/**
 * Represents the answer to a {@link org.pmixj.value.Query} of one or more keys.
 *
 * @param found the answers of the library and the host, in the order of the query. A key may occur more than once.
 * @param missing the keys without an answer, each with the reason: {@code PMIX_ERR_NOT_SUPPORTED}, {@code
 *     PMIX_ERR_NOT_FOUND} or another status
 */
public record QueryResult(Attributes found, Map<String, PmixStatus> missing) {
    /** Copies the map. */
    public QueryResult {
        Objects.requireNonNull(found);
        missing = Map.copyOf(missing);
    }

    /** {@return whether there is an answer to every key} */
    public boolean isComplete() {
        return missing.isEmpty();
    }

    /**
     * {@return the answer to one key, the first if there are several; empty if there is none, see {@link #missing}}
     *
     * @param key the key
     * @param <T> the Java type of the answer
     * @throws PmixException if the answer is of another type than the key
     */
    public <T> Optional<T> get(Key<T> key) {
        return found.get(key);
    }
}
