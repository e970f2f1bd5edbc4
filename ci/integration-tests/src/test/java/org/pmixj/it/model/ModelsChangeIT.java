// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.pmixj.it.support.Await.LIMIT;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.pmixj.Key;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.Statuses;
import org.pmixj.ValueType;
import org.pmixj.event.Registration;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Seen;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;
import org.pmixj.model.ActivityOptions;
import org.pmixj.model.ModelActivity;
import org.pmixj.model.ModelResources;
import org.pmixj.model.ParallelRegion;
import org.pmixj.model.Phase;
import org.pmixj.model.ProgrammingModel;
import org.pmixj.model.Reach;

/** Models that are declared more than once, change, or were declared long ago. */
class ModelsChangeIT {
    private static final PmixStatus MARK = new PmixStatus(-3602);

    private static final ProgrammingModel STREAMS = ProgrammingModel.named("Streams")
            .library("java.util.stream")
            .version("25")
            .threading("java")
            .build();

    /** More than the server of a node keeps. */
    private static final int EVENTS = 600;

    private static final int ENDS = 12;

    private static ProgrammingModel with(int threads) {
        return STREAMS.withResources(ModelResources.builder().threads(threads).build());
    }

    private static void awaitModel(Pmix pmix, ProcId proc, ProgrammingModel model) throws InterruptedException {
        Await.until(proc + " has " + model, () -> pmix.models().of(proc).equals(List.of(model)));
    }

    /** The server has no room for the declaration. A process that needs it asks for it. */
    @PmixTest(ranks = 3)
    void theServerHasNoRoom(Pmix pmix, RankContext context) throws Exception {
        ProcId zero = pmix.job().member(0);
        if (context.rank() == 0) {
            PmixStatus code = new PmixStatus(-7_100_000);
            for (int i = 0; i < EVENTS; i++) {
                pmix.events().notify(code).toNode().cached().send();
            }
            pmix.models().declare(with(3), Reach.NODE);
            // The very last is kept.
            pmix.events().notify(code).toNode().cached().send();
        }
        pmix.fence();
        awaitModel(pmix, zero, with(3));
        pmix.fence();
    }

