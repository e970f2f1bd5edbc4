// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.mpi;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.pmixj.mpi.Buf;
import org.pmixj.mpi.Comm;
import org.pmixj.mpi.Datatype;
import org.pmixj.mpi.Op;
import org.pmixj.mpi.Request;

/** Each collective, blocking and not, with arrays and native memory, against what Java computes of all ranks' values. */
final class MpiCollectives {
    private static final int LENGTH = 5;

    private final Comm world;
    private final int rank;
    private final int size;
    private final boolean isNative;
    private final Arena arena;

    private MpiCollectives(Comm world, boolean isNative, Arena arena) {
        this.world = world;
        this.rank = world.rank();
        this.size = world.size();
        this.isNative = isNative;
        this.arena = arena;
    }

    static void all(Comm world) {
        for (boolean isNative : new boolean[] {false, true}) {
            try (Arena arena = Arena.ofConfined()) {
                MpiCollectives test = new MpiCollectives(world, isNative, arena);
                for (int root = 0; root < test.size; root++) {
                    test.rooted(root);
                }
                test.reductions();
                test.exchanges();
            }
        }
        pairs(world);
        ownOperations(world);
    }

    /** Returns the numbers of a rank, which differ from those of other ranks and places. */
    private static int[] of(int rank, int length) {
        return IntStream.range(0, length).map(i -> 1000 * rank + 7 * i + 3).toArray();
    }

    /** Memory with these numbers, of the heap or not. */
    private Buf with(int... values) {
        return isNative
                ? Buf.of(arena.allocateFrom(JAVA_INT, values), values.length, Datatype.INT)
                : Buf.of(values.clone());
    }

    private Buf empty(int length) {
        return with(new int[length]);
    }

    private static int[] content(Buf data) {
        return data.segment().asSlice(0, data.count() * JAVA_INT.byteSize()).toArray(JAVA_INT);
    }

    private @Nullable Buf atRoot(int root, int length) {
        return rank == root ? empty(length) : null;
    }

    private static void done(Request request) {
        assertThat(request.await()).isNotNull();
    }

    private int[] allOf(int length) {
        return IntStream.range(0, size)
                .flatMap(each -> Arrays.stream(of(each, length)))
                .toArray();
    }

    private int[] counts() {
        return IntStream.range(0, size).map(each -> each + 1).toArray();
    }

    private int total() {
        return size * (size + 1) / 2;
    }

    /** The parts of all ranks, one element longer for each, in a row. */
    private int[] allParts() {
        return IntStream.range(0, size)
                .flatMap(each -> Arrays.stream(of(each, each + 1)))
                .toArray();
    }

    private static int[] part(int[] all, int from, int length) {
        return Arrays.copyOfRange(all, from, from + length);
    }

    private void rooted(int root) {
        boolean isRoot = rank == root;
        Buf data = isRoot ? with(of(root, LENGTH)) : empty(LENGTH);
        world.bcast(data, root);
        assertThat(content(data)).isEqualTo(of(root, LENGTH));
        Buf later = isRoot ? with(of(root, LENGTH)) : empty(LENGTH);
        done(world.ibcast(later, root));
        assertThat(content(later)).isEqualTo(of(root, LENGTH));

        for (boolean waits : new boolean[] {true, false}) {
            Buf sums = atRoot(root, LENGTH);
            Buf gathered = atRoot(root, LENGTH * size);
            Buf parts = atRoot(root, total());
            Buf apart = atRoot(root, total() + size);
            Buf mine = with(of(rank, LENGTH));
            Buf own = with(of(rank, rank + 1));
            // The place of each part, with a gap after it that nobody writes to.
            int[] places = IntStream.range(0, size)
                    .map(each -> each * (each + 1) / 2 + each)
                    .toArray();
            if (waits) {
                world.reduce(mine, sums, Op.SUM, root);
                world.gather(mine, gathered, root);
                world.gatherv(own, parts, isRoot ? counts() : null, null, root);
                world.gatherv(own, apart, isRoot ? counts() : null, isRoot ? places : null, root);
            } else {
                done(world.ireduce(mine, sums, Op.SUM, root));
                done(world.igather(mine, gathered, root));
                done(world.igatherv(own, parts, isRoot ? counts() : null, null, root));
                done(world.igatherv(own, apart, isRoot ? counts() : null, isRoot ? places : null, root));
            }
            if (sums != null && gathered != null && parts != null && apart != null) {
                assertThat(content(sums)).isEqualTo(sumUpTo(size));
                assertThat(content(gathered)).isEqualTo(allOf(LENGTH));
                assertThat(content(parts)).isEqualTo(allParts());
                for (int each = 0; each < size; each++) {
                    assertThat(part(content(apart), places[each], each + 1)).isEqualTo(of(each, each + 1));
                    assertThat(content(apart)[places[each] + each + 1]).isZero();
                }
            }
            Buf dealt = isRoot ? with(allOf(LENGTH)) : null;
            Buf dealtParts = isRoot ? with(allParts()) : null;
            Buf received = empty(LENGTH);
            Buf receivedPart = empty(rank + 1);
            if (waits) {
                world.scatter(dealt, received, root);
                world.scatterv(dealtParts, isRoot ? counts() : null, null, receivedPart, root);
            } else {
                done(world.iscatter(dealt, received, root));
                done(world.iscatterv(dealtParts, isRoot ? counts() : null, null, receivedPart, root));
            }
            assertThat(content(received)).isEqualTo(of(rank, LENGTH));
            assertThat(content(receivedPart)).isEqualTo(of(rank, rank + 1));
        }
    }

