// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.Statuses;
import org.pmixj.ValueType;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.it.support.Seen;
import org.pmixj.it.support.Smoke;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;
import org.pmixj.model.ProgrammingModel;

/** Open MPI, OpenMP and this layer in one process, across the same ranks. */
class MpiInProcessIT {
    /** How often {@link #together} has a region of OpenMP in each rank, but for one. */
    static final int ROUNDS = 5;

    private static final Key<Boolean> MARK = Key.of("it.mark", ValueType.BOOL);

    /** MPI and a group at the same time, with traffic of both. */
    static void together(RankContext context, MpiHalf mpi, Pmix pmix) throws Exception {
        assertThat(mpi.isInitialized()).isTrue();
        assertThat(mpi.rank()).isEqualTo(pmix.self().rank()).isEqualTo(context.rank());
        int size = context.size();
        Group group = pmix.groups()
                .construct(GroupRequest.named("it-both")
                        .members(pmix.job().members())
                        .build());
        try (Seen told = new Seen(pmix.events()
                .on(Statuses.MODEL_RESOURCES)
                .where(event -> event.attributes().contains(MARK)))) {
            for (int round = 1; round <= ROUNDS; round++) {
                assertThat(mpi.sum(1000 * round, 2)).isEqualTo(1000 * round * size);
                assertThat(mpi.ring(10)).isPositive();
                int own = round;
                Map<?, Integer> values = group.exchange(ValueType.INT32, own);
                assertThat(values.values()).hasSize(size).containsOnly(own);
                group.fence();
            }
            // An event to all ranks of MPI, each of which has a default handler that would abort.
            if (context.rank() == 0) {
                pmix.events()
                        .notify(Statuses.MODEL_RESOURCES)
                        .with(MARK, true)
                        .toNamespace()
                        .send();
            }
            assertThat(told.next().source()).hasValue(pmix.job().member(0));
        }
        assertThat(mpi.sum(1, 1)).isEqualTo(size);
        group.destruct();
    }

    @Smoke
    @PmixTest(ranks = 3, nodes = 3)
    void mpiFirst(RankContext context) throws Exception {
        MpiHalf mpi = MpiHalf.load(context.scratch(), "-lgomp");
        long signals = signals();
        try (Pmix pmix = Pmix.builder().beforePmix(mpi::init).init()) {
            assertThat(pmix.models().declared())
                    .extracting(ProgrammingModel::name)
                    .containsExactly("MPI");
            together(context, mpi, pmix);
            theJvmKeepsItsSignals(signals);
            assertThatIllegalStateException()
                    .isThrownBy(() -> Pmix.builder().beforePmix(() -> {}).init())
                    .withMessageContaining("already");
        }
        assertThat(mpi.ring(3)).isPositive();
        mpi.finish();
        assertThat(signals() & ~SIGABRT).isEqualTo(signals & ~SIGABRT);
    }

    /** PMIx outlives MPI. */
    @Tag("slow")
    @PmixTest(ranks = 2)
    void mpiEndsFirst(RankContext context) throws Exception {
        MpiHalf mpi = MpiHalf.load(context.scratch(), "-lgomp");
        mpi.init();
        try (Pmix pmix = Pmix.init()) {
            together(context, mpi, pmix);
            mpi.finish();
            assertThat(pmix.job().size()).isEqualTo(2);
            pmix.fence();
        }
    }

    /** The wrong order is refused before anything dies, and MPI can still be initialised; then it works. */
    @PmixTest(ranks = 2)
    void pmixFirstIsRefused(RankContext context) throws Exception {
        MpiHalf mpi = MpiHalf.load(context.scratch(), "-lgomp");
        assertThatIllegalStateException()
                .isThrownBy(Pmix::init)
                .withMessageContaining("MPI_Init")
                .withMessageContaining("beforePmix");
        mpi.init();
        try (Pmix pmix = Pmix.init()) {
            together(context, mpi, pmix);
        }
        mpi.finish();
    }

    /** A session that has ended does not stand in the way. */
    @Tag("slow")
    @PmixTest(ranks = 2)
    void pmixIsFinalizedAndBegunAgain(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            pmix.fence();
        }
        MpiHalf mpi = MpiHalf.load(context.scratch(), "-lgomp");
        try (Pmix pmix = Pmix.builder().beforePmix(mpi::init).init()) {
            together(context, mpi, pmix);
        }
        mpi.finish();
    }

    private record Box(int number) {}

    private static int open(Box box) {
        return box.number();
    }

    private static int dive(int depth) {
        return dive(depth + 1) + 1;
    }

    private static final long SIGABRT = 1 << 5;

    /** The signals that have a handler in this process, a bit for each. */
    private static long signals() throws Exception {
        String line = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(each -> each.startsWith("SigCgt:"))
                .findFirst()
                .orElseThrow();
        return Long.parseUnsignedLong(line.substring("SigCgt:".length()).strip(), 16);
    }

    /**
     * A JVM finds out by SIGSEGV that a reference is null or a stack is full, once the code is compiled. Open MPI would
     * print a stack for it, and does not where there is a handler already: only SIGABRT is its own, which a JVM does not
     * use.
     */
    private static void theJvmKeepsItsSignals(long before) throws Exception {
        Box full = new Box(1);
        int caught = 0;
        int sum = 0;
        for (int i = 0; i < 50_000; i++) {
            try {
                sum += open(i % 1000 == 999 ? null : full);
            } catch (NullPointerException e) {
                caught++;
            }
        }
        assertThat(caught).isEqualTo(50);
        assertThat(sum).isEqualTo(49_950);
        assertThatExceptionOfType(StackOverflowError.class).isThrownBy(() -> dive(0));
        assertThat(signals() & ~SIGABRT).isEqualTo(before & ~SIGABRT);
    }

    /** A library that is there, and is not used. */
    @Tag("row:hybrid-3")
    @PmixTest(
            ranks = 3,
            launcher = {"-x", "OMPI_COMM_WORLD_SIZE=3"})
    void mpiIsNotUsed(RankContext context) throws Exception {
        MpiHalf mpi = MpiHalf.load(context.scratch(), "-lgomp");
        try (Pmix pmix = Pmix.builder().withoutMpi().init()) {
            assertThat(mpi.isInitialized()).isFalse();
            // Though its library is here, and its variables are in the environment.
            assertThat(pmix.models().declared()).isEmpty();
            assertThat(System.getenv()).containsKey("OMPI_COMM_WORLD_SIZE");
            pmix.fence();
            // Once it is there, others need not say so again.
            try (Pmix other = Pmix.init()) {
                assertThat(List.of(other.self())).containsExactly(pmix.self());
            }
        }
    }
}
