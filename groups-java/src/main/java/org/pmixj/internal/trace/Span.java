// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.trace;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Records an operation from its call until its caller goes on. Each method may be called on any thread. */
public interface Span {
    /** Records nothing. */
    Span NONE = new Span() {};

    /** Marks that libpmix is called. The first call counts. */
    default void called() {}

    /** Marks that the outcome is known, for which the caller, or a thread of the dispatcher, has to wake up. */
    default void answered() {}

    /** Records the operation, which has succeeded if there is no failure. The first call counts. */
    default void ended(@Nullable Throwable failure) {}

    /** Runs the steps of the operation. Operations that the thread starts meanwhile are recorded as its steps. */
    default <T extends @Nullable Object> T steps(Supplier<T> steps) {
        return steps.get();
    }
}
