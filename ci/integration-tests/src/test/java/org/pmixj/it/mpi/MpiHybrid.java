// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.group.Group;
import org.pmixj.model.ProgrammingModel;
import org.pmixj.mpi.Buf;
import org.pmixj.mpi.Comm;
import org.pmixj.mpi.Datatype;
import org.pmixj.mpi.Mpi;
import org.pmixj.mpi.Op;
import org.pmixj.mpi.Status;

/** PMIx and MPI in one process, in an order that the first argument names; further jobs of MPI. */
final class MpiHybrid {
    private MpiHybrid() {}

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "pmix-ends-first" -> {
                try (Mpi mpi = Mpi.init()) {
                    try (Pmix pmix = Pmix.init()) {
                        groups(pmix, mpi, args[0]);
                        pmix.fence();
                    }
                    assertThatThrownBy(() -> Comm.of(null)).isInstanceOf(NullPointerException.class);
                    mpi.world().barrier();
                    others(mpi);
                }
            }
            case "mpi-ends-first" -> {
                Mpi[] mpi = new Mpi[1];
                try (Pmix pmix =
                        Pmix.builder().beforePmix(() -> mpi[0] = Mpi.init()).init()) {
                    Group all = pmix.groups().construct("all", pmix.job().members());
                    groups(pmix, mpi[0], args[0]);
                    mpi[0].close();
                    pmix.fence();
                    assertThatThrownBy(() -> Comm.of(all))
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContaining("MPI_Comm_create_from_group of all: MPI is not initialised");
                    all.destruct();
                }
            }
            case "pmix-first" -> {
                try (Pmix pmix = Pmix.init()) {
                    assertThatThrownBy(Mpi::init)
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContaining("PMIx is initialised in this process already")
                            .hasMessageContaining("beforePmix");
                    pmix.fence();
                }
            }
            // A job of MPICH, of which PMIx knows nothing.
            case "alone-mpi-first" -> {
                try (Mpi mpi = Mpi.init();
                        Pmix pmix = Pmix.builder().allowSingleton().init()) {
                    alone(pmix, mpi);
                    others(mpi);
                }
            }
            case "alone-pmix-first" -> {
                try (Pmix pmix = Pmix.builder().allowSingleton().init();
                        Mpi mpi = Mpi.init()) {
                    alone(pmix, mpi);
                }
            }
            case "child" -> {
                try (Mpi mpi = Mpi.init()) {
                    Comm parent = mpi.parent().orElseThrow();
                    assertThat(parent.isInter()).isTrue();
                    join(mpi, parent, true);
                }
                return;
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
        System.out.println("passed: " + args[0]);
    }

    /** A communicator of some processes, in the order of the group, and nobody else takes part. */
    private static void groups(Pmix pmix, Mpi mpi, String id) {
        int rank = mpi.world().rank();
        assertThat(pmix.models().declared()).extracting(ProgrammingModel::name).containsExactly("MPI");
        List<ProcId> some = List.of(pmix.job().member(0), pmix.job().member(2));
        if (rank != 1) {
            Group group = pmix.groups().construct(id, some);
            try (Comm comm = Comm.of(group);
                    Comm again = Comm.of(group)) {
                assertThat(comm.rank()).isEqualTo(group.rank());
                assertThat(comm.size()).isEqualTo(2);
                assertThat(comm.toString()).isEqualTo("group " + id);
                int[] sum = {rank + 10};
                comm.allreduce(Buf.of(sum), Op.SUM);
                assertThat(sum[0]).isEqualTo(22);
                again.barrier();
                group.destruct();
                // It outlives its group.
                comm.barrier();
            }
        }
    }

    private static void alone(Pmix pmix, Mpi mpi) {
        assertThat(mpi.world().size()).isEqualTo(3);
        Group self = pmix.groups().construct("self", List.of(pmix.self()));
        if (mpi.world().rank() != pmix.self().rank()) {
            assertThatThrownBy(() -> Comm.of(self))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("start all with the same launcher");
        }
        self.destruct();
        mpi.world().barrier();
    }

    /** A job that is spawned, and two parts of this job that connect. */
    private static void others(Mpi mpi) {
        Comm world = mpi.world();
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Comm children = world.spawn(
                java,
                List.of(
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:TieredStopAtLevel=1",
                        "-Dpmixj.mpi.library=" + Mpi.library(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        MpiHybrid.class.getName(),
                        "child"),
                // The others do not count.
                world.rank() == 0 ? 1 : 0,
                Map.of(),
                0);
        assertThat(children.remoteSize()).isEqualTo(1);
        join(mpi, children, false);
        System.out.println("passed: spawn");

        try (Comm half = world.split(world.rank() == 0 ? 0 : 1, 0).orElseThrow()) {
            Comm both;
            if (world.rank() == 0) {
                String port = mpi.openPort(Map.of());
                for (int each = 1; each < world.size(); each++) {
                    world.send(Buf.of(port.getBytes(StandardCharsets.UTF_8)), each, 1);
                }
                both = half.accept(port, Map.of(), 0);
                mpi.closePort(port);
            } else {
                byte[] name = new byte[(int) world.probe(0, 1).count(Datatype.BYTE)];
                Status _ = world.recv(Buf.of(name), 0, 1);
                both = half.connect(new String(name, StandardCharsets.UTF_8), Map.of(), 0);
            }
            assertThat(both.isInter()).isTrue();
            assertThat(both.remoteSize()).isEqualTo(world.size() - half.size());
            both.disconnect();
        }
        System.out.println("passed: connect");
    }

    /** Both sides become one communicator, whose last rank is the child. */
    private static void join(Mpi mpi, Comm sides, boolean isChild) {
        assertThatThrownBy(() -> sides.bcast(Buf.of(new int[1]), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("merge()");
        if (isChild) {
            sides.send(Buf.of(new int[] {4}), 0, 3);
        } else if (mpi.world().rank() == 0) {
            int[] four = new int[1];
            Status _ = sides.recv(Buf.of(four), 0, 3);
            assertThat(four[0]).isEqualTo(4);
        }
        try (Comm all = sides.merge(isChild)) {
            int[] ranks = {all.rank()};
            all.allreduce(Buf.of(ranks), Op.SUM);
            assertThat(ranks[0]).isEqualTo(all.size() * (all.size() - 1) / 2);
            assertThat(all.rank() == all.size() - 1).isEqualTo(isChild);
        }
        sides.disconnect();
    }
}
