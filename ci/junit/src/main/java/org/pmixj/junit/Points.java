// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Announces points of a test that processes reach, and waits for them. A point is an empty file, so it outlasts the
 * process that reached it and needs no PMIx. The ranks of a {@link PmixTest} use {@link RankContext#reached} and
 * {@link RankContext#await}; this record serves programs that a test launches itself.
 *
 * <p>Safe for use by several threads and processes.
 *
 * @param directory a directory that all processes share
 */
public record Points(Path directory) {
    private static final long POLL_MILLIS = 5;

    /**
     * Announces that a process has reached a point. Reaching it again changes nothing.
     *
     * @param point a name that is valid in a file name
     * @param rank the process
     */
    public void reached(String point, int rank) {
        try {
            Files.createFile(file(point, rank));
        } catch (FileAlreadyExistsException e) {
            // Reached before.
        } catch (IOException e) {
            throw new UncheckedIOException("could not announce that rank " + rank + " reached '" + point + "'", e);
        }
    }

    /**
     * Tests whether a process has reached a point.
     *
     * @param point its name
     * @param rank the process
     * @return true if it has
     */
    public boolean isReached(String point, int rank) {
        return Files.exists(file(point, rank));
    }

    /**
     * Waits until all given processes have reached a point.
     *
     * @param point its name
     * @param ranks the processes
     * @param limit how long to wait at most
     * @throws AssertionError if the limit is reached; the message names the missing processes
     * @throws InterruptedException if the thread is interrupted
     */
    public void await(String point, Collection<Integer> ranks, Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        List<Integer> missing = new ArrayList<>(ranks);
        while (true) {
            missing.removeIf(rank -> isReached(point, rank));
            if (missing.isEmpty()) {
                return;
            }
            if (System.nanoTime() - end > 0) {
                throw new AssertionError(
                        "waited " + limit.toMillis() + " ms for '" + point + "'; not reached by ranks " + missing);
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /**
     * Returns the file that exists once a process has reached a point, for programs that are not in Java.
     *
     * @param point its name
     * @param rank the process
     * @return {@code point-NAME-RANK} in the directory
     */
    public Path file(String point, int rank) {
        return directory.resolve("point-" + point + "-" + rank);
    }
}
