// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pmixj.Pmix;
import org.pmixj.junit.RankContext;
import org.pmixj.junit.rank.Rehearsal;

/**
 * Provides a cache of loaded and linked classes (JEP 483) for the JVMs of ranks, whose start is most of a short test. The
 * first job that needs it creates it by a separate job. It covers only the JARs of the class path.
 */
final class RankCache {
    /** Stands for no cache. */
    static final RankCache NONE = new RankCache(false, null);

    private static final Logger LOG = System.getLogger(RankCache.class.getName());
    private static final String WANTED = "pmixj.junit.aot";
    /** The JVM writes the cache when it ends, which takes a minute on a busy machine. */
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private static @Nullable RankCache made;

    private final boolean isBeingMade;
    private final @Nullable Path file;

    private RankCache(boolean isBeingMade, @Nullable Path file) {
        this.isBeingMade = isBeingMade;
        this.file = file;
    }

    /** Returns the cache for the ranks of a job. */
    static RankCache of(Settings settings) throws IOException {
        // A JVM with other options may refuse it with a warning.
        if (!Boolean.getBoolean(WANTED) || !settings.jvm().isEmpty()) {
            return NONE;
        }
        synchronized (RankCache.class) {
            if (made == null) {
                made = make();
            }
            return made;
        }
    }

    /** Returns the options of a rank's JVM. */
    List<String> options() {
        return file == null ? List.of() : List.of((isBeingMade ? "-XX:AOTCacheOutput=" : "-XX:AOTCache=") + file);
    }

    /** Returns the class path of a rank's JVM. It must start with that of the cache, which contains no directory. */
    Collection<String> classPath(Class<?> testClass) {
        if (file == null) {
            return ClassPath.of(testClass);
        }
        return isBeingMade ? ClassPath.archives(testClass) : ClassPath.archivesFirst(testClass);
    }

    private static RankCache make() throws IOException {
        Path file = Job.directory().resolve("ranks-" + ProcessHandle.current().pid() + ".aot");
        file.toFile().deleteOnExit();
        JobReport report = Job.run(rehearsal(), new RankCache(true, file));
        try {
            report.check();
        } catch (Throwable e) {
            LOG.log(Level.WARNING, "could not create the class cache of the ranks; they start without it", e);
            // It may be half written, and each rank would complain of it.
            Files.deleteIfExists(file);
        } finally {
            report.close();
        }
        return Files.exists(file) ? new RankCache(false, file) : NONE;
    }

    private static Settings rehearsal() {
        Method method;
        try {
            method = Rehearsal.class.getDeclaredMethod("run", Pmix.class, RankContext.class);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
        return new Settings(Rehearsal.class, method, 1, 1, List.of(), List.of(), LIMIT, false, Set.of(), Set.of());
    }
}
