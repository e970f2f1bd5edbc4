// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.rank;

import java.nio.file.Path;

/**
 * The names in a job's directory. Its files are the only way in which the ranks report: they outlast any end of a rank.
 *
 * @param directory on a file system that all nodes share
 */
public record JobFiles(Path directory) {
    /** What the rank's process wrote, standard output and error together. */
    public Path output(int rank) {
        return of(rank, "out");
    }

    /** Exists once the rank has entered the test method. */
    public Path entered(int rank) {
        return of(rank, "entered");
    }

    /** How the test method ended, a {@link RankResult}. */
    public Path result(int rank) {
        return of(rank, "result");
    }

    /** The rank's thread dump at the time limit. */
    public Path threads(int rank) {
        return of(rank, "threads");
    }

    /** The exit status of the rank's JVM as a shell sees it: 128 and more for signals. */
    public Path status(int rank) {
        return of(rank, "status");
    }

    /** What the launcher wrote. */
    public Path launcherOutput() {
        return directory.resolve("launcher.out");
    }

    /** What the launcher starts for every rank. */
    public Path script() {
        return directory.resolve("rank.sh");
    }

    /** The arguments of every rank's JVM. */
    public Path javaArguments() {
        return directory.resolve("java.args");
    }

    /** The directory the test's ranks may use. */
    public Path scratch() {
        return directory.resolve("scratch");
    }

    private Path of(int rank, String kind) {
        return directory.resolve("rank-" + rank + "." + kind);
    }
}
