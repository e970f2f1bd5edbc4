// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.mpi;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.pmixj.mpi.Buf;
import org.pmixj.mpi.Comm;
import org.pmixj.mpi.Datatype;
import org.pmixj.mpi.Op;
import org.pmixj.mpi.Request;
import org.pmixj.mpi.Status;

/** The programs by which one learns MPI, each against a result that Java computes. */
final class MpiPrograms {
    private MpiPrograms() {}

    /** A token passes all ranks, and each adds its own rank. */
    static void ring(Comm world) {
        int rank = world.rank();
        int size = world.size();
        long[] token = {0};
        if (rank == 0) {
            world.send(Buf.of(token), 1 % size, 7);
            Status status = world.recv(Buf.of(token), size - 1, 7);
            assertThat(status.source()).isEqualTo(size - 1);
            assertThat(status.tag()).isEqualTo(7);
            assertThat(status.count(Datatype.LONG)).isEqualTo(1);
            assertThat(token[0]).isEqualTo((long) size * (size - 1) / 2);
        } else {
            Status _ = world.recv(Buf.of(token), rank - 1, 7);
            token[0] += rank;
            world.send(Buf.of(token), (rank + 1) % size, 7);
        }
    }

    /** Rank 0 deals rows of a matrix to whoever is free, and collects rows of the product. */
    static void matrixMultiply(Comm world) {
        int n = 17;
        double[] a = random(n * n, 1);
        double[] b = random(n * n, 2);
        double[] all = world.rank() == 0 ? b : new double[n * n];
        world.bcast(Buf.of(all), 0);
        assertThat(all).isEqualTo(b);
        if (world.rank() == 0) {
            double[] product = new double[n * n];
            int dealt = 0;
            int[] rowOf = new int[world.size()];
            int busy = 0;
            for (int worker = 1; worker < world.size(); worker++, dealt++, busy++) {
                world.send(Buf.of(a).slice((long) dealt * n, n), worker, 1);
                rowOf[worker] = dealt;
            }
            double[] row = new double[n];
            while (busy > 0) {
                Status status = world.recv(Buf.of(row), Comm.ANY_SOURCE, Comm.ANY_TAG);
                int worker = status.source();
                System.arraycopy(row, 0, product, rowOf[worker] * n, n);
                if (dealt < n) {
                    world.send(Buf.of(a).slice((long) dealt * n, n), worker, 1);
                    rowOf[worker] = dealt++;
                } else {
                    world.send(Buf.of(new double[0]), worker, 2);
                    busy--;
                }
            }
            double[] expected = new double[n * n];
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    for (int k = 0; k < n; k++) {
                        expected[i * n + j] += a[i * n + k] * b[k * n + j];
                    }
                }
            }
            assertThat(product).containsExactly(expected, Offset.offset(1e-12));
            return;
        }
        double[] row = new double[n];
        while (true) {
            Status status = world.recv(Buf.of(row), 0, Comm.ANY_TAG);
            if (status.tag() == 2) {
                assertThat(status.count(Datatype.DOUBLE)).isZero();
                return;
            }
            double[] result = new double[n];
            for (int j = 0; j < n; j++) {
                for (int k = 0; k < n; k++) {
                    result[j] += row[k] * all[k * n + j];
                }
            }
            world.send(Buf.of(result), 0, 1);
        }
    }

    private static double[] random(int length, long seed) {
        return new Random(seed).doubles(length).toArray();
    }

    /** Pi by random points. The sum of all hits is that of one process with the same points. */
    static void monteCarloPi(Comm world) {
        int points = 20_000;
        long[] hits = {hits(world.rank(), points)};
        long[] sum = new long[1];
        world.reduce(Buf.of(hits), world.rank() == 0 ? Buf.of(sum) : null, Op.SUM, 0);
        world.bcast(Buf.of(sum), 0);
        long expected = 0;
        for (int rank = 0; rank < world.size(); rank++) {
            expected += hits(rank, points);
        }
        assertThat(sum[0]).isEqualTo(expected);
        assertThat(4.0 * sum[0] / ((long) points * world.size())).isCloseTo(Math.PI, Offset.offset(0.05));
    }

    private static long hits(int seed, int points) {
        Random random = new Random(seed);
        long hits = 0;
        for (int i = 0; i < points; i++) {
            double x = random.nextDouble();
            double y = random.nextDouble();
            hits += x * x + y * y < 1 ? 1 : 0;
        }
        return hits;
    }

    /**
     * The heat in a plate that is dealt by columns: a halo is a column of native memory, a vector type. All steps are those
     * of a single process.
     */
    static void jacobi(Comm world) {
        int rank = world.rank();
        int size = world.size();
        int rows = 12;
        int own = 5;
        int width = own + 2;
        int all = own * size + 2;
        double[] whole = start(rows, all);
        try (Arena arena = Arena.ofConfined();
                Datatype column = Datatype.vector(rows, 1, width, Datatype.DOUBLE)) {
            MemorySegment plate = arena.allocate(JAVA_DOUBLE, (long) rows * width);
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < width; j++) {
                    plate.setAtIndex(JAVA_DOUBLE, (long) i * width + j, whole[i * all + rank * own + j]);
                }
            }
            int left = rank == 0 ? Comm.PROC_NULL : rank - 1;
            int right = rank == size - 1 ? Comm.PROC_NULL : rank + 1;
            MemorySegment next = arena.allocate(plate.byteSize());
            for (int step = 0; step < 20; step++) {
                List<Request> requests = new ArrayList<>();
                requests.add(world.irecv(column(plate, column, 0), left, 1));
                requests.add(world.irecv(column(plate, column, own + 1), right, 2));
                requests.add(world.isend(column(plate, column, own), right, 1));
                requests.add(world.isend(column(plate, column, 1), left, 2));
                assertThat(Request.awaitAll(requests)).hasSize(4);
                next.copyFrom(plate);
                for (int i = 1; i < rows - 1; i++) {
                    for (int j = 1; j <= own; j++) {
                        long at = (long) i * width + j;
                        next.setAtIndex(
                                JAVA_DOUBLE,
                                at,
                                (plate.getAtIndex(JAVA_DOUBLE, at - 1)
                                                + plate.getAtIndex(JAVA_DOUBLE, at + 1)
                                                + plate.getAtIndex(JAVA_DOUBLE, at - width)
                                                + plate.getAtIndex(JAVA_DOUBLE, at + width))
                                        / 4);
                    }
                }
                plate.copyFrom(next);
            }
            double[] expected = whole;
            for (int step = 0; step < 20; step++) {
                expected = step(expected, rows, all);
            }
            for (int i = 0; i < rows; i++) {
                for (int j = 1; j <= own; j++) {
                    assertThat(plate.getAtIndex(JAVA_DOUBLE, (long) i * width + j))
                            .as("row %s, column %s of rank %s", i, j, rank)
                            .isEqualTo(expected[i * all + rank * own + j]);
                }
            }
        }
    }

    private static Buf column(MemorySegment plate, Datatype column, int index) {
        return Buf.of(plate.asSlice(index * JAVA_DOUBLE.byteSize()), 1, column);
    }

    private static double[] start(int rows, int columns) {
        double[] plate = new double[rows * columns];
        for (int j = 0; j < columns; j++) {
            plate[j] = 100;
        }
        for (int i = 0; i < rows; i++) {
            plate[i * columns] = i;
        }
        return plate;
    }

    private static double[] step(double[] plate, int rows, int columns) {
        double[] next = plate.clone();
        for (int i = 1; i < rows - 1; i++) {
            for (int j = 1; j < columns - 1; j++) {
                int at = i * columns + j;
                next[at] = (plate[at - 1] + plate[at + 1] + plate[at - columns] + plate[at + columns]) / 4;
            }
        }
        return next;
    }
}
