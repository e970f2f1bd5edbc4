// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.mutants;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Represents a patch of {@code ci/mutants.d}, and what its head says.
 *
 * @param rows the rows of conformance tables whose tests must fail; if there are none, all of {@code tests} must
 * @param tests their tests, as {@code Class#method}; if there are none, all that have the tag of a row
 * @param files the Java files that it changes, below the root of the checkout
 */
public record Mutant(String name, Path patch, List<String> rows, List<String> tests, List<Path> files) {
    /** Begins the JUnit tag of a test that names a row. */
    public static final String TAG = "row:";

    private static final String PATCH = ".patch";
    private static final String FILE = "diff --git a/";

    /** Returns the mutants of a folder in the order of their names. */
    public static List<Mutant> in(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            List<Mutant> mutants = new ArrayList<>();
            for (Path file : files.sorted().toList()) {
                if (file.getFileName().toString().endsWith(PATCH)) {
                    mutants.add(read(file));
                }
            }
            return mutants;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Mutant read(Path patch) throws IOException {
        String file = patch.getFileName().toString();
        Mutant mutant = new Mutant(
                file.substring(0, file.length() - PATCH.length()),
                patch,
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>());
        for (String line : Files.readAllLines(patch)) {
            if (line.startsWith(FILE)) {
                mutant.files.add(Path.of(line.substring(FILE.length(), line.indexOf(" b/"))));
            } else if (mutant.files.isEmpty()) {
                mutant.rows.addAll(wordsOf(line, "Rows:"));
                mutant.tests.addAll(wordsOf(line, "Tests:"));
            }
        }
        return mutant;
    }

    private static List<String> wordsOf(String line, String key) {
        return line.startsWith(key)
                ? List.of(line.substring(key.length()).strip().split("\\s+"))
                : List.of();
    }
}
