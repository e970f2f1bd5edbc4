// SPDX-License-Identifier: Apache-2.0
package org.pmixj.elastic.internal;

import java.lang.System.Logger.Level;
import org.pmixj.Pmix;

/** Logs to {@code org.pmixj}, as the library does. */
public final class Log {
    private Log() {}

    /** Logs a warning of a process. */
    public static void warning(String message, Pmix pmix) {
        try {
            System.getLogger("org.pmixj").log(Level.WARNING, pmix.self() + ": " + message);
        } catch (RuntimeException e) {
            // A logger of the application that fails changes nothing here.
        }
    }
}
