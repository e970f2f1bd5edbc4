// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.data.repair;

import org.pmixj.ProcId;

/** Prints why a process aborts its job, because PRRTE does not. */
public final class AbortMessage {
    private AbortMessage() {}

    public static void print(ProcId self, int status, String message) {
        System.err.println(self + " aborts with status " + status + ": " + message);
    }
}
