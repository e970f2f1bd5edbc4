// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.pmixj.it.support.Await.LIMIT;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Tag;
import org.pmixj.Pmix;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.Statuses;
import org.pmixj.event.Registration;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Scenarios;
import org.pmixj.it.support.Seen;
import org.pmixj.it.support.Smoke;
import org.pmixj.it.support.SubJob;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;
import org.pmixj.model.ActivityOptions;
import org.pmixj.model.Declarations;
import org.pmixj.model.DeclaredModel;
import org.pmixj.model.ModelActivity;
import org.pmixj.model.ModelActivity.Kind;
import org.pmixj.model.ModelResources;
import org.pmixj.model.Models;
import org.pmixj.model.ParallelRegion;
import org.pmixj.model.Phase;
import org.pmixj.model.ProgrammingModel;
import org.pmixj.model.Reach;
import org.pmixj.model.ResourcePlan;

/** Programming models of a node and a job: who runs what where, and does what. */
class ModelsOfJobIT {
    private static final PmixStatus MARK = new PmixStatus(-3601);

    private static ProgrammingModel model(String name, int rank) {
        BitSet cpus = new BitSet();
        cpus.set(2 * rank, 2 * rank + 2);
        return ProgrammingModel.named(name)
                .library("rank " + rank)
                .version("1")
                .threading("java")
                .resources(ModelResources.builder()
                        .threads(rank)
                        .cpus(2)
                        .cpuType(ModelResources.HWTHREAD)
                        .cpuSet(cpus)
                        .build())
                .build();
    }

    private static List<DeclaredModel> of(List<ProcId> procs, String name) {
        List<DeclaredModel> models = new ArrayList<>();
        List<ProcId> byRank = new ArrayList<>(procs);
        byRank.sort(Comparator.comparingInt(ProcId::rank));
        for (ProcId proc : byRank) {
            models.add(new DeclaredModel(proc, model(name, proc.rank())));
        }
        return models;
    }

    /** Returns the next end of a process that had declared a model. */
    static ModelActivity ended(BlockingQueue<ModelActivity> activity) throws InterruptedException {
        ModelActivity end = Await.next(activity);
        while (end.kind() != Kind.ENDED) {
            end = Await.next(activity);
        }
        return end;
    }

    private static List<DeclaredModel> named(List<DeclaredModel> models, String name) {
        return models.stream().filter(one -> one.model().name().equals(name)).toList();
    }

    /** Each part has a session of its own. */
    @Smoke
    @Tag("row:hybrid-2")
    @Tag("row:hybrid-8")
    @Tag("row:hybrid-24")
    @Tag("row:hybrid-25")
    @PmixTest(
            ranks = 6,
            nodes = {1, 3})
    void modelsOfJobAndNode(RankContext context) throws Exception {
        whoRunsWhatWhere(context);
        sharedCpusOfANodeAreListed(context);
    }

    private static void whoRunsWhatWhere(RankContext context) throws Exception {
        int rank = context.rank();
        try (Pmix pmix = Pmix.builder().model(model("node", rank), Reach.NODE).init()) {
            Models models = pmix.models();
            models.declare(model("process", rank), Reach.PROCESS);
            Await.result(models.declareAsync(model("job", rank), Reach.JOB));
            List<DeclaredModel> job = of(pmix.job().members(), "job");
            List<DeclaredModel> node = of(pmix.node().members(), "node");
            Await.until("the job is known", () -> named(models.ofJob(), "job").equals(job));
            Await.until(
                    "the node is known", () -> named(models.ofNode(), "node").equals(node));
            pmix.fence();
            // Nobody is told more than is meant for it.
            assertThat(named(models.ofJob(), "node")).isEqualTo(node);
            assertThat(named(models.ofNode(), "job")).isEqualTo(of(pmix.node().members(), "job"));
            assertThat(named(models.ofJob(), "process")).isEqualTo(of(List.of(pmix.self()), "process"));
            assertThat(models.declared())
                    .containsExactly(model("node", rank), model("process", rank), model("job", rank));
            int next = (rank + 1) % context.size();
            assertThat(models.of(pmix.job().member(next))).contains(model("job", next));
            pmix.fence();
            // What is used changes.
            models.update(model("job", rank).withResources(ModelResources.ofThisJvm()));
            ProgrammingModel expected = model("job", next).withResources(ModelResources.ofThisJvm());
            Await.until(
                    "the change is known",
                    () -> models.of(pmix.job().member(next)).contains(expected));
            pmix.fence();
        }
    }

