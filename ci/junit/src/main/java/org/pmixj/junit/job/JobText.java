// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Reads the texts that a job leaves, up to a maximum size. */
final class JobText {
    private static final int MAX_BYTES = 256 * 1024;
    private static final int TAIL_LINES = 40;

    private JobText() {}

    /** Returns the file's lines, or the last ones if there are very many; none if the file does not exist. */
    static List<String> lines(Path file) {
        return lines(file, 0, Long.MAX_VALUE);
    }

    /** Returns the lines between two positions of the file, or the last ones if there are very many. */
    static List<String> lines(Path file, long begin, long end) {
        if (!Files.exists(file)) {
            return List.of();
        }
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            long last = Math.min(end, in.length());
            long first = Math.min(last, Math.max(begin, last - MAX_BYTES));
            byte[] bytes = new byte[(int) (last - first)];
            in.seek(first);
            in.readFully(bytes);
            List<String> lines =
                    new String(bytes, StandardCharsets.UTF_8).lines().toList();
            return first <= begin ? lines : prepended("... " + (first - begin) + " bytes before this", lines);
        } catch (IOException e) {
            return List.of("cannot read " + file + ": " + e);
        }
    }

    /** Returns the number that is the text of the file, if that exists. */
    static OptionalLong number(Path file) {
        try {
            String text = Files.exists(file) ? Files.readString(file).strip() : "";
            return text.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    static List<String> tail(List<String> lines) {
        int skipped = Math.max(0, lines.size() - TAIL_LINES);
        return skipped == 0
                ? lines
                : prepended("... " + skipped + " lines before this", lines.subList(skipped, lines.size()));
    }

    private static List<String> prepended(String line, List<String> lines) {
        return Stream.concat(Stream.of(line), lines.stream()).toList();
    }
}