    /** A declaration to more does not take the model from those it was declared to before. */
    @PmixTest(ranks = 3, nodes = 3)
    void declaredToTheJobAndTheNode(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            ProcId zero = pmix.job().member(0);
            BlockingQueue<ModelActivity> activity = new LinkedBlockingQueue<>();
            try (Registration registration = pmix.models().onActivity(activity::add)) {
                assertThat(registration.isActive()).isTrue();
                pmix.fence();
                if (context.rank() == 0) {
                    pmix.models().declare(with(1), Reach.JOB);
                    pmix.models().declare(with(2), Reach.NODE);
                }
                awaitModel(pmix, zero, with(2));
                pmix.fence();
                if (context.rank() == 0) {
                    pmix.models().update(with(3));
                }
                awaitModel(pmix, zero, with(3));
                pmix.fence();
                if (context.rank() != 0) {
                    ModelsOfJobIT.ended(activity);
                }
            }
        }
    }

    /** Each part has sessions of its own. */
    @PmixTest(ranks = 2, nodes = 2)
    void changesInTheJob(RankContext context) throws Exception {
        aRepeatThatFailsLeavesTheModelDeclared(context);
        updatesOfSeveralThreads(context);
        declaredAtTheEnd(context);
        whoHeardOfAModelHearsOfItsEnd(context);
        whatASessionBeforeWasTold(context);
    }

    /** Also if it used no models before the end: the server no longer keeps the event of a session that has ended. */
    private static void whoHeardOfAModelHearsOfItsEnd(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init();
                Seen declared = new Seen(pmix.events().on(Statuses.MODEL_DECLARED))) {
            pmix.fence();
            if (context.rank() == 0) {
                pmix.models().declare(with(5), Reach.JOB);
            } else {
                declared.next();
                context.reached("heard");
            }
            context.await("heard", 1);
            if (context.rank() == 1) {
                context.await("ended", 0);
                ProcId zero = pmix.job().member(0);
                Await.until("the model has ended", () -> pmix.models().of(zero).isEmpty());
            }
        }
        if (context.rank() == 0) {
            context.reached("ended");
        }
    }

    /** The server does not hand out again what it has delivered to a session before. */
    private static void whatASessionBeforeWasTold(RankContext context) throws Exception {
        if (context.rank() == 0) {
            try (Pmix pmix = Pmix.init()) {
                context.await("listens", 1);
                pmix.models().declare(with(4), Reach.JOB);
                context.await("knows", 1);
            }
            return;
        }
        ProcId zero;
        try (Pmix pmix = Pmix.init()) {
            zero = pmix.job().member(0);
            BlockingQueue<ModelActivity> activity = new LinkedBlockingQueue<>();
            try (Registration registration = pmix.models().onActivity(activity::add)) {
                assertThat(registration.isActive()).isTrue();
                context.reached("listens");
                awaitModel(pmix, zero, with(4));
            }
        }
        try (Pmix pmix = Pmix.init()) {
            awaitModel(pmix, zero, with(4));
        }
        context.reached("knows");
    }

    private static void aRepeatThatFailsLeavesTheModelDeclared(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            ProcId zero = pmix.job().member(0);
            if (context.rank() == 0) {
                pmix.models().declare(with(1), Reach.JOB);
                // Wherever the bound may run out.
                for (int micros = 1; micros < 2_000; micros += 20) {
                    try {
                        declareWithin(Duration.ofNanos(1_000L * micros), with(2));
                    } catch (PmixException.Timeout e) {
                        pmix.models().update(with(1));
                    }
                    assertThat(pmix.models().declared()).hasSize(1);
                }
                assertThatExceptionOfType(PmixException.Timeout.class)
                        .isThrownBy(() -> declareWithin(Duration.ofNanos(1), with(2)));
                pmix.models().update(with(3));
            }
            awaitModel(pmix, zero, with(3));
            pmix.fence();
        }
    }

    private static void declareWithin(Duration timeout, ProgrammingModel model) {
        try (Pmix brief = Pmix.builder().defaultTimeout(timeout).init()) {
            brief.models().declare(model, Reach.JOB);
        }
    }

    /** Everybody ends with the view that the process itself has. */
    private static void updatesOfSeveralThreads(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init();
                Seen marks = new Seen(pmix.events().on(MARK))) {
            ProcId zero = pmix.job().member(0);
            pmix.fence();
            if (context.rank() == 0) {
                pmix.models().declare(with(1_000), Reach.JOB);
            }
            pmix.fence();
            for (int round = 0; round < 5; round++) {
                if (context.rank() == 0) {
                    inThreads(pmix, round);
                    long threads = pmix.models()
                            .declared()
                            .getFirst()
                            .resources()
                            .threads()
                            .getAsLong();
                    pmix.put(Scope.GLOBAL, Key.of("it.last." + round, ValueType.INT32), (int) threads);
                    pmix.commit();
                }
                pmix.fence();
                int threads = pmix.get(zero, Key.of("it.last." + round, ValueType.INT32));
                awaitModel(pmix, zero, with(threads));
                // Nothing else arrives later: what rank 0 has sent before this mark has arrived.
                if (context.rank() == 0) {
                    pmix.events().notify(MARK).send();
                }
                marks.next();
                assertThat(pmix.events().awaitIdle(LIMIT)).isTrue();
                assertThat(pmix.models().of(zero)).containsExactly(with(threads));
                pmix.fence();
            }
        }
    }

    private static void inThreads(Pmix pmix, int round) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Callable<Void>> all = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                int used = 1 + 100 * round + i;
                all.add(() -> {
                    pmix.models().update(with(used));
                    return null;
                });
            }
            for (Future<Void> done : threads.invokeAll(all)) {
                done.get();
            }
        }
    }

    /** Each part has sessions of its own; in the first PMIx is new to the process. */
    @PmixTest(ranks = 1)
    void changesInAProcess(RankContext context) throws Exception {
        twoThreadsBegin();
        nothingComesBeforeALibrary(context);
        whatWasToldEarlyWasAllOfIt();
        severalModelsOfAHandleAct();
    }

    /** The resources of a model are reported before the model, whose event has a part of them. */
    private static void whatWasToldEarlyWasAllOfIt() throws Exception {
        try (Pmix pmix = Pmix.init()) {
            assertThat(pmix.models().declared()).isEmpty();
            pmix.events()
                    .notify(Statuses.MODEL_RESOURCES)
                    .toProcess()
                    .with(Keys.PROGRAMMING_MODEL, "early")
                    .with(Keys.MODEL_NUM_CPUS, 2L)
                    .with(Key.of("org.pmixj.model.cpuset", ValueType.STRING), "")
                    .cached()
                    .send();
            pmix.events().awaitIdle(LIMIT);
            pmix.events()
                    .notify(Statuses.MODEL_DECLARED)
                    .toProcess()
                    .with(Keys.PROGRAMMING_MODEL, "early")
                    .with(Keys.MODEL_NUM_THREADS, 7L)
                    .send();
            Await.until("it is declared", () -> !pmix.models().declared().isEmpty());
            assertThat(pmix.models().declared().getFirst().resources())
                    .isEqualTo(ModelResources.builder().cpus(2).build());
        }
    }

    private static void severalModelsOfAHandleAct() throws Exception {
        try (Pmix pmix = Pmix.init()) {
            ProgrammingModel other = ProgrammingModel.named("Loom").build();
            assertThatIllegalStateException()
                    .isThrownBy(() -> pmix.models()
                            .phase(
                                    "solve",
                                    "cg",
                                    ActivityOptions.to(Reach.PROCESS).by(STREAMS)))
                    .withMessageContaining("has not declared");
            pmix.models().declare(STREAMS, Reach.PROCESS);
            pmix.models().declare(other, Reach.PROCESS);
            BlockingQueue<ModelActivity> activity = new LinkedBlockingQueue<>();
            try (Registration registration = pmix.models().onActivity(activity::add)) {
                assertThat(registration.isActive()).isTrue();
                Phase phase = Await.result(pmix.models()
                        .phaseAsync(
                                "solve", "cg", ActivityOptions.to(Reach.PROCESS).by(other)));
                assertThat(phase).hasToString("Phase[solve, cg]");
                ParallelRegion region = pmix.models()
                        .parallel(1, ActivityOptions.to(Reach.PROCESS).by(STREAMS));
                assertThat(region).hasToString("ParallelRegion[1 thread]");
                region.close();
                assertThat(region).hasToString("ParallelRegion[1 thread, completed]");
                phase.close();
                assertThat(phase).hasToString("Phase[solve, cg, left]");
                for (String name : List.of("Loom", "Streams", "Streams", "Loom")) {
                    ModelActivity next = Await.next(activity);
                    assertThat(next.model()).contains(name);
                }
            }
        }
    }

    /**
     * A declaration that runs when the session ends is reported before the end, or not at all. Rank 1 listens before:
     * libpmix drops some of the events that it keeps when a process finalizes.
     */
    private static void declaredAtTheEnd(RankContext context) throws Exception {
        for (int i = 0; i < ENDS; i++) {
            if (context.rank() == 0) {
                context.await("listens " + i, 1);
                try (Pmix pmix = Pmix.init()) {
                    CompletableFuture<Void> _ = pmix.models().declareAsync(with(i), Reach.JOB);
                    CompletableFuture<Void> _ = pmix.models()
                            .declareAsync(ProgrammingModel.named("Loom").build(), Reach.JOB);
                    // At any moment of the declaration: all are right.
                    LockSupport.parkNanos(i * 200_000L);
                }
            }
            try (Pmix pmix = Pmix.init();
                    Seen marks = new Seen(pmix.events().on(MARK))) {
                ProcId zero = pmix.job().member(0);
                if (context.rank() == 1) {
                    assertThat(pmix.models().of(zero)).isEmpty();
                    context.reached("listens " + i);
                }
                pmix.fence();
                if (context.rank() == 0) {
                    pmix.events().notify(MARK).send();
                }
                if (context.rank() == 1) {
                    Await.until("none is left", () -> pmix.models().of(zero).isEmpty());
                    // What was sent before the mark has arrived.
                    marks.next();
                    assertThat(pmix.events().awaitIdle(LIMIT)).isTrue();
                    assertThat(pmix.models().of(zero)).isEmpty();
                }
                pmix.fence();
            }
        }
    }

    // --- what comes before PMIx --------------------------------------------------------------------------------------

    /** A model that needs to be initialised first is refused, because it would come second. */
    private static void nothingComesBeforeALibrary(RankContext context) throws Exception {
        ModelLibrary library = ModelLibrary.load(context.scratch());
        library.init("OpenMP", "FooOMP", "6.0", "pthread");
        AtomicInteger calls = new AtomicInteger();
        assertThatIllegalStateException()
                .isThrownBy(
                        () -> Pmix.builder().beforePmix(calls::incrementAndGet).init())
                .withMessageContaining("a library of this process has initialised PMIx already");
        assertThat(calls).hasValue(0);
        try (Pmix pmix = Pmix.init()) {
            pmix.fence();
        }
        library.finish();
    }

    /** One of two threads is the first. Its work is done before the other has PMIx. */
    private static void twoThreadsBegin() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        CompletableFuture<Void> release = new CompletableFuture<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Future<Pmix> slow = threads.submit(() -> Pmix.builder()
                    .beforePmix(() -> {
                        calls.incrementAndGet();
                        assertThat(org.pmixj.ffi.PMIx.PMIx_Initialized()).isZero();
                        release.join();
                        assertThat(org.pmixj.ffi.PMIx.PMIx_Initialized()).isZero();
                    })
                    .init());
            Await.until("the first is at it", () -> calls.get() == 1);
            assertThatExceptionOfType(PmixException.Timeout.class)
                    .isThrownBy(() ->
                            Pmix.builder().defaultTimeout(Duration.ofMillis(50)).init())
                    .withMessageContaining("a thread that starts or ends the session");
            release.complete(null);
            try (Pmix other = Pmix.init();
                    Pmix first = Await.result(slow)) {
                assertThat(other.self()).isEqualTo(first.self());
                first.fence();
            }
        }
        assertThat(calls).hasValue(1);
    }
}
