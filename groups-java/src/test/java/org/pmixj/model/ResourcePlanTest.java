// SPDX-License-Identifier: Apache-2.0
package org.pmixj.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.pmixj.ProcId;
import org.pmixj.model.ResourcePlan.Overlap;

class ResourcePlanTest {
    private static BitSet cpus(int first, int last) {
        BitSet set = new BitSet();
        set.set(first, last + 1);
        return set;
    }

    private static ModelResources.Builder of() {
        return ModelResources.builder();
    }

    private static DeclaredModel model(int rank, String name, ModelResources.Builder resources) {
        return new DeclaredModel(
                new ProcId("job", rank),
                ProgrammingModel.named(name).resources(resources.build()).build());
    }

    private static List<Overlap> overlaps(DeclaredModel... models) {
        return new ResourcePlan(8, List.of(models)).overlaps();
    }

    @Test
    void modelsWithoutSharedCpusDoNotOverlap() {
        assertThat(overlaps()).isEmpty();
        assertThat(overlaps(model(0, "MPI", of().cpus(8)), model(1, "MPI", of().cpus(8))))
                .isEmpty();
        assertThat(overlaps(model(0, "MPI", of().cpuSet(cpus(0, 3))), model(1, "MPI", of().cpuSet(cpus(4, 7)))))
                .isEmpty();
    }

    @Test
    void cpusWithTheSameModelsAreOneOverlap() {
        DeclaredModel mpi = model(0, "MPI", of().cpuSet(cpus(0, 3)));
        DeclaredModel apart = model(0, "apart", of().cpuSet(cpus(6, 7)));
        DeclaredModel openmp = model(0, "OpenMP", of().cpuSet(cpus(2, 5)));
        DeclaredModel java = model(0, "Java", of().cpuSet(cpus(3, 4)));
        assertThat(overlaps(mpi, apart, openmp, java))
                .containsExactly(
                        new Overlap(List.of(2), List.of(mpi, openmp)),
                        new Overlap(List.of(3), List.of(mpi, openmp, java)),
                        new Overlap(List.of(4), List.of(openmp, java)));
        BitSet two = cpus(0, 0);
        two.set(7);
        DeclaredModel both = model(1, "both", of().cpuSet(two));
        DeclaredModel all = model(1, "all", of().cpuSet(cpus(0, 7)));
        assertThat(overlaps(all, both)).containsExactly(new Overlap(List.of(0, 7), List.of(all, both)));
    }

    @Test
    void isATable() {
        ResourcePlan plan = new ResourcePlan(
                4,
                List.of(
                        new DeclaredModel(
                                new ProcId("job", 0),
                                ProgrammingModel.named("MPI")
                                        .library("FooMPI")
                                        .resources(of().threads(1)
                                                .cpus(1)
                                                .cpuType("core")
                                                .cpuSet(cpus(0, 1))
                                                .affinityPolicy("close")
                                                .build())
                                        .build()),
                        model(0, "OpenMP", of().threads(4).cpus(1).cpuSet(cpus(0, 3))),
                        model(1, "C", of().cpuSet(cpus(3, 3))),
                        model(11, "JVM", of())));
        assertThat(plan.toString()).isEqualTo("""
                        4 hardware threads, 5 active threads
                        process  model         threads  cpus    of CPUs  affinity
                        job:0    MPI (FooMPI)  1        1 core  0-1      close
                        job:0    OpenMP        4        1 CPU   0-3
                        job:1    C             ?        ?       3
                        job:11   JVM           ?        ?       ?
                        CPUs 0-1 are shared by MPI (FooMPI) of job:0, OpenMP of job:0
                        CPU 3 is shared by OpenMP of job:0, C of job:1
                        """);
    }

    @Test
    void numbersOfAnySizeSaturate() {
        DeclaredModel most = model(0, "MPI", of().threads(Long.MAX_VALUE));
        assertThat(new ResourcePlan(1, List.of(most, most)).toString())
                .startsWith("1 hardware thread, " + Long.MAX_VALUE + " active threads\n");
    }

    @Test
    void aNodeHasAHardwareThread() {
        assertThatIllegalArgumentException().isThrownBy(() -> new ResourcePlan(0, List.of()));
    }
}
