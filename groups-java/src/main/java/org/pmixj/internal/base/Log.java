// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/** Logs to {@code org.pmixj}. Loaded with the first message only, because finding a logger takes 15 ms. */
public final class Log {
    private static final System.Logger LOGGER = System.getLogger("org.pmixj");

    private static volatile String prefix = "";

    private Log() {}

    /** Sets the start of each message: the process, because the launcher mixes the output of its ranks. */
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
