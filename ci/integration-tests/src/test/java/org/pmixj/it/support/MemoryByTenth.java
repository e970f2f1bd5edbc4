// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Measures the memory of a long loop after each tenth of it. */
public final class MemoryByTenth {
    /** The memory that the second to the last tenth may add. The first one fills caches and compiles. */
    private static final long TOLERATED_KIB = 8 * 1024;

    private final List<Long> resident = new ArrayList<>();
    private final List<Long> heap = new ArrayList<>();

    /** Measures the memory at the end of a tenth. */
    public void measure() throws IOException {
        // What the collector could free is no leak.
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        heap.add((runtime.totalMemory() - runtime.freeMemory()) / 1024);
        resident.add(residentKib());
    }

    private static long residentKib() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.substring(6, line.indexOf("kB")).strip());
            }
        }
        throw new AssertionError("no VmRSS");
    }

    public void requireFlat(String what) {
        System.out.println(what + ", KiB by tenth: resident " + resident + ", heap " + heap);
        assertThat(resident.getLast() - resident.get(1)).as(what).isLessThan(TOLERATED_KIB);
        assertThat(heap.getLast() - heap.get(1)).as(what + ", heap").isLessThan(TOLERATED_KIB);
    }
}
