// SPDX-License-Identifier: Apache-2.0
package org.pmixj.bench.driver;

/** Reports progress on standard error. */
final class Progress {
    private Progress() {}

    static void say(String what) {
        System.err.println("... " + what);
    }
}
