// SPDX-License-Identifier: Apache-2.0
package org.pmixj.host;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.pmixj.Attributes;
import org.pmixj.Key;
import org.pmixj.internal.base.Checks;

/**
 * Holds the attributes and the timeout of a query or of a request for a credential. Immutable.
 *
 * {@snippet file="HostSnippets.java" region="options"}
 *
 * @param attributes the qualifiers or directives
 * @param timeout how long to wait for the answer; empty for the default of the handle
 */
public record RequestOptions(Attributes attributes, Optional<Duration> timeout) {
    private static final RequestOptions DEFAULTS = of(Attributes.none());

    /** Checks the components; throws {@link IllegalArgumentException} if the timeout is not positive. */
    public RequestOptions {
        Objects.requireNonNull(attributes, "attributes");
        Checks.timeout(timeout);
    }

    /** {@return options without attributes and with the default timeout} */
    public static RequestOptions defaults() {
        return DEFAULTS;
    }

    /**
     * {@return options with attributes and the default timeout}
     *
     * @param attributes the qualifiers or directives
     */
    public static RequestOptions of(Attributes attributes) {
        return new RequestOptions(attributes, Optional.empty());
    }

    /**
     * {@return options with one attribute and the default timeout}
     *
     * @param key the name and type of the attribute
     * @param value its value
     * @param <T> the Java type of the value
     */
    public static <T> RequestOptions of(Key<T> key, T value) {
        return of(Attributes.of(key, value));
    }

    /**
     * {@return a copy of these options with a timeout}
     *
     * @param limit more than zero
     */
    public RequestOptions withTimeout(Duration limit) {
        return new RequestOptions(attributes, Optional.of(limit));
    }
}
