// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/** The logger {@code org.pmixj}. Loaded when there is something to say: finding a logger costs a start 15 ms. */
public final class Log {
    private static final System.Logger LOGGER = System.getLogger("org.pmixj");

    private static volatile String prefix = "";

    private Log() {}

    /** Sets what each message begins with: the process, because the launcher mixes what its ranks write. */
    public static void prefix(String value) {
        prefix = value;
    }

    public static void warning(String message) {
        LOGGER.log(Level.WARNING, prefix + message);
    }

    public static void warning(String message, @Nullable Throwable failure) {
        LOGGER.log(Level.WARNING, prefix + message, failure);
    }

    public static void error(String message, Throwable failure) {
        LOGGER.log(Level.ERROR, prefix + message, failure);
    }
}
