// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.mpi;

import org.pmixj.mpi.Comm;
import org.pmixj.mpi.Mpi;

/** Everything that a job of MPI can show, in one job: a rank of {@code MpiIT}. */
final class MpiSuite {
    private interface Part {
        void run() throws Exception;
    }

    private MpiSuite() {}

    public static void main(String[] args) throws Exception {
        MpiMisuse.before();
        Mpi mpi = Mpi.init();
        Comm world = mpi.world();
        Comm made = null;
        try {
            part(mpi, "ring", () -> MpiPrograms.ring(world));
            part(mpi, "matrix multiply", () -> MpiPrograms.matrixMultiply(world));
            part(mpi, "Monte Carlo pi", () -> MpiPrograms.monteCarloPi(world));
            part(mpi, "Jacobi", () -> MpiPrograms.jacobi(world));
            part(mpi, "collectives", () -> MpiCollectives.all(world));
            part(mpi, "messages", () -> MpiFeatures.messages(world));
            part(mpi, "requests", () -> MpiFeatures.requests(world));
            part(mpi, "dropped requests", () -> MpiFeatures.droppedRequests(world));
            part(mpi, "types", () -> MpiFeatures.types(world));
            part(mpi, "communicators", () -> MpiFeatures.communicators(mpi));
            part(mpi, "windows", () -> MpiFeatures.windows(world));
            part(mpi, "threads", () -> MpiFeatures.threads(world));
            part(mpi, "arguments", () -> MpiMisuse.arguments(world));
            part(mpi, "memory", () -> MpiMisuse.memory(world));
            part(mpi, "truncated", () -> MpiMisuse.truncated(world));
            part(mpi, "fuzz", () -> MpiMisuse.fuzz(world, 43 + world.rank()));
            part(mpi, "close", () -> MpiMisuse.threads(mpi));
            made = world.dup();
        } catch (Throwable e) {
            e.printStackTrace();
            mpi.abort(3);
        }
        mpi.close();
        MpiMisuse.after(mpi, made);
        System.out.println("rank " + world.rank() + " of " + world.size() + " has passed with "
                + Mpi.libraryVersion().lines().findFirst().orElseThrow());
    }

    private static void part(Mpi mpi, String name, Part part) throws Exception {
        part.run();
        mpi.world().barrier();
        if (mpi.world().rank() == 0) {
            System.out.println("passed: " + name);
        }
    }
}