    private static int[] sumUpTo(int ranks) {
        int[] sums = new int[LENGTH];
        for (int each = 0; each < ranks; each++) {
            int[] its = of(each, LENGTH);
            for (int i = 0; i < LENGTH; i++) {
                sums[i] += its[i];
            }
        }
        return sums;
    }

    private void reductions() {
        Buf mine = with(of(rank, LENGTH));
        Buf result = empty(LENGTH);
        world.allreduce(mine, result, Op.SUM);
        assertThat(content(result)).isEqualTo(sumUpTo(size));
        Buf inPlace = with(of(rank, LENGTH));
        world.allreduce(inPlace, Op.SUM);
        assertThat(content(inPlace)).isEqualTo(sumUpTo(size));
        done(world.iallreduce(mine, result, Op.MAX));
        assertThat(content(result)).isEqualTo(of(size - 1, LENGTH));
        world.allreduce(mine, result, Op.MIN);
        assertThat(content(result)).isEqualTo(of(0, LENGTH));
        world.allreduce(mine, result, Op.BXOR);
        int bits = IntStream.range(0, size).map(each -> of(each, LENGTH)[1]).reduce(0, (a, b) -> a ^ b);
        assertThat(content(result)[1]).isEqualTo(bits);

        world.scan(mine, result, Op.SUM);
        assertThat(content(result)).isEqualTo(sumUpTo(rank + 1));
        Buf again = empty(LENGTH);
        done(world.iscan(mine, again, Op.SUM));
        assertThat(content(again)).isEqualTo(sumUpTo(rank + 1));
        world.exscan(mine, result, Op.SUM);
        if (rank > 0) {
            assertThat(content(result)).isEqualTo(sumUpTo(rank));
        }

        int[] numbers = of(rank, total());
        int[] sums = new int[total()];
        for (int each = 0; each < size; each++) {
            int[] its = of(each, total());
            for (int i = 0; i < sums.length; i++) {
                sums[i] += its[i];
            }
        }
        int from = rank * (rank + 1) / 2;
        Buf own = empty(rank + 1);
        world.reduceScatter(with(numbers), own, counts(), Op.SUM);
        assertThat(content(own)).isEqualTo(part(sums, from, rank + 1));
        Buf later = empty(rank + 1);
        done(world.ireduceScatter(with(numbers), later, counts(), Op.SUM));
        assertThat(content(later)).isEqualTo(part(sums, from, rank + 1));
    }

    private void exchanges() {
        Buf mine = with(of(rank, LENGTH));
        Buf own = with(of(rank, rank + 1));
        // Rank a sends b + 1 elements to rank b, which begin with 10 a + b.
        int[] outgoing = IntStream.range(0, size)
                .flatMap(to -> IntStream.range(0, to + 1).map(i -> 100 * rank + 10 * to + i))
                .toArray();
        int[] incoming = IntStream.range(0, size)
                .flatMap(from -> IntStream.range(0, rank + 1).map(i -> 100 * from + 10 * rank + i))
                .toArray();
        int[] same = new int[size];
        Arrays.fill(same, rank + 1);
        int[] swapped = IntStream.range(0, size).map(to -> of(to, size)[rank]).toArray();
        for (boolean waits : new boolean[] {true, false}) {
            Buf all = empty(LENGTH * size);
            Buf parts = empty(total());
            Buf turned = empty(size);
            Buf came = empty(incoming.length);
            if (waits) {
                world.barrier();
                world.allgather(mine, all);
                world.allgatherv(own, parts, counts(), null);
                world.alltoall(with(of(rank, size)), turned);
                world.alltoallv(with(outgoing), counts(), null, came, same, null);
            } else {
                done(world.ibarrier());
                done(world.iallgather(mine, all));
                done(world.iallgatherv(own, parts, counts(), null));
                done(world.ialltoall(with(of(rank, size)), turned));
                done(world.ialltoallv(with(outgoing), counts(), null, came, same, null));
            }
            assertThat(content(all)).isEqualTo(allOf(LENGTH));
            assertThat(content(parts)).isEqualTo(allParts());
            assertThat(content(turned)).isEqualTo(swapped);
            assertThat(content(came)).isEqualTo(incoming);
        }
    }

