// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Lists the processes of this machine, in another way than the extension. */
final class Processes {
    private Processes() {}

    static List<String> commandLines() {
        try (Stream<Path> entries = Files.list(Path.of("/proc"))) {
            return entries.filter(entry -> entry.getFileName().toString().matches("[0-9]+"))
                    .map(Processes::commandLine)
                    .filter(line -> !line.isEmpty())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String commandLine(Path process) {
        try {
            return Files.readString(process.resolve("cmdline"))
                    .replace('\0', ' ')
                    .strip();
        } catch (IOException e) {
            return "";
        }
    }
}
