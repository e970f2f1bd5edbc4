// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.pmixj.tool.Refusal;

/**
 * Keeps the classes of programs that {@code pmixj run} has compiled, each in a folder that is named after their content. So
 * a job that runs does not notice that its program is compiled again, and nobody waits for another.
 *
 * @param folder where they are kept; it is created if needed
 */
record CompiledPrograms(Path folder) {
    /** How long a program is kept that nobody starts. A job may run as long, and loads classes until its end. */
    private static final Duration UNUSED = Duration.ofDays(30);

    /** Compiles a program. */
    @FunctionalInterface
    interface Compiler {
        void compile(Path into) throws IOException;
    }

    /** Returns the folder of a program's classes, after compiling it. */
    Path add(String main, Compiler compiler) throws IOException {
        Path fresh;
        try {
            Files.createDirectories(folder);
            fresh = Files.createTempDirectory(folder, main + "-");
        } catch (IOException e) {
            throw new Refusal("the compiled program cannot be kept: " + e + "; set XDG_CACHE_HOME to a folder with"
                    + " space that all nodes of the job share");
        }
        try {
            compiler.compile(fresh);
            String content = hash(fresh);
            Path place = folder.resolve(main + "-" + content);
            // Who compiles by hand what this command has printed may have changed what is there.
            if (!isThere(place, content)) {
                delete(place);
                move(fresh, place, content);
            }
            Files.setLastModifiedTime(place, FileTime.from(Instant.now()));
            deleteUnused();
            return place;
        } finally {
            delete(fresh);
        }
    }

    private static void move(Path fresh, Path place, String content) throws IOException {
        try {
            Files.move(fresh, place, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            // Another process may have been faster.
            if (!isThere(place, content)) {
                throw e;
            }
        }
    }

    private static boolean isThere(Path place, String content) throws IOException {
        return Files.isDirectory(place) && hash(place).equals(content);
    }

    private void deleteUnused() {
        Instant time = Instant.now().minus(UNUSED);
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder)) {
            for (Path each : found) {
                if (Files.getLastModifiedTime(each).toInstant().isBefore(time)) {
                    delete(each);
                }
            }
        } catch (IOException | DirectoryIteratorException | UncheckedIOException e) {
            // Another process deletes them too. What is left is deleted another time.
            return;
        }
    }

    /** Returns the files in a folder, and their folders after them. */
    private static List<Path> content(Path folder) throws IOException {
        try (Stream<Path> found = Files.walk(folder)) {
            return found.sorted(Comparator.reverseOrder()).toList();
        }
    }

    private static void delete(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            for (Path each : content(folder)) {
                Files.deleteIfExists(each);
            }
        }
    }

    private static String hash(Path folder) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Path each : content(folder)) {
                if (Files.isRegularFile(each)) {
                    digest.update((folder.relativize(each) + "\0" + Files.size(each) + "\0")
                            .getBytes(StandardCharsets.UTF_8));
                    digest.update(Files.readAllBytes(each));
                }
            }
            return HexFormat.of().formatHex(digest.digest(), 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
