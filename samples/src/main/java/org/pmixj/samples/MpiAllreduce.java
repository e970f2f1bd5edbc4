// SPDX-License-Identifier: Apache-2.0
package org.pmixj.samples;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.pmixj.Pmix;
import org.pmixj.ValueType;
import org.pmixj.collectives.Collectives;
import org.pmixj.collectives.Reductions;
import org.pmixj.group.Group;

/**
 * Adds up large buffers of all ranks with Open MPI's {@code MPI_Allreduce}, called from Java in the process that also uses
 * PMIx groups. The collectives of a group are for small values: here the ranks agree with them on the length of the buffer
 * and on the result. Open MPI must be the one that was built with the launcher's libpmix, as in Debian.
 */
public final class MpiAllreduce {
    private MpiAllreduce() {}

    /**
     * Runs one rank.
     *
     * @param args how many numbers each rank contributes
     */
    public static void main(String[] args) {
        int length = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
        // --8<-- [start:main]
        Mpi mpi = new Mpi();
        // Open MPI has to be initialised before PMIx.
        try (Pmix pmix = Pmix.builder().beforePmix(mpi::init).init();
                Arena arena = Arena.ofConfined()) {
            Group group = pmix.groups().construct("mpi-allreduce", pmix.job().members());
            Collectives collectives = Collectives.of(group);
            int count = collectives.broadcast(0, ValueType.INT32, length);

            MemorySegment mine = arena.allocate(ValueLayout.JAVA_DOUBLE, count);
            MemorySegment sums = arena.allocate(ValueLayout.JAVA_DOUBLE, count);
            for (int i = 0; i < count; i++) {
                mine.setAtIndex(ValueLayout.JAVA_DOUBLE, i, (double) i * (group.rank() + 1));
            }
            mpi.allReduceSum(mine, sums, count);
            // --8<-- [end:main]

            long wrong = 0;
            int size = group.size();
            for (int i = 0; i < count; i++) {
                double expected = (double) i * size * (size + 1) / 2;
                wrong += sums.getAtIndex(ValueLayout.JAVA_DOUBLE, i) == expected ? 0 : 1;
            }
            long wrongOfAll = collectives.allReduce(ValueType.INT64, wrong, Reductions.sum());
            System.out.println("rank " + mpi.rank() + " of MPI is rank " + group.rank() + " of " + size + ": " + count
                    + " sums, last " + sums.getAtIndex(ValueLayout.JAVA_DOUBLE, count - 1) + ", " + wrongOfAll
                    + " wrong on all ranks; models: " + pmix.models().declared());
            group.destruct();
        }
        mpi.finish();
    }

    /** Holds the functions of Open MPI that this program needs. Its predefined handles are addresses of variables. */
    private static final class Mpi {
        private static final int THREAD_MULTIPLE = 3;

        private final SymbolLookup symbols = SymbolLookup.libraryLookup("libmpi.so.40", Arena.global());
        private final MemorySegment world = symbols.findOrThrow("ompi_mpi_comm_world");
        private final MemorySegment ofDouble = symbols.findOrThrow("ompi_mpi_double");
        private final MemorySegment sum = symbols.findOrThrow("ompi_mpi_op_sum");

        /** Initialises MPI for several threads, since a JVM has them. */
        void init() {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment provided = arena.allocate(ValueLayout.JAVA_INT);
                call("MPI_Init_thread", MemorySegment.NULL, MemorySegment.NULL, THREAD_MULTIPLE, provided);
                if (provided.get(ValueLayout.JAVA_INT, 0) != THREAD_MULTIPLE) {
                    throw new IllegalStateException("this Open MPI was built without MPI_THREAD_MULTIPLE");
                }
            }
        }

        int rank() {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment rank = arena.allocate(ValueLayout.JAVA_INT);
                call("MPI_Comm_rank", world, rank);
                return rank.get(ValueLayout.JAVA_INT, 0);
            }
        }

        /** Adds up the numbers of all ranks, place by place. */
        void allReduceSum(MemorySegment mine, MemorySegment sums, int count) {
            call("MPI_Allreduce", mine, sums, count, ofDouble, sum, world);
        }

        void finish() {
            call("MPI_Finalize");
        }

        /** Calls a function. Its parameters are int and addresses. A program that calls one often keeps the handle. */
        private void call(String function, Object... arguments) {
            MemoryLayout[] types = new MemoryLayout[arguments.length];
            for (int i = 0; i < arguments.length; i++) {
                types[i] = arguments[i] instanceof Integer ? ValueLayout.JAVA_INT : ValueLayout.ADDRESS;
            }
            MethodHandle handle = Linker.nativeLinker()
                    .downcallHandle(symbols.findOrThrow(function), FunctionDescriptor.of(ValueLayout.JAVA_INT, types));
            try {
                int status = (int) handle.invokeWithArguments(arguments);
                if (status != 0) {
                    throw new IllegalStateException(function + " failed with " + status);
                }
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(function, e);
            }
        }
    }
}
