// SPDX-License-Identifier: Apache-2.0
package org.pmixj.bench.driver;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Lists the programs to compare, and how they run. The first is always the one in C. */
final class Programs {
    static final String C = "C";
    private static final String PYTHON = "Python binding";
    private static final String JAVA = "Java";
    private static final String JAVA_AOT = "Java, AOT cache";
    private static final String JAVA_DEFAULTS = "Java, JVM's defaults";

    private static final String ACCESS = "--enable-native-access=ALL-UNNAMED";
    /** The options of samples/run. */
    private static final List<String> SHORT_JOB =
            List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", ACCESS);

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
        AotCache cache = new AotCache(workspace.file(name + ".aot"), main, launcher);
        cache.make(options -> java(JAVA_AOT, main, SHORT_JOB, options).with(training));
        return List.of(
                new Program(C, List.of(workspace.binary(name))),
                java(JAVA, main, SHORT_JOB, List.of()),
                java(JAVA_AOT, main, SHORT_JOB, cache.use()));
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
        List<String> words = new ArrayList<>(List.of("java"));
        words.addAll(flags);
        words.addAll(more);
        words.addAll(List.of("-cp", workspace.rankClassPath(), main.getName()));
        return new Program(name, words);
    }
}
