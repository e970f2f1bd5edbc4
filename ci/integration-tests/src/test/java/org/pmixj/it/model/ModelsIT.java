// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Tag;
import org.pmixj.Key;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.Statuses;
import org.pmixj.ValueType;
import org.pmixj.event.Event;
import org.pmixj.event.Registration;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.CHandlers;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Seen;
import org.pmixj.it.support.Smoke;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;
import org.pmixj.model.ActivityOptions;
import org.pmixj.model.Declarations;
import org.pmixj.model.DeclaredModel;
import org.pmixj.model.ModelResources;
import org.pmixj.model.Models;
import org.pmixj.model.ProgrammingModel;
import org.pmixj.model.Reach;

/** Programming models of one process: Java's own, several, and those of C libraries. */
class ModelsIT {
    private static final ModelResources FOUR = ModelResources.builder()
            .threads(4)
            .cpus(2)
            .cpuType(ModelResources.CORE)
            .affinityPolicy("close")
            .cpuSet(bits(0, 1))
            .build();
    private static final ProgrammingModel MPI = ProgrammingModel.named("MPI")
            .library("FooMPI")
            .version("1.0.0")
            .threading("pthread")
            .build();
    private static final ProgrammingModel STREAMS = ProgrammingModel.named("Streams")
            .library("java.util.stream")
            .version("25")
            .threading("java")
            .resources(FOUR)
            .build();
    private static final ProgrammingModel OPENMP = ProgrammingModel.named("OpenMP")
            .library("FooOMP")
            .version("6.0")
            .threading("pthread")
            .build();

    private static BitSet bits(int... numbers) {
        BitSet set = new BitSet();
        for (int number : numbers) {
            set.set(number);
        }
        return set;
    }

