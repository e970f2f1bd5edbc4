// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.trace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Holds what one JVM has recorded: the files of its repository.
 *
 * <p>The JVM writes what it has to its newest file every second. If it is killed, that file stays unfinished, and the
 * JDK refuses to read it. A copy that is marked as finished, and ends where the header says, has all that was written.
 */
record Recording(Path folder, List<Path> files) {
    /** The header of a file: a magic word, its version, its size, ..., its state, which is 0 if it is finished. */
    private static final int MAGIC = 0x464c5200;

    private static final int SIZE_AT = 8;
    private static final int STATE_AT = 64;
    private static final int HEADER = 68;

    /** How a file ended, and what is wrong with it; empty if nothing. */
    record End(boolean finished, String problem) {}

    /** Finds the recordings below a folder. */
    static List<Recording> find(Path below) throws IOException {
        SortedMap<Path, List<Path>> found = new TreeMap<>();
        Files.walkFileTree(
                below, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        if (file.toString().endsWith(".jfr") && attributes.isRegularFile()) {
                            found.computeIfAbsent(file.getParent(), _ -> new ArrayList<>())
                                    .add(file);
                        }
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                        if (failure instanceof FileSystemLoopException) {
                            // A link to a folder that is searched anyway.
                            return FileVisitResult.CONTINUE;
                        }
                        throw failure;
                    }
                });
        found.values().forEach(files -> files.sort(null));
        List<Recording> all = new ArrayList<>();
        found.forEach((folder, files) -> all.add(new Recording(folder, List.copyOf(files))));
        return all;
    }

    /** Reads the events of a file, in no order. */
    static End read(Path file, Consumer<RecordedEvent> each) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(HEADER);
        long size;
        try (FileChannel channel = FileChannel.open(file)) {
            size = channel.size();
            while (header.hasRemaining() && channel.read(header) >= 0) {
                // A short file ends early.
            }
        }
        if (size == 0) {
            return new End(false, file + " is empty");
        } else if (header.hasRemaining() || header.getInt(0) != MAGIC) {
            return new End(false, file + " is no recording of the JDK's flight recorder");
        } else if (header.get(STATE_AT) == 0) {
            return new End(true, events(file, file, each));
        }
        long written = header.getLong(SIZE_AT);
        if (written > size) {
            return new End(false, file + " is cut off: it has " + size + " of " + written + " bytes");
        }
        Path copy = Files.createTempFile("pmixj-trace-", ".jfr");
        try {
            copy(file, copy, written);
            return new End(false, events(copy, file, each));
        } finally {
            Files.delete(copy);
        }
    }

    private static void copy(Path file, Path copy, long size) throws IOException {
        try (FileChannel from = FileChannel.open(file);
                FileChannel to = FileChannel.open(copy, StandardOpenOption.WRITE)) {
            for (long done = 0; done < size; ) {
                done += from.transferTo(done, size - done, to);
            }
            to.write(ByteBuffer.wrap(new byte[1]), STATE_AT);
        }
    }

    private static String events(Path readable, Path named, Consumer<RecordedEvent> each) {
        long count = 0;
        try (RecordingFile events = new RecordingFile(readable)) {
            while (events.hasMoreEvents()) {
                each.accept(events.readEvent());
                count++;
            }
            return "";
        } catch (IOException | RuntimeException e) {
            // The parser meets what is damaged by exceptions of many classes.
            return count == 0 && !readable.equals(named)
                    ? named + " has no events yet: its JVM was killed in its first second"
                    : named + " is damaged behind its first " + count + " events: " + e.getMessage();
        }
    }
}
