// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.Statuses;
import org.pmixj.ValueType;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.Registration;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;
import org.pmixj.model.Declarations;
import org.pmixj.model.DeclaredModel;
import org.pmixj.model.ProgrammingModel;
import org.pmixj.model.Reach;

/** Open MPI, OpenMP and this layer in one process, across the same ranks. */
class MpiInProcessIT {
    private static final Duration BOUND = Duration.ofSeconds(30);
    private static final int ROUNDS = 5;
    private static final Key<Boolean> MARK = Key.of("it.mark", ValueType.BOOL);
    private static final ProgrammingModel STREAMS = ProgrammingModel.named("Java streams")
            .library("java.util.stream")
            .version("25")
            .threading("java")
            .build();

    /** MPI and a group at the same time, with traffic of both. */
    private static void together(RankContext context, MpiHalf mpi, Pmix pmix) throws Exception {
        assertThat(mpi.isInitialized()).isTrue();
        assertThat(mpi.rank()).isEqualTo(pmix.self().rank()).isEqualTo(context.rank());
        int size = context.size();
        Group group = pmix.groups()
                .construct(GroupRequest.named("it-both")
                        .members(pmix.job().members())
                        .timeout(BOUND)
                        .build());
        try (Seen told = new Seen(pmix.events()
                .on(Statuses.MODEL_RESOURCES)
                .where(event -> event.attributes().contains(MARK)))) {
            for (int round = 1; round <= ROUNDS; round++) {
                assertThat(mpi.sum(1000 * round, 2)).isEqualTo(1000 * round * size);
                assertThat(mpi.ring(10)).isPositive();
                int own = round;
                Map<?, Integer> values = group.exchange(ValueType.INT32, own, BOUND);
                assertThat(values.values()).hasSize(size).containsOnly(own);
                group.fence(BOUND);
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
        group.destruct(BOUND);
    }

    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void mpiFirst(RankContext context) throws Exception {
        MpiHalf mpi = MpiHalf.load(context.scratch(), "-lgomp");
        try (Pmix pmix = Pmix.builder().beforePmix(mpi::init).init()) {
            assertThat(pmix.models().declared())
                    .extracting(ProgrammingModel::name)
                    .containsExactly("MPI");
            together(context, mpi, pmix);
            assertThatIllegalStateException()
                    .isThrownBy(() -> Pmix.builder().beforePmix(() -> {}).init())
                    .withMessageContaining("already");
        }
        assertThat(mpi.ring(3)).isPositive();
        mpi.finish();
    }

    // --- its model -----------------------------------------------------------------------------------------------

    private static String value(String event, String key) {
        Matcher found = Pattern.compile(Pattern.quote(key) + "=STRING:(\\S+)").matcher(event);
        assertThat(found.find()).as(event).isTrue();
        return found.group(1);
    }

    /** What libpmix keeps of MPI's declaration, which a handler of a C library gets before Java comes. */
    private static ProgrammingModel kept(CHandlers library) {
        String event = library.register("c.early", CHandlers.Place.NONE, Statuses.MODEL_DECLARED)
                .seen(1)
                .getFirst();
        return ProgrammingModel.named(value(event, "pmix.pgm.model"))
                .library(value(event, "pmix.mdl.name"))
                .version(value(event, "pmix.mld.vrs"))
                .threading(value(event, "pmix.threads"))
                .build();
    }

    private static void isKnown(RankContext context, boolean multiple) throws Exception {
        MpiHalf mpi = MpiHalf.load(context.scratch(), "-lgomp");
        mpi.init(multiple);
        ProgrammingModel own = kept(CHandlers.load(context.scratch()));
        assertThat(own.name()).isEqualTo("MPI");
        assertThat(own.library()).contains("OpenMPI");
        BlockingQueue<DeclaredModel> told = new LinkedBlockingQueue<>();
        ModelLibrary library = ModelLibrary.load(context.scratch());
        List<ProgrammingModel> known = new ArrayList<>(List.of(own));
        for (int session = 0; session < 2; session++) {
            try (Pmix pmix = Pmix.builder().model(STREAMS).init();
                    Registration registration = pmix.models().onDeclared(told::add)) {
                List<ProgrammingModel> all = new ArrayList<>(known);
                all.add(STREAMS);
                assertThat(pmix.models().declared()).isEqualTo(all);
                // As if libpmix told it as well; and something to wait for.
                library.init(
                        "MPI",
                        "OpenMPI",
                        own.version().orElseThrow(),
                        own.threading().orElseThrow());
                library.init("end " + session, "", "", "");
                known.add(ProgrammingModel.named("end " + session).build());
                for (ProgrammingModel model : known) {
                    assertThat(told.poll(20, TimeUnit.SECONDS)).isEqualTo(new DeclaredModel(pmix.self(), model));
                }
                library.finish();
                library.finish();
                assertThat(registration.isActive()).isTrue();
                pmix.fence();
            }
        }
        mpi.finish();
    }

    @Conforms({"hybrid-3", "hybrid-5", "hybrid-22"})
    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void mpiIsDeclared(RankContext context) throws Exception {
        isKnown(context, true);
    }

    @PmixTest(ranks = 2)
    void mpiOfOneThreadIsDeclared(RankContext context) throws Exception {
        isKnown(context, false);
    }

    @PmixTest(ranks = 2)
    void mpiThatIsOverIsNotDeclared(RankContext context) throws Exception {
        MpiHalf mpi = MpiHalf.load(context.scratch(), "-lgomp");
        mpi.init();
        CHandlers library = CHandlers.load(context.scratch());
        library.init();
        assertThat(kept(library).name()).isEqualTo("MPI");
        mpi.finish();
        try (Pmix pmix = Pmix.init()) {
            assertThat(pmix.models().declared()).isEmpty();
            pmix.fence();
        }
        library.finish();
    }

    /**
     * MPI, OpenMP's regions, as its tool tells of them, Java's own model, and a group across the ranks; and a handler for
     * the regions of each side, the OpenMP master's before the MPI thread's.
     */
    @Conforms({"hybrid-1", "hybrid-3", "hybrid-21", "hybrid-26", "hybrid-34", "hybrid-61", "hybrid-62"})
    @PmixTest(
            ranks = 3,
            nodes = {1, 3},
            launcher = {"-x", "OMP_TOOL_LIBRARIES=" + OpenMp.TOOL})
    void threeModelsAtOnce(RankContext context) throws Exception {
        MpiHalf mpi = MpiHalf.load(context.scratch(), "-lomp");
        BlockingQueue<DeclaredModel> told = new LinkedBlockingQueue<>();
        BlockingQueue<String> order = new LinkedBlockingQueue<>();
        try (Pmix pmix = Pmix.builder()
                        .beforePmix(mpi::init)
                        .model(STREAMS, Reach.JOB)
                        .init();
                Registration models = pmix.models().onDeclared(Declarations.ALL, told::add);
                Registration master = pmix.events()
                        .on(Statuses.OPENMP_PARALLEL_ENTERED)
                        .named("OpenMP-Master")
                        .first()
                        .register(event -> {
                            order.add("OpenMP-Master");
                            return EventOutcome.partial();
                        })) {
            CompletableFuture<Registration> thread = new CompletableFuture<>();
            Thread.ofPlatform()
                    .start(() -> thread.complete(pmix.events()
                            .on(Statuses.OPENMP_PARALLEL_ENTERED)
                            .named("MPI-Thread")
                            .after("OpenMP-Master")
                            .register(event -> {
                                order.add("MPI-Thread");
                                return EventOutcome.partial();
                            })));
            assertThat(List.of(models, master, thread.get(20, TimeUnit.SECONDS)))
                    .allMatch(Registration::isActive);
            together(context, mpi, pmix);
            for (int region = 0; region < ROUNDS + 1; region++) {
                assertThat(order.poll(20, TimeUnit.SECONDS)).isEqualTo("OpenMP-Master");
                assertThat(order.poll(20, TimeUnit.SECONDS)).isEqualTo("MPI-Thread");
            }
            assertThat(order).isEmpty();
            List<String> names = List.of("MPI", "Java streams", "OpenMP");
            assertThat(pmix.models().declared())
                    .extracting(ProgrammingModel::name)
                    .containsExactlyElementsOf(names);
            assertThat(pmix.models().declared().getLast().resources().threads()).hasValue(2);
            Jobs.await("all are told", () -> told.size() == names.size() + context.size() - 1);
            assertThat(told)
                    .filteredOn(one -> one.proc().equals(pmix.self()))
                    .extracting(one -> one.model().name())
                    .containsExactlyElementsOf(names);
            assertThat(pmix.models().ofJob())
                    .filteredOn(one -> one.model().equals(STREAMS))
                    .extracting(DeclaredModel::proc)
                    .containsExactlyElementsOf(pmix.job().members());
            pmix.fence();
        }
        mpi.finish();
    }

    /** Between MPI_Init and the first handler in Java those of Open MPI get what others declare. */
    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void whatOthersHaveDeclaredSinceIsKnown(RankContext context) throws Exception {
        MpiHalf mpi = MpiHalf.load(context.scratch(), "-lgomp");
        mpi.init();
        Pmix early =
                context.rank() == 0 ? Pmix.builder().model(STREAMS, Reach.JOB).init() : null;
        ProgrammingModel node = ProgrammingModel.named("of the node").build();
        if (early != null) {
            early.models().declare(node, Reach.NODE);
            early.models().declare(ProgrammingModel.named("own").build());
        }
        assertThat(mpi.sum(1, 1)).isEqualTo(3);
        Thread.sleep(300);
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        try (Pmix pmix = Pmix.init();
                Registration registration = pmix.models()
                        .onDeclared(
                                one -> told.add(one.proc().rank() + one.model().name()));
                Seen handler = new Seen(pmix.events().on(Statuses.MODEL_RESOURCES))) {
            List<ProgrammingModel> expected = context.nodes() == 1 ? List.of(STREAMS, node) : List.of(STREAMS);
            if (early == null) {
                Jobs.await(
                        "what rank 0 has declared",
                        () -> pmix.models().of(pmix.job().member(0)).size() == expected.size());
                assertThat(pmix.models().of(pmix.job().member(0))).containsExactlyInAnyOrderElementsOf(expected);
            }
            pmix.fence();
            Thread.sleep(200);
            assertThat(told)
                    .filteredOn(each -> early == null || !each.endsWith("MPI"))
                    .doesNotHaveDuplicates()
                    .hasSize(early == null ? expected.size() + 1 : 3);
            assertThat(handler.events).isEmpty();
            assertThat(registration.isActive()).isTrue();
            pmix.fence();
        }
        if (early != null) {
            early.close();
        }
        mpi.finish();
    }

    // --- the end -------------------------------------------------------------------------------------------------

    /** PMIx outlives MPI. */
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
    @PmixTest(ranks = 2)
    void theJvmKeepsItsSignals(RankContext context) throws Exception {
        MpiHalf mpi = MpiHalf.load(context.scratch(), "-lgomp");
        long before = signals();
        try (Pmix pmix = Pmix.builder().beforePmix(mpi::init).init()) {
            assertThat(mpi.sum(10, 2)).isEqualTo(20);
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
            pmix.fence();
        }
        mpi.finish();
        assertThat(signals() & ~SIGABRT).isEqualTo(before & ~SIGABRT);
    }

    /** A library that is there, and is not used. */
    @Conforms("hybrid-3")
    @PmixTest(
            ranks = 3,
            nodes = {1, 3},
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
