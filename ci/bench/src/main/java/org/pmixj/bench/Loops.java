// SPDX-License-Identifier: Apache-2.0
package org.pmixj.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.pmixj.FenceRequest;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.group.GroupRequest;

/**
 * Runs the same as {@code native/bench/loops.c} and {@code loops.py}: the same phases in the same order. Writes
 * {@code OUTPUT/RANK.PHASE}, the nanoseconds of every iteration, the warm-up's first, as 64-bit numbers.
 */
public final class Loops {
    private static final int PUT_KEYS = 8;
    private static final int EXCHANGED = 1024;
    private static final Key<Long> GET_KEY = number("bench.get");
    private static final Key<byte[]> EXCHANGE_KEY = Key.of("bench.exchange", ValueType.BYTES);
    private static final FenceRequest BARRIER = FenceRequest.ofJob().withoutData();

    private final Pmix pmix;
    private final ProcId self;
    /** The next rank on this node, this one if there is none. */
    private final ProcId near;
    /** The next rank on another node, this one if there is none. */
    private final ProcId far;

    private final Key<Long> publishKey;
    private final Key<Long> lookupKey;
    private final int lookedUp;
    private final Key<?>[] putKeys = new Key<?>[PUT_KEYS];

    private Loops(Pmix pmix) {
        this.pmix = pmix;
        this.self = pmix.self();
        this.near = next(true);
        this.far = next(false);
        this.publishKey = number("bench.publish." + self.rank());
        this.lookedUp = (self.rank() + 1) % pmix.job().size();
        this.lookupKey = number("bench.lookup." + lookedUp);
        for (int i = 0; i < PUT_KEYS; i++) {
            putKeys[i] = number("bench.put." + i);
        }
    }

    /**
     * Runs one rank.
     *
     * @param args output folder, iterations of the warm-up, measured iterations, their factor for operations inside the
     *     process, their divisor for operations whose data libpmix keeps, their divisor for events to others
     * @throws IOException if the output cannot be written
     */
    public static void main(String[] args) throws IOException {
        Path output = Path.of(args[0]);
        int warmup = Integer.parseInt(args[1]);
        int iterations = Integer.parseInt(args[2]);
        int part = Integer.parseInt(args[4]);
        int count = warmup + iterations;
        int many = count * Integer.parseInt(args[3]);
        int few = warmup / part + iterations / part;
        int small = Integer.parseInt(args[5]);
        int rare = warmup / small + iterations / small;
        try (Pmix pmix = Pmix.init()) {
            Loops loops = new Loops(pmix);
            loops.provide();
            Phase[] phases = loops.phases(count, many, few, new EventLoops(pmix), rare);
            for (Phase phase : phases) {
                // No rank has data left to commit while another one measures.
                pmix.commit();
                pmix.fence(BARRIER);
                phase.run();
            }
            pmix.fence(BARRIER);
            for (Phase phase : phases) {
                phase.save(output, loops.self.rank());
            }
        }
    }

    private Phase[] phases(int count, int many, int few, EventLoops events, int rare) {
        boolean hasNear = !near.equals(self);
        boolean hasFar = !far.equals(self);
        return new Phase[] {
            new Phase("group", this::group, count),
            new Phase("fence", this::fence, count),
            new Phase("get-own", this::getOwn, many),
            new Phase("get-near", hasNear ? this::getNear : null, many),
            new Phase("get-far", hasFar ? this::getFar : null, many),
            new Phase("put", this::put, many),
            new Phase("ask-near", this::offerNear, hasNear ? this::askNear : null, few),
            new Phase("ask-far", this::offerFar, hasFar ? this::askFar : null, few),
            new Phase("exchange", this::exchange, few),
            new Phase("publish", this::publish, count),
            new Phase("lookup", this::lookup, count),
            events.self(count),
            events.near(rare),
            events.far(rare),
            new Phase("clock", Loops::nothing, many),
        };
    }

    private static Key<Long> number(String name) {
        return Key.of(name, ValueType.INT64);
    }

    private ProcId next(boolean here) {
        List<ProcId> local = pmix.node().members();
        int size = pmix.job().size();
        for (int i = 1; i < size; i++) {
            ProcId other = pmix.job().member((self.rank() + i) % size);
            if (local.contains(other) == here) {
                return other;
            }
        }
        return self;
    }

    /** Provides the values that gets and lookups read. */
    private void provide() {
        pmix.put(Scope.GLOBAL, GET_KEY, (long) self.rank());
        pmix.commit();
        pmix.directory().publish(number("bench.lookup." + self.rank()), (long) self.rank());
        pmix.fence();
    }

    static void nothing(int iteration) {}

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

    // --- get and put -------------------------------------------------------------------------------------------

    private void getOwn(int iteration) {
        get(self, GET_KEY, self.rank());
    }

    private void getNear(int iteration) {
        get(near, GET_KEY, near.rank());
    }

    private void getFar(int iteration) {
        get(far, GET_KEY, far.rank());
    }

    private void get(ProcId proc, Key<Long> key, long wanted) {
        if (pmix.get(proc, key) != wanted) {
            throw new IllegalStateException("wrong value of " + proc);
        }
    }

    @SuppressWarnings("unchecked")
    private void put(int iteration) {
        pmix.put(Scope.GLOBAL, (Key<Long>) putKeys[iteration % PUT_KEYS], (long) iteration);
    }

    private void offerNear(int iteration) {
        offer("bench.near." + iteration, iteration);
    }

    private void offerFar(int iteration) {
        offer("bench.far." + iteration, iteration);
    }

    /** Puts a new key, so that the server of this node has it and no rank has read it. */
    private void offer(String key, long value) {
        pmix.fence(BARRIER);
        pmix.put(Scope.GLOBAL, number(key), value);
        pmix.commit();
        pmix.fence(BARRIER);
    }

    private void askNear(int iteration) {
        get(near, number("bench.near." + iteration), iteration);
    }

    private void askFar(int iteration) {
        get(far, number("bench.far." + iteration), iteration);
    }

    private void exchange(int iteration) {
        byte[] data = new byte[EXCHANGED];
        Arrays.fill(data, (byte) iteration);
        pmix.put(Scope.GLOBAL, EXCHANGE_KEY, data);
        pmix.commit();
        pmix.fence();
    }

    // --- publish and lookup ------------------------------------------------------------------------------------

    private void publish(int iteration) {
        pmix.directory().publish(publishKey, (long) iteration);
        pmix.directory().unpublish(publishKey);
    }

    private void lookup(int iteration) {
        if (pmix.directory().lookup(lookupKey) != lookedUp) {
            throw new IllegalStateException("wrong value of " + lookupKey);
        }
    }
}
