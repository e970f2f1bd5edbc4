// SPDX-License-Identifier: Apache-2.0
package org.pmixj.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Runs one measured operation of {@link Loops}, and records the nanoseconds of every iteration, and after them the CPU
 * time of the process in the second half of the iterations.
 */
final class Phase {
    private static final OperatingSystemMXBean CPU = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final String name;
    private final Body prepare;
    private final @Nullable Body body;
    private final long[] samples;
    private long cpu;

    /**
     * Constructs a phase without preparation.
     *
     * @param body null if this rank has no peer for it and writes nothing
     */
    Phase(String name, @Nullable Body body, int count) {
        this(name, Loops::nothing, body, count);
    }

    /**
     * Constructs a phase with a preparation of each iteration.
     *
     * @param prepare runs before the clock starts
     * @param body null if this rank has no peer for it, only prepares and writes nothing
     */
    Phase(String name, Body prepare, @Nullable Body body, int count) {
        this.name = name;
        this.prepare = prepare;
        this.body = body;
        this.samples = new long[count];
    }

    interface Body {
        void run(int iteration);
    }

    void run() {
        for (int i = 0; i < samples.length; i++) {
            if (i == samples.length / 2) {
                cpu = CPU.getProcessCpuTime();
            }
            prepare.run(i);
            if (body != null) {
                long begin = System.nanoTime();
                body.run(i);
                samples[i] = System.nanoTime() - begin;
            }
        }
        cpu = CPU.getProcessCpuTime() - cpu;
    }

    void save(Path directory, int rank) throws IOException {
        if (body == null) {
            return;
        }
        ByteBuffer bytes =
                ByteBuffer.allocate((samples.length + 1) * Long.BYTES).order(ByteOrder.nativeOrder());
        bytes.asLongBuffer().put(samples).put(cpu);
        Files.write(directory.resolve(rank + "." + name), bytes.array());
    }
}
