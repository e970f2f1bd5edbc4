// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.pmixj.junit.rank.JobFiles;
import org.pmixj.junit.rank.RankResult;

/**
 * Describes a rank at one moment, from its files.
 *
 * @param launched whether its shell has started
 * @param entered whether it has entered the test method
 * @param result how the method ended, null if it has not
 * @param status the exit status of its JVM, absent while it runs or if its shell was killed, too
 * @param endMillis when it wrote the last of these two, in milliseconds of the epoch
 */
record RankState(
        int rank,
        boolean launched,
        boolean entered,
        @Nullable RankResult result,
        OptionalInt status,
        long endMillis) {
    /** A shell reports the end by signal n as status 128 + n. */
    private static final int SIGNALLED = 128;

    private static final int LAST_SIGNAL = 64;

    static RankState read(JobFiles files, int rank) {
        // The status is read first, since it is written last: a result that is missing then will never be written.
        OptionalLong written = JobText.number(files.status(rank));
        OptionalInt status = written.isPresent() ? OptionalInt.of((int) written.getAsLong()) : OptionalInt.empty();
        Path file = files.result(rank);
        try {
            RankResult result = Files.exists(file) ? RankResult.read(file) : null;
            boolean failed = result != null && result.throwable() != null;
            Path last = failed || status.isEmpty() ? file : files.status(rank);
            long endMillis =
                    Files.exists(last) ? Files.getLastModifiedTime(last).toMillis() : Long.MAX_VALUE;
            return new RankState(
                    rank,
                    Files.exists(files.output(rank)),
                    Files.exists(files.entered(rank)),
                    result,
                    status,
                    endMillis);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read what rank " + rank + " has written", e);
        }
    }

    boolean endedBySignal() {
        // A larger one is an exit, such as that of System.exit(-1).
        return status.isPresent() && status.getAsInt() > SIGNALLED && status.getAsInt() <= SIGNALLED + LAST_SIGNAL;
    }

    /** Tests whether the launcher may have ended the rank: by SIGTERM, or by SIGKILL, which leaves no status. */
    boolean endedAsIfByLauncher() {
        return status.isEmpty() || status.getAsInt() == SIGNALLED + 15 || status.getAsInt() == SIGNALLED + 9;
    }

    /** Tests whether the method threw, or the JVM ended without its result. */
    boolean inTrouble() {
        return result != null ? result.throwable() != null : status.isPresent();
    }

    /** Tests whether the JVM ended by itself after the method, when it waited for the other ranks. */
    boolean endedWhileItWaited() {
        boolean ended = status.isPresent() && status.getAsInt() != 0;
        return result != null && ended && !endedAsIfByLauncher();
    }

    String describeStatus() {
        if (status.isEmpty()) {
            return "without an exit status";
        }
        return endedBySignal()
                ? "by signal " + (status.getAsInt() - SIGNALLED)
                : "with exit status " + status.getAsInt();
    }
}
