// SPDX-License-Identifier: Apache-2.0
package org.pmixj.bench;

import java.io.IOException;

/**
 * Does the same as {@link Cold} through the bindings alone, by blocking functions; with {@code -Dpmixj.bench.callback=true}
 * by those that answer on libpmix's progress thread.
 */
public final class BareCold {
    private BareCold() {}

    /**
     * Runs one rank.
     *
     * @param args none, or a folder
     * @throws IOException if the output cannot be written
     */
    public static void main(String[] args) throws IOException {
        try (BareLibrary pmix = new BareLibrary(Boolean.getBoolean("pmixj.bench.callback"))) {
            pmix.construct("bench-all");
            Cold.saveMemory(args, pmix.rank);
            pmix.destruct("bench-all");
        }
    }
}
