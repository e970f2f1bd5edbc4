// SPDX-License-Identifier: Apache-2.0
package org.pmixj.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
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
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Names the files of a cache in its folder, and removes those that nobody needs.
 *
 * @param folder the folder of the files
 * @param name the name of the cache
 */
record CacheFiles(Path folder, CacheName name) {
    private static final String SUFFIX = ".aot";
    /** A pattern of the names of all caches. */
    private static final String ANY = CacheName.ANY_HASH + "-" + CacheName.ANY_HASH + SUFFIX;
    /** How long files are kept that nobody has read or written. */
    private static final Duration UNUSED = Duration.ofDays(1);

    /** How long a cache of other options, or of another program, is kept that no JVM has read. */
    private static final Duration FORGOTTEN = Duration.ofDays(30);

    private static final long PAUSE_MILLIS = 100;
    private static final Logger LOG = System.getLogger(ClassCache.class.getName());

    /** Returns the cache, which may not exist. */
    Path cache() {
        return folder.resolve(name.names() + "-" + name.states() + SUFFIX);
    }

    /**
     * Returns a file for a new cache, with a name that no process of another node chooses too. The names of other files
     * that are needed meanwhile begin with its name.
     */
    Path fresh() {
        String chosen = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
        return Path.of(cache() + "." + chosen);
    }

    /**
     * Opens the file of the lock, of which each user has one, since users cannot open files of others for writing. It
     * is never deleted: another process may wait for it.
     */
    FileChannel openLock() throws IOException {
        return FileChannel.open(
                folder.resolve(name.names() + "-" + System.getProperty("user.name") + ".lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
    }

    /** Waits for the lock until a time of {@link System#nanoTime}. */
    static FileLock lock(FileChannel channel, long end) throws IOException, InterruptedException {
        while (true) {
            try {
                FileLock lock = channel.tryLock();
                if (lock != null) {
                    return lock;
                }
            } catch (OverlappingFileLockException e) {
                // Another thread of this process has it.
            }
            if (end - System.nanoTime() <= 0) {
                throw new IOException("another process creates it, and has not ended within the timeout");
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    /** Removes a file for a new cache, and those whose names begin with its name and a point. */
    void delete(Path fresh) {
        delete("{" + fresh.getFileName() + "," + fresh.getFileName() + ".*}", null);
    }

    /**
     * Removes the caches for earlier states of the same JDK and JARs that nobody has read or asked for during a day.
     * Until then a job may start further JVMs with one; and a JVM of another node does not keep the content of a
     * deleted file. Any other cache is removed after a month. The files that a killed process
     * left from a creation are removed after a day: until then a process of another node may need them, where locks of
     * shared files are local to a node.
     */
    void deleteUnused() {
        delete(name.names() + "-*" + SUFFIX, UNUSED);
        delete(ANY, FORGOTTEN);
        delete(ANY + ".*", UNUSED);
    }

    /** Removes files of this user that have not been used for some time; all if that is null. */
    private void delete(String pattern, @Nullable Duration unused) {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, pattern)) {
            for (Path each : found) {
                try {
                    if (unused == null || isOwnAndUnused(each, unused)) {
                        FormsJvm.delete(each);
                    }
                } catch (IOException | UncheckedIOException e) {
                    // Another process may have deleted it. A new cache can be created.
                    LOG.log(Level.DEBUG, "a file of a class cache is kept: " + e);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            LOG.log(Level.DEBUG, "files of class caches are kept: " + e);
        }
    }

    /**
     * Returns whether a file is this user's and was neither written nor read for some time. A JVM that gets its options
     * from a script reads a cache without marking it as used.
     */
    private static boolean isOwnAndUnused(Path file, Duration time) throws IOException {
        BasicFileAttributes times = Files.readAttributes(file, BasicFileAttributes.class);
        FileTime limit = FileTime.from(Instant.now().minus(time));
        return OwnFiles.isOwn(file)
                && times.lastModifiedTime().compareTo(limit) < 0
                && times.lastAccessTime().compareTo(limit) < 0;
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
