// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.pmixj.mpi.Buf;
import org.pmixj.mpi.Comm;
import org.pmixj.mpi.Datatype;
import org.pmixj.mpi.Mpi;
import org.pmixj.mpi.Status;

/**
 * A program of the kind of OGOLEM: it searches for the best of many structures, rank 0 hands out the work, and it has an
 * interface of ten functions for what it needs of MPI, with a library in C behind it. Here pmixj-mpi is behind it. A rank of
 * {@code MpiIT}.
 */
final class MpiEvolution {
    private static final int TASK = 1;
    private static final int RESULT = 2;
    private static final int STOP = 3;
    private static final int TASKS = 60;

    private MpiEvolution() {}

    /** Describes a message that waits: its sender, its tag, and its bytes. */
    record Waiting(int source, int tag, int bytes) {}

    /** Lists the functions of MPI that the program needs. */
    interface Transport {
        int ANY = -1;

        void begin();

        void end();

        void abort(int status);

        int rank();

        int size();

        double seconds();

        Waiting probe(int source, int tag);

        void receive(byte[] data, int count, int source, int tag);

        void send(byte[] data, int count, int dest, int tag);

        void broadcast(byte[] data, int count, int root);
    }

    /** All of it, without C. */
    static final class ByMpi implements Transport {
        private @Nullable Mpi mpi;

        private Mpi mpi() {
            return Objects.requireNonNull(mpi);
        }

        @Override
        public void begin() {
            mpi = Mpi.init();
        }

        @Override
        public void end() {
            mpi().close();
        }

        @Override
        public void abort(int status) {
            mpi().abort(status);
        }

        @Override
        public int rank() {
            return mpi().world().rank();
        }

        @Override
        public int size() {
            return mpi().world().size();
        }

        @Override
        public double seconds() {
            return mpi().wtime();
        }

        // --8<-- [start:functions]
        @Override
        public Waiting probe(int source, int tag) {
            Status status =
                    mpi().world().probe(source == ANY ? Comm.ANY_SOURCE : source, tag == ANY ? Comm.ANY_TAG : tag);
            return new Waiting(status.source(), status.tag(), (int) status.count(Datatype.BYTE));
        }

        @Override
        public void receive(byte[] data, int count, int source, int tag) {
            Status _ = mpi().world().recv(Buf.of(data).slice(0, count), source, tag);
        }

        @Override
        public void send(byte[] data, int count, int dest, int tag) {
            mpi().world().send(Buf.of(data).slice(0, count), dest, tag);
        }

        @Override
        public void broadcast(byte[] data, int count, int root) {
            mpi().world().bcast(Buf.of(data).slice(0, count), root);
        }
        // --8<-- [end:functions]
    }

    /** Four atoms, at places that are improved until they hardly move: the energy, and the places. */
    private static double[] improve(long seed) {
        Random random = new Random(seed);
        double[] best = new double[13];
        for (int i = 1; i < best.length; i++) {
            best[i] = 3 * random.nextDouble();
        }
        best[0] = energy(best);
        for (double step = 0.5; step > 1e-4; step *= 0.995) {
            double[] next = best.clone();
            next[1 + random.nextInt(12)] += step * random.nextGaussian();
            next[0] = energy(next);
            best = next[0] < best[0] ? next : best;
        }
        return best;
    }

    private static double energy(double[] atoms) {
        double sum = 0;
        for (int i = 1; i < atoms.length; i += 3) {
            for (int j = 1; j < i; j += 3) {
                double square = 0.01;
                for (int axis = 0; axis < 3; axis++) {
                    double away = atoms[i + axis] - atoms[j + axis];
                    square += away * away;
                }
                double sixth = 1 / (square * square * square);
                sum += 4 * (sixth * sixth - sixth);
            }
        }
        return sum;
    }

    /** Returns the best of all tasks, which the others do. */
    private static double[] lead(Transport mpi, long seed) {
        double[] best = {Double.MAX_VALUE};
        int next = 0;
        int results = 0;
        for (int worker = 1; worker < mpi.size(); worker++) {
            mpi.send(ByteBuffer.allocate(8).putLong(seed + next++).array(), 8, worker, TASK);
        }
        for (; results < TASKS; results++) {
            Waiting waiting = mpi.probe(Transport.ANY, Transport.ANY);
            assertThat(waiting.tag()).isEqualTo(RESULT);
            byte[] bytes = new byte[waiting.bytes()];
            mpi.receive(bytes, bytes.length, waiting.source(), waiting.tag());
            double[] found = new double[bytes.length / 8];
            ByteBuffer.wrap(bytes).asDoubleBuffer().get(found);
            best = found[0] < best[0] ? found : best;
            boolean isOver = next == TASKS;
            mpi.send(
                    ByteBuffer.allocate(8).putLong(isOver ? 0 : seed + next++).array(),
                    isOver ? 0 : 8,
                    waiting.source(),
                    isOver ? STOP : TASK);
        }
        return best;
    }

    private static void work(Transport mpi) {
        byte[] task = new byte[8];
        for (Waiting waiting = mpi.probe(0, Transport.ANY);
                waiting.tag() == TASK;
                waiting = mpi.probe(0, Transport.ANY)) {
            mpi.receive(task, waiting.bytes(), 0, TASK);
            double[] found = improve(ByteBuffer.wrap(task).getLong());
            byte[] bytes = new byte[found.length * 8];
            ByteBuffer.wrap(bytes).asDoubleBuffer().put(found);
            mpi.send(bytes, bytes.length, 0, RESULT);
        }
        mpi.receive(task, 0, 0, STOP);
    }

    public static void main(String[] args) {
        Transport mpi = new ByMpi();
        mpi.begin();
        double begun = mpi.seconds();
        byte[] settings = new byte[8];
        if (mpi.rank() == 0) {
            ByteBuffer.wrap(settings).putLong(4_2025);
        }
        mpi.broadcast(settings, settings.length, 0);
        long seed = ByteBuffer.wrap(settings).getLong();
        if (seed != 4_2025) {
            mpi.abort(4);
        }
        if (mpi.rank() == 0) {
            double[] best = lead(mpi, seed);
            double[] alone = improve(seed);
            for (int task = 1; task < TASKS; task++) {
                double[] found = improve(seed + task);
                alone = found[0] < alone[0] ? found : alone;
            }
            assertThat(best).isEqualTo(alone);
            // A tetrahedron of four atoms, six pairs at the best distance.
            assertThat(best[0]).isBetween(-6.0, -5.9);
            assertThat(mpi.seconds()).isGreaterThan(begun);
            System.out.println("the best of " + TASKS + " is that of one process");
        } else {
            work(mpi);
        }
        mpi.end();
    }
}
