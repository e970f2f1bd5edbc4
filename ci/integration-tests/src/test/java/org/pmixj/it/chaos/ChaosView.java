// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** What a rank of a chaos job saw of an operation: a line of its file. */
record ChaosView(
        long time,
        int rank,
        int round,
        String team,
        int step,
        String operation,
        int attempt,
        Outcome outcome,
        long millis,
        long boundMillis,
        String detail) {
    /** How an operation ended. */
    enum Outcome {
        SUCCESS,
        /** It reported departed members, as it may. */
        LOST,
        /** It ended in a way in which it must not. */
        WRONG
    }

    private static final String SEPARATOR = "\t";

    static Path file(Path work, int rank) {
        return work.resolve("views-" + rank);
    }

    /** Returns the lines of a rank, of which the last may be missing: it may have been killed. */
    static List<ChaosView> read(Path work, int rank) throws IOException {
        Path file = file(work, rank);
        return Files.exists(file)
                ? Files.readAllLines(file).stream().map(ChaosView::parse).toList()
                : List.of();
    }

    private static ChaosView parse(String line) {
        String[] words = line.split(SEPARATOR, -1);
        return new ChaosView(
                Long.parseLong(words[0]),
                Integer.parseInt(words[1]),
                Integer.parseInt(words[2]),
                words[3],
                Integer.parseInt(words[4]),
                words[5],
                Integer.parseInt(words[6]),
                Outcome.valueOf(words[7]),
                Long.parseLong(words[8]),
                Long.parseLong(words[9]),
                words[10]);
    }

    /** Adds this to the file of its rank. */
    void write(Path work) {
        try {
            Files.writeString(
                    file(work, rank),
                    line(detail.replaceAll("\\s+", " ")) + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String line(String last) {
        return String.join(
                SEPARATOR,
                Long.toString(time),
                Integer.toString(rank),
                Integer.toString(round),
                team,
                Integer.toString(step),
                operation,
                Integer.toString(attempt),
                outcome.name(),
                Long.toString(millis),
                Long.toString(boundMillis),
                last);
    }

    /** Returns what the views of the members have in common. */
    String key() {
        return "round %d, group %s, step %d: %s, attempt %d".formatted(round, team, step, operation, attempt);
    }

    boolean outlivedBound() {
        return millis > boundMillis;
    }

    @Override
    public String toString() {
        return "%s: rank %d after %d of %d ms: %s %s".formatted(key(), rank, millis, boundMillis, outcome, detail);
    }
}
