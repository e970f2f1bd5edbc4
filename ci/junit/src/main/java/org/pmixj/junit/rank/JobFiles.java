// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.rank;

import java.nio.file.Path;

/**
 * Names the files in a job's directory. Ranks report only by files, which outlast any end of a rank.
 *
 * @param directory on a file system that all nodes share
 */
public record JobFiles(Path directory) {
    /** Returns the file of the rank's standard output and error. */
    public Path output(int rank) {
        return of(rank, "out");
    }

    /** Returns the file of the name of the rank's host. */
    public Path host(int rank) {
        return of(rank, "host");
    }

    /** Returns the file that exists once the rank has entered the test method. */
    public Path entered(int rank) {
        return of(rank, "entered");
    }

    /** Returns the file of the {@link RankResult}. */
    public Path result(int rank) {
        return of(rank, "result");
    }

    /** Returns the file of the rank's thread dump at the time limit. */
    public Path threads(int rank) {
        return of(rank, "threads");
    }

    /** Returns the file of the exit status of the rank's JVM as a shell sees it: 128 and more for signals. */
    public Path status(int rank) {
        return of(rank, "status");
    }

    /** Returns the file of the launcher's output. */
    public Path launcherOutput() {
        return directory.resolve("launcher.out");
    }

    /** Returns the script that the launcher starts for every rank. */
    public Path script() {
        return directory.resolve("rank.sh");
    }

    /** Returns the file of the arguments of every rank's JVM. */
    public Path javaArguments() {
        return directory.resolve("java.args");
    }

    /** Returns the directory that the test's ranks may use. */
    public Path scratch() {
        return directory.resolve("scratch");
    }

    private Path of(int rank, String kind) {
        return directory.resolve("rank-" + rank + "." + kind);
    }
}
