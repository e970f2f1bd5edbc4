// SPDX-License-Identifier: Apache-2.0
package org.pmixj.bench.driver;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Holds the memory of a rank, in megabytes, and how many classes its JVM spun.
 *
 * @param rss its resident memory
 * @param pss the same, with memory that several processes share divided among them
 * @param spun hidden classes that are made at run time, which no cache has
 */
record Memory(double rss, double pss, double spun) {
    /** Returns the mean over all ranks of a job. */
    static Memory mean(Path folder, int ranks) throws IOException {
        double rss = 0;
        double pss = 0;
        for (int rank = 0; rank < ranks; rank++) {
            Path file = folder.resolve(rank + ".memory");
            rss += megabytes(file, "Rss:");
            pss += megabytes(file, "Pss:");
        }
        return new Memory(rss / ranks, pss / ranks, (double) spun(folder) / ranks);
    }

    /** Returns how much memory of the machine programs can still use. */
    static double freeGibibytes() throws IOException {
        return megabytes(Path.of("/proc/meminfo"), "MemAvailable:") / 1024;
    }

    private static long spun(Path folder) throws IOException {
        long spun = 0;
        try (DirectoryStream<Path> logs = Files.newDirectoryStream(folder, "*.classes")) {
            for (Path log : logs) {
                try (Stream<String> lines = Files.lines(log)) {
                    spun += lines.filter(line -> line.contains("source: __JVM_LookupDefineClass__"))
                            .count();
                }
            }
        }
        return spun;
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
