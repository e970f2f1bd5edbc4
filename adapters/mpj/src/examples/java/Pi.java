// SPDX-License-Identifier: Apache-2.0
import mpi.MPI;

/** Every rank integrates its share of 4 / (1 + x * x), and a reduction adds them: pi. */
public class Pi {
    private static final int STEPS = 1_000_000;

    /** Runs one rank. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();

        double[] share = new double[1];
        for (int i = rank; i < STEPS; i += size) {
            double x = (i + 0.5) / STEPS;
            share[0] += 4 / (1 + x * x) / STEPS;
        }
        double[] pi = new double[1];
        MPI.COMM_WORLD.Reduce(share, 0, pi, 0, 1, MPI.DOUBLE, MPI.SUM, 0);
        int[] highest = new int[1];
        MPI.COMM_WORLD.Allreduce(new int[] {rank}, 0, highest, 0, 1, MPI.INT, MPI.MAX);

        if (rank == 0) {
            System.out.printf("pi is about %.6f, by the ranks 0 to %d%n", pi[0], highest[0]);
        }
        MPI.Finalize();
    }
}