    /** Every primitive, and pairs of a value and an index. */
    private static void pairs(Comm world) {
        int rank = world.rank();
        int size = world.size();
        byte[] bytes = {(byte) rank};
        world.allreduce(Buf.of(bytes), Op.SUM);
        char[] chars = {(char) (60_000 + rank)};
        world.allreduce(Buf.of(chars), Op.MAX);
        short[] shorts = {(short) -rank};
        world.allreduce(Buf.of(shorts), Op.MIN);
        long[] longs = {1L << 40};
        world.allreduce(Buf.of(longs), Op.SUM);
        float[] floats = {rank + 0.5f};
        world.allreduce(Buf.of(floats), Op.SUM);
        double[] doubles = {2};
        world.allreduce(Buf.of(doubles), Op.PROD);
        int sum = size * (size - 1) / 2;
        assertThat(bytes[0]).isEqualTo((byte) sum);
        assertThat(chars[0]).isEqualTo((char) (60_000 + size - 1));
        assertThat(shorts[0]).isEqualTo((short) (1 - size));
        assertThat(longs[0]).isEqualTo(size * (1L << 40));
        assertThat(floats[0]).isEqualTo(sum + size * 0.5f);
        assertThat(doubles[0]).isEqualTo(Math.pow(2, size));

        int[] pair = {(rank + 1) % size, rank};
        world.allreduce(Buf.of(pair).typed(1, Datatype.INT_INT), Op.MAXLOC);
        assertThat(pair).containsExactly(size - 1, (size - 2 + size) % size);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocate(16, 8);
            value.set(JAVA_DOUBLE, 0, -rank);
            value.set(JAVA_INT, 8, rank);
            world.allreduce(Buf.of(value, 1, Datatype.DOUBLE_INT), Op.MINLOC);
            assertThat(value.get(JAVA_DOUBLE, 0)).isEqualTo(1.0 - size);
            assertThat(value.get(JAVA_INT, 8)).isEqualTo(size - 1);
            MemorySegment truth = arena.allocate(1);
            truth.set(java.lang.foreign.ValueLayout.JAVA_BOOLEAN, 0, rank == 0);
            world.allreduce(Buf.of(truth, 1, Datatype.BOOLEAN), Op.LOR);
            assertThat(truth.get(java.lang.foreign.ValueLayout.JAVA_BOOLEAN, 0)).isTrue();
        }
    }

    /** Reductions in Java: of each primitive that has a form, of a derived type, and one that is not commutative. */
    private static void ownOperations(Comm world) {
        int rank = world.rank();
        int size = world.size();
        try (Op largest = Op.ofInt((a, b) -> Math.abs(a) > Math.abs(b) ? a : b, true);
                Op product = Op.ofLong((a, b) -> a * b, true);
                Op hypot = Op.ofDouble(Math::hypot, true);
                // a then b, as maps x -> m x + c: the order of the ranks matters.
                Datatype map = Datatype.contiguous(2, Datatype.LONG);
                Op compose = Op.of(
                        (in, inout, count, type) -> {
                            assertThat(type.size()).isEqualTo(16);
                            for (int i = 0; i < count; i++) {
                                long m = in.getAtIndex(java.lang.foreign.ValueLayout.JAVA_LONG, 2L * i);
                                long c = in.getAtIndex(java.lang.foreign.ValueLayout.JAVA_LONG, 2L * i + 1);
                                long m2 = inout.getAtIndex(java.lang.foreign.ValueLayout.JAVA_LONG, 2L * i);
                                long c2 = inout.getAtIndex(java.lang.foreign.ValueLayout.JAVA_LONG, 2L * i + 1);
                                inout.setAtIndex(java.lang.foreign.ValueLayout.JAVA_LONG, 2L * i, m2 * m);
                                inout.setAtIndex(java.lang.foreign.ValueLayout.JAVA_LONG, 2L * i + 1, m2 * c + c2);
                            }
                        },
                        false)) {
            int[] ints = {rank % 2 == 0 ? rank : -rank};
            world.allreduce(Buf.of(ints), largest);
            assertThat(Math.abs(ints[0])).isEqualTo(size - 1);
            long[] longs = {rank + 1};
            world.allreduce(Buf.of(longs), product);
            assertThat(longs[0])
                    .isEqualTo(IntStream.rangeClosed(1, size).asLongStream().reduce(1, (a, b) -> a * b));
            double[] doubles = {3};
            world.allreduce(Buf.of(doubles), hypot);
            assertThat(doubles[0]).isCloseTo(3 * Math.sqrt(size), org.assertj.core.data.Offset.offset(1e-9));
            long[] own = {rank + 2, 5 * rank + 1};
            world.allreduce(Buf.of(own).typed(1, map), compose);
            long m = 1;
            long c = 0;
            for (int each = 0; each < size; each++) {
                m = (each + 2) * m;
                c = (each + 2) * c + 5 * each + 1;
            }
            assertThat(own).containsExactly(m, c);
        }
    }
}
