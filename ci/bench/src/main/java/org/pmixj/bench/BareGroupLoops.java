// SPDX-License-Identifier: Apache-2.0
package org.pmixj.bench;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Constructs and destructs groups as {@link GroupLoops} does, through the bindings alone, by blocking functions; with
 * {@code -Dpmixj.bench.callback=true} by those that answer on libpmix's progress thread.
 */
public final class BareGroupLoops {
    private BareGroupLoops() {}

    /**
     * Runs one rank.
     *
     * @param args output folder, iterations of the warm-up, measured iterations
     * @throws IOException if the output cannot be written
     */
    public static void main(String[] args) throws IOException {
        try (BareLibrary pmix = new BareLibrary(Boolean.getBoolean("pmixj.bench.callback"))) {
            Phase constructs = new Phase(
                    "group",
                    iteration -> {
                        String id = "bench-" + iteration;
                        pmix.construct(id);
                        pmix.destruct(id);
                    },
                    Integer.parseInt(args[1]) + Integer.parseInt(args[2]));
            pmix.fence();
            constructs.run();
            pmix.fence();
            constructs.save(Path.of(args[0]), pmix.rank);
        }
    }
}
