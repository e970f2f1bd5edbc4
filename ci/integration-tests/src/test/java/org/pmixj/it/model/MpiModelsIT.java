// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmixj.it.support.Await.LIMIT;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.pmixj.Pmix;
import org.pmixj.PmixStatus;
import org.pmixj.Statuses;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.Registration;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.CHandlers;
import org.pmixj.it.support.Seen;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;
import org.pmixj.model.Declarations;
import org.pmixj.model.DeclaredModel;
import org.pmixj.model.ProgrammingModel;
import org.pmixj.model.Reach;

/** The models where Open MPI is in the process, and the models of other processes. */
class MpiModelsIT {
    private static final PmixStatus MARK = new PmixStatus(-3603);

    private static final ProgrammingModel STREAMS = ProgrammingModel.named("Java streams")
            .library("java.util.stream")
            .version("25")
            .threading("java")
            .build();

    private static String value(String event, String key) {
        Matcher found = Pattern.compile(Pattern.quote(key) + "=STRING:(\\S+)").matcher(event);
        assertThat(found.find()).as(event).isTrue();
        return found.group(1);
    }

    /** Returns what libpmix keeps of MPI's declaration. A handler of a C library gets it before Java starts. */
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
                    assertThat(Await.next(told)).isEqualTo(new DeclaredModel(pmix.self(), model));
                }
                library.finish();
                library.finish();
                assertThat(registration.isActive()).isTrue();
                pmix.fence();
            }
        }
        mpi.finish();
    }

    @Tag("row:hybrid-3")
    @Tag("row:hybrid-5")
    @Tag("row:hybrid-22")
    @PmixTest(ranks = 3, nodes = 3)
    void mpiIsDeclared(RankContext context) throws Exception {
        isKnown(context, true);
    }

    @Tag("slow")
    @PmixTest(ranks = 2)
    void mpiOfOneThreadIsDeclared(RankContext context) throws Exception {
        isKnown(context, false);
    }

    @Tag("slow")
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
     * MPI, OpenMP's regions as its tool reports them, Java's own model, and a group across the ranks; with a handler
     * for the regions of each side, the OpenMP master's before the MPI thread's.
     */
    @Tag("row:hybrid-1")
    @Tag("row:hybrid-3")
    @Tag("row:hybrid-21")
    @Tag("row:hybrid-26")
    @Tag("row:hybrid-34")
    @Tag("row:hybrid-61")
    @Tag("row:hybrid-62")
    @PmixTest(
            ranks = 3,
            nodes = 3,
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
            assertThat(List.of(models, master, Await.result(thread))).allMatch(Registration::isActive);
            MpiInProcessIT.together(context, mpi, pmix);
            for (int region = 0; region < MpiInProcessIT.ROUNDS + 1; region++) {
                assertThat(Await.next(order)).isEqualTo("OpenMP-Master");
                assertThat(Await.next(order)).isEqualTo("MPI-Thread");
            }
            assertThat(order).isEmpty();
            List<String> names = List.of("MPI", "Java streams", "OpenMP");
            assertThat(pmix.models().declared())
                    .extracting(ProgrammingModel::name)
                    .containsExactlyElementsOf(names);
            assertThat(pmix.models().declared().getLast().resources().threads()).hasValue(2);
            Await.until("all are told", () -> told.size() == names.size() + context.size() - 1);
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
    @PmixTest(ranks = 3, nodes = 3)
    void whatOthersHaveDeclaredSinceIsKnown(RankContext context) throws Exception {
        MpiHalf mpi = MpiHalf.load(context.scratch(), "-lgomp");
        mpi.init();
        // Nobody but Open MPI is there for declarations in the others; the mark comes after them.
        CHandlers.Handler marks = CHandlers.load(context.scratch()).register("c.mark", CHandlers.Place.NONE, MARK);
        assertThat(mpi.sum(1, 1)).isEqualTo(3);
        Pmix early =
                context.rank() == 0 ? Pmix.builder().model(STREAMS, Reach.JOB).init() : null;
        ProgrammingModel node = ProgrammingModel.named("of the node").build();
        if (early != null) {
            early.models().declare(node, Reach.NODE);
            early.models().declare(ProgrammingModel.named("own").build(), Reach.PROCESS);
            early.events().notify(MARK).send();
        }
        marks.seen(1);
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        try (Pmix pmix = Pmix.init();
                Registration registration = pmix.models()
                        .onDeclared(
                                one -> told.add(one.proc().rank() + one.model().name()));
                Seen handler = new Seen(pmix.events().on(Statuses.MODEL_RESOURCES))) {
            List<ProgrammingModel> expected = context.nodes() == 1 ? List.of(STREAMS, node) : List.of(STREAMS);
            if (early == null) {
                Await.until(
                        "what rank 0 has declared",
                        () -> pmix.models().of(pmix.job().member(0)).size() == expected.size());
                assertThat(pmix.models().of(pmix.job().member(0))).containsExactlyInAnyOrderElementsOf(expected);
            }
            pmix.fence();
            // What comes last in this process.
            ModelLibrary library = ModelLibrary.load(context.scratch());
            library.init("end", "", "", "");
            Await.until("the end is told", () -> told.contains(context.rank() + "end"));
            assertThat(pmix.events().awaitIdle(LIMIT)).isTrue();
            library.finish();
            assertThat(told)
                    .filteredOn(each -> !each.endsWith("end"))
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
}
