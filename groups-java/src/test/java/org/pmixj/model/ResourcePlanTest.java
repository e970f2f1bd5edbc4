// SPDX-License-Identifier: Apache-2.0
package org.pmixj.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.pmixj.ProcId;
import org.pmixj.model.ResourcePlan.Conflict;
import org.pmixj.model.ResourcePlan.Conflict.Kind;

class ResourcePlanTest {
    private static BitSet cpus(int first, int last) {
        BitSet set = new BitSet();
        set.set(first, last + 1);
        return set;
    }

    private static ModelResources.Builder of() {
        return ModelResources.builder();
    }

    private static DeclaredModel claim(int rank, String name, ModelResources.Builder resources) {
        return new DeclaredModel(
                new ProcId("job", rank),
                ProgrammingModel.named(name).resources(resources.build()).build());
    }

    private static List<Conflict> conflicts(int threads, int cores, DeclaredModel... claims) {
        return ResourcePlan.of(threads, cores, List.of(claims)).conflicts();
    }

    @Test
    void nothingIsNoConflict() {
        assertThat(conflicts(1, 1)).isEmpty();
        assertThat(conflicts(1, 1, claim(0, "MPI", of()), claim(1, "MPI", of())))
                .isEmpty();
    }

    @Test
    void modelsOnCpusOfTheirOwnGetAlong() {
        assertThat(conflicts(
                        8,
                        8,
                        claim(0, "MPI", of().threads(1).cpus(4).cpuSet(cpus(0, 3))),
                        claim(1, "MPI", of().threads(1).cpus(4).cpuSet(cpus(4, 7)))))
                .isEmpty();
    }

    @Test
    void overlappingSetsThatAreUsedUpConflict() {
        DeclaredModel mpi = claim(0, "MPI", of().cpus(4).cpuSet(cpus(0, 3)));
        // Without a number it is all of the set.
        DeclaredModel openmp = claim(0, "OpenMP", of().cpuSet(cpus(2, 5)));
        assertThat(conflicts(8, 8, mpi, openmp))
                .containsExactly(new Conflict(Kind.SHARED_CPUS, List.of(mpi, openmp), List.of(2, 3), 8, 6));
    }

    @Test
    void overlappingSetsThatSufficeDoNot() {
        assertThat(conflicts(
                        8,
                        8,
                        claim(0, "MPI", of().cpus(2).cpuSet(cpus(0, 7))),
                        claim(0, "OpenMP", of().cpus(6).cpuSet(cpus(0, 7)))))
                .isEmpty();
    }

    @Test
    void threeMayBeTooManyWhereTwoAreNot() {
        DeclaredModel one = claim(0, "one", of().cpus(2).cpuSet(cpus(0, 3)));
        DeclaredModel two = claim(1, "two", of().cpus(2).cpuSet(cpus(0, 3)));
        DeclaredModel three = claim(2, "three", of().cpus(1).cpuSet(cpus(3, 3)));
        DeclaredModel apart = claim(3, "apart", of().cpus(1).cpuSet(cpus(7, 7)));
        assertThat(conflicts(8, 8, one, apart, two, three))
                .containsExactly(new Conflict(Kind.SHARED_CPUS, List.of(one, two, three), List.of(0, 1, 2, 3), 5, 4));
    }

    @Test
    void threeEachTwoOfWhichAreTooManyAreOneConflict() {
        DeclaredModel mpi = claim(0, "MPI", of().cpuSet(cpus(0, 1)));
        DeclaredModel openmp = claim(0, "OpenMP", of().cpuSet(cpus(0, 2)));
        DeclaredModel java = claim(0, "Java", of().cpuSet(cpus(2, 3)));
        DeclaredModel one = claim(1, "MPI", of().cpuSet(cpus(6, 7)));
        DeclaredModel other = claim(1, "Java", of().cpus(1).cpuSet(cpus(7, 7)));
        DeclaredModel modest = claim(2, "modest", of().cpus(0).cpuSet(cpus(0, 7)));
        // The first and the third have nothing in common but the second.
        assertThat(conflicts(16, 16, mpi, one, modest, java, other, openmp))
                .containsExactly(
                        new Conflict(Kind.SHARED_CPUS, List.of(mpi, java, openmp), List.of(0, 1, 2), 7, 4),
                        new Conflict(Kind.SHARED_CPUS, List.of(one, other), List.of(7), 3, 2));
    }

