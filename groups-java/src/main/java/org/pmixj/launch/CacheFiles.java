// SPDX-License-Identifier: Apache-2.0
package org.pmixj.launch;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.Deadline;

/**
 * Names the files of a cache in its folder, and removes those that nobody needs.
 *
 * @param name of the cache
 */
record CacheFiles(Path folder, CacheName name) {
    /** How long a cache for an earlier state is kept after its last use. */
    private static final Duration UNUSED = Duration.ofDays(1);

    private static final long PAUSE_MILLIS = 100;
    private static final Logger LOG = System.getLogger(ClassCache.class.getName());

    /** Returns the cache, which may not exist. */
    Path cache() {
        return folder.resolve(name.file());
    }

    /** Returns a file for a new cache. The names of other files that are needed meanwhile begin with its name. */
    Path fresh() {
        return folder.resolve(name.file() + "." + ProcessHandle.current().pid());
    }

    /** Opens the file of the lock. It is never deleted: another process may wait for it. */
    FileChannel openLock() throws IOException {
        return FileChannel.open(
                folder.resolve(name.names() + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    /** Waits for the lock. */
    static FileLock lock(FileChannel channel, long end) throws IOException, InterruptedException {
        while (true) {
            FileLock lock = tryLock(channel);
            if (lock != null) {
                return lock;
            }
            if (Deadline.until(end) <= 0) {
                throw new IOException("another process creates it, and has not ended within the timeout");
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // Another thread of this process has it.
            return null;
        }
    }

    /** Removes what a process left that was killed while it had the lock, or what this one leaves. */
    void deleteUnfinished() throws IOException {
        try (DirectoryStream<Path> unfinished = Files.newDirectoryStream(folder, name.ofUnfinished())) {
            for (Path each : unfinished) {
                FormsJvm.delete(each);
            }
        }
    }

    /**
     * Removes the caches for earlier states of the same JDK and JARs that nobody has asked for during a day. Until then a
     * job may start further JVMs with one; and a JVM of another node does not keep the content of a deleted file.
     */
    void deleteUnused() throws IOException {
        Instant day = Instant.now().minus(UNUSED);
        try (DirectoryStream<Path> older = Files.newDirectoryStream(folder, name.ofAnyState())) {
            for (Path each : older) {
                if (Files.getLastModifiedTime(each).toInstant().isBefore(day)) {
                    Files.deleteIfExists(each);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // Such as the cache of another user. The new one can be used.
            LOG.log(Level.DEBUG, "an earlier class cache is kept: " + e);
        }
    }

    /** Marks the cache as used by a job. */
    void markUsed() {
        try {
            Files.setLastModifiedTime(cache(), FileTime.from(Instant.now()));
        } catch (IOException e) {
            // It is the cache of another user.
            LOG.log(Level.DEBUG, "the use of a class cache is not recorded: " + e);
        }
    }
}
