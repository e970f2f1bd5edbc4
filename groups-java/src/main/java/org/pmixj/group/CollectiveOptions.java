// SPDX-License-Identifier: Apache-2.0
package org.pmixj.group;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.pmixj.Attributes;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Directives;

/**
 * Limits the time of a collective operation of a {@link Group} or a {@link org.pmixj.connect.Connection}, and holds
 * directives for it. Immutable.
 *
 * {@snippet file="GroupSnippets.java" region="options"}
 *
 * @param timeout more than zero; empty for the default of the handle
 * @param directives passed to libpmix as they are
 * @param operation what an exchange is called in messages and recordings; empty for "exchange"
 */
public record CollectiveOptions(Optional<Duration> timeout, Attributes directives, Optional<String> operation) {
    private static final CollectiveOptions DEFAULTS =
            new CollectiveOptions(Optional.empty(), Attributes.none(), Optional.empty());

    /**
     * Checks the components; throws {@link IllegalArgumentException} if the timeout is not positive, or this library
     * sets one of the directives, or the name of the operation is blank.
     */
    public CollectiveOptions {
        Checks.timeout(timeout);
        Objects.requireNonNull(directives, "directives");
        Directives.COLLECTIVE.check(directives);
        if (operation.filter(String::isBlank).isPresent()) {
            throw new IllegalArgumentException("the operation has no name; give one such as broadcast");
        }
    }

    /** {@return options with the default timeout of the handle} */
    public static CollectiveOptions defaults() {
        return DEFAULTS;
    }

    /**
     * {@return options with a timeout}
     *
     * @param timeout more than zero
     */
    public static CollectiveOptions within(Duration timeout) {
        return new CollectiveOptions(Optional.of(Checks.timeout(timeout)), Attributes.none(), Optional.empty());
    }

    /**
     * {@return these options with more directives, which are passed to libpmix as they are} An exchange and a split
     * take none: they consist of several operations.
     *
     * @param more attributes that libpmix or the host knows
     * @throws IllegalArgumentException if this library sets one of them; the message names the method to use
     */
    public CollectiveOptions withDirectives(Attributes more) {
        return new CollectiveOptions(timeout, directives.and(more), operation);
    }

    /**
     * {@return these options for an exchange that is part of another operation} Messages, exceptions and recordings then
     * have the name of that operation. Other operations keep their names.
     *
     * @param operation such as {@code broadcast}
     * @throws IllegalArgumentException if it is blank
     */
    public CollectiveOptions named(String operation) {
        return new CollectiveOptions(timeout, directives, Optional.of(operation));
    }
}
