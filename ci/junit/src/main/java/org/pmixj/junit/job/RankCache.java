// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

import java.io.IOException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pmixj.Pmix;
import org.pmixj.junit.RankContext;
import org.pmixj.junit.rank.Rehearsal;
import org.pmixj.launch.ClassCache;

/** The class cache of the JVMs of ranks, whose start is most of a short test. It covers only JARs of the class path. */
final class RankCache {
    /** Stands for no cache. */
    static final RankCache NONE = new RankCache(List.of(), false);

    private static final String WANTED = "pmixj.junit.aot";
    /** The JVM writes the cache when it ends, which takes a minute on a busy machine. */
    private static final Duration LIMIT = Duration.ofMinutes(3);

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
        synchronized (RankCache.class) {
            if (made == null) {
                made = make();
            }
            return made;
        }
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
        List<String> options = cache.use(
                more -> {
                    JobReport report = Job.run(rehearsal(), new RankCache(more, true));
                    try {
                        report.check();
                    } catch (Throwable e) {
                        throw new IOException("the training run failed: " + e, e);
                    } finally {
                        report.close();
                    }
                },
                LIMIT);
        return new RankCache(options, false);
    }

    private static Settings rehearsal() {
        Method method;
        try {
            method = Rehearsal.class.getDeclaredMethod("run", Pmix.class, RankContext.class);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
        return new Settings(Rehearsal.class, method, 1, 1, "", List.of(), List.of(), LIMIT, false, Set.of(), Set.of());
    }
}
