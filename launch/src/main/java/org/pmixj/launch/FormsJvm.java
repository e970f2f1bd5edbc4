// SPDX-License-Identifier: Apache-2.0
package org.pmixj.launch;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Creates the folder of a JVM that writes a cache with lambda forms. A JVM generates the lambda forms that method
 * handles need, each as a class of its own, which took most of the time of a rank's start. It writes those into a cache
 * that the file {@code lib/classlist} of its folder names, and no others. So this folder has links to the files of the
 * JDK and a longer list. Ranks read such a cache with the JDK itself.
 */
final class FormsJvm {
    private static final String LIST = "classlist";
    private static final String JVM = "libjvm.so";
    /** How a line about a lambda form begins. */
    private static final String FORM = "@lambda-form-invoker ";

    private FormsJvm() {}

    /**
     * Creates the folder.
     *
     * @param home the folder, which must not exist
     * @param jdk the home of the JDK
     * @param classes the list of classes that a JVM has written at the end of a job
     * @return the option with which the program {@code java} of the JDK starts this JVM
     */
    static String create(Path home, Path jdk, Path classes) throws IOException {
        link(jdk, home, "lib");
        link(jdk.resolve("lib"), home.resolve("lib"), "server", LIST);
        link(server(jdk), server(home), JVM);
        // Not a link, as the JVM looks for its home from where this file really is.
        Files.copy(server(jdk).resolve(JVM), server(home).resolve(JVM));
        List<String> lines =
                new ArrayList<>(Files.readAllLines(jdk.resolve("lib").resolve(LIST)));
        Files.readAllLines(classes).stream()
                .filter(line -> line.startsWith(FORM))
                .forEach(lines::add);
        Files.write(home.resolve("lib").resolve(LIST), lines, StandardOpenOption.CREATE_NEW);
        return "-XXaltjvm=" + server(home).toAbsolutePath();
    }

    private static Path server(Path home) {
        return home.resolve("lib").resolve("server");
    }

    private static void link(Path from, Path to, String... except) throws IOException {
        Files.createDirectories(to);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(from)) {
            for (Path file : files) {
                if (!List.of(except).contains(file.getFileName().toString())) {
                    Files.createSymbolicLink(to.resolve(file.getFileName()), file.toAbsolutePath());
                }
            }
        }
    }

    /** Removes a file, or a folder with all in it. Links are not followed. Throws also {@link java.io.UncheckedIOException}. */
    static void delete(Path home) throws IOException {
        try (Stream<Path> files = Files.walk(home)) {
            // The files of a folder come before the folder.
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
