// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.call.Session;

/** The logger {@code org.pmixj}. Loaded when there is something to say: finding a logger costs a start 15 ms. */
public final class Log {
    private static final System.Logger LOGGER = System.getLogger("org.pmixj");

    private Log() {}

    public static void warning(String message) {
        LOGGER.log(Level.WARNING, here() + message);
    }

    public static void warning(String message, @Nullable Throwable failure) {
        LOGGER.log(Level.WARNING, here() + message, failure);
    }

    public static void error(String message, Throwable failure) {
        LOGGER.log(Level.ERROR, here() + message, failure);
    }

    /** Of which process it is: the launcher mixes what its ranks write. */
    private static String here() {
        Session session = Session.current();
        return session == null ? "" : session.self() + ": ";
    }
}
