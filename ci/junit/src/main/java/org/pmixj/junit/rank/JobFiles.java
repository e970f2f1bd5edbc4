// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.rank;

import java.nio.file.Path;

/**
 * Names the files of a job and of one of its test methods. Ranks report only by files, which outlast any end of a rank.
 *
 * @param directory that of the job, on a file system that all nodes share
 * @param folder that of the method, below it or the same
 */
public record JobFiles(Path directory, Path folder) {
    /** Returns the file of the rank's standard output and error. */
    public Path output(int rank) {
        return of(directory, rank, "out");
    }

    /** Returns the file of the name of the rank's host. */
    public Path host(int rank) {
        return of(directory, rank, "host");
    }

    /** Returns the file of the exit status of the rank's JVM as a shell sees it: 128 and more for signals. */
    public Path status(int rank) {
        return of(directory, rank, "status");
    }

    /** Returns the file that says at which byte of the rank's output that of the method begins. */
    public Path outputStart(int rank) {
        return of(folder, rank, "begin");
    }

    /** Returns the file that exists once the rank has entered the test method. */
    public Path entered(int rank) {
        return of(folder, rank, "entered");
    }

    /** Returns the file of the {@link RankResult}. */
    public Path result(int rank) {
        return of(folder, rank, "result");
    }

    /** Returns the file of the rank's thread dump at the time limit. */
    public Path threads(int rank) {
        return of(folder, rank, "threads");
    }

    /** Returns the file of the {@link CallsUnderWay} of the rank at the time limit. */
    public Path calls(int rank) {
        return of(folder, rank, "calls");
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

    /** Returns the directory that the ranks may use in the method. */
    public Path scratch() {
        return folder.resolve("scratch");
    }

    private static Path of(Path place, int rank, String kind) {
        return place.resolve("rank-" + rank + "." + kind);
    }
}
