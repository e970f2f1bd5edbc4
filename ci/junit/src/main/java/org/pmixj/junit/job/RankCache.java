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
 * A cache of loaded and linked classes (JEP 483) for the JVMs of ranks: of a short test, their start is the most part.
 * It is made by the first job that wants it, in a job of its own, and is of the JARs on the class path only.
 */
final class RankCache {
    /** For ranks that start without one. */
    static final RankCache NONE = new RankCache(false, null);

    private static final Logger LOG = System.getLogger(RankCache.class.getName());
    private static final String WANTED = "pmixj.junit.aot";

    private static @Nullable RankCache made;

    private final boolean isBeingMade;
    private final @Nullable Path file;

    private RankCache(boolean isBeingMade, @Nullable Path file) {
        this.isBeingMade = isBeingMade;
        this.file = file;
    }

    /** The cache for the ranks of a job. */
    static RankCache of(Settings settings) throws IOException {
        // A JVM with other options may refuse it, and would say so.
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

    /** The options of a rank's JVM. */
    List<String> options() {
        return file == null ? List.of() : List.of((isBeingMade ? "-XX:AOTCacheOutput=" : "-XX:AOTCache=") + file);
    }

    /** The class path of a rank's JVM: it must begin with what the cache was made with, which can be no directory. */
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
            LOG.log(Level.WARNING, "the ranks start without a cache, which could not be made", e);
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
        return new Settings(
                Rehearsal.class, method, 1, 1, List.of(), List.of(), Duration.ofSeconds(60), false, Set.of(), Set.of());
    }
}
