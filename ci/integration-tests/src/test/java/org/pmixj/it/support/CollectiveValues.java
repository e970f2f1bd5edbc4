// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.collectives.ArrayReduction;
import org.pmixj.collectives.Collectives;
import org.pmixj.collectives.Reductions;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;

/** Runs the collectives of a group of any size, however it was constructed. All members call it. */
public final class CollectiveValues {
    private static final CollectiveOptions LIMIT = CollectiveOptions.within(Await.LIMIT);

    private final Group group;
    private final Collectives collectives;
    private final int me;
    private final int size;

    private CollectiveValues(Group group) {
        this.group = group;
        this.collectives = Collectives.of(group);
        this.me = group.rank();
        this.size = group.size();
    }

    public static void check(Group group) throws Exception {
        CollectiveValues values = new CollectiveValues(group);
        for (int root = 0; root < values.size; root++) {
            values.broadcasts(root);
            values.gathers(root);
        }
        values.reductions();
        values.sumsOfDoubles();
        values.arrays();
        values.severalUnderWay();
    }

    private void broadcasts(int root) throws Exception {
        String sent = "from " + root;
        // What the others pass does not matter.
        String own = me == root ? sent : me % 2 == 0 ? null : "from " + me;
        assertThat(collectives.broadcast(root, ValueType.STRING, own)).isEqualTo(sent);
        assertThat(collectives.with(LIMIT).broadcast(root, ValueType.DOUBLE, me == root ? Math.PI : null))
                .isEqualTo(Math.PI);
        assertThat(Await.result(collectives.broadcastAsync(root, ValueType.STRING, own)))
                .isEqualTo(sent);
        double[] several = {root, 1.0 / 3, -0.0};
        assertThat(Await.result(
                        collectives.with(LIMIT).broadcastAsync(root, ValueType.DOUBLES, me == root ? several : null)))
                .isEqualTo(several);
    }

    private <T> Map<ProcId, T> byRank(IntFunction<T> value) {
        Map<ProcId, T> values = new LinkedHashMap<>();
        for (int rank = 0; rank < size; rank++) {
            values.put(group.members().get(rank), value.apply(rank));
        }
        return values;
    }

    private void gathers(int root) throws Exception {
        isAtRoot(root, collectives.gather(root, ValueType.INT32, 7 * me).orElse(null), rank -> 7 * rank);
        isAtRoot(
                root,
                collectives
                        .with(LIMIT)
                        .gather(root, ValueType.PROC, group.members().get(me))
                        .orElse(null),
                group.members()::get);
        isAtRoot(
                root,
                Await.result(collectives.gatherAsync(root, ValueType.STRING, "of " + me))
                        .orElse(null),
                rank -> "of " + rank);
        List<Long> list = List.of((long) me, 5L);
        isAtRoot(
                root,
                Await.result(collectives.with(LIMIT).gatherAsync(root, ValueType.listOf(ValueType.INT64), list))
                        .orElse(null),
                rank -> List.of((long) rank, 5L));
    }

    private <T> void isAtRoot(int root, Map<ProcId, T> gathered, IntFunction<T> value) {
        if (me == root) {
            assertThat(gathered).containsExactlyEntriesOf(byRank(value));
        } else {
            assertThat(gathered).isNull();
        }
    }

    private void reductions() throws Exception {
        int sum = size * (size - 1) / 2;
        assertThat(collectives.allReduce(ValueType.INT32, me, Reductions.sum())).isEqualTo(sum);
        assertThat(collectives.with(LIMIT).allReduce(ValueType.INT8, (byte) -me, Reductions.sum()))
                .isEqualTo((byte) -sum);
        assertThat(collectives.allReduce(ValueType.INT16, (short) (100 * me), Reductions.sum()))
                .isEqualTo((short) (100 * sum));
        assertThat(Await.result(collectives.allReduceAsync(ValueType.UINT64, (long) me, Reductions.sum())))
                .isEqualTo(sum);
        BigInteger large = BigInteger.TWO.pow(60);
        assertThat(Await.result(collectives.with(LIMIT).allReduceAsync(ValueType.UINT64_BIG, large, Reductions.sum())))
                .isEqualTo(large.multiply(BigInteger.valueOf(size)));
        int odd = (3 * me + 1) % size;
        List<Integer> all = IntStream.range(0, size)
                .map(rank -> (3 * rank + 1) % size)
                .boxed()
                .toList();
        assertThat(collectives.allReduce(ValueType.INT32, odd, Reductions.min()))
                .isEqualTo(all.stream().min(Integer::compare).orElseThrow());
        assertThat(collectives.allReduce(ValueType.INT32, odd, Reductions.max()))
                .isEqualTo(all.stream().max(Integer::compare).orElseThrow());
        assertThat(collectives.allReduce(ValueType.STRING, "host" + me, Reductions.max()))
                .isEqualTo("host" + (size - 1));
        assertThat(collectives.allReduce(ValueType.DOUBLE_BITS, me == 0 ? Double.NaN : me, Reductions.max()))
                .isNaN();
        // In the order of the ranks, and from the left.
        assertThat(collectives.allReduce(ValueType.STRING, "" + me, (one, other) -> "(" + one + other + ")"))
                .isEqualTo("(".repeat(size - 1)
                        + IntStream.range(0, size)
                                .mapToObj(rank -> rank == 0 ? "0" : rank + ")")
                                .collect(Collectors.joining()));
        assertThat(collectives.allReduce(ValueType.BOOL, me != size - 1, Boolean::logicalAnd))
                .isFalse();
    }

