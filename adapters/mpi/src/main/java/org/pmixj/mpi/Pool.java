// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Keeps native memory for copies of arrays of the heap, in blocks of powers of two. It keeps free
 * blocks of up to {@value #MOST_KEPT} bytes together; the garbage collector frees the others.
 */
final class Pool {
    private static final int SMALLEST = 6;
    private static final int CLASSES = 26 - SMALLEST + 1;
    private static final long MOST_KEPT = 1L << 26;
    private static final int MOST_OF_A_SIZE = 64;

    private static final Block[][] FREE = new Block[CLASSES][MOST_OF_A_SIZE];
    private static final int[] COUNTS = new int[CLASSES];
    private static long kept;

    /** Holds a piece of native memory, which may be larger than what was asked for. */
    record Block(MemorySegment memory, int sizeClass) {}

    private Pool() {}

    static Block take(long bytes) {
        int sizeClass = bytes <= 1L << SMALLEST ? 0 : 64 - Long.numberOfLeadingZeros(bytes - 1) - SMALLEST;
        if (sizeClass >= CLASSES) {
            return new Block(Arena.ofAuto().allocate(bytes, 64), sizeClass);
        }
        synchronized (FREE) {
            if (COUNTS[sizeClass] > 0) {
                kept -= 1L << (sizeClass + SMALLEST);
                return FREE[sizeClass][--COUNTS[sizeClass]];
            }
        }
        return new Block(Arena.ofAuto().allocate(1L << (sizeClass + SMALLEST), 64), sizeClass);
    }

    static void give(Block block) {
        int sizeClass = block.sizeClass;
        synchronized (FREE) {
            if (sizeClass < CLASSES
                    && COUNTS[sizeClass] < MOST_OF_A_SIZE
                    && kept + block.memory.byteSize() <= MOST_KEPT) {
                FREE[sizeClass][COUNTS[sizeClass]++] = block;
                kept += block.memory.byteSize();
            }
        }
    }
}
