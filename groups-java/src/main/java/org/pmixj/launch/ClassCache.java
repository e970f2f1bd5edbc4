// SPDX-License-Identifier: Apache-2.0
package org.pmixj.launch;

import java.io.File;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Deadline;

/**
 * Creates the file of loaded and linked classes (JEP 483) with which the JVMs of ranks start fast, and of which the
 * ranks of a node share the memory. A job of one rank creates it at its first use. It fits one JDK, one list of JVM
 * options and one class path: if one of them or a JAR changes, another file is created. If it cannot be created, ranks
 * start without it, and one line of the log says why.
 *
 * <p>A script receives the JVM option from {@link #main}. Several threads and processes may use the same cache at once.
 * This process does not load libpmix.
 */
public final class ClassCache {
    /** The time that a script waits for a cache; the JVM writes it for seconds, on a busy machine for longer. */
    private static final Duration LONG = Duration.ofMinutes(3);

    private static final Logger LOG = System.getLogger(ClassCache.class.getName());
    private static final long PAUSE_MILLIS = 100;
    private static final String SUFFIX = ".aot";

    private final Path folder;
    private final Path java;
    private final List<String> options;
    private final List<String> classPath;

    /** Runs a job of one rank, which writes the cache when it ends. */
    @FunctionalInterface
    public interface Training {
        /**
         * Runs typical code of the later jobs, with the same JVM, JVM options and class path.
         *
         * @param options further options of the JVM
         * @throws IOException if the job fails
         * @throws InterruptedException if this thread is interrupted; the job has been ended
         */
        void run(List<String> options) throws IOException, InterruptedException;
    }

    /**
     * Describes a cache. Neither creates nor looks for it.
     *
     * @param folder where caches are kept, such as {@link #userFolder}; it is created if needed
     * @param java the program {@code java} of the ranks
     * @param options the JVM options of the ranks, without the class path
     * @param classPath the class path of the ranks; an entry that ends in {@code *} stands for the JARs of its folder.
     *     The cache contains classes of the JARs that precede the first folder of classes.
     */
    public ClassCache(Path folder, Path java, List<String> options, List<String> classPath) {
        Checks.notNull("folder", folder, "java", java);
        this.folder = folder;
        this.java = java;
        this.options = Checks.texts("JVM option", options);
        List<String> archives = new ArrayList<>();
        for (String entry : Checks.texts("class path entry", classPath)) {
            if (!isWildcard(entry) && !Files.isRegularFile(Path.of(entry))) {
                break;
            }
            archives.add(entry);
        }
        this.classPath = List.copyOf(archives);
    }

    /** {@return the folder for the caches of the user: {@code pmixj/classes} in {@code XDG_CACHE_HOME} or ~/.cache} */
    public static Path userFolder() {
        String base = System.getenv("XDG_CACHE_HOME");
        Path caches =
                base == null || base.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(base);
        return caches.resolve("pmixj").resolve("classes");
    }

    /**
     * Returns the JVM options of ranks, after creating the cache if needed, by a job of {@code prterun} that uses this
     * library.
     *
     * @param timeout how long to wait, also for another process that creates the same cache
     * @return empty if there is no cache; a warning has been logged then
     */
    public List<String> use(Duration timeout) {
        long end = Deadline.in(Deadline.toNanos(Checks.timeout(timeout)));
        return use(more -> rehearse(more, end), timeout);
    }

    /**
     * Returns the JVM options of ranks, after creating the cache if needed.
     *
     * @param training runs at most once; it ends by the timeout itself
     * @param timeout how long to wait for another process that creates the same cache, and for the check of a new one
     * @return empty if there is no cache; a warning has been logged then
     */
    public List<String> use(Training training, Duration timeout) {
        Objects.requireNonNull(training, "training");
        long end = Deadline.in(Deadline.toNanos(Checks.timeout(timeout)));
        try {
            Path file = file();
            if (!Files.isRegularFile(file)) {
                create(file, training, end);
            }
            return List.of("-XX:AOTCache=" + file);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the JVMs of ranks start without a class cache: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            LOG.log(Level.WARNING, "the JVMs of ranks start without a class cache: interrupted");
        }
        return List.of();
    }

    /** {@return the entries of the class path that the cache covers, with which a training run starts; may be empty} */
    public List<String> classPath() {
        return classPath;
    }

