// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Tag;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.internal.ffi.InFlight;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.MemoryByTenth;
import org.pmixj.junit.PmixTest;

/** Long loops: nothing is lost, and memory is flat. Run by {@code ci/test soak}. */
@Tag("soak")
class SoakIT {
    private static final int KEYS = 100;
    private static final int ROUNDS = 10;

    private static Key<Integer> key(int index) {
        return Key.of("soak." + index, ValueType.INT32);
    }

    /** Returns a key that no other method puts: methods may share a job. */
    private static Key<Integer> replaced(int index) {
        return Key.of("soak.replaced." + index, ValueType.INT32);
    }

    /** Runs a tenth of the work at a time, and compares memory after the first with memory after the last. */
    private static void flat(Pmix pmix, String what, int count, IntConsumer work) throws IOException {
        MemoryByTenth memory = new MemoryByTenth();
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < count / ROUNDS; i++) {
                work.accept(i);
            }
            memory.measure();
        }
        memory.requireFlat("rank " + pmix.self().rank() + ": " + count + " " + what);
        assertThat(InFlight.size()).isZero();
    }

    private static void exchange(Pmix pmix) {
        for (int i = 0; i < KEYS; i++) {
            pmix.put(Scope.GLOBAL, key(i), pmix.self().rank() * 1000 + i);
        }
        pmix.commit();
        pmix.fence();
    }

    private static void aMillionGets(Pmix pmix) throws IOException {
        exchange(pmix);
        ProcId other = pmix.job().member(1 - pmix.self().rank());
        flat(pmix, "gets", 1_000_000, i -> {
            int index = i % KEYS;
            if (pmix.get(other, key(index)) != other.rank() * 1000 + index) {
                throw new AssertionError("wrong value of " + key(index));
            }
        });
        pmix.fence();
    }

    @PmixTest(ranks = 2, timeLimit = 600)
    void aMillionGetsOnOneNode(Pmix pmix) throws IOException {
        aMillionGets(pmix);
    }

    @PmixTest(ranks = 2, nodes = 2, timeLimit = 600)
    void aMillionGetsAcrossNodes(Pmix pmix) throws IOException {
        aMillionGets(pmix);
    }

    @PmixTest(ranks = 2, timeLimit = 600)
    void aHundredThousandPuts(Pmix pmix) throws IOException {
        ProcId other = pmix.job().member(1 - pmix.self().rank());
        flat(pmix, "puts, a commit after each 1,000", 100_000, i -> {
            pmix.put(Scope.GLOBAL, replaced(i % KEYS), i);
            if (i % 1000 == 999) {
                pmix.commit();
            }
        });
        pmix.commit();
        pmix.fence();
        for (int i = 0; i < KEYS; i++) {
            assertThat(pmix.get(other, replaced(i))).isEqualTo(100_000 / ROUNDS - KEYS + i);
        }
        pmix.fence();
    }

    /** A rank that constructs groups for hours keeps its size. The same loop in C is flat to some KiB. */
    @PmixTest(ranks = 2, timeLimit = 600)
    void aHundredThousandGroups(Pmix pmix) throws IOException {
        flat(
                pmix,
                "groups, each constructed and destructed",
                100_000,
                i -> pmix.groups()
                        .construct(Jobs.all(pmix, "soak-" + i).build())
                        .destruct());
        pmix.fence();
    }

    private static void tenThousandInFlight(Pmix pmix) throws IOException {
        exchange(pmix);
        ProcId other = pmix.job().member(1 - pmix.self().rank());
        ProcId self = pmix.self();
        Key<Integer> late = key(KEYS);
        flat(pmix, "times 10,000 asynchronous gets at once, half of a value still to come", 100, round -> {
            Key<Integer> coming = key(KEYS + 1 + round);
            List<CompletableFuture<Integer>> gets = new ArrayList<>();
            for (int i = 0; i < 5_000; i++) {
                gets.add(pmix.getAsync(other, key(i % KEYS)));
                gets.add(pmix.getAsync(other, coming));
            }
            pmix.put(Scope.GLOBAL, coming, self.rank() + 7 * round);
            pmix.commit();
            for (int i = 0; i < gets.size(); i++) {
                int wanted = i % 2 == 0 ? other.rank() * 1000 + i / 2 % KEYS : other.rank() + 7 * round;
                if (gets.get(i).join() != wanted) {
                    throw new AssertionError("get " + i + " of round " + round + " answered " + gets.get(i));
                }
            }
            pmix.fence();
        });
        assertThat(pmix.find(other, late)).isEmpty();
    }

    @PmixTest(ranks = 2, timeLimit = 600)
    void tenThousandInFlightOnOneNode(Pmix pmix) throws IOException {
        tenThousandInFlight(pmix);
    }

    @PmixTest(ranks = 2, nodes = 2, timeLimit = 600)
    void tenThousandInFlightAcrossNodes(Pmix pmix) throws IOException {
        tenThousandInFlight(pmix);
    }
}