    /** Each part has a session of its own. */
    @Tag("row:hybrid-16")
    @Tag("row:hybrid-17")
    @Tag("row:hybrid-23")
    @Tag("row:hybrid-25")
    @Tag("row:hybrid-26")
    @Tag("row:hybrid-29")
    @Tag("row:hybrid-30")
    @Tag("row:hybrid-33")
    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void whatIsToldOfModels(RankContext context) throws Exception {
        whatIsClosedDoesNothing();
        phasesAndRegions(context);
        whoComesLateKnowsIt(context);
        oneThatEndsItsSessionIsGone(context);
    }

    private static void whoComesLateKnowsIt(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            Jobs.meet(context, "whoComesLateKnowsIt 1");
            if (context.rank() == 0) {
                pmix.models().declare(model("first", 0), Reach.JOB);
                pmix.models().declare(model("second", 0), Reach.JOB);
                pmix.models().update(model("first", 0).withResources(ModelResources.none()));
                pmix.models().declare(model("third", 0), Reach.JOB);
            }
            Jobs.meet(context, "whoComesLateKnowsIt 2");
            ProcId zero = pmix.job().member(0);
            List<ProgrammingModel> all = List.of(
                    model("first", 0).withResources(ModelResources.none()), model("second", 0), model("third", 0));
            // A fence is no barrier for events.
            Await.until("all is known", () -> pmix.models().of(zero).equals(all));
            BlockingQueue<DeclaredModel> told = new LinkedBlockingQueue<>();
            try (Registration late = pmix.models().onDeclared(told::add)) {
                assertThat(late.isActive()).isTrue();
                if (context.rank() != 0) {
                    for (ProgrammingModel model : all) {
                        assertThat(Await.next(told)).isEqualTo(new DeclaredModel(zero, model));
                    }
                }
                Await.nothing(told);
            }
            Jobs.meet(context, "whoComesLateKnowsIt 3");
        }
    }

    private static void oneThatEndsItsSessionIsGone(RankContext context) throws Exception {
        ProcId last;
        try (Pmix pmix = Pmix.init()) {
            Jobs.meet(context, "oneThatEndsItsSessionIsGone 1");
            last = pmix.job().member(2);
            BlockingQueue<ModelActivity> activity = new LinkedBlockingQueue<>();
            try (Registration registration = pmix.models().onActivity(activity::add)) {
                assertThat(registration.isActive()).isTrue();
                pmix.models().declare(model("it", context.rank()), Reach.JOB);
                Await.until("all are known", () -> pmix.models().ofJob().size() == 3);
                Jobs.meet(context, "oneThatEndsItsSessionIsGone 2");
                if (context.rank() != 2) {
                    Await.until("it is gone", () -> pmix.models().of(last).isEmpty());
                    assertThat(pmix.models().ofJob()).hasSize(2);
                    assertThat(ended(activity).proc()).isEqualTo(last);
                    context.reached("gone");
                    context.await("gone", 1 - context.rank());
                }
            }
        }
    }

    private static void oneThatIsKilledLaterIsGone(SubJob job) throws Exception {
        job.pmix().models().declare(model("it", job.rank()), Reach.JOB);
        Await.until("all are known", () -> job.pmix().models().ofJob().size() == 3);
        job.fence();
        if (job.rank() == 2) {
            job.killSelf();
        }
        Await.until("it is gone", () -> job.pmix().models().of(job.member(2)).isEmpty());
        assertThat(job.pmix().models().ofJob())
                .extracting(one -> one.proc().rank())
                .containsExactly(0, 1);
        // Whose session ends is gone, too.
        job.reached("seen");
        job.await("seen", 1 - job.rank());
    }

    /** Rank 1 looks on without asking for models, and says what it has seen. */
    private static void oneThatIsKilledBeforeAnybodyAsksIsGone(SubJob job) throws Exception {
        if (job.rank() == 2) {
            job.pmix().models().declare(model("it", 2), Reach.JOB);
            job.await("ready", 1);
            // Whoever has this has the declaration.
            job.pmix().events().notify(MARK).send();
            job.await("declared", 1);
            job.killSelf();
        } else if (job.rank() == 1) {
            try (Seen mark = new Seen(job.pmix().events().on(MARK));
                    Seen death = new Seen(job.pmix().events().on(Statuses.ERR_PROC_ABORTED_BY_SIG))) {
                job.reached("ready");
                mark.next();
                job.reached("declared");
                death.next();
                job.reached("dead");
            }
        }
        job.await("dead", 1);
        Await.until("it is gone", () -> job.pmix().models().of(job.member(2)).isEmpty());
        // It does not come back with what libpmix has kept: that is here before an event of now.
        try (Seen marks = new Seen(job.pmix().events().on(MARK))) {
            job.reached("gone");
            job.await("gone", 1 - job.rank());
            job.pmix().events().notify(MARK).send();
            marks.next();
            marks.next();
        }
        assertThat(job.pmix().events().awaitIdle(LIMIT)).isTrue();
        assertThat(job.pmix().models().of(job.member(2))).isEmpty();
    }

    @Tag("row:hybrid-20")
    @PmixTest(
            ranks = 4,
            nodes = {1, 3},
            killed = {2, 3})
    void oneThatIsKilledIsGone(Pmix pmix, RankContext context) throws Exception {
        Scenarios scenarios = new Scenarios(pmix, context);
        scenarios.run(ModelsOfJobIT::oneThatIsKilledBeforeAnybodyAsksIsGone, 0, 1, 2);
        scenarios.run(ModelsOfJobIT::oneThatIsKilledLaterIsGone, 0, 1, 3);
    }

    private static ModelActivity next(BlockingQueue<ModelActivity> activity, int rank) throws Exception {
        while (true) {
            ModelActivity next = Await.next(activity);
            if (next.proc().rank() == rank && next.kind() != Kind.RESOURCES) {
                return next;
            }
        }
    }

    private static void phasesAndRegions(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            BlockingQueue<ModelActivity> activity = new LinkedBlockingQueue<>();
            try (Registration registration = pmix.models().onActivity(activity::add)) {
                assertThat(registration.isActive()).isTrue();
                pmix.models().declare(model("solver", context.rank()), Reach.NODE);
                Jobs.meet(context, "phasesAndRegions 1");
                if (context.rank() == 0) {
                    try (Phase phase = pmix.models()
                                    .phase("cfd reduction", "matrix multiply", ActivityOptions.to(Reach.JOB));
                            ParallelRegion region =
                                    Await.result(pmix.models().parallelAsync(8, ActivityOptions.to(Reach.JOB)))) {
                        assertThat(phase.name()).isEqualTo("cfd reduction");
                        assertThat(phase.type()).isEqualTo("matrix multiply");
                        assertThat(region.threads()).isEqualTo(8);
                        // Nobody else hears of it.
                        pmix.models()
                                .phase("own", "secret", ActivityOptions.to(Reach.PROCESS))
                                .close();
                        Await.result(pmix.models().phaseAsync("node", "local", ActivityOptions.to(Reach.NODE)))
                                .close();
                    }
                }
                ModelActivity entered = next(activity, 0);
                assertThat(entered.kind()).isEqualTo(Kind.PHASE_ENTERED);
                assertThat(entered.model()).contains("solver");
                assertThat(entered.phaseName()).contains("cfd reduction");
                assertThat(entered.phaseType()).contains("matrix multiply");
                ModelActivity region = next(activity, 0);
                assertThat(region.kind()).isEqualTo(Kind.PARALLEL_ENTERED);
                assertThat(region.resources().threads()).hasValue(8);
                if (context.rank() == 0) {
                    assertThat(next(activity, 0).phaseName()).contains("own");
                    assertThat(next(activity, 0).phaseName()).contains("own");
                }
                if (context.rank() == 0 || context.nodes() == 1) {
                    assertThat(next(activity, 0).phaseName()).contains("node");
                    assertThat(next(activity, 0).kind()).isEqualTo(Kind.PHASE_LEFT);
                }
                assertThat(next(activity, 0).kind()).isEqualTo(Kind.PARALLEL_EXITED);
                ModelActivity left = next(activity, 0);
                assertThat(left.kind()).isEqualTo(Kind.PHASE_LEFT);
                assertThat(left.phaseName()).contains("cfd reduction");
                // The threads of a region are not those of the model.
                assertThat(pmix.models().declared().getFirst()).isEqualTo(model("solver", context.rank()));
                Jobs.meet(context, "phasesAndRegions 2");
            }
        }
    }

    private static void sharedCpusOfANodeAreListed(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            BitSet both = new BitSet();
            both.set(0, 2);
            ProgrammingModel greedy = ProgrammingModel.named("greedy")
                    .resources(ModelResources.builder().cpuSet(both).build())
                    .build();
            pmix.models().declare(greedy, Reach.NODE);
            pmix.models()
                    .declare(
                            ProgrammingModel.named("modest")
                                    .resources(ModelResources.builder()
                                            .threads(1)
                                            .cpus(0)
                                            .build())
                                    .build(),
                            Reach.PROCESS);
            int here = pmix.node().size();
            Await.until(
                    "the node is known",
                    () -> named(pmix.models().ofNode(), "greedy").size() == here);
            ResourcePlan plan = pmix.models().plan();
            assertThat(plan.hardwareThreads()).isPositive();
            assertThat(plan.models()).hasSize(here + 1);
            List<ProcId> members = new ArrayList<>(pmix.node().members());
            members.sort(Comparator.comparingInt(ProcId::rank));
            assertThat(plan.overlaps()).singleElement().satisfies(overlap -> {
                assertThat(overlap.cpus()).containsExactly(0, 1);
                assertThat(overlap.models()).extracting(DeclaredModel::proc).containsExactlyElementsOf(members);
            });
            assertThat(plan.toString())
                    .contains("CPUs 0-1 are shared by greedy of " + members.get(0) + ", greedy of " + members.get(1));
            Jobs.meet(context, "sharedCpusOfANodeAreListed 1");
        }
    }

    private static void whatIsClosedDoesNothing() throws Exception {
        try (Pmix pmix = Pmix.init()) {
            Pmix other = Pmix.init();
            BlockingQueue<DeclaredModel> told = new LinkedBlockingQueue<>();
            Registration registration = other.models().onDeclared(told::add);
            Phase phase = other.models().phase("cfd", "x", ActivityOptions.to(Reach.PROCESS));
            Models models = other.models();
            other.close();
            phase.close();
            phase.close();
            assertThat(registration.isActive()).isFalse();
            BlockingQueue<DeclaredModel> toldToo = new LinkedBlockingQueue<>();
            try (Registration _ = pmix.models().onDeclared(Declarations.ALL, toldToo::add)) {
                pmix.models().declare(model("it", 0), Reach.PROCESS);
                Await.next(toldToo);
            }
            assertThat(pmix.events().awaitIdle(LIMIT)).isTrue();
            assertThat(told).isEmpty();
            assertThatIllegalStateException().isThrownBy(models::declared).withMessageContaining("closed");
            assertThatIllegalStateException().isThrownBy(() -> models.declare(model("it", 1), Reach.PROCESS));
            registration.close();
            pmix.fence();
        }
    }
}
