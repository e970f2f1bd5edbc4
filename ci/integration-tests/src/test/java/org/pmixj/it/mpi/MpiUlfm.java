// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.pmixj.mpi.Buf;
import org.pmixj.mpi.Comm;
import org.pmixj.mpi.Mpi;
import org.pmixj.mpi.Op;

/** The functions of ULFM in a library that has them: a rank of {@code MpiDeathIT}. */
final class MpiUlfm {
    private MpiUlfm() {}

    public static void main(String[] args) {
        try (Mpi mpi = Mpi.init()) {
            Comm world = mpi.world();
            int rank = world.rank();
            assertThat(world.agree(rank == 0 ? 0b110 : 0b011)).isEqualTo(0b010);
            try (Comm copy = world.dup()) {
                assertThat(copy.isRevoked()).isFalse();
                copy.revoke();
                assertThat(copy.isRevoked()).isTrue();
                assertThat(world.isRevoked()).isFalse();
            }
            try (Comm alive = world.shrink()) {
                assertThat(alive.toString()).isEqualTo("those alive of MPI_COMM_WORLD");
                int[] sum = {rank};
                alive.allreduce(Buf.of(sum), Op.SUM);
                assertThat(sum[0]).isOne();
            }
            System.out.println("rank " + rank + " has passed");
        }
    }
}
