// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CpuMatchingTest {
    private final List<BitSet> sets = new ArrayList<>();
    private final List<Integer> units = new ArrayList<>();

    private static BitSet range(int first, int last) {
        BitSet set = new BitSet();
        set.set(first, last + 1);
        return set;
    }

    private static BitSet models(int... numbers) {
        BitSet set = new BitSet();
        for (int number : numbers) {
            set.set(number);
        }
        return set;
    }

    private void claim(int count, int first, int last) {
        sets.add(range(first, last));
        units.add(count);
    }

    private List<BitSet> crowded() {
        return CpuMatching.crowded(
                sets, units.stream().mapToInt(Integer::intValue).toArray());
    }

    @Test
    void nothingIsNotCrowded() {
        assertThat(crowded()).isEmpty();
        claim(0, 0, 3);
        claim(0, 0, 3);
        assertThat(crowded()).isEmpty();
    }

    @Test
    void whoCanMakeRoomDoes() {
        claim(1, 1, 2);
        claim(1, 2, 3);
        sets.add(models(1, 5, 6));
        units.add(3);
        assertThat(crowded()).isEmpty();
        claim(1, 3, 3);
        assertThat(crowded()).containsExactly(models(0, 1, 2, 3));
    }

    @Test
    void whoHasAllCpusIsNotInTheirWay() {
        claim(1, 0, 7);
        claim(1, 0, 1);
        claim(1, 0, 1);
        assertThat(crowded()).isEmpty();
        claim(1, 0, 1);
        assertThat(crowded()).containsExactly(models(1, 2, 3));
    }

    @Test
    void nestedSets() {
        claim(4, 0, 7);
        claim(2, 0, 3);
        claim(1, 0, 1);
        claim(1, 0, 0);
        assertThat(crowded()).isEmpty();
        // Now the inner two have one too many, and the outer ones have all.
        claim(1, 0, 1);
        assertThat(crowded()).containsExactly(models(2, 3, 4));
        // And with these the third, but not the first.
        claim(1, 2, 3);
        assertThat(crowded()).containsExactly(models(1, 2, 3, 4, 5));
    }

    @Test
    void aChainGivesWayToItsEnd() {
        for (int i = 0; i < 6; i++) {
            claim(1, i, i + 1);
        }
        claim(1, 0, 0);
        assertThat(crowded()).isEmpty();
        // There is no room left, and each could give its CPU to the next.
        claim(1, 6, 6);
        assertThat(crowded()).containsExactly(models(0, 1, 2, 3, 4, 5, 6, 7));
    }

    @Test
    void aChainIsBrokenWhereThereIsRoom() {
        claim(2, 0, 1);
        claim(1, 1, 2);
        claim(1, 2, 4);
        claim(1, 4, 5);
        claim(2, 5, 6);
        claim(1, 2, 2);
        claim(1, 6, 6);
        assertThat(crowded()).containsExactly(models(0, 1, 5), models(4, 6));
    }

    @Test
    void equalSets() {
        claim(1, 0, 1);
        claim(1, 4, 5);
        claim(1, 0, 1);
        claim(1, 4, 5);
        assertThat(crowded()).isEmpty();
        claim(1, 4, 5);
        claim(2, 0, 1);
        // Who claims nothing is not in it.
        claim(0, 0, 1);
        assertThat(crowded()).containsExactly(models(0, 2, 5), models(1, 3, 4));
    }

    @Test
    void ofManyModelsOnManyCpusItIsKnownAtOnce() {
        for (int i = 0; i < 999; i++) {
            claim(1, i, 1023);
        }
        claim(25, 0, 1023);
        assertTimeoutPreemptively(
                Duration.ofSeconds(5), () -> assertThat(crowded()).isEmpty());
        claim(1, 5, 1023);
        assertTimeoutPreemptively(
                Duration.ofSeconds(5), () -> assertThat(crowded()).containsExactly(range(0, 1000)));
    }

    @Test
    void itIsWhatAllSubsetsTell() {
        Random random = new Random(6);
        int crowds = 0;
        int several = 0;
        for (int round = 0; round < 20_000; round++) {
            sets.clear();
            units.clear();
            int models = random.nextInt(7);
            for (int i = 0; i < models; i++) {
                BitSet set = BitSet.valueOf(new long[] {1 + random.nextInt(63)});
                if (random.nextBoolean()) {
                    set.and(range(random.nextInt(6), 5));
                }
                sets.add(set);
                units.add(random.nextInt(set.cardinality() + 1));
            }
            List<BitSet> expected = byAllSubsets();
            assertThat(crowded()).as("%s claim %s", sets, units).isEqualTo(expected);
            crowds += expected.isEmpty() ? 0 : 1;
            several += expected.size() > 1 ? 1 : 0;
        }
        assertThat(crowds).isBetween(5_000, 15_000);
        assertThat(several).isPositive();
    }

    /** The models without any of which fewer would be left over, in parts without common CPUs. */
    private List<BitSet> byAllSubsets() {
        int most = 0;
        BitSet least = new BitSet();
        for (long subset = 1; subset < 1L << sets.size(); subset++) {
            BitSet models = BitSet.valueOf(new long[] {subset});
            int over = claimed(models) - union(models).cardinality();
            if (over > most) {
                most = over;
                least = models;
            } else if (over == most && over > 0) {
                // Of those with the most left over, what they have in common has as many.
                least.and(models);
            }
        }
        List<BitSet> parts = new ArrayList<>();
        for (int model = least.nextSetBit(0); model >= 0; model = least.nextSetBit(model + 1)) {
            BitSet part = models(model);
            for (BitSet other : List.copyOf(parts)) {
                if (union(other).intersects(sets.get(model))) {
                    part.or(other);
                    parts.remove(other);
                }
            }
            parts.add(part);
        }
        parts.sort(Comparator.comparingInt(part -> part.nextSetBit(0)));
        return parts;
    }

    private int claimed(BitSet models) {
        return models.stream().map(units::get).sum();
    }

    private BitSet union(BitSet models) {
        BitSet union = new BitSet();
        models.stream().forEach(model -> union.or(sets.get(model)));
        return union;
    }
}