    /**
     * Returns the file of the cache, whether or not it exists. Its name depends on all that the cache must fit.
     *
     * @return a path in the folder
     * @throws IOException if the JDK or a JAR cannot be read, or there is no JAR
     */
    public Path file() throws IOException {
        List<Path> archives = archives();
        if (archives.isEmpty()) {
            throw new IOException("the class path does not begin with a JAR");
        }
        Path program = java.toRealPath();
        List<String> names = new ArrayList<>(List.of(program.toString()));
        names.addAll(options);
        List<String> states = new ArrayList<>();
        states.add(Files.readString(program.resolve("../../release").normalize()));
        for (Path archive : archives) {
            names.add(archive.toAbsolutePath().toString());
            states.add(Files.size(archive) + " "
                    + Files.getLastModifiedTime(archive).toMillis());
        }
        return folder.resolve(hash(names) + "-" + hash(states) + SUFFIX);
    }

    private List<Path> archives() throws IOException {
        List<Path> archives = new ArrayList<>();
        for (String entry : classPath) {
            if (!isWildcard(entry)) {
                archives.add(Path.of(entry));
                continue;
            }
            List<Path> found = new ArrayList<>();
            try (DirectoryStream<Path> jars =
                    Files.newDirectoryStream(Path.of(entry.substring(0, entry.length() - 1)), "*.{jar,JAR}")) {
                jars.forEach(found::add);
            }
            found.sort(null);
            archives.addAll(found);
        }
        return archives;
    }

    private static boolean isWildcard(String entry) {
        return entry.equals("*") || entry.endsWith(File.separator + "*");
    }

    private static String hash(List<String> texts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(String.join("\0", texts).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest(), 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    // --- creating one ------------------------------------------------------------------------------------------------

    private void create(Path file, Training training, long end) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        // The file of a lock stays: another process may wait for it.
        Path locked = folder.resolve(file.getFileName().toString().replaceAll("-.*", ".lock"));
        try (FileChannel channel = FileChannel.open(locked, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock _ = lock(channel, end)) {
            if (Files.isRegularFile(file)) {
                return;
            }
            Path fresh = folder.resolve(
                    file.getFileName() + "." + ProcessHandle.current().pid());
            try {
                training.run(List.of("-XX:AOTCacheOutput=" + fresh));
                if (!Files.isRegularFile(fresh)) {
                    throw new IOException("the training run wrote no cache");
                }
                // A JVM that cannot use it would say so in each rank.
                Program.run(
                        command(List.of("-XX:AOTMode=on", "-XX:AOTCache=" + fresh), List.of("-version")), fresh, end);
                deleteOlder(file);
                Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(fresh);
            }
        }
    }

    private static FileLock lock(FileChannel channel, long end) throws IOException, InterruptedException {
        while (true) {
            FileLock lock = tryLock(channel);
            if (lock != null) {
                return lock;
            }
            if (Deadline.until(end) <= 0) {
                throw new IOException("another process creates it, and has not ended within the timeout");
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // Another thread of this process has it.
            return null;
        }
    }

    /** Deletes the caches for earlier states of the same JDK and JARs. A JVM that uses one keeps its content. */
    private void deleteOlder(Path file) throws IOException {
        String names = file.getFileName().toString().replaceAll("-.*", "");
        try (DirectoryStream<Path> older = Files.newDirectoryStream(folder, names + "-*" + SUFFIX)) {
            for (Path each : older) {
                Files.deleteIfExists(each);
            }
        }
    }

    private void rehearse(List<String> more, long end) throws IOException, InterruptedException {
        List<String> job =
                new ArrayList<>(List.of("prterun", "--map-by", ":oversubscribe", "--bind-to", "none", "-n", "1"));
        job.addAll(command(more, List.of(Rehearsal.class.getName())));
        Program.run(job, folder.resolve("training"), end);
    }

    private List<String> command(List<String> more, List<String> main) {
        List<String> words = new ArrayList<>(List.of(java.toString()));
        words.addAll(options);
        words.addAll(more);
        words.addAll(List.of("-cp", String.join(File.pathSeparator, classPath)));
        words.addAll(main);
        return words;
    }

    /**
     * Writes to standard output the JVM option with which ranks use a cache, after creating it if needed. Writes nothing
     * there if there is none. The cache is for the JVM that runs this.
     *
     * @param args the folder, the class path, and the JVM options of the ranks
     */
    public static void main(String[] args) {
        if (args.length < 2) {
            System.err.println("usage: java " + ClassCache.class.getName() + " FOLDER CLASSPATH [OPTION...]");
            System.exit(2);
        }
        List<String> words = List.of(args);
        ClassCache cache = new ClassCache(
                Path.of(args[0]),
                Path.of(System.getProperty("java.home"), "bin", "java"),
                words.subList(2, words.size()),
                List.of(args[1].split(File.pathSeparator, -1)));
        cache.use(LONG).forEach(System.out::println);
    }
}