    @Test
    void oneWithAllOfTheNodeDoesNotHideOthers() {
        DeclaredModel one = claim(0, "one", of().cpus(1).cpuSet(cpus(0, 1)));
        DeclaredModel unbound = claim(0, "unbound", of().cpus(1).cpuSet(cpus(0, 7)));
        DeclaredModel two = claim(1, "two", of().cpus(1).cpuSet(cpus(0, 1)));
        DeclaredModel three = claim(2, "three", of().cpus(1).cpuSet(cpus(1, 2)));
        DeclaredModel four = claim(3, "four", of().cpus(1).cpuSet(cpus(0, 1)));
        assertThat(conflicts(8, 8, one, unbound, two, three)).isEmpty();
        assertThat(conflicts(8, 8, one, unbound, two, three, four))
                .containsExactly(new Conflict(Kind.SHARED_CPUS, List.of(one, two, four), List.of(0, 1), 3, 2));
    }

    @Test
    void moreThanTheNodeHas() {
        DeclaredModel mpi = claim(0, "MPI", of().threads(4).cpus(3));
        DeclaredModel openmp = claim(0, "OpenMP", of().threads(8).cpus(2));
        assertThat(conflicts(4, 4, mpi, openmp))
                .containsExactly(
                        new Conflict(Kind.NODE_CPUS, List.of(mpi, openmp), List.of(), 5, 4),
                        new Conflict(Kind.NODE_THREADS, List.of(mpi, openmp), List.of(), 12, 4));
        assertThat(conflicts(12, 12, mpi, openmp)).isEmpty();
    }

    @Test
    void aCoreIsAllItsHardwareThreads() {
        DeclaredModel mpi = claim(0, "MPI", of().cpus(3).cpuType(ModelResources.CORE));
        assertThat(conflicts(8, 4, mpi)).isEmpty();
        DeclaredModel more = claim(1, "MPI", of().cpus(3).cpuType(ModelResources.HWTHREAD));
        assertThat(conflicts(8, 4, mpi, more))
                .containsExactly(new Conflict(Kind.NODE_CPUS, List.of(mpi, more), List.of(), 9, 8));
    }

    @Test
    void partsOfCoresAreRoundedUp() {
        // One and a half hardware threads each; those of a set may be the small ones.
        DeclaredModel small = claim(0, "MPI", of().cpus(2).cpuType("core").cpuSet(cpus(0, 1)));
        DeclaredModel tooMany = claim(0, "MPI", of().cpus(2).cpuType("core").cpuSet(cpus(2, 2)));
        assertThat(conflicts(12, 8, small, tooMany))
                .containsExactly(new Conflict(Kind.OWN_CPUS, List.of(tooMany), List.of(2), 2, 1));
        assertThat(conflicts(16, 8, small))
                .containsExactly(new Conflict(Kind.OWN_CPUS, List.of(small), List.of(0, 1), 4, 2));
        DeclaredModel three = claim(0, "three", of().cpus(3).cpuType("core"));
        DeclaredModel five = claim(0, "five", of().cpus(5).cpuType("core"));
        assertThat(conflicts(12, 8, three, five)).isEmpty();
        DeclaredModel more = claim(0, "more", of().cpus(1).cpuType("core"));
        assertThat(conflicts(12, 8, three, five, more))
                .containsExactly(new Conflict(Kind.NODE_CPUS, List.of(three, five, more), List.of(), 14, 12));
        DeclaredModel most =
                claim(0, "most", of().cpus(Long.MAX_VALUE / 12 * 8 + 7).cpuType("core"));
        assertThat(conflicts(12, 8, most)).extracting(Conflict::claimed).containsExactly(Long.MAX_VALUE / 12 * 12 + 7);
    }

