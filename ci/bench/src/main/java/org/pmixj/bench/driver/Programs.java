// SPDX-License-Identifier: Apache-2.0
package org.pmixj.bench.driver;

import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.pmixj.bench.BareCold;
import org.pmixj.bench.ColdInit;
import org.pmixj.bench.Nothing;
import org.pmixj.launch.ClassCache;

/** Lists the programs to compare, and how they run. The first is always the one in C. */
final class Programs {
    static final String C = "C";
    private static final String PYTHON = "Python binding";
    private static final String MPI = "Open MPI";
    static final String JAVA = "Java";
    private static final String JAVA_AOT = "Java, AOT cache";
    private static final String JAVA_DEFAULTS = "Java, JVM's defaults";
    private static final String LATE = JAVA_AOT + ", late compiler";
    private static final String LATE_OPTION = "-XX:CompileThresholdScaling=100";
    private static final String NOTHING = "JVM alone, AOT cache";
    /** Names the program that no library in Java can undercut. */
    static final String BARE = "bindings alone, AOT cache";

    private static final String CALLBACK = BARE + ", callbacks";
    private static final String CALLBACK_OPTION = "-Dpmixj.bench.callback=true";

    private static final String INIT = JAVA_AOT + ", init and close";
    private static final String PLAIN = JAVA_AOT + ", without repairs";
    private static final String INLINE = JAVA_AOT + ", inline handlers";
    private static final String INLINE_OPTION = "-Dpmixj.bench.inline=true";
    private static final String PLAIN_OPTION = "-Dpmixj.repair.all=off";
    private static final String FENCES = JAVA_AOT + ", groups by fences";
    private static final String FENCES_OPTION = "-Dpmixj.groups=fences";

    private static final String ACCESS = "--enable-native-access=ALL-UNNAMED";
    private static final Path OWN_JDK = Path.of(System.getProperty("java.home"));

    private static final Duration CACHE_TIMEOUT = Duration.ofMinutes(3);

    private final Options options;
    private final Workspace workspace;
    private final Launcher launcher;
    private final Jvm own;

    Programs(Options options, Workspace workspace, Launcher launcher) throws IOException {
        this.options = options;
        this.workspace = workspace;
        this.launcher = launcher;
        this.own = new Jvm(OWN_JDK, workspace.rankClassPath(null), ClassCache.SHORT_JOB);
    }

    /** Names a JDK, the class path of a rank, and its options. */
    private record Jvm(Path jdk, String classPath, List<String> flags) {
        Path java() {
            return jdk.resolve("bin", "java");
        }
    }

    /**
     * Describes a way to run one benchmark.
     *
     * @param name the heading in tables
     * @param command without the benchmark's arguments
     */
    record Program(String name, List<String> command) {
        List<String> with(Object... arguments) {
            List<String> words = new ArrayList<>(command);
            for (Object argument : arguments) {
                words.add(argument.toString());
            }
            return words;
        }

        /** Returns whether the groups of the program can invite processes. */
        boolean canInvite() {
            return !name.equals(FENCES);
        }

        /** Returns the same as {@link #with}; a JVM writes to a file of a folder which classes it loads. */
        List<String> withClassLog(Path folder, Object... arguments) {
            List<String> words = with(arguments);
            if (words.getFirst().endsWith("/java")) {
                words.add(1, "-Xlog:class+load:file=" + folder.resolve("%p.classes"));
            }
            return words;
        }
    }

    /** Returns the program in C that reduces by Open MPI. */
    Program openMpi() throws IOException {
        return new Program(MPI, List.of(workspace.binary("mpireduce")));
    }

    static Map<String, String> describe() {
        String flags = String.join(" ", ClassCache.SHORT_JOB);
        Map<String, String> all = new TreeMap<>();
        all.put(C, "pmixcc -O2");
        all.put(JAVA, "java " + flags);
        all.put(JAVA_AOT, "the options of " + JAVA + ", with -XX:AOTMode=on -XX:AOTCache=...");
        all.put(JAVA_DEFAULTS, "java " + ACCESS);
        all.put(LATE, "the options of " + JAVA_AOT + ", with " + LATE_OPTION);
        all.put(BARE, "the options of " + JAVA_AOT + ", and calls of org.pmixj.ffi alone");
        all.put(CALLBACK, BARE + ", with " + CALLBACK_OPTION);
        all.put(INIT, "the options of " + JAVA_AOT + ", and no group");
        all.put(PLAIN, "the options of " + JAVA_AOT + ", with " + PLAIN_OPTION);
        all.put(FENCES, "the options of " + JAVA_AOT + ", with " + FENCES_OPTION);
        all.put(INLINE, "the options of " + JAVA_AOT + ", with " + INLINE_OPTION);
        all.put(NOTHING, "the options of " + JAVA_AOT + ", and a main method that does nothing");
        all.put(PYTHON, "python3, module pmix");
        all.put(MPI, "mpicc -O2");
        return all;
    }

