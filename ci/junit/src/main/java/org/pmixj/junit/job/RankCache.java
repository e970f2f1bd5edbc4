// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

import java.io.IOException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.rank.Rehearsal;
import org.pmixj.launch.ClassCache;

/**
 * The class cache of the JVMs of ranks, whose start is most of a short test. It covers only JARs of the class path.
 *
 * <p>Rank 0 of a job writes it, whose methods are {@link Rehearsal}, and those that a test run names: what they make a
 * JVM load, link and generate, no later rank has to.
 */
public final class RankCache {
    /** Stands for no cache. */
    static final RankCache NONE = new RankCache(List.of(), false);

    /** Tells a rank the options of its cache. */
    static final String USED = "pmixj.junit.cache";

    /** Is between these options, whose paths may have blanks. */
    static final String BETWEEN = "\t";

    private static final String WANTED = "pmixj.junit.aot";
    /** The system property that names methods, CLASS#METHOD, which the ranks of other jobs do not need. */
    static final String METHODS = "pmixj.junit.rehearsal";
    /** The JVM writes the cache when it ends, which takes a minute on a busy machine. */
    private static final Duration LIMIT = Duration.ofMinutes(3);
    /** For each method before the last one, after which the JVM writes. */
    private static final Duration METHOD_LIMIT = Duration.ofMinutes(1);

    private static @Nullable RankCache made;

    private final List<String> options;
    private final boolean isBeingMade;

    private RankCache(List<String> options, boolean isBeingMade) {
        this.options = options;
        this.isBeingMade = isBeingMade;
    }

    /** Returns the cache for the ranks of a job. */
    static RankCache of(Settings settings) throws IOException {
        // Each list of options would need a cache of its own, unless they are system properties.
        if (!Boolean.getBoolean(WANTED) || !settings.jvm().stream().allMatch(option -> option.startsWith("-D"))) {
            return NONE;
        }
        return ofAll();
    }

    private static RankCache ofAll() throws IOException {
        synchronized (RankCache.class) {
            if (made == null) {
                made = make();
            }
            return made;
        }
    }

    /**
     * Returns the JVM options with which a program of the test's class path starts as a rank does, if its JARs come first
     * in the same order. In a rank these are the options of its own cache.
     *
     * @return the options
     * @throws IOException if the files of the job that creates the cache cannot be written
     */
    public static List<String> optionsOfPrograms() throws IOException {
        List<String> options = new ArrayList<>(LaunchCommand.SHORT);
        String used = System.getProperty(USED);
        if (used != null) {
            options.addAll(List.of(used.split(BETWEEN, -1)));
            // A job that a rank launches has no other cache, since to create one it would need a launcher.
        } else if (Boolean.getBoolean(WANTED) && System.getenv("PMIX_NAMESPACE") == null) {
            options.addAll(ofAll().options());
        }
        return options;
    }

    /** Tests whether the job is the one that creates the cache. */
    boolean isBeingMade() {
        return isBeingMade;
    }

    /** Returns the options of a rank's JVM. */
    List<String> options() {
        return options;
    }

    /** Returns the class path of a rank's JVM. It must start with that of the cache, which contains no directory. */
    Collection<String> classPath(Class<?> testClass) {
        if (options.isEmpty()) {
            return ClassPath.of(testClass);
        }
        return isBeingMade ? ClassPath.archives(testClass) : ClassPath.archivesFirst(testClass);
    }

    private static RankCache make() throws IOException {
        ClassCache cache = new ClassCache(
                ClassCache.userFolder(),
                LaunchCommand.JAVA,
                LaunchCommand.SMALL_JVM,
                List.copyOf(ClassPath.archives(Rehearsal.class)));
        List<Settings> rehearsal = rehearsal();
        List<String> options = use(cache, rehearsal);
        if (options.isEmpty() && rehearsal.size() > 1) {
            System.err.println("pmixj-junit: the class cache is created without the methods of -D" + METHODS
                    + ", since one of them failed; the warning above says why");
            options = use(cache, List.of(settings(Rehearsal.class, own(), 1, Set.of(), LIMIT)));
        }
        return new RankCache(options, false);
    }

    private static List<String> use(ClassCache cache, List<Settings> rehearsal) {
        return cache.use(
                more -> {
                    for (JobReport report : Job.run(rehearsal, new RankCache(more, true))) {
                        try {
                            report.check();
                        } catch (Throwable e) {
                            throw new IOException("the training run failed: " + e, e);
                        } finally {
                            report.close();
                        }
                    }
                },
                LIMIT);
    }

    /** Returns the methods of the job that creates the cache, which has as many ranks as those that are named need. */
    private static List<Settings> rehearsal() {
        List<Settings> methods = new ArrayList<>();
        String names = System.getProperty(METHODS, "");
        List<String> named = names.isEmpty() ? List.of() : List.of(names.split(",", -1));
        for (int at = 0; at < named.size(); at++) {
            methods.add(named(named.get(at).strip(), at + 1 < named.size() ? METHOD_LIMIT : LIMIT));
        }
        int ranks = methods.isEmpty() ? 1 : methods.getFirst().ranks();
        if (methods.stream().anyMatch(each -> each.ranks() != ranks)) {
            throw new ExtensionConfigurationException(
                    METHODS + " names methods of different numbers of ranks; name those of one number");
        }
        // The first one is asked who may end early.
        Set<Integer> killed = methods.isEmpty() ? Set.of() : methods.getLast().killed();
        methods.addFirst(settings(Rehearsal.class, own(), ranks, killed, methods.isEmpty() ? LIMIT : METHOD_LIMIT));
        return methods;
    }

    private static Settings settings(Class<?> type, Method method, int ranks, Set<Integer> killed, Duration limit) {
        return new Settings(type, method, ranks, 1, "", List.of(), List.of(), limit, true, killed, Set.of());
    }

    private static Settings named(String name, Duration limit) {
        String[] words = name.split("#", 2);
        try {
            Class<?> type = Class.forName(words[0]);
            Method method = Stream.of(type.getDeclaredMethods())
                    .filter(each -> each.isAnnotationPresent(PmixTest.class)
                            && each.getName().equals(words[words.length - 1]))
                    .findFirst()
                    .orElseThrow();
            PmixTest test = method.getAnnotation(PmixTest.class);
            return settings(
                    type,
                    method,
                    test.ranks(),
                    Settings.of(test, 1, type, method).killed(),
                    limit);
        } catch (ClassNotFoundException | NoSuchElementException e) {
            throw new ExtensionConfigurationException(
                    METHODS + " names " + name + ", which is not the CLASS#METHOD of a @PmixTest", e);
        }
    }

    private static Method own() {
        return Stream.of(Rehearsal.class.getDeclaredMethods())
                .filter(each -> each.getName().equals("run"))
                .findFirst()
                .orElseThrow();
    }
}