    /** Returns the next models that a listener receives, and checks that there are no more. */
    private static List<ProgrammingModel> told(BlockingQueue<DeclaredModel> queue, int count) throws Exception {
        List<ProgrammingModel> models = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            DeclaredModel next = Await.next(queue);
            models.add(next.model());
        }
        Await.nothing(queue);
        return models;
    }

    /** Each part has sessions of its own; the models of the last reach others. */
    @Tag("row:hybrid-3")
    @Tag("row:hybrid-4")
    @Tag("row:hybrid-5")
    @Tag("row:hybrid-6")
    @Tag("row:hybrid-7")
    @Tag("row:hybrid-9")
    @Tag("row:hybrid-10")
    @Tag("row:hybrid-11")
    @Tag("row:hybrid-12")
    @Tag("row:hybrid-13")
    @Tag("row:hybrid-14")
    @Tag("row:hybrid-15")
    @Tag("row:hybrid-16")
    @Tag("row:hybrid-17")
    @Tag("row:hybrid-18")
    @Tag("row:hybrid-22")
    @Tag("row:hybrid-26")
    @Tag("row:hybrid-27")
    @Tag("row:hybrid-28")
    @Tag("row:hybrid-29")
    @Tag("row:hybrid-30")
    @Tag("row:hybrid-31")
    @Tag("row:hybrid-33")
    @Smoke
    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void modelsOfAProcess(RankContext context) throws Exception {
        theDeclarationAtInitIsAnEventOfLibpmix();
        isDeclaredAtInit(context);
        severalModelsInOneProcess(context);
        aCLibraryIsToldAll(context);
        listenersAreToldEachOnceInOrder(context);
        whatWasDeclaredBeforeJavaIsKnownInItsOrder(context);
    }

    private static void isDeclaredAtInit(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.builder().model(MPI).init()) {
            assertThat(pmix.models().declared()).containsExactly(MPI);
            assertThat(pmix.models().of(pmix.self())).containsExactly(MPI);
        }
        // And once more, where libpmix was finalized.
        try (Pmix pmix = Pmix.builder().model(STREAMS).model(OPENMP).init()) {
            assertThat(pmix.models().declared()).containsExactly(STREAMS, OPENMP);
            try (Pmix other = Pmix.builder().model(MPI).init()) {
                assertThat(other.models().declared()).containsExactly(STREAMS, OPENMP, MPI);
            }
            Jobs.meet(context, "init");
        }
    }

    private static void theDeclarationAtInitIsAnEventOfLibpmix() throws Exception {
        try (Pmix pmix = Pmix.builder().model(MPI).init();
                Seen seen = new Seen(pmix.events().on(Statuses.MODEL_DECLARED).withCached())) {
            Event event = seen.next();
            assertThat(event.source()).contains(pmix.self());
            assertThat(event.attributes().get(Keys.PROGRAMMING_MODEL)).contains("MPI");
            assertThat(event.attributes().get(Keys.MODEL_LIBRARY_NAME)).contains("FooMPI");
            assertThat(event.attributes().get(Keys.MODEL_LIBRARY_VERSION)).contains("1.0.0");
            assertThat(event.attributes().get(Keys.THREADING_MODEL)).contains("pthread");
            assertThat(event.attributes().get(Keys.EVENT_NON_DEFAULT)).contains(true);
            Await.nothing(seen.events);
        }
    }

    private static void severalModelsInOneProcess(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            ModelLibrary library = ModelLibrary.load(context.scratch());
            Models models = pmix.models();
            library.init("OpenMP", "FooOMP", "6.0", "pthread");
            Await.until("the library is known", () -> models.declared().equals(List.of(OPENMP)));
            models.declare(STREAMS, Reach.PROCESS);
            Await.result(models.declareAsync(MPI, Reach.PROCESS));
            assertThat(models.declared()).containsExactly(OPENMP, STREAMS, MPI);
            // The same is the same.
            library.init("OpenMP", "FooOMP", "6.0", "pthread");
            models.declare(STREAMS, Reach.PROCESS);
            library.init("OpenMP", "FooOMP", "6.1", "pthread");
            Await.until("another version is another", () -> models.declared().size() == 4);
            assertThat(models.declared().subList(0, 3)).containsExactly(OPENMP, STREAMS, MPI);
            // What it uses a C library tells afterwards.
            library.uses("MPI", 16, 8, "hwthread", "spread");
            Await.until(
                    "it is known",
                    () -> models.declared().get(2).resources().threads().isPresent());
            assertThat(models.declared().get(2).resources())
                    .isEqualTo(ModelResources.builder()
                            .threads(16)
                            .cpus(8)
                            .cpuType("hwthread")
                            .affinityPolicy("spread")
                            .build());
            assertThat(models.declared().get(1)).isEqualTo(STREAMS);
            library.uses("MPI", -1, 8, "hwthread", "spread");
            Await.until(
                    "as many as there can be",
                    () -> models.declared().get(2).resources().threads().equals(OptionalLong.of(Long.MAX_VALUE)));
            library.finish();
            library.finish();
            library.finish();
            Jobs.meet(context, "severalModelsInOneProcess");
        }
    }

    private static void whatWasDeclaredBeforeJavaIsKnownInItsOrder(RankContext context) throws Exception {
        ModelLibrary library = ModelLibrary.load(context.scratch());
        library.init("OpenMP", "FooOMP", "6.0", "pthread");
        library.init("MPI", "FooMPI", "1.0.0", "pthread");
        try (Pmix pmix = Pmix.builder().model(STREAMS).init()) {
            assertThat(pmix.models().declared()).containsExactly(OPENMP, MPI, STREAMS);
            pmix.models().declare(ProgrammingModel.named("Loom").build(), Reach.PROCESS);
            pmix.models().declare(ProgrammingModel.named("Node").build(), Reach.NODE);
            pmix.models().declare(ProgrammingModel.named("Job").build(), Reach.JOB);
            library.uses("OpenMP", 2, 2, "hwthread", "close");
            Await.until(
                    "uses",
                    () -> pmix.models().declared().getFirst().resources().cpus().isPresent());
        }
        // The library's sessions hold libpmix up.
        try (Pmix pmix = Pmix.init()) {
            assertThat(pmix.models().declared())
                    .extracting(ProgrammingModel::name)
                    .containsExactly("OpenMP", "MPI");
            Jobs.meet(context, "whatWasDeclaredBeforeJavaIsKnownInItsOrder");
        }
        library.finish();
        library.finish();
    }

    private static void aCLibraryIsToldAll(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            CHandlers c = CHandlers.load(context.scratch());
            c.init();
            CHandlers.Handler declared = c.register("declared", CHandlers.Place.NONE, Statuses.MODEL_DECLARED);
            CHandlers.Handler resources = c.register("resources", CHandlers.Place.NONE, Statuses.MODEL_RESOURCES);
            CHandlers.Handler entered = c.register("entered", CHandlers.Place.NONE, Statuses.OPENMP_PARALLEL_ENTERED);
            CHandlers.Handler exited = c.register("exited", CHandlers.Place.NONE, Statuses.OPENMP_PARALLEL_EXITED);
            CHandlers.Handler any = c.register("any", CHandlers.Place.NONE);
            pmix.models().declare(STREAMS, Reach.PROCESS);
            // PMIX_ERR_OP_BASE is -130.
            assertThat(declared.seen(1).getFirst())
                    .startsWith("-147 ")
                    .contains("pmix.pgm.model=STRING:Streams ")
                    .contains("pmix.mdl.name=STRING:java.util.stream ")
                    .contains("pmix.mld.vrs=STRING:25 ")
                    .contains("pmix.threads=STRING:java ");
            assertThat(resources.seen(1).getFirst())
                    .startsWith("-151 ")
                    .contains("pmix.pgm.model=STRING:Streams ")
                    .contains("pmix.mdl.nthrds=UINT64:4 ")
                    .contains("pmix.mdl.ncpu=UINT64:2 ")
                    .contains("pmix.mdl.cputype=STRING:core ")
                    .contains("pmix.mdl.tap=STRING:close ");
            try (Seen phases = new Seen(pmix.events().on(Statuses.MODEL_RESOURCES))) {
                pmix.models()
                        .phase("cfd reduction", "matrix multiply", ActivityOptions.to(Reach.PROCESS))
                        .close();
                assertThat(phases.next().attributes().get(Models.PHASE_LEFT)).isEmpty();
                assertThat(phases.next().attributes().get(Models.PHASE_LEFT)).hasValue(true);
            }
            assertThat(resources.seen(3).get(1))
                    .contains("pmix.mdl.phase=STRING:cfd reduction ")
                    .contains("pmix.mdl.ptype=STRING:matrix multiply ")
                    .doesNotContain(Models.PHASE_LEFT.name());
            assertThat(resources.seen(3).get(2))
                    .contains("pmix.mdl.phase=STRING:cfd reduction ")
                    .contains(Models.PHASE_LEFT.name() + "=BOOL:true");
            pmix.models().parallel(8, ActivityOptions.to(Reach.PROCESS)).close();
            assertThat(entered.seen(1).getFirst()).startsWith("-152 ").contains("pmix.mdl.nthrds=UINT64:8 ");
            assertThat(exited.seen(1).getFirst()).startsWith("-153 ").contains("pmix.mdl.nthrds=UINT64:8 ");
            // What PMIx_Init is given of what a model uses, libpmix drops.
            ModelLibrary library = ModelLibrary.load(context.scratch());
            library.initWith("OpenMP", 4, 4, "core", "close");
            assertThat(declared.seen(2).getLast())
                    .contains("pmix.pgm.model=STRING:OpenMP ")
                    .doesNotContain("pmix.mdl.");
            assertThat(resources.seen(3)).hasSize(3);
            library.finish();
            // With Open MPI it would end the process. The server of 5.0 may report the end of an earlier session as a
            // loss.
            assertThat(any.seenWithout(Statuses.ERR_LOST_CONNECTION)).isEmpty();
            c.finish();
            Jobs.meet(context, "aCLibraryIsToldAll");
        }
    }

    private static void listenersAreToldEachOnceInOrder(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            ModelLibrary library = ModelLibrary.load(context.scratch());
            library.init("OpenMP", "FooOMP", "6.0", "pthread");
            pmix.models().declare(STREAMS, Reach.PROCESS);
            BlockingQueue<DeclaredModel> others = new LinkedBlockingQueue<>();
            BlockingQueue<DeclaredModel> all = new LinkedBlockingQueue<>();
            BlockingQueue<DeclaredModel> ofAnother = new LinkedBlockingQueue<>();
            try (Registration one = pmix.models().onDeclared(others::add);
                    Registration two = pmix.models().onDeclared(Declarations.ALL, all::add);
                    Pmix second = Pmix.init()) {
                Registration three = second.models().onDeclared(ofAnother::add);
                assertThat(one.isActive()).isTrue();
                assertThat(two.name()).isEmpty();
                assertThat(told(others, 1)).containsExactly(OPENMP);
                assertThat(told(all, 2)).containsExactly(OPENMP, STREAMS);
                assertThat(told(ofAnother, 2)).containsExactly(OPENMP, STREAMS);
                // libpmix hands out all it has once more, to whoever is first.
                CHandlers c = CHandlers.load(context.scratch());
                c.init();
                c.register("late", CHandlers.Place.APPEND, Statuses.MODEL_DECLARED);
                second.models().declare(MPI, Reach.PROCESS);
                library.init("MPI", "FooMPI", "2.0", "pthread");
                ProgrammingModel later = ProgrammingModel.named("MPI")
                        .library("FooMPI")
                        .version("2.0")
                        .threading("pthread")
                        .build();
                assertThat(told(others, 2)).containsExactly(MPI, later);
                assertThat(told(all, 2)).containsExactly(MPI, later);
                assertThat(told(ofAnother, 1)).containsExactly(later);
                c.finish();
                three.close();
                assertThat(three.isActive()).isFalse();
                pmix.models().declare(OPENMP.withResources(FOUR), Reach.PROCESS);
                pmix.models().declare(ProgrammingModel.named("Fourth").build(), Reach.PROCESS);
                assertThat(told(all, 1))
                        .containsExactly(ProgrammingModel.named("Fourth").build());
                assertThat(told(ofAnother, 0)).isEmpty();
            }
            library.finish();
            library.finish();
            Jobs.meet(context, "listenersAreToldEachOnceInOrder");
        }
    }

    /** Each part has sessions of its own. */
    @PmixTest(ranks = 1)
    void useAndMisuse(RankContext context) throws Exception {
        aListenerMayDoAnything();
        whatIsUsedMayChange();
        changesThatNobodyWaitsForKeepTheirOrder();
        theReferencesOfTheSessionStayRight();
        badInputIsRefused();
        whatOthersSendMayBeAnything(context);
    }

    private static void aListenerMayDoAnything() throws Exception {
        try (Pmix pmix = Pmix.init()) {
            CountDownLatch done = new CountDownLatch(2);
            ProgrammingModel second = ProgrammingModel.named("second").build();
            try (Pmix other = Pmix.init();
                    Registration registration = pmix.models().onDeclared(declared -> {
                        if (declared.model().equals(MPI)) {
                            other.models().declare(second, Reach.PROCESS);
                            pmix.fence();
                            done.countDown();
                            throw new IllegalStateException("as a listener may");
                        } else {
                            done.countDown();
                        }
                    })) {
                other.models().declare(MPI, Reach.PROCESS);
                Await.open(done);
                assertThat(registration.isActive()).isTrue();
            }
        }
    }

    private static void whatIsUsedMayChange() throws Exception {
        try (Pmix pmix = Pmix.init()) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> pmix.models().update(STREAMS))
                    .withMessageContaining("has not declared");
            pmix.models().declare(STREAMS, Reach.PROCESS);
            ProgrammingModel less =
                    STREAMS.withResources(ModelResources.builder().threads(1).build());
            pmix.models().update(less);
            assertThat(pmix.models().declared()).containsExactly(less);
            ProgrammingModel none = STREAMS.withResources(ModelResources.none());
            Await.result(pmix.models().updateAsync(none));
            assertThat(pmix.models().declared()).containsExactly(none);
        }
    }

    /** Changes take place in the order of the calls, so that the last one wins. */
    private static void changesThatNobodyWaitsForKeepTheirOrder() throws Exception {
        try (Pmix pmix = Pmix.init()) {
            Models models = pmix.models();
            List<ProgrammingModel> order = new ArrayList<>();
            List<CompletableFuture<?>> changes = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                ProgrammingModel model = ProgrammingModel.named("model " + i).build();
                order.add(model);
                changes.add(models.declareAsync(model, Reach.PROCESS));
                for (int threads = 1; threads < 4; threads++) {
                    ModelResources some =
                            ModelResources.builder().threads(threads).build();
                    changes.add(models.updateAsync(model.withResources(some)));
                }
            }
            for (CompletableFuture<?> change : changes) {
                Await.result(change);
            }
            ModelResources last = ModelResources.builder().threads(3).build();
            assertThat(models.declared())
                    .containsExactlyElementsOf(order.stream()
                            .map(model -> model.withResources(last))
                            .toList());
            // One that fails is in nobody's way.
            CompletableFuture<Void> refused =
                    models.updateAsync(ProgrammingModel.named("undeclared").build());
            CompletableFuture<Void> next = models.updateAsync(order.getFirst());
            assertThat(refused).failsWithin(Await.LIMIT);
            Await.result(next);
        }
    }

    private static void theReferencesOfTheSessionStayRight() {
        Pmix first = Pmix.builder().model(MPI).init();
        for (int i = 0; i < 20; i++) {
            first.models().declare(ProgrammingModel.named("model " + i).build(), Reach.PROCESS);
        }
        assertThat(org.pmixj.ffi.PMIx.PMIx_Initialized()).isNotZero();
        first.fence();
        first.close();
        assertThat(org.pmixj.ffi.PMIx.PMIx_Initialized()).isZero();
    }

    private static void badInputIsRefused() throws Exception {
        try (Pmix pmix = Pmix.init()) {
            Models models = pmix.models();
            List<String> bad = List.of("", "a\0b", "x".repeat(4096), "\ud800");
            for (String text : bad) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> models.phase(text, "type", ActivityOptions.to(Reach.PROCESS)));
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> models.phase("name", text, ActivityOptions.to(Reach.PROCESS)));
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> models.phaseAsync("name", text, ActivityOptions.to(Reach.JOB)));
            }
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> models.parallel(-1, ActivityOptions.to(Reach.PROCESS)));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> models.parallelAsync(Long.MIN_VALUE, ActivityOptions.to(Reach.NODE)));
            assertThat(models.declared()).isEmpty();
            // As long as may be.
            String longest = "x".repeat(4095);
            ProgrammingModel model = ProgrammingModel.named(longest)
                    .library(longest)
                    .version(longest)
                    .threading(longest)
                    .build();
            models.declare(model, Reach.JOB);
            models.phase(longest, longest, ActivityOptions.to(Reach.JOB)).close();
            models.parallel(Long.MAX_VALUE, ActivityOptions.to(Reach.JOB)).close();
            assertThat(models.declared()).containsExactly(model);
        }
    }

    private static void whatOthersSendMayBeAnything(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            ModelLibrary library = ModelLibrary.load(context.scratch());
            BlockingQueue<DeclaredModel> told = new LinkedBlockingQueue<>();
            try (Registration registration = pmix.models().onDeclared(told::add)) {
                assertThat(registration.isActive()).isTrue();
                library.init("", "FooOMP", "6.0", "pthread");
                library.init("a".repeat(5000), "FooOMP", "6.0", "pthread");
                library.init("empty", "", "", "");
                assertThat(told(told, 1))
                        .containsExactly(ProgrammingModel.named("empty").build());
                pmix.events().notify(Statuses.MODEL_RESOURCES).toProcess().send();
                pmix.events()
                        .notify(Statuses.MODEL_DECLARED)
                        .toProcess()
                        .with(Keys.MODEL_NUM_THREADS, 1L)
                        .send();
                pmix.events()
                        .notify(Statuses.MODEL_DECLARED)
                        .toProcess()
                        .with(Key.of("org.pmixj.model.cpuset", ValueType.STRING), "7-1,x,,")
                        .with(Keys.PROGRAMMING_MODEL, "strange")
                        .send();
                assertThat(told(told, 1))
                        .containsExactly(ProgrammingModel.named("strange").build());
                assertThat(pmix.models().plan().toString()).contains("strange");
            }
            for (int i = 0; i < 3; i++) {
                library.finish();
            }
            pmix.fence();
        }
    }
}
