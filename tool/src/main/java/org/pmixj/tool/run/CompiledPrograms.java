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
import org.jspecify.annotations.Nullable;
import org.pmixj.launch.OwnFiles;
import org.pmixj.tool.Refusal;

/**
 * The classes of programs that {@code pmixj run} has compiled. A start of the same program uses the same folder again;
 * any other content gets a folder with a new name. So a new build never changes a folder that a running job uses, and
 * concurrent builds need no lock: at worst, each keeps its own.
 *
 * @param folder where they are kept; it is created if needed
 */
record CompiledPrograms(Path folder) {
    /** How long a program is kept that nobody starts. A job may run as long, and loads classes until its end. */
    private static final Duration UNUSED = Duration.ofDays(30);

    /** Up to which age a program is used again. So no process begins to delete what another has just found. */
    private static final Duration REUSED = UNUSED.minusDays(1);

    /** Compiles a program. */
    @FunctionalInterface
    interface Compiler {
        void compile(Path into) throws IOException;
    }

    /** Returns the compiled programs of the user. */
    static CompiledPrograms ofUser() {
        return new CompiledPrograms(FastStart.folder().resolveSibling("programs"));
    }

    /** Compiles a program, and returns the folder of its classes. */
    Path compile(String main, Compiler compiler) throws IOException {
        Path fresh;
        try {
            OwnFiles.folder(folder);
            fresh = Files.createTempDirectory(folder, main + "-");
        } catch (IOException e) {
            throw new Refusal("the compiled program cannot be kept: " + e + "; set XDG_CACHE_HOME to a folder with"
                    + " space that all nodes of the job share");
        }
        try {
            compiler.compile(fresh);
            String content = hash(fresh);
            Path kept = find(main, content);
            if (kept == null) {
                // No other folder has ever had this name, so nobody is about to delete one.
                kept = folder.resolve(fresh.getFileName() + "-" + content);
                Files.move(fresh, kept, StandardCopyOption.ATOMIC_MOVE);
            }
            deleteUnused();
            return kept;
        } finally {
            delete(fresh);
        }
    }

    /** Returns the folder of an earlier start of the same program; null if there is none. */
    private @Nullable Path find(String main, String content) throws IOException {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, main + "-*-" + content)) {
            for (Path each : found) {
                if (isUsable(each, content)) {
                    return each;
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return null;
    }

    /** Returns whether a program can be used again. If so, it is kept as long as a new one. */
    private static boolean isUsable(Path program, String content) {
        try {
            // A user who compiles by hand what this command has printed may have changed the content.
            OwnFiles.check(program);
            if (age(program).compareTo(REUSED) > 0 || !hash(program).equals(content)) {
                return false;
            }
            Files.setLastModifiedTime(program, FileTime.from(Instant.now()));
            return true;
        } catch (IOException | UncheckedIOException e) {
            // Another process deletes it.
            return false;
        }
    }

    private void deleteUnused() {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder)) {
            for (Path each : found) {
                if (age(each).compareTo(UNUSED) > 0) {
                    delete(each);
                }
            }
        } catch (IOException | DirectoryIteratorException | UncheckedIOException e) {
            // Another process deletes them too. The rest is deleted another time.
            return;
        }
    }

    private static Duration age(Path program) throws IOException {
        return Duration.between(Files.getLastModifiedTime(program).toInstant(), Instant.now());
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
