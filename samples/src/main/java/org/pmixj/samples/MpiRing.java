// SPDX-License-Identifier: Apache-2.0
package org.pmixj.samples;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.pmixj.Pmix;
import org.pmixj.group.Group;
import org.pmixj.mpi.Buf;
import org.pmixj.mpi.Comm;
import org.pmixj.mpi.Datatype;
import org.pmixj.mpi.Mpi;
import org.pmixj.mpi.Op;
import org.pmixj.mpi.Status;

/**
 * Sends a token around a ring of all ranks by MPI, adds up an array of all ranks in native memory, and makes a
 * communicator from a PMIx group. It uses the MPI library that {@code libmpi_abi.so.1} names on this machine. The
 * launcher must belong to the same library, and must have PMIx. If {@code mpiexec} is that of a MPICH without PMIx,
 * {@link Pmix#init} throws {@link org.pmixj.PmixException.NotSupported} after the ring and the sum.
 */
public final class MpiRing {
    private MpiRing() {}

    /**
     * Runs one rank.
     *
     * @param args how many numbers each rank contributes to the sums
     */
    public static void main(String[] args) {
        int length = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
        // --8<-- [start:main]
        try (Mpi mpi = Mpi.init()) {
            Comm world = mpi.world();
            int rank = world.rank();
            int size = world.size();

            // An array of the heap is copied.
            int[] token = {1};
            if (rank > 0) {
                Status status = world.recv(Buf.of(token), rank - 1, 0);
                token[0] += status.source();
            }
            world.send(Buf.of(token), (rank + 1) % size, 0);
            if (rank == 0) {
                Status _ = world.recv(Buf.of(token), size - 1, 0);
            }

            // Native memory is not.
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment numbers = arena.allocate(ValueLayout.JAVA_DOUBLE, length);
                for (int i = 0; i < length; i++) {
                    numbers.setAtIndex(ValueLayout.JAVA_DOUBLE, i, (double) i * (rank + 1));
                }
                world.allreduce(Buf.of(numbers, Datatype.DOUBLE), Op.SUM);
                double last = length == 0 ? 0 : numbers.getAtIndex(ValueLayout.JAVA_DOUBLE, length - 1);
                System.out.println("rank " + rank + " of " + size + ": token " + token[0] + ", last sum " + last);
            }

            // PMIx after MPI: a group, and its communicator.
            try (Pmix pmix = Pmix.init()) {
                Group group = pmix.groups().construct("mpi-ring", pmix.job().members());
                try (Comm comm = Comm.of(group)) {
                    long[] largest = {rank};
                    comm.allreduce(Buf.of(largest), Op.MAX);
                    System.out.println("rank " + rank + " of " + comm + ": largest " + largest[0]);
                }
                group.destruct();
            }
        }
        // --8<-- [end:main]
    }
}
