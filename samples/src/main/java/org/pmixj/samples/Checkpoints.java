// SPDX-License-Identifier: Apache-2.0
package org.pmixj.samples;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;

/**
 * Keeps the last two states of each rectangle of a plate as files, in a folder that all nodes share. Two are enough if
 * all ranks take part in a reduction between two states: a rank that has written the next state knows that all others have
 * written the last one.
 */
final class Checkpoints {
    private final Path folder;

    Checkpoints(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
    }

    private Path file(int place, int iteration) {
        return folder.resolve(place + "." + iteration);
    }

    /**
     * Writes a state of a rectangle, which counts only when it is complete.
     *
     * @param place the place of the rectangle
     * @param iteration the iterations of this state
     * @param old the iterations of a state that is not needed any more
     * @param halfWay runs when a part is written
     */
    void write(int place, int iteration, int old, double[] cells, Runnable halfWay) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(cells.length * Double.BYTES);
        bytes.asDoubleBuffer().put(cells);
        int half = bytes.capacity() / 2;
        Path incomplete = folder.resolve("incomplete-" + place);
        try (OutputStream out = Files.newOutputStream(incomplete)) {
            out.write(bytes.array(), 0, half);
            halfWay.run();
            out.write(bytes.array(), half, bytes.capacity() - half);
        }
        Files.move(incomplete, file(place, iteration), StandardCopyOption.ATOMIC_MOVE);
        Files.deleteIfExists(file(place, old));
    }

    /** Returns the iterations of the newest state of a rectangle, 0 if there is none. */
    int newest(int place) throws IOException {
        String start = place + ".";
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith(start))
                    .mapToInt(name -> Integer.parseInt(name.substring(start.length())))
                    .max()
                    .orElse(0);
        }
    }

    /** Returns the cells of a rectangle after some iterations. */
    double[] read(int place, int iteration) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file(place, iteration)));
        double[] cells = new double[bytes.capacity() / Double.BYTES];
        bytes.asDoubleBuffer().get(cells);
        return cells;
    }

    /** Deletes all states. */
    void delete() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
