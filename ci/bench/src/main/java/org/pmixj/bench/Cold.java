// SPDX-License-Identifier: Apache-2.0
package org.pmixj.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.pmixj.Pmix;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;

/**
 * Runs the same as {@code native/bench/cold.c}: init, one group of all, finalize. With a folder as argument, writes
 * {@code FOLDER/RANK.memory}, the process's {@code /proc/self/smaps_rollup} while all ranks are alive.
 */
public final class Cold {
    private Cold() {}

    /**
     * Runs one rank.
     *
     * @param args none, or a folder
     * @throws IOException if the output cannot be written
     */
    public static void main(String[] args) throws IOException {
        try (Pmix pmix = Pmix.init()) {
            Group group = pmix.groups()
                    .construct(GroupRequest.named("bench-all")
                            .members(pmix.job().members())
                            .build());
            saveMemory(args, pmix.self().rank());
            group.destruct();
        }
    }

    /** Writes the memory of this process, if an argument names a folder. */
    static void saveMemory(String[] args, int rank) throws IOException {
        if (args.length > 0) {
            // Files.copy would not do: a file of /proc has no size.
            byte[] memory = Files.readAllBytes(Path.of("/proc/self/smaps_rollup"));
            Files.write(Path.of(args[0], rank + ".memory"), memory);
        }
    }
}