    private static double term(int rank) {
        return rank % 2 == 0 ? 1e16 / (rank + 1) : -1.1 * rank;
    }

    /** Rounding depends on the order; the result does not depend on the member. */
    private void sumsOfDoubles() {
        double expected = term(0);
        for (int rank = 1; rank < size; rank++) {
            expected += term(rank);
        }
        double sum = collectives.allReduce(ValueType.DOUBLE, term(me), Reductions.sum());
        assertThat(sum).isEqualTo(expected);
        assertThat(group.exchange(ValueType.DOUBLE, sum).values()).containsOnly(expected);
    }

    private void arrays() throws Exception {
        int sum = size * (size - 1) / 2;
        int[] ints = {me, -me, 7};
        assertThat(collectives.allReduce(ints, ArrayReduction.SUM)).containsExactly(sum, -sum, 7 * size);
        assertThat(collectives.allReduce(ints, ArrayReduction.MIN)).containsExactly(0, 1 - size, 7);
        assertThat(Await.result(collectives.with(LIMIT).allReduceAsync(ints, ArrayReduction.MAX)))
                .containsExactly(size - 1, 0, 7);
        // In the order of the ranks, and from the left.
        assertThat(collectives.allReduce(ints, (one, other) -> 2 * one - other))
                .containsExactly(fromTheLeft(rank -> rank), fromTheLeft(rank -> -rank), fromTheLeft(rank -> 7));
        assertThat(ints).containsExactly(me, -me, 7);
        assertThat(collectives.allReduce(new int[0], ArrayReduction.SUM)).isEmpty();

        long large = 1L << 40;
        assertThat(collectives.allReduce(new long[] {large, me + 1}, ArrayReduction.SUM))
                .containsExactly(size * large, sum + size);
        assertThat(Await.result(collectives.allReduceAsync(new long[] {me + 1, -2}, ArrayReduction.PRODUCT)))
                .containsExactly(
                        LongStream.rangeClosed(1, size).reduce(1, (one, other) -> one * other),
                        LongStream.range(0, size).reduce(1, (one, _) -> -2 * one));
        assertThat(collectives.allReduce(new long[] {1L << me}, (one, other) -> one | other))
                .containsExactly((1L << size) - 1);

        double[] doubles = {term(me), me == 0 ? Double.NaN : me, 0.5};
        double expected = term(0);
        for (int rank = 1; rank < size; rank++) {
            expected += term(rank);
        }
        assertThat(collectives.allReduce(doubles, ArrayReduction.SUM))
                .containsExactly(expected, Double.NaN, size / 2.0);
        assertThat(collectives.allReduce(doubles, ArrayReduction.MIN)[1])
                .isEqualTo(Double.valueOf(size == 1 ? Double.NaN : 1));
        assertThat(collectives.allReduce(doubles, ArrayReduction.MAX)[1]).isNaN();
        assertThat(Await.result(collectives.allReduceAsync(doubles, ArrayReduction.PRODUCT))[2])
                .isEqualTo(Math.pow(0.5, size));
    }

    private int fromTheLeft(IntUnaryOperator value) {
        return IntStream.range(0, size)
                .map(value)
                .reduce((one, other) -> 2 * one - other)
                .orElseThrow();
    }

    private void severalUnderWay() throws Exception {
        List<CompletableFuture<Integer>> sums = new ArrayList<>();
        List<CompletableFuture<Integer>> sent = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            sums.add(collectives.allReduceAsync(ValueType.INT32, i + me, Reductions.sum()));
            sent.add(collectives.broadcastAsync(i % size, ValueType.INT32, 10 * i));
        }
        for (int i = 0; i < 6; i++) {
            assertThat(Await.result(sums.get(i))).isEqualTo(i * size + size * (size - 1) / 2);
            assertThat(Await.result(sent.get(i))).isEqualTo(10 * i);
        }
    }
}
