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
import org.pmixj.bench.Nothing;
import org.pmixj.launch.ClassCache;

/** Lists the programs to compare, and how they run. The first is always the one in C. */
final class Programs {
    static final String C = "C";
    private static final String PYTHON = "Python binding";
    private static final String JAVA = "Java";
    private static final String JAVA_AOT = "Java, AOT cache";
    private static final String JAVA_DEFAULTS = "Java, JVM's defaults";
    private static final String NOTHING = "JVM alone, AOT cache";

    private static final String ACCESS = "--enable-native-access=ALL-UNNAMED";
    /** The options of samples/run. */
    private static final List<String> SHORT_JOB =
            List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", ACCESS);

    private static final Path OWN_JDK = Path.of(System.getProperty("java.home"));

    private static final Duration CACHE_TIMEOUT = Duration.ofMinutes(3);

    private final Workspace workspace;
    private final Launcher launcher;

    Programs(Workspace workspace, Launcher launcher) {
        this.workspace = workspace;
        this.launcher = launcher;
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
    }

    static Map<String, String> describe() {
        String flags = String.join(" ", SHORT_JOB);
        return new TreeMap<>(Map.of(
                C,
                "pmixcc -O2",
                JAVA,
                "java " + flags,
                JAVA_AOT,
                "the same with -XX:AOTMode=on -XX:AOTCache=...",
                JAVA_DEFAULTS,
                "java " + ACCESS,
                NOTHING,
                "the options of " + JAVA_AOT + ", and a main method that does nothing",
                PYTHON,
                "python3, module pmix"));
    }

    /**
     * Returns the ways to run a benchmark.
     *
     * @param main the Java program, whose name in lower case is that of the C and Python programs
     * @param training arguments of the run that writes the AOT cache
     */
    List<Program> of(Class<?> main, Object... training) throws IOException, InterruptedException {
        String name = name(main);
        return List.of(
                new Program(C, List.of(workspace.binary(name))),
                java(JAVA, main, SHORT_JOB, List.of()),
                cached(JAVA_AOT, OWN_JDK, main, training));
    }

    /** Returns the JVM alone, of this JDK; and of each of some other JDKs the same, and a benchmark. All have AOT caches. */
    List<Program> beside(Class<?> main, List<Path> jdks) throws IOException {
        List<Program> all = new ArrayList<>(List.of(cached(NOTHING, OWN_JDK, Nothing.class)));
        for (Path jdk : jdks) {
            String version = version(jdk);
            all.add(cached(JAVA_AOT + ", JDK " + version, jdk, main));
            all.add(cached(NOTHING + ", JDK " + version, jdk, Nothing.class));
        }
        return all;
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
    private Program cached(String name, Path jdk, Class<?> main, Object... training) {
        ClassCache cache = new ClassCache(
                // The benchmarks have the same class path, and different runs to write the cache.
                workspace.file(name(main) + "-cache"),
                jdk.resolve("bin", "java"),
                SHORT_JOB,
                List.of(workspace.rankClassPath().split(File.pathSeparator, -1)));
        List<String> options = cache.use(
                more -> launcher.run(
                        1, 1, java(name, jdk, main, SHORT_JOB, more).with(training)),
                CACHE_TIMEOUT);
        if (options.isEmpty()) {
            throw new JobFailedException(
                    "there is no class cache for " + main.getName() + " and " + jdk + "; the log says why");
        }
        List<String> more = new ArrayList<>(List.of("-XX:AOTMode=on"));
        more.addAll(options);
        return java(name, jdk, main, SHORT_JOB, more);
    }

    /** Returns a Java program without a C program of its name. */
    Program withShortJob(Class<?> main) {
        return java(JAVA, main, SHORT_JOB, List.of());
    }

    /** Returns the Java program without options for the JVM. */
    Program withDefaults(Class<?> main) {
        return java(JAVA_DEFAULTS, main, List.of(ACCESS), List.of());
    }

    /** Returns the program for OpenPMIx's Python binding. */
    Program inPython(Class<?> main) {
        return new Program(PYTHON, List.of("python3", workspace.script(name(main))));
    }

    private static String name(Class<?> main) {
        return main.getSimpleName().toLowerCase(Locale.ROOT);
    }

    private Program java(String name, Class<?> main, List<String> flags, List<String> more) {
        return java(name, OWN_JDK, main, flags, more);
    }

    private Program java(String name, Path jdk, Class<?> main, List<String> flags, List<String> more) {
        List<String> words = new ArrayList<>(List.of(jdk.resolve("bin", "java").toString()));
        words.addAll(flags);
        words.addAll(more);
        words.addAll(List.of("-cp", workspace.rankClassPath(), main.getName()));
        return new Program(name, words);
    }
}
