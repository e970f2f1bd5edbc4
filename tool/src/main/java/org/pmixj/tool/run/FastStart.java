// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.pmixj.launch.ClassCache;

/** Chooses the options with which the JVMs of ranks start fast, and creates their class cache. */
public final class FastStart {
    /** Where {@code tool/pmixj} keeps caches that the user's folder would not keep. */
    private static final String FOLDER = "pmixj.tool.cache";

    private static final Duration LIMIT = Duration.ofMinutes(3);

    /** The variables from which each JVM takes options. */
    private static final List<String> VARIABLES = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    /** How options begin that a class cache does not go with, or that must not run while it is created. */
    private static final List<String> WITHOUT_CACHE = List.of(
            "-agent",
            "-javaagent",
            "-Xrun",
            "-Xdebug",
            "-Xint",
            "-Xbootclasspath",
            "-Xshare",
            "-XX:AOT",
            "-XX:SharedArchiveFile",
            "-XX:ArchiveClassesAtExit",
            "-XX:StartFlightRecording",
            "-XX:OnOutOfMemoryError",
            "--patch-module",
            "--upgrade-module-path",
            "--limit-modules",
            "@");

    private FastStart() {}

    /** {@return the folder of the class caches} */
    public static Path folder() {
        String named = System.getProperty(FOLDER);
        return named == null || named.isEmpty() ? ClassCache.userFolder() : Path.of(named);
    }

    /**
     * Returns the options of a JVM without a cache. The user's own come last, since the last one counts.
     *
     * @param given the options that the ranks have from variables of {@code -x}
     * @param computes whether the job runs long enough to gain from the JVM's own choices
     */
    static List<String> flags(String access, List<String> own, List<String> given, boolean computes) {
        List<String> flags = new ArrayList<>();
        if (!computes) {
            List<String> others = new ArrayList<>(own);
            others.addAll(given);
            flags.addAll(ClassCache.withoutSecondCollector(ClassCache.SHORT_JOB, others));
            flags.removeIf(flag -> flag.startsWith("--enable-native-access"));
        }
        flags.add(access);
        flags.addAll(own);
        return flags;
    }

    /** Returns the options that variables give to a JVM, but for those that change neither a class nor a cache. */
    static List<String> given(Map<String, String> variables) {
        return VARIABLES.stream()
                .flatMap(name -> Stream.of(variables.getOrDefault(name, "").split("\\s+", -1)))
                .filter(option -> !option.matches("|-D.*|-Xlog.*|-XX:AOTMode=(on|auto|off)"))
                .toList();
    }

    /**
     * Returns the reason why there is no cache for this line; empty if there may be one.
     *
     * @param own the options of the command line
     * @param variables those of {@code -x}
     * @param environment that of this process, which creates the cache
     */
    static String obstacle(
            JavaLine line, List<String> own, Map<String, String> variables, Map<String, String> environment) {
        for (Map.Entry<String, String> each : variables.entrySet()) {
            String here = environment.getOrDefault(each.getKey(), each.getValue());
            if (VARIABLES.contains(each.getKey()) && !here.equals(each.getValue())) {
                return "-x replaces the " + each.getKey() + " of this process, which creates it";
            }
        }
        List<String> all = new ArrayList<>(own);
        all.addAll(given(variables));
        all.addAll(given(environment));
        for (String option : all) {
            if (WITHOUT_CACHE.stream().anyMatch(option::startsWith)) {
                return "there is none for " + option;
            }
        }
        if (!line.cached().isEmpty()) {
            return "";
        }
        // Seen with JDK 25: it must be written with the same main module, and all modules in JARs.
        return line.main().contains("-m")
                ? "one for modules must be written by the program itself; tool/README.md shows how"
                : "it needs the library in a JAR, and no module path";
    }

    /**
     * {@return the cache for JVMs with these options}
     *
     * @param java the program {@code java} of the ranks
     * @param flags the options of their JVMs
     * @param entries the first entries of their class path
     */
    public static ClassCache cache(Path java, List<String> flags, List<String> entries) {
        // A property changes no class, and each list of options has a cache of its own.
        List<String> matters =
                flags.stream().filter(option -> !option.startsWith("-D")).toList();
        return new ClassCache(folder(), java, matters, entries);
    }

    /**
     * Returns the options that read the cache, after creating it if there is none.
     *
     * @param create whether to create it
     */
    static List<String> cacheOptions(
            Path java, List<String> flags, List<String> entries, boolean create, PrintWriter say) {
        ClassCache cache = cache(java, flags, entries);
        boolean exists;
        try {
            exists = Files.isRegularFile(cache.file());
        } catch (IOException e) {
            // A job never fails because of its cache.
            say.println("pmixj run: the JVMs start without a class cache: " + e);
            return List.of();
        }
        if (!exists && !create) {
            say.println("pmixj run: the class cache would be created first");
            return List.of();
        }
        if (exists) {
            return cache.use(LIMIT);
        }
        say.print("pmixj run: creating the class cache, once for this JDK, these options and JARs (about 5 s) ... ");
        say.flush();
        long begun = System.nanoTime();
        List<String> options = cache.use(LIMIT);
        say.println(
                options.isEmpty()
                        ? "failed"
                        : Duration.ofNanos(System.nanoTime() - begun).toMillis() / 1000.0 + " s");
        return options;
    }
}
