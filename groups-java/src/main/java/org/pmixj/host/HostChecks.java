// SPDX-License-Identifier: Apache-2.0
package org.pmixj.host;

import org.pmixj.Attributes;
import org.pmixj.Key;

/** Checks the directives of requests. */
final class HostChecks {
    private HostChecks() {}

    static void directives(String what, Attributes directives) {
        if (directives.isEmpty()) {
            throw new IllegalArgumentException(what + ": there is nothing to do; give a directive");
        }
    }

    /** Checks a signal: PRRTE reports success for one that does not exist. */
    static void signal(Attributes directives, Key<Integer> key) {
        for (int signal : directives.all(key)) {
            if (signal < 1 || signal > 64) {
                throw new IllegalArgumentException("signal " + signal + " does not exist; give 1 to 64");
            }
        }
    }
}
