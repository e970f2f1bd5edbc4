// SPDX-License-Identifier: Apache-2.0
package org.pmixj.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.pmixj.FenceRequest;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.group.GroupRequest;

/**
 * The twin of {@code native/bench/loops.c}: the same phases in the same order. Writes {@code OUTPUT/RANK.PHASE}, the
 * nanoseconds of every iteration, the warm-up's first, as 64-bit numbers.
 */
public final class Loops {
    private static final int PUT_KEYS = 8;
    private static final Key<Long> GET_KEY = Key.of("bench.get", ValueType.INT64);
    private static final FenceRequest BARRIER =
            FenceRequest.builder().collectData(false).build();

    private final Pmix pmix;
    private final ProcId self;
    private final ProcId peer;
    private final Key<?>[] putKeys = new Key<?>[PUT_KEYS];

    private Loops(Pmix pmix) {
        this.pmix = pmix;
        this.self = pmix.self();
        this.peer = pmix.job().member((self.rank() + 1) % pmix.job().size());
        for (int i = 0; i < PUT_KEYS; i++) {
            putKeys[i] = Key.of("bench.put." + i, ValueType.INT64);
        }
    }

    /**
     * Runs one rank.
     *
     * @param args output folder, iterations of the warm-up, measured iterations, how many times that for what stays in
     *     the process
     * @throws IOException if the output cannot be written
     */
    public static void main(String[] args) throws IOException {
        Path output = Path.of(args[0]);
        int count = Integer.parseInt(args[1]) + Integer.parseInt(args[2]);
        int local = count * Integer.parseInt(args[3]);
        try (Pmix pmix = Pmix.init()) {
            Loops loops = new Loops(pmix);
            loops.publish();
            Phase[] phases = {
                new Phase("group", loops::group, count),
                new Phase("fence", loops::fence, count),
                new Phase("get-own", loops::getOwn, local),
                new Phase("get-peer", loops::getPeer, local),
                new Phase("put", loops::put, local),
                new Phase("clock", Loops::nothing, local),
            };
            for (Phase phase : phases) {
                loops.measure(phase);
            }
            pmix.commit();
            // Nobody writes while another one measures.
            pmix.fence(BARRIER);
            for (Phase phase : phases) {
                phase.save(output, loops.self.rank());
            }
        }
    }

    /** The key that the gets read, known to all. */
    private void publish() {
        pmix.put(Scope.GLOBAL, GET_KEY, (long) self.rank());
        pmix.commit();
        pmix.fence();
    }

    private void measure(Phase phase) {
        Body body = phase.body;
        long[] samples = phase.samples;
        pmix.fence(BARRIER);
        for (int i = 0; i < samples.length; i++) {
            long begin = System.nanoTime();
            body.run(i);
            samples[i] = System.nanoTime() - begin;
        }
    }

    private void group(int iteration) {
        pmix.groups()
                .construct(GroupRequest.named("bench-" + iteration)
                        .members(pmix.job().members())
                        .build())
                .destruct();
    }

    private void fence(int iteration) {
        pmix.fence(BARRIER);
    }

    private void getOwn(int iteration) {
        get(self);
    }

    private void getPeer(int iteration) {
        get(peer);
    }

    private void get(ProcId proc) {
        if (pmix.get(proc, GET_KEY) != proc.rank()) {
            throw new IllegalStateException("wrong value of " + proc);
        }
    }

    @SuppressWarnings("unchecked")
    private void put(int iteration) {
        pmix.put(Scope.GLOBAL, (Key<Long>) putKeys[iteration % PUT_KEYS], (long) iteration);
    }

    private static void nothing(int iteration) {}

    private interface Body {
        void run(int iteration);
    }

    private static final class Phase {
        private final String name;
        private final Body body;
        private final long[] samples;

        Phase(String name, Body body, int count) {
            this.name = name;
            this.body = body;
            this.samples = new long[count];
        }

        void save(Path directory, int rank) throws IOException {
            ByteBuffer bytes = ByteBuffer.allocate(samples.length * Long.BYTES).order(ByteOrder.nativeOrder());
            bytes.asLongBuffer().put(samples);
            Files.write(directory.resolve(rank + "." + name), bytes.array());
        }
    }
}
