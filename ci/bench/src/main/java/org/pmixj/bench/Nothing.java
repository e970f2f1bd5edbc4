// SPDX-License-Identifier: Apache-2.0
package org.pmixj.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * Does nothing: what a JVM alone costs. With a folder and the number of ranks as arguments, writes
 * {@code FOLDER/RANK.memory} like {@link Cold}, while all ranks are alive.
 */
public final class Nothing {
    private static final long PAUSE_NANOS = 1_000_000;

    private Nothing() {}

    /**
     * Runs one rank.
     *
     * @param args none, or a folder and the number of ranks
     * @throws IOException if the output cannot be written
     */
    public static void main(String[] args) throws IOException {
        if (args.length > 0) {
            String rank = System.getenv("PMIX_RANK");
            awaitAll(args, rank + ".alive");
            byte[] memory = Files.readAllBytes(Path.of("/proc/self/smaps_rollup"));
            Files.write(Path.of(args[0], rank + ".memory"), memory);
            awaitAll(args, rank + ".done");
        }
    }

    /** Creates a file, and waits until each rank has created its own. There is no timeout: the driver ends the job. */
    private static void awaitAll(String[] args, String name) throws IOException {
        Files.createFile(Path.of(args[0], name));
        String suffix = name.substring(name.indexOf('.'));
        int ranks = Integer.parseInt(args[1]);
        while (count(new File(args[0]), suffix) < ranks) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private static int count(File folder, String suffix) {
        int count = 0;
        String[] names = folder.list();
        for (String name : names == null ? new String[0] : names) {
            count += name.endsWith(suffix) ? 1 : 0;
        }
        return count;
    }
}
