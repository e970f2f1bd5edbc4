// SPDX-License-Identifier: Apache-2.0
package org.pmixj.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.pmixj.Pmix;
import org.pmixj.ValueType;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;

/**
 * Runs the same as {@code native/bench/scale.c}: a group of all ranks is constructed, passes a fence, exchanges a number
 * of each member, receives an event of rank 0, and is destructed, repeatedly. Writes {@code OUTPUT/RANK.scale}: three
 * 64-bit numbers for the init, each operation of each round and the finalize. They are the begin and the end by the
 * monotonic clock, and the CPU time of the process in between, in nanoseconds. Writes {@code OUTPUT/RANK.memory}, the process's
 * {@code /proc/self/smaps_rollup} in the first round.
 */
public final class Scale {
    private static final OperatingSystemMXBean CPU = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final int OPERATIONS = 5;

    private final Pmix pmix;
    private final EventLoops events;
    private final ByteBuffer records;
    private @Nullable Group group;

    private Scale(Pmix pmix, ByteBuffer records) {
        this.pmix = pmix;
        this.events = new EventLoops(pmix);
        this.records = records;
    }

    /**
     * Runs one rank.
     *
     * @param args output folder, rounds, the timeout of an operation in seconds
     * @throws IOException if the output cannot be written
     */
    public static void main(String[] args) throws IOException {
        long begin = System.nanoTime();
        Path output = Path.of(args[0]);
        int rounds = Integer.parseInt(args[1]);
        ByteBuffer records =
                ByteBuffer.allocate((rounds * OPERATIONS + 2) * 3 * Long.BYTES).order(ByteOrder.nativeOrder());
        int rank;
        long cpu;
        Duration timeout = Duration.ofSeconds(Long.parseLong(args[2]));
        try (Pmix pmix = Pmix.builder().defaultTimeout(timeout).init()) {
            rank = pmix.self().rank();
            Scale scale = new Scale(pmix, records);
            record(records, begin, 0);
            for (int round = 0; round < rounds; round++) {
                scale.round(round, output);
            }
            begin = System.nanoTime();
            cpu = CPU.getProcessCpuTime();
        }
        record(records, begin, cpu);
        Files.write(output.resolve(rank + ".scale"), records.array());
    }

    private static void record(ByteBuffer records, long begin, long cpu) {
        records.putLong(begin).putLong(System.nanoTime()).putLong(CPU.getProcessCpuTime() - cpu);
    }

    private void measured(Runnable operation) {
        long begin = System.nanoTime();
        long cpu = CPU.getProcessCpuTime();
        operation.run();
        record(records, begin, cpu);
    }

    private void round(int round, Path output) throws IOException {
        measured(() -> group = pmix.groups()
                .construct(GroupRequest.named("bench-" + round)
                        .members(pmix.job().members())
                        .build()));
        Group all = Objects.requireNonNull(group);
        measured(all::fence);
        measured(() -> exchange(all));
        if (round == 0) {
            byte[] memory = Files.readAllBytes(Path.of("/proc/self/smaps_rollup"));
            Files.write(output.resolve(pmix.self().rank() + ".memory"), memory);
        }
        measured(() -> events.toAll(all, round));
        measured(all::destruct);
    }

    private void exchange(Group all) {
        int[] expected = {0};
        all.exchange(ValueType.INT32, pmix.self().rank()).values().forEach(value -> {
            if (value != expected[0]++) {
                throw new IllegalStateException("exchange: " + value + " at rank " + (expected[0] - 1));
            }
        });
    }
}
