// SPDX-License-Identifier: Apache-2.0
package org.pmixj.group;

import java.time.Duration;
import java.util.Optional;
import org.pmixj.internal.base.Checks;

/**
 * Limits the time of a collective operation of a {@link Group} or a {@link org.pmixj.connect.Connection}. Immutable.
 *
 * {@snippet file="GroupSnippets.java" region="options"}
 *
 * @param timeout more than zero; empty for the default of the handle
 */
public record CollectiveOptions(Optional<Duration> timeout) {
    private static final CollectiveOptions DEFAULTS = new CollectiveOptions(Optional.empty());

    /** Checks the timeout; throws {@link IllegalArgumentException} if it is not positive. */
    public CollectiveOptions {
        Checks.timeout(timeout);
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
        return new CollectiveOptions(Optional.of(timeout));
    }
}
