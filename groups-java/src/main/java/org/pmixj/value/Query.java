// SPDX-License-Identifier: Apache-2.0
package org.pmixj.value;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.pmixj.Attributes;
import org.pmixj.Key;
import org.pmixj.PmixValue;
import org.pmixj.internal.base.Checks;

/**
 * Represents a query to the host ({@code pmix_query_t}, PMIx Standard 8.2.4).
 *
 * {@snippet file="CoreSnippets.java" region="query"}
 *
 * @param keys the keys of the requested values
 * @param qualifiers the restrictions on all of them
 */
public record Query(List<String> keys, Attributes qualifiers) implements PmixValue {
    /** Checks that there is a key, and none is empty, too long or contains NUL; copies the list. */
    public Query {
        keys = List.copyOf(keys);
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("a query needs a key");
        }
        for (String key : keys) {
            Checks.key(key);
        }
        Objects.requireNonNull(qualifiers, "qualifiers");
    }

    /**
     * {@return a query without qualifiers}
     *
     * @param first the key of a requested value
     * @param more the keys of further ones
     */
    public static Query of(Key<?> first, Key<?>... more) {
        List<String> keys = new ArrayList<>(1 + more.length);
        keys.add(first.name());
        for (Key<?> key : more) {
            keys.add(key.name());
        }
        return new Query(keys, Attributes.none());
    }

    /**
     * {@return a copy of this query with one more qualifier, which holds for all of its keys}
     *
     * @param key the name and type of the qualifier
     * @param value its value
     * @param <T> the Java type of the value
     */
    public <T> Query qualifier(Key<T> key, T value) {
        return qualifiers(Attributes.of(key, value));
    }

    /**
     * {@return a copy of this query with more qualifiers, which hold for all of its keys}
     *
     * @param more the qualifiers
     */
    public Query qualifiers(Attributes more) {
        return new Query(keys, qualifiers.and(more));
    }
}
