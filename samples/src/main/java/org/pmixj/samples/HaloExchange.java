// SPDX-License-Identifier: Apache-2.0
package org.pmixj.samples;

import java.io.IOException;
import org.pmixj.Pmix;
import org.pmixj.ValueType;
import org.pmixj.collectives.Collectives;
import org.pmixj.collectives.Reductions;
import org.pmixj.group.Group;

/**
 * Computes the temperatures of a metal plate, of which each rank has a rectangle. The ranks form a grid, and the group of
 * all is split into one for each row and each column, in which neighbours find each other's sockets. In each iteration
 * they swap the cells at their common edges, the halo. From time to time a reduction over all ranks decides whether
 * anything still changes. At the end each rank compares its cells with those that one process computes.
 */
public final class HaloExchange {
    private static final double SMALL = 1e-4;
    /** An iteration takes microseconds, and a reduction a millisecond. */
    private static final int ITERATIONS_OF_A_CHECK = 50;

    private HaloExchange() {}

    /**
     * Runs one rank.
     *
     * @param args the cells of the plate along a side, and the most iterations
     * @throws IOException if a neighbour ends, or is silent for too long
     */
    public static void main(String[] args) throws IOException {
        int cells = args.length > 0 ? Integer.parseInt(args[0]) : 48;
        int most = args.length > 1 ? Integer.parseInt(args[1]) : 10_000;
        try (Pmix pmix = Pmix.init()) {
            Group all = pmix.groups().construct("halo-exchange", pmix.job().members());
            int rows = rowsFor(all.size());
            int columns = all.size() / rows;
            Group row = all.split(all.rank() / columns, all.rank()).orElseThrow();
            Group column = all.split(all.rank() % columns, all.rank()).orElseThrow();
            Plate plate = new Plate(cells, column.rank(), rows, row.rank(), columns);

            int iterations = 0;
            try (Neighbours neighbours = new Neighbours(row, column)) {
                double largest = Double.MAX_VALUE;
                while (iterations < most && largest > SMALL) {
                    neighbours.swap(plate);
                    double change = plate.relax();
                    if (++iterations % ITERATIONS_OF_A_CHECK == 0) {
                        largest = Collectives.of(all).allReduce(ValueType.DOUBLE_BITS, change, Reductions.max());
                    }
                }
            }
            double difference = plate.difference(Plate.serial(cells, iterations));
            System.out.println("rank " + all.rank() + ": row " + column.rank() + " of " + rows + ", column "
                    + row.rank() + " of " + columns + ", " + iterations
                    + " iterations, the difference from the serial result is " + difference);
            column.destruct();
            row.destruct();
            all.destruct();
        }
    }

    /** Returns the number of rows of the grid of ranks that is closest to a square. */
    static int rowsFor(int ranks) {
        int rows = (int) Math.sqrt(ranks);
        while (ranks % rows != 0) {
            rows--;
        }
        return rows;
    }
}
