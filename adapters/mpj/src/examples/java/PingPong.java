// SPDX-License-Identifier: Apache-2.0
import mpi.MPI;
import mpi.Status;

/** Rank 0 sends messages of growing size to the last rank, which sends each back with all values increased by one. */
public class PingPong {
    private static final int TAG = 10;
    private static final int LARGEST = 1 << 18;

    /** Runs one rank; the argument is the number of rounds. */
    public static void main(String[] args) throws Exception {
        String[] own = MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int last = MPI.COMM_WORLD.Size() - 1;
        int rounds = own.length > 0 ? Integer.parseInt(own[0]) : 3;
        int[] data = new int[LARGEST];
        long received = 0;

        for (int round = 0; round < rounds; round++) {
            // The largest messages are announced first, the others are sent at once.
            for (int size = 1; size <= LARGEST; size *= 64) {
                if (rank == 0) {
                    data[size - 1] = round + size;
                    MPI.COMM_WORLD.Send(data, 0, size, MPI.INT, last, TAG);
                    Status status = MPI.COMM_WORLD.Recv(data, 0, size, MPI.INT, last, TAG);
                    if (status.Get_count(MPI.INT) != size || data[size - 1] != round + size + 1) {
                        throw new IllegalStateException("round " + round + ", size " + size + ": " + data[size - 1]);
                    }
                    received += size;
                } else if (rank == last) {
                    MPI.COMM_WORLD.Recv(data, 0, size, MPI.INT, 0, TAG);
                    for (int i = 0; i < size; i++) {
                        data[i]++;
                    }
                    MPI.COMM_WORLD.Send(data, 0, size, MPI.INT, 0, TAG);
                }
            }
        }
        if (rank == 0) {
            System.out.println("ping-pong of 0 and " + last + ": " + received + " numbers came back");
        }
        MPI.Finalize();
    }
}
