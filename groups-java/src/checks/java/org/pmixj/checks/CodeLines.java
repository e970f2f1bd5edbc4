// SPDX-License-Identifier: Apache-2.0
package org.pmixj.checks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Counts lines of code: without comments, blanks, imports and the package. {@code ci/lines} runs it as a program, which
 * prints a table of the rooms below some folders.
 */
public final class CodeLines {
    private static final String TEXT_BLOCK = "\"\"\"";

    private CodeLines() {}

    /** Returns the lines of code of a Java file. */
    public static int of(Path file) throws IOException {
        int count = 0;
        for (String line : withoutComments(Files.readString(file)).lines().toList()) {
            String text = line.strip();
            if (!text.isEmpty() && !text.matches("(import|package) .*;")) {
                count++;
            }
        }
        return count;
    }

    private static String withoutComments(String text) {
        StringBuilder code = new StringBuilder();
        for (int at = 0; at < text.length(); ) {
            int end;
            if (text.startsWith("//", at)) {
                at = end(text, "\n", at, 0);
                continue;
            } else if (text.startsWith("/*", at)) {
                end = end(text, "*/", at + 2, 2);
                // The lines stay, since code may stand before and after.
                text.substring(at, end).lines().skip(1).forEach(_ -> code.append('\n'));
                at = end;
                continue;
            } else if (text.startsWith(TEXT_BLOCK, at)) {
                end = end(text, TEXT_BLOCK, at + 3, 3);
            } else if (text.charAt(at) == '"' || text.charAt(at) == '\'') {
                end = quoted(text, at);
            } else {
                end = at + 1;
            }
            code.append(text, at, end);
            at = end;
        }
        return code.toString();
    }

    private static int end(String text, String mark, int from, int more) {
        int end = text.indexOf(mark, from);
        return end < 0 ? text.length() : end + more;
    }

    private static int quoted(String text, int from) {
        int at = from + 1;
        while (at < text.length() && text.charAt(at) != text.charAt(from)) {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        return Math.min(at + 1, text.length());
    }

    /** Prints the files and lines of each package below some folders, and the sums. */
    public static void main(String[] folders) throws IOException {
        for (String folder : folders) {
            Map<String, int[]> rooms = new TreeMap<>();
            int[] sum = new int[2];
            try (Stream<Path> files = Files.walk(Path.of(folder))) {
                for (Path file :
                        files.filter(each -> each.toString().endsWith(".java")).toList()) {
                    String room = Path.of(folder)
                            .relativize(file.getParent())
                            .toString()
                            .replace('/', '.');
                    int lines = of(file);
                    for (int[] counts : List.of(rooms.computeIfAbsent(room, _ -> new int[2]), sum)) {
                        counts[0]++;
                        counts[1] += lines;
                    }
                }
            }
            System.out.println("| " + folder + " | files | lines of code |\n|---|---|---|");
            rooms.forEach(
                    (room, counts) -> System.out.println("| " + room + " | " + counts[0] + " | " + counts[1] + " |"));
            System.out.println("| **all** | " + sum[0] + " | " + sum[1] + " |\n");
        }
    }
}
