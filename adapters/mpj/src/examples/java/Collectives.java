// SPDX-License-Identifier: Apache-2.0
import java.util.Arrays;
import mpi.MPI;

/** All ranks broadcast, scatter, gather and transpose. */
public class Collectives {
    /** Runs one rank. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();

        String[] word = {rank == 0 ? "MPJ" : ""};
        MPI.COMM_WORLD.Bcast(word, 0, 1, MPI.OBJECT, 0);

        int[] squares = new int[size];
        for (int i = 0; rank == 0 && i < size; i++) {
            squares[i] = i * i;
        }
        int[] square = new int[1];
        MPI.COMM_WORLD.Scatter(squares, 0, 1, MPI.INT, square, 0, 1, MPI.INT, 0);
        int[] all = new int[size];
        MPI.COMM_WORLD.Allgather(square, 0, 1, MPI.INT, all, 0, 1, MPI.INT);

        int[] row = new int[size];
        for (int i = 0; i < size; i++) {
            row[i] = 100 * rank + i;
        }
        int[] column = new int[size];
        MPI.COMM_WORLD.Alltoall(row, 0, 1, MPI.INT, column, 0, 1, MPI.INT);
        MPI.COMM_WORLD.Barrier();

        System.out.println("rank " + rank + " of " + size + ": " + word[0] + " " + square[0] + " "
                + Arrays.toString(all) + " " + Arrays.toString(column));
        MPI.Finalize();
    }
}
