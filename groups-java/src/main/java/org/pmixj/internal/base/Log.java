// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import java.lang.System.Logger.Level;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Logs to {@code org.pmixj}. A logger of the application that fails changes nothing here. */
public final class Log {
    /** Loaded with the first message only, because finding a logger takes 15 ms. */
    private static final class Lazy {
        static final System.Logger LOGGER = System.getLogger("org.pmixj");
    }

    private static volatile boolean isUsedApart;

    /** Loaded with the first warning of a thread that must not wait. */
    private static final class Apart {
        // With a logger that blocks, only the first warnings are kept.
        static final ExecutorService EXECUTOR = new ThreadPoolExecutor(
                0,
                1,
                10,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(1000),
                new DaemonThreads("pmixj-log"),
                new ThreadPoolExecutor.DiscardPolicy());
    }

    private static volatile String prefix = "";

    private Log() {}

    /** Sets the start of each message: the process, because the launcher mixes the output of its ranks. */
    public static void prefix(String value) {
        prefix = value;
    }

    public static void warning(String message) {
        warning(message, null);
    }

    public static void warning(String message, @Nullable Throwable failure) {
        try {
            Lazy.LOGGER.log(Level.WARNING, prefix + message, failure);
        } catch (Throwable e) {
            // There is nowhere to report it.
        }
    }

    /**
     * Logs on another thread, in order: from libpmix's progress thread, or with a lock for which that thread may wait.
     */
    public static void warnApart(String message) {
        warnApart(message, null);
    }

    public static void warnApart(String message, @Nullable Throwable failure) {
        isUsedApart = true;
        try {
            Apart.EXECUTOR.execute(() -> warning(message, failure));
        } catch (Throwable e) {
            // There is no thread or memory for it, and nothing may leave a callback of libpmix.
            warning(message, failure);
        }
    }

    /** Waits, for a second at most, until the other thread has logged all: a JVM that ends now would lose the rest. */
    public static void flush() {
        if (isUsedApart) {
            try {
                boolean _ = Deadline.await(Apart.EXECUTOR.submit(() -> true), "log", Patience.GRACE);
            } catch (Throwable e) {
                // A logger blocks, or there is no thread or memory for it.
            }
        }
    }

    /** Ends the JVM without its shutdown hooks, when what is logged apart has been logged, or after a second. */
    public static void halt(int status) {
        // An interrupt would end the wait.
        Thread.interrupted();
        flush();
        Runtime.getRuntime().halt(status);
    }
}
