// SPDX-License-Identifier: Apache-2.0
package org.pmixj.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks that the page of messages has an entry for each exception and warning of the library. A message is what the source
 * has between quotes, with … for all else. An entry is such a text too; a longer message may contain it. Wrong arguments
 * ({@link IllegalArgumentException}) are left out: their messages say what to give instead.
 */
class MessagesTest {
    private static final Path PAGE = Page.DOCS.resolve("troubleshooting.md");
    private static final List<String> SOURCES =
            List.of("groups-java/src/main/java", "bindings/src/main/java/org/pmixj/ffi");

    private static final Pattern CALL = Pattern.compile("(?:new PmixException(?:\\.\\w+)?|new IllegalStateException"
            + "|new PmixLibraryException|Log\\.(?:warning|error|warnApart)|StatusCodes\\.(?:notSupported|notFound)"
            + "|\\b(?:abort|aborted|timedOut)"
            + "|System\\.err\\.println)\\(");
    /** An entry with less text must be a whole message. */
    private static final int ENOUGH = 12;

    @Test
    void eachMessageHasAnEntry() throws IOException {
        List<String> entries = entries();
        Map<String, String> messages = new TreeMap<>();
        for (Path source : sources()) {
            String text = Files.readString(source);
            Matcher call = CALL.matcher(text);
            while (call.find()) {
                messages.put(message(text, call.end()), source.getFileName().toString());
            }
        }
        // These pass the message of another one on.
        messages.keySet().removeIf(message -> message.replaceAll("[^a-z]", "").isEmpty());
        assertThat(messages).hasSizeGreaterThan(100);
        messages.keySet().removeIf(message -> entries.stream().anyMatch(entry -> covers(entry, message)));
        assertThat(messages)
                .as("messages without an entry in guide/docs/troubleshooting.md, and their sources")
                .isEmpty();
    }

    @Test
    void eachEntryIsAMessage() throws IOException {
        StringBuilder all = new StringBuilder();
        for (Path source : sources()) {
            all.append(Files.readString(source).replaceAll("\"\\s*\\+\\s*\"", ""))
                    .append('\n');
        }
        List<String> unknown = new ArrayList<>();
        for (String entry : entries()) {
            for (String piece : entry.split("…")) {
                if (all.indexOf(piece.replace("\"", "\\\"").strip()) < 0) {
                    unknown.add(entry);
                }
            }
        }
        assertThat(unknown).as("entries that are no messages").isEmpty();
    }

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (String folder : SOURCES) {
            try (Stream<Path> files = Files.walk(Page.REPOSITORY.resolve(folder))) {
                files.filter(file -> file.toString().endsWith(".java"))
                        // Generated.
                        .filter(file -> !file.getFileName().toString().matches("(?:PMIx|pmix_).*"))
                        .forEach(sources::add);
            }
        }
        return sources;
    }

    /** Returns the first column of the tables with messages. */
    private static List<String> entries() throws IOException {
        List<String> entries = Files.readAllLines(PAGE).stream()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.substring(3, line.indexOf('`', 3)))
                .toList();
        assertThat(entries).hasSizeGreaterThan(80);
        return entries;
    }

    private static boolean covers(String entry, String message) {
        if (entry.replace("…", "").strip().length() < ENOUGH) {
            return entry.equals(message);
        }
        int at = 0;
        for (String piece : entry.split("…")) {
            int found = message.indexOf(piece.strip(), at);
            if (found < 0) {
                return false;
            }
            at = found + piece.strip().length();
        }
        return true;
    }

    /** Returns the text of the first argument of a call. */
    private static String message(String source, int start) {
        StringBuilder text = new StringBuilder();
        int depth = 1;
        for (int i = start; depth > 0; i++) {
            char c = source.charAt(i);
            if (c == '"') {
                int end = i + 1;
                while (source.charAt(end) != '"') {
                    end += source.charAt(end) == '\\' ? 2 : 1;
                }
                text.append(source, i + 1, end);
                i = end;
            } else if (c == ',' && depth == 1) {
                break;
            } else {
                depth += c == '(' ? 1 : c == ')' ? -1 : 0;
                boolean isJoin = Character.isWhitespace(c) || c == '+' || depth == 0;
                if (!isJoin && !text.toString().endsWith("…")) {
                    text.append('…');
                }
            }
        }
        return text.toString();
    }
}