    @Test
    void cpusOfAnotherTypeAreNotCounted() {
        DeclaredModel gpu = claim(0, "SYCL", of().cpus(1000).cpuType("execution unit"));
        assertThat(conflicts(8, 8, gpu)).isEmpty();
        assertThat(ResourcePlan.of(8, 8, List.of(gpu)).toString()).contains("1000 execution units", " 0 hwthreads");
        // But those it may run on are.
        DeclaredModel bound =
                claim(1, "SYCL", of().cpus(1000).cpuType("execution unit").cpuSet(cpus(0, 3)));
        DeclaredModel mpi = claim(1, "MPI", of().cpus(1).cpuSet(cpus(3, 3)));
        assertThat(conflicts(8, 8, bound, mpi))
                .containsExactly(new Conflict(Kind.SHARED_CPUS, List.of(bound, mpi), List.of(3), 5, 4));
    }

    @Test
    void oneIsNotMany() {
        DeclaredModel mpi = claim(0, "MPI", of().threads(1).cpus(2).cpuSet(cpus(0, 0)));
        DeclaredModel jvm = claim(0, "JVM", of().threads(1));
        assertThat(ResourcePlan.of(1, 1, List.of(mpi, jvm)).toString()).isEqualTo("""
                        1 core, 1 hardware thread
                        process   model  threads  cpus         of CPUs  affinity
                        job:0     MPI    1        2 CPUs       0
                        job:0     JVM    1        ?            ?
                        together         2        2 hwthreads
                        conflict: MPI of job:0 may run on CPU 0 and claims 2 of 1
                        conflict: MPI of job:0: 2 of 1 hardware thread are claimed
                        conflict: MPI of job:0, JVM of job:0: 2 threads are active on 1 hardware thread
                        """);
    }

    @Test
    void moreThanItsOwnSet() {
        DeclaredModel mpi = claim(0, "MPI", of().cpus(5).cpuSet(cpus(0, 1)));
        assertThat(conflicts(8, 8, mpi))
                .containsExactly(new Conflict(Kind.OWN_CPUS, List.of(mpi), List.of(0, 1), 5, 2));
    }

    @Test
    void numbersOfAnySizeSaturate() {
        DeclaredModel mpi = claim(
                0, "MPI", of().threads(Long.MAX_VALUE).cpus(Long.MAX_VALUE).cpuType("core"));
        DeclaredModel openmp = claim(0, "OpenMP", of().threads(Long.MAX_VALUE).cpus(Long.MAX_VALUE));
        assertThat(conflicts(8, 4, mpi))
                .containsExactly(
                        new Conflict(Kind.NODE_CPUS, List.of(mpi), List.of(), Long.MAX_VALUE, 8),
                        new Conflict(Kind.NODE_THREADS, List.of(mpi), List.of(), Long.MAX_VALUE, 8));
        assertThat(conflicts(8, 4, mpi, openmp))
                .extracting(Conflict::claimed)
                .containsExactly(Long.MAX_VALUE, Long.MAX_VALUE);
    }

    @Test
    void isATable() {
        ResourcePlan plan = ResourcePlan.of(
                4,
                2,
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
                        claim(0, "OpenMP", of().threads(4).cpuSet(cpus(1, 3))),
                        claim(11, "JVM", of())));
        assertThat(plan.toString()).isEqualTo("""
                        2 cores, 4 hardware threads
                        process   model         threads  cpus         of CPUs  affinity
                        job:0     MPI (FooMPI)  1        1 core       0-1      close
                        job:0     OpenMP        4        ?            1-3
                        job:11    JVM           ?        ?            ?
                        together                5        5 hwthreads
                        conflict: MPI (FooMPI) of job:0, OpenMP of job:0 share CPU 1 and claim 5 of 4
                        conflict: MPI (FooMPI) of job:0, OpenMP of job:0: 5 of 4 hardware threads are claimed
                        conflict: MPI (FooMPI) of job:0, OpenMP of job:0: 5 threads are active on 4 hardware threads
                        """);
    }

    @Test
    void aNodeHasACore() {
        assertThatIllegalArgumentException().isThrownBy(() -> ResourcePlan.of(1, 0, List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> ResourcePlan.of(1, 2, List.of()));
    }
}
