// SPDX-License-Identifier: Apache-2.0
package org.pmixj.samples;

import org.pmixj.mpi.Buf;
import org.pmixj.mpi.Comm;
import org.pmixj.mpi.Mpi;
import org.pmixj.mpi.Op;
import org.pmixj.mpi.Status;
import org.pmixj.samples.Plate.Side;

/**
 * Computes the plate of {@link HaloExchange} by MPI alone. The communicator of all is split into one for each row and each
 * column of the grid of ranks. In each iteration {@code sendrecv} swaps the cells at common edges, and at the edge of the plate
 * {@code Comm.PROC_NULL} takes the place of a neighbour. It uses the MPI that {@code libmpi_abi.so.1} is here, which must
 * be the launcher's.
 */
public final class MpiHalo {
    private static final double SMALL = 1e-4;
    private static final int ITERATIONS_OF_A_CHECK = 50;

    private MpiHalo() {}

    /**
     * Runs one rank.
     *
     * @param args the cells of the plate along a side, and the most iterations
     */
    public static void main(String[] args) {
        int cells = args.length > 0 ? Integer.parseInt(args[0]) : 48;
        int most = args.length > 1 ? Integer.parseInt(args[1]) : 10_000;
        try (Mpi mpi = Mpi.init()) {
            Comm all = mpi.world();
            int rows = HaloExchange.rowsFor(all.size());
            int columns = all.size() / rows;
            try (Comm row = all.split(all.rank() / columns, all.rank()).orElseThrow();
                    Comm column = all.split(all.rank() % columns, all.rank()).orElseThrow()) {
                Plate plate = new Plate(cells, column.rank(), rows, row.rank(), columns);
                int iterations = 0;
                double[] largest = {Double.MAX_VALUE};
                while (iterations < most && largest[0] > SMALL) {
                    swap(plate, row, Side.LEFT, Side.RIGHT);
                    swap(plate, column, Side.UP, Side.DOWN);
                    double change = plate.relax();
                    if (++iterations % ITERATIONS_OF_A_CHECK == 0) {
                        largest[0] = change;
                        all.allreduce(Buf.of(largest), Op.MAX);
                    }
                }
                double difference = plate.difference(Plate.serial(cells, iterations));
                System.out.println("rank " + all.rank() + ": row " + column.rank() + " of " + rows + ", column "
                        + row.rank() + " of " + columns + ", " + iterations
                        + " iterations, the difference from the serial result is " + difference);
            }
        }
    }

    /** Swaps cells with both neighbours in a row or column. */
    private static void swap(Plate plate, Comm line, Side before, Side after) {
        int previous = line.rank() > 0 ? line.rank() - 1 : Comm.PROC_NULL;
        int next = line.rank() + 1 < line.size() ? line.rank() + 1 : Comm.PROC_NULL;
        shift(plate, line, after, next, before, previous);
        shift(plate, line, before, previous, after, next);
    }

    private static void shift(Plate plate, Comm line, Side sent, int dest, Side received, int source) {
        double[] edge = plate.edge(sent);
        double[] halo = new double[edge.length];
        Status _ = line.sendrecv(Buf.of(edge), dest, 0, Buf.of(halo), source, 0);
        if (source != Comm.PROC_NULL) {
            plate.setHalo(received, halo);
        }
    }
}
