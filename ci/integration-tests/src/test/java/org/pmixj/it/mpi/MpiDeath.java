// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Launched;
import org.pmixj.mpi.Buf;
import org.pmixj.mpi.Comm;
import org.pmixj.mpi.ErrorClass;
import org.pmixj.mpi.Mpi;
import org.pmixj.mpi.MpiException;
import org.pmixj.mpi.Op;
import org.pmixj.mpi.Request;
import org.pmixj.mpi.Status;

/** Rank 1 of a job of MPI is killed: what the others see of it. A rank of {@code MpiDeathIT}. */
final class MpiDeath {
    private MpiDeath() {}

    public static void main(String[] args) throws Exception {
        Mpi mpi = Mpi.init();
        switch (args[0]) {
            case "mpi" -> {
                killed(mpi);
                Status _ = mpi.world().recv(Buf.of(new int[1]), 1, 0);
                System.out.println("rank " + mpi.world().rank() + " goes on");
            }
            case "group" -> {
                Pmix pmix = Pmix.init();
                Group all = all(pmix);
                killed(mpi);
                lost(all);
                // MPI is of no use any more: neither is finalized.
                System.out.println("rank " + mpi.world().rank() + " knows");
                Runtime.getRuntime().halt(0);
            }
            case "both" -> goOn(mpi);
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static Group all(Pmix pmix) {
        return pmix.groups()
                .construct(GroupRequest.named("all")
                        .members(pmix.job().members())
                        .notifyTermination()
                        .build());
    }

    private static void killed(Mpi mpi) throws Exception {
        mpi.world().barrier();
        if (mpi.world().rank() == 1) {
            Launched.killSelf();
        }
    }

    private static void lost(Group all) {
        assertThat(all.awaitSize(2, Await.LIMIT)).extracting(ProcId::rank).containsExactly(0, 2);
        all.fence();
    }

    private static void failed(ErrorClass expected, ThrowingCallable call) {
        assertThatExceptionOfType(MpiException.class)
                .isThrownBy(call)
                .withMessageContaining("a communicator of the others")
                .satisfies(failure -> assertThat(failure.errorClass()).isEqualTo(expected));
    }

    /** Does all that a program needs to survive: MPI reports the failure, and the group says who is left. */
    private static void goOn(Mpi mpi) throws Exception {
        Comm world = mpi.world();
        Pmix pmix = Pmix.init();
        Group all = all(pmix);
        Request open = world.irecv(Buf.of(new int[1]), Comm.ANY_SOURCE, 1);
        killed(mpi);
        int[] sum = {world.rank() + 1};
        failed(ErrorClass.PROC_FAILED, () -> world.recv(Buf.of(sum), 1, 0));
        failed(ErrorClass.PROC_FAILED, () -> world.recv(Buf.of(sum), Comm.ANY_SOURCE, 0));
        failed(ErrorClass.PROC_FAILED, () -> world.allreduce(Buf.of(sum), Op.SUM));
        // It is never complete, and keeps its memory: MPI would write to it if another one sent.
        failed(ErrorClass.PROC_FAILED_PENDING, open::await);
        failed(ErrorClass.PROC_FAILED_PENDING, open::test);
        failed(ErrorClass.PROC_FAILED_PENDING, () -> Request.awaitAll(List.of(open)));
        lost(all);
        try (Comm comm = Comm.of(all)) {
            sum[0] = world.rank() + 1;
            comm.allreduce(Buf.of(sum), Op.SUM);
            System.out.println(
                    "rank " + world.rank() + " goes on as " + comm.rank() + " of " + comm.size() + ": " + sum[0]);
        }
        // MPI_Finalize may wait for the dead, so nothing is closed.
        all.fence();
        Runtime.getRuntime().halt(0);
    }
}
