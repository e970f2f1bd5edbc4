// SPDX-License-Identifier: Apache-2.0
package org.pmixj.launch;

import java.io.File;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Creates the file of loaded and linked classes (JEP 483) with which the JVMs of ranks start fast, and of which the
 * ranks of a node share the memory. Jobs of one rank create it at its first use. It fits one JDK, one list of JVM
 * options with those of the environment, and one class path: if one of them or a JAR changes, also one that a manifest names
 * as {@code Class-Path}, another file is created. If it cannot be created, ranks start without it, and one line of the log
 * says why.
 *
 * <p>A script receives the JVM options from {@link #main}. Several threads and processes may use the same cache at
 * once. This process does not load libpmix.
 */
public final class ClassCache {
    /**
     * The JVM options for the ranks of a short job, which gains more from a fast start than from the best code: the
     * serial collector, the first compiler only, no file of performance counters, and the native access that this
     * library needs. If {@code JAVA_TOOL_OPTIONS}, {@code JDK_JAVA_OPTIONS} or {@code _JAVA_OPTIONS} of this process
     * choose a collector, there is none here, since the JVM refuses two.
     */
    public static final List<String> SHORT_JOB = withoutSecondCollector(
            List.of(
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-XX:-UsePerfData",
                    "--enable-native-access=ALL-UNNAMED"),
            variableOptions(System.getenv()));

    /**
     * The options beside the file. A JVM with the profiles of the training run compiles at once what is needed once.
     * And it moves the classes to a random address, after which each rank has its own copy of what contains addresses.
     */
    private static final List<String> READING =
            List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTReplayTraining", "-XX:ArchiveRelocationMode=0");

    private static final List<String> WRITING = List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTRecordTraining");

    /** The time that a script waits for a cache; the JVM writes it for seconds, on a busy machine for longer. */
    private static final Duration LONG = Duration.ofMinutes(3);

    /** The time for the check of a new cache, by a JVM that starts and ends. */
    private static final Duration CHECK = Duration.ofMinutes(1);

    /** A program of the library, which is among the JARs of the ranks; this process need not have it. */
    private static final String REHEARSAL = "org.pmixj.process.Rehearsal";

    private static final Logger LOG = System.getLogger(ClassCache.class.getName());

    private final Path folder;
    private final Path java;
    private final List<String> options;
    private final List<String> classPath;

    /** Runs a job of one rank, whose JVM writes a file when it ends. */
    @FunctionalInterface
    public interface Training {
        /**
         * Runs typical code of the later jobs, with the same program {@code java}, JVM options and class path.
         *
         * @param options further options of the JVM; the last one names the file
         * @throws IOException if the job fails
         * @throws InterruptedException if this thread is interrupted; the job has been ended
         */
        void run(List<String> options) throws IOException, InterruptedException;
    }

    /**
     * Describes a cache. Neither creates nor looks for it.
     *
     * @param folder where caches are kept, such as {@link #userFolder}; it is created if needed, for this user alone.
     *     Whoever may write to it decides which code the ranks run: so it is not used unless it, and the cache, belong
     *     to this user or root, and nobody else may write to them.
     * @param java the program {@code java} of the ranks
     * @param options the JVM options of the ranks, without the class path
     * @param classPath the class path of the ranks; an entry that ends in {@code *} stands for the JARs of its folder.
     *     The cache contains classes of the JARs that precede the first folder of classes.
     */
    public ClassCache(Path folder, Path java, List<String> options, List<String> classPath) {
        this.folder = Objects.requireNonNull(folder, "folder");
        this.java = Objects.requireNonNull(java, "java");
        this.options = List.copyOf(options);
        this.classPath = classPath.stream()
                .takeWhile(entry -> CacheName.isWildcard(entry) || new File(entry).isFile())
                .toList();
    }

    /**
     * {@return JVM options without the garbage collector, if others choose one} The JVM refuses two collectors.
     *
     * @param options options of a JVM
     * @param others other options of the same JVM
     */
    public static List<String> withoutSecondCollector(List<String> options, List<String> others) {
        boolean isChosen = others.stream().anyMatch(ClassCache::choosesCollector);
        return options.stream()
                .filter(option -> !(isChosen && choosesCollector(option)))
                .toList();
    }

    private static boolean choosesCollector(String option) {
        return option.matches("-XX:\\+Use(Serial|Parallel|G1|Z|Shenandoah|Epsilon)GC");
    }

    /** {@return the folder for the caches of the user: {@code pmixj/classes} in {@code XDG_CACHE_HOME} or ~/.cache} */
    public static Path userFolder() {
        String base = System.getenv("XDG_CACHE_HOME");
        Path caches =
                base == null || base.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(base);
        return caches.resolve("pmixj").resolve("classes");
    }

    /**
     * Returns further JVM options of ranks, after creating the cache if needed, by jobs of {@code prterun}, or of
     * {@code mpirun} where there is none on the PATH, that use
     * this library.
     *
     * <p>With them the JVM maps the cache at a fixed address, for ranks to share more memory. Their list begins with
     * the file: to have a random address, use that option alone.
     *
     * @param timeout how long to wait, also for another process that creates the same cache
     * @return empty if there is no cache; a warning has been logged then
     */
    public List<String> use(Duration timeout) {
        long end = Program.end(timeout);
        return use(more -> Program.run(rehearsal(more), files().fresh(), end), timeout);
    }

    /**
     * Returns further JVM options of ranks, after creating the cache if needed, as {@link #use(Duration)} does.
     *
     * @param training runs only if a cache is created: once for a list of classes, once for the cache, and once more if
     *     either fails. It ends by the timeout itself
     * @param timeout how long to wait for another process that creates the same cache. The check of a new one, which
     *     follows the training, has a minute of its own
     * @return empty if there is no cache; a warning has been logged then
     */
    public List<String> use(Training training, Duration timeout) {
        Objects.requireNonNull(training, "training");
        long end = Program.end(timeout);
        try {
            CacheFiles files = files();
            Path file = files.cache();
            OwnFiles.folder(folder);
            if (!Files.isRegularFile(file)) {
                create(files, training, end);
            }
            OwnFiles.check(file);
            if (!Files.isReadable(file)) {
                throw new IOException("this user may not read " + file);
            }
            files.markUsed();
            return reading(file);
        } catch (IOException | RuntimeException e) {
            // A job never fails because of its cache.
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
        return files().cache();
    }

    private CacheFiles files() throws IOException {
        List<String> all = concat(options, variableOptions(System.getenv()));
        return new CacheFiles(folder, CacheName.of(java, all, classPath));
    }

    /**
     * Returns the options that each JVM takes from environment variables, without system properties, which change no
     * class.
     */
    static List<String> variableOptions(Map<String, String> environment) {
        return Stream.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")
                .flatMap(name -> Stream.of(environment.getOrDefault(name, "").split("\\s+", -1)))
                .filter(word -> !word.isEmpty() && !word.startsWith("-D"))
                .toList();
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    private static List<String> concat(List<String>... parts) {
        return Stream.of(parts).flatMap(List::stream).toList();
    }

    // --- creating one ------------------------------------------------------------------------------------------------

    private void create(CacheFiles files, Training training, long end) throws IOException, InterruptedException {
        try (FileChannel channel = files.openLock();
                FileLock _ = CacheFiles.lock(channel, end)) {
            if (Files.isRegularFile(files.cache())) {
                return;
            }
            files.deleteUnused();
            Path fresh = files.fresh();
            try {
                try {
                    Path classes = Path.of(fresh + ".classes");
                    training.run(List.of("-XX:DumpLoadedClassList=" + classes));
                    Path jdk = java.toRealPath().resolve("../..").normalize();
                    String jvm = FormsJvm.create(Path.of(fresh + ".jvm"), jdk, classes);
                    write(fresh, training, concat(List.of(jvm), WRITING));
                } catch (IOException | RuntimeException e) {
                    LOG.log(Level.DEBUG, "the class cache is written without lambda forms: " + e);
                    Files.deleteIfExists(fresh);
                    write(fresh, training, List.of());
                }
                // On a node that does not see this lock, another process may have been faster, and its ranks have
                // started.
                if (!Files.isRegularFile(files.cache())) {
                    OwnFiles.protect(fresh);
                    Files.move(fresh, files.cache(), StandardCopyOption.ATOMIC_MOVE);
                }
            } finally {
                files.delete(fresh);
            }
        }
    }

    private void write(Path fresh, Training training, List<String> more) throws IOException, InterruptedException {
        training.run(concat(more, List.of("-XX:AOTCacheOutput=" + fresh)));
        if (!Files.isRegularFile(fresh)) {
            throw new IOException("the training run wrote no cache");
        }
        // A JVM that cannot use it would say so in each rank.
        List<String> checked = concat(reading(fresh), List.of("-XX:AOTMode=on"));
        Program.run(command(checked, List.of("-version")), fresh, Program.end(CHECK));
    }

    private static List<String> reading(Path file) {
        return concat(List.of("-XX:AOTCache=" + file), READING);
    }

    private List<String> rehearsal(List<String> more) {
        return concat(
                List.of(Program.launcher(), "--map-by", ":oversubscribe", "--bind-to", "none", "-n", "1"),
                command(more, List.of(REHEARSAL)));
    }

    private List<String> command(List<String> more, List<String> main) {
        List<String> path = List.of("-cp", String.join(File.pathSeparator, classPath));
        return concat(List.of(java.toString()), options, more, path, main);
    }

    /**
     * Writes the JVM options of ranks to standard output, one a line, after creating the cache if needed. The cache is
     * for the JVM that runs this.
     *
     * @param args the folder, the class path, and the JVM options of the ranks if they are not {@link #SHORT_JOB}; only
     *     further ones are written then. An option is one word, such as {@code --add-modules=jdk.jfr}
     */
    public static void main(String[] args) {
        if (args.length < 2) {
            System.err.println("usage: java " + ClassCache.class.getName() + " FOLDER CLASSPATH [OPTION...]");
            System.exit(2);
        }
        List<String> given = List.of(args).subList(2, args.length);
        for (String option : given) {
            if (!option.startsWith("-")) {
                System.err.println("'" + option + "' is no option of the JVM; write the class path as one word, such as"
                        + " 'lib/*' in quotes, and each option as one, such as --add-modules=jdk.jfr");
                System.exit(2);
            }
        }
        ClassCache cache = new ClassCache(
                Path.of(args[0]),
                Path.of(System.getProperty("java.home"), "bin", "java"),
                given.isEmpty() ? SHORT_JOB : given,
                List.of(args[1].split(File.pathSeparator, -1)));
        concat(given.isEmpty() ? SHORT_JOB : List.of(), cache.use(LONG)).forEach(System.out::println);
    }
}
