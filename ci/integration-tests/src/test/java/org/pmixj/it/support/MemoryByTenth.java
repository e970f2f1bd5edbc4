// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a long loop needs, a tenth of it after the other. */
public final class MemoryByTenth {
    /** What a loop of its second to last tenth may add; the first one fills caches and compiles. */
    private static final long TOLERATED_KIB = 8 * 1024;

    private final List<Long> resident = new ArrayList<>();
    private final List<Long> heap = new ArrayList<>();

    /** A tenth is over. */
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
