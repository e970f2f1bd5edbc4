// SPDX-License-Identifier: Apache-2.0
package org.pmixj.bench.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Holds the memory of a rank, in megabytes.
 *
 * @param rss its resident memory
 * @param pss the same, with memory that several processes share divided among them
 */
record Memory(double rss, double pss) {
    /** Returns the mean over all ranks of a job. */
    static Memory mean(Path folder, int ranks) throws IOException {
        double rss = 0;
        double pss = 0;
        for (int rank = 0; rank < ranks; rank++) {
            Path file = folder.resolve(rank + ".memory");
            rss += megabytes(file, "Rss:");
            pss += megabytes(file, "Pss:");
        }
        return new Memory(rss / ranks, pss / ranks);
    }

    // A line is "Rss:    11724 kB".
    private static double megabytes(Path file, String name) throws IOException {
        for (String line : Files.readAllLines(file)) {
            if (line.startsWith(name)) {
                return Double.parseDouble(line.replaceAll("[^0-9]", "")) / 1024;
            }
        }
        throw new JobFailedException(file + " has no line " + name);
    }
}
