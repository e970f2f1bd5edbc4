// SPDX-License-Identifier: Apache-2.0
package org.pmixj.value;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.pmixj.Attributes;
import org.pmixj.DataType;
import org.pmixj.Key;
import org.pmixj.PmixValue;
import org.pmixj.internal.base.Checks;

/**
 * Represents a question to the host ({@code pmix_query_t}, PMIx Standard 8.2.4).
 *
 * {@snippet file="CoreSnippets.java" region="query"}
 *
 * @param keys what is asked for
 * @param qualifiers of what
 */
public record Query(List<String> keys, Attributes qualifiers) implements PmixValue {
    /**
     * Checks the components and copies it.
     *
     * @throws IllegalArgumentException if there is no key, or one is empty, too long or contains NUL
     */
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
     * Returns a question without qualifiers.
     *
     * @param first what is asked for
     * @param more what else is asked for
     * @return the question
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
     * Returns this question with one more qualifier, which holds for all of its keys.
     *
     * @param key what the qualifier is
     * @param value its value
     * @param <T> the Java type of the value
     * @return a copy
     * @throws IllegalArgumentException if the value is out of the type's range
     */
    public <T> Query qualifier(Key<T> key, T value) {
        return qualifiers(Attributes.of(key, value));
    }

    /**
     * Returns this question with more qualifiers, which hold for all of its keys.
     *
     * @param more the qualifiers
     * @return a copy
     */
    public Query qualifiers(Attributes more) {
        return new Query(
                keys, Attributes.builder().addAll(qualifiers).addAll(more).build());
    }

    @Override
    public DataType type() {
        return DataType.QUERY;
    }
}