    /**
     * Returns the ways to run a benchmark.
     *
     * @param main the Java program, whose name in lower case is that of the C and Python programs
     * @param training arguments of the run that writes the AOT cache
     */
    List<Program> of(Class<?> main, Object... training) throws IOException {
        List<Program> all = new ArrayList<>();
        all.add(new Program(C, List.of(workspace.binary(name(main)))));
        all.add(java(JAVA, own, main, List.of()));
        all.add(cached(JAVA_AOT, own, main, training));
        for (Path jar : options.against) {
            Jvm other = new Jvm(OWN_JDK, workspace.rankClassPath(jar), ClassCache.SHORT_JOB);
            all.add(cached(JAVA_AOT + ", " + jar.getFileName(), other, main, training));
        }
        return all;
    }

    /**
     * Returns further ways for whole jobs, with AOT caches: the bindings alone, blocking and with callbacks; init alone;
     * without repairs; a late compiler; the JVM alone; and of each of some other JDKs the benchmark and the JVM alone.
     */
    List<Program> beside(Class<?> main) throws IOException {
        List<Program> all = new ArrayList<>(bare(BareCold.class));
        all.add(cached(INIT, own, ColdInit.class));
        all.add(withoutRepairs(main));
        all.add(cached(LATE, with(LATE_OPTION), main));
        all.add(cached(NOTHING, own, Nothing.class));
        for (Path jdk : options.jdks) {
            Jvm other = new Jvm(jdk, own.classPath, ClassCache.SHORT_JOB);
            all.add(cached(JAVA_AOT + ", JDK " + version(jdk), other, main));
            all.add(cached(NOTHING + ", JDK " + version(jdk), other, Nothing.class));
        }
        return all;
    }

    /** Returns the two ways through the bindings alone, with AOT caches: by blocking functions, and with callbacks. */
    List<Program> bare(Class<?> main, Object... training) {
        return List.of(cached(BARE, own, main, training), cached(CALLBACK, with(CALLBACK_OPTION), main, training));
    }

    /** Returns the Java program with an AOT cache and without repairs. */
    Program withoutRepairs(Class<?> main, Object... training) {
        return cached(PLAIN, with(PLAIN_OPTION), main, training);
    }

    /** Returns the Java program with an AOT cache, whose groups are constructed by fences. */
    Program byFences(Class<?> main, Object... training) {
        return cached(FENCES, with(FENCES_OPTION), main, training);
    }

    /** Returns the Java program with an AOT cache, whose handlers run on libpmix's thread. */
    Program withInlineHandlers(Class<?> main, Object... training) {
        return cached(INLINE, with(INLINE_OPTION), main, training);
    }

    private Jvm with(String option) {
        List<String> flags = new ArrayList<>(ClassCache.SHORT_JOB);
        flags.add(option);
        return new Jvm(OWN_JDK, own.classPath, flags);
    }

    /** Returns the version in the file {@code release} of a JDK. */
    private static String version(Path jdk) throws IOException {
        Properties release = new Properties();
        try (Reader reader = Files.newBufferedReader(jdk.resolve("release"))) {
            release.load(reader);
        }
        String version = release.getProperty("JAVA_VERSION", "\"unknown\"");
        return version.substring(1, version.length() - 1);
    }

    /** Returns a program whose JVM fails if it cannot use the cache: a silent fallback would look like a slow cache. */
    private Program cached(String name, Jvm jvm, Class<?> main, Object... training) {
        ClassCache cache = new ClassCache(
                // The benchmarks have the same class path, and different runs to write the cache.
                workspace.file(name(main) + "-cache"),
                jvm.java(),
                jvm.flags,
                List.of(jvm.classPath.split(File.pathSeparator, -1)));
        List<String> options =
                cache.use(more -> launcher.run(1, 1, java(name, jvm, main, more).with(training)), CACHE_TIMEOUT);
        if (options.isEmpty()) {
            throw new JobFailedException(
                    "there is no class cache for " + main.getName() + " and " + jvm + "; the log says why");
        }
        List<String> more = new ArrayList<>(List.of("-XX:AOTMode=on"));
        more.addAll(options);
        return java(name, jvm, main, more);
    }

    /** Returns a Java program without a C program of its name. */
    Program withShortJob(Class<?> main) {
        return java(JAVA, own, main, List.of());
    }

    /** Returns the Java program without options for the JVM. */
    Program withDefaults(Class<?> main) {
        return java(JAVA_DEFAULTS, new Jvm(OWN_JDK, own.classPath, List.of(ACCESS)), main, List.of());
    }

    /** Returns the program for OpenPMIx's Python binding. */
    Program inPython(Class<?> main) {
        return new Program(PYTHON, List.of("python3", workspace.script(name(main))));
    }

    private static String name(Class<?> main) {
        return main.getSimpleName().toLowerCase(Locale.ROOT);
    }

    private static Program java(String name, Jvm jvm, Class<?> main, List<String> more) {
        List<String> words = new ArrayList<>(List.of(jvm.java().toString()));
        words.addAll(jvm.flags);
        words.addAll(more);
        words.addAll(List.of("-cp", jvm.classPath, main.getName()));
        return new Program(name, words);
    }
}
