// SPDX-License-Identifier: Apache-2.0
package org.pmixj.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.StackWalker.Option;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Compares what tests make with the committed files, or writes it there, if {@code -Dpmixj.update} asks for it. */
public final class Golden {
    private Golden() {}

    private static boolean isUpdate() {
        return System.getProperty("pmixj.update", "false").matches("|true");
    }

    private static String hint(Path committed, Class<?> test) {
        return "%s is not what %s makes. If this is wanted: MAVEN_ARGS=-Dpmixj.update ci/test %2$s"
                .formatted(committed.toAbsolutePath().normalize(), test.getSimpleName());
    }

    private static Class<?> caller() {
        return StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE)
                .walk(frames -> frames.<Class<?>>map(frame -> frame.getDeclaringClass())
                        .filter(type -> type != Golden.class)
                        .findFirst()
                        .orElseThrow());
    }

    /** Fails if a committed file has another text. */
    public static void check(Path committed, String text) throws IOException {
        update(committed, text);
        String hint = hint(committed, caller());
        assertThat(committed).as(hint).hasContent(text);
        // hasContent says which lines differ, and takes no notice of the end of the last one.
        assertThat(Files.readString(committed).equals(text)).as(hint).isTrue();
    }

    /** Writes a committed file, only with the property. */
    public static void update(Path committed, String text) throws IOException {
        if (isUpdate()) {
            Files.writeString(committed, text);
        }
    }

    /** Fails if a committed file does not have a row of a table, which replaces the one with the same first columns. */
    public static void checkRow(Path committed, String columns, String row) throws IOException {
        updateRow(committed, columns, row);
        assertThat(Files.readAllLines(committed))
                .as(hint(committed, caller()))
                .filteredOn(line -> line.startsWith(columns))
                .containsExactly(row);
    }

    /** Writes a row of a table in place of the one with the same first columns, if there is one, and only with the property. */
    public static synchronized void updateRow(Path committed, String columns, String row) throws IOException {
        if (isUpdate()) {
            List<String> lines = new ArrayList<>(Files.readAllLines(committed));
            lines.replaceAll(line -> line.startsWith(columns) ? row : line);
            Files.writeString(committed, String.join("\n", lines) + "\n");
        }
    }
}
