// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.pmixj.it.support.Await.LIMIT;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.Attributes;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.Statuses;
import org.pmixj.event.Event;
import org.pmixj.event.EventDetail;
import org.pmixj.event.EventDetail.GroupChanged;
import org.pmixj.event.EventOutcome;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.internal.notice.Notice;
import org.pmixj.internal.notice.NotifyCall;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Launched;
import org.pmixj.it.support.Scenarios;
import org.pmixj.it.support.Seen;
import org.pmixj.it.support.Smoke;
import org.pmixj.it.support.SubJob;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;
import org.pmixj.process.App;
import org.pmixj.process.SpawnRequest;
import org.pmixj.process.SpawnedJob;

/** Typed events of the library and the host, and the choice a handler has among them. */
class EventTypesIT {
    // --- processes and jobs ----------------------------------------------------------------------------------------

    private static void survivorsLearnOfADeath(SubJob job) throws Exception {
        ProcId victim = job.member(2);
        try (Seen killed = new Seen(job.pmix().events().on(Statuses.ERR_PROC_ABORTED_BY_SIG));
                Seen any = new Seen(job.pmix().events().onAny().affecting(victim))) {
            job.fence();
            if (job.rank() == 2) {
                job.killSelf();
            }
            for (Seen seen : List.of(killed, any)) {
                Event event = seen.next();
                assertThat(event.code()).isEqualTo(Statuses.ERR_PROC_ABORTED_BY_SIG);
                assertThat(event.affected()).isEqualTo(List.of(victim));
                // The number of the signal; a shell adds 128.
                assertThat(event.detail()).isEqualTo(new EventDetail.ProcessTerminated(victim, OptionalInt.of(137)));
            }
        }
    }

    /** An exception out of main ends a Java rank. */
    private static void anExitWithAnotherStatusThanZero(SubJob job) throws Exception {
        ProcId victim = job.member(2);
        try (Seen seen = new Seen(job.pmix().events().on(EventDetail.ProcessTerminated.codes()))) {
            job.fence();
            if (job.rank() == 2) {
                Runtime.getRuntime().halt(3);
            }
            Event event = seen.next();
            assertThat(event.code()).isEqualTo(Statuses.ERR_EXIT_NONZERO_TERM);
            assertThat(event.detail()).isEqualTo(new EventDetail.ProcessTerminated(victim, OptionalInt.of(3)));
        }
    }

    @Smoke
    @PmixTest(ranks = 4, nodes = 3, killed = 2, exits = 3)
    void survivorsLearnOfEnds(Pmix pmix, RankContext context) throws Exception {
        Scenarios scenarios = new Scenarios(pmix, context);
        scenarios.run(EventTypesIT::survivorsLearnOfADeath, 0, 1, 2);
        scenarios.run(EventTypesIT::anExitWithAnotherStatusThanZero, 0, 1, 3);
    }

    @PmixTest(ranks = 1)
    void endsOfJobs(Pmix pmix, RankContext context) throws Exception {
        theEndOfAJob(pmix);
        onlyTheHostTellsTheEndOfAJob(pmix, context);
    }

    private static void theEndOfAJob(Pmix pmix) throws Exception {
        try (Seen seen = new Seen(pmix.events().on(Statuses.EVENT_JOB_END))) {
            SpawnedJob job = pmix.processes()
                    .spawn(SpawnRequest.builder()
                            .apps(App.named("/bin/true").build())
                            .bindTo("none")
                            .independent()
                            .build());
            Event event = seen.next();
            assertThat(event.detail())
                    .isEqualTo(new EventDetail.JobEnded(job.nspace(), PmixStatus.SUCCESS, OptionalInt.empty()));
            assertThat(job.terminated()).succeedsWithin(LIMIT);
        }
    }

    /** Who has started a job believes it. */
    private static void onlyTheHostTellsTheEndOfAJob(Pmix pmix, RankContext context) throws Exception {
        Path end = context.scratch().resolve("end");
        SpawnedJob job = pmix.processes()
                .spawn(SpawnRequest.builder()
                        .apps(App.named("/bin/sh", "-c", "until [ -e \"$0\" ]; do sleep 0.05; done", end.toString())
                                .build())
                        .bindTo("none")
                        .independent()
                        .build());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pmix.events()
                        .notify(Statuses.EVENT_JOB_END)
                        .toProcess()
                        .affecting(ProcId.all(job.nspace()))
                        .send());
        // As a program in C can.
        new NotifyCall(
                        UnderWay.handle(),
                        Notice.here(PMIxConstants.PMIX_EVENT_JOB_END(), List.of())
                                .affecting(List.of(ProcId.all(job.nspace()))))
                .run(LIMIT.toNanos());
        // What it would have been told by is handled before another event of its own.
        try (Seen seen = new Seen(pmix.events().on(CODE))) {
            pmix.events().notify(CODE).send();
            pmix.fence();
            seen.next();
        }
        assertThat(pmix.events().awaitIdle(LIMIT)).isTrue();
        assertThat(job.terminated()).isNotDone();
        Files.createFile(end);
        assertThat(job.terminated()).succeedsWithin(LIMIT);
    }

    // --- groups ----------------------------------------------------------------------------------------------------

    @Tag("row:groups-10")
    @Tag("row:leave-1")
    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void aMemberLeaves(Pmix pmix, RankContext context) throws Exception {
        try (Seen seen = new Seen(pmix.events().on(Statuses.GROUP_LEFT))) {
            Group group = pmix.groups().construct(Jobs.all(pmix, "it-left").build());
            group.fence();
            if (context.rank() == 1) {
                group.close();
            } else {
                Event event = seen.next();
                assertThat(event.detail())
                        .isEqualTo(new GroupChanged(
                                GroupChanged.Kind.LEFT,
                                "it-left",
                                Optional.of(pmix.job().member(1)),
                                List.of(),
                                OptionalLong.empty(),
                                Optional.empty()));
                Await.until("the group is smaller", () -> group.size() == 2);
                group.destruct();
            }
            pmix.fence();
        }
    }

    /** A handler of the application's that comes after the first group still gets what this layer lives by. */
    @PmixTest(ranks = 2)
    void groupEventsReachLateHandlers(Pmix pmix, RankContext context) throws Exception {
        Group group = pmix.groups().construct(Jobs.all(pmix, "it-late").build());
        group.fence();
        if (context.rank() == 0) {
            group.close();
            pmix.fence();
        } else {
            Await.until("the other left", () -> group.size() == 1);
            try (Seen seen = new Seen(pmix.events().on(Statuses.GROUP_LEFT).withCached())) {
                // The layer has used it by then, and may be about to keep it.
                assertThat(seen.next().detail()).isInstanceOf(GroupChanged.class);
            }
            group.close();
            pmix.fence();
        }
    }

    // --- models ----------------------------------------------------------------------------------------------------

    @Tag("row:hybrid-44")
    @Tag("row:hybrid-45")
    @PmixTest(
            ranks = 4,
            nodes = {1, 3})
    void modelsAndFilters(Pmix pmix, RankContext context) throws Exception {
        models(pmix, context);
        filters(pmix, context);
    }

    private static void models(Pmix pmix, RankContext context) throws Exception {
        try (Seen seen = new Seen(pmix.events()
                .on(
                        Statuses.MODEL_DECLARED,
                        Statuses.MODEL_RESOURCES,
                        Statuses.OPENMP_PARALLEL_ENTERED,
                        Statuses.OPENMP_PARALLEL_EXITED))) {
            pmix.fence();
            if (context.rank() == 0) {
                pmix.events()
                        .notify(Statuses.MODEL_DECLARED)
                        .with(Keys.PROGRAMMING_MODEL, "JVM")
                        .with(Keys.MODEL_LIBRARY_NAME, "HotSpot")
                        .with(Keys.MODEL_LIBRARY_VERSION, "25")
                        .send();
                pmix.events()
                        .notify(Statuses.MODEL_RESOURCES)
                        .with(Keys.PROGRAMMING_MODEL, "JVM")
                        .with(Keys.MODEL_NUM_THREADS, 8L)
                        .with(Keys.MODEL_NUM_CPUS, 4L)
                        .with(Keys.MODEL_CPU_TYPE, "core")
                        .with(Keys.MODEL_AFFINITY_POLICY, "spread")
                        .with(Keys.MODEL_PHASE_NAME, "cfd reduction")
                        .with(Keys.MODEL_PHASE_TYPE, "matrix multiply")
                        .send();
                pmix.events().notify(Statuses.OPENMP_PARALLEL_ENTERED).send();
                pmix.events().notify(Statuses.OPENMP_PARALLEL_EXITED).send();
                pmix.events().notify(Statuses.MODEL_DECLARED).text("no model").send();
            }
            assertThat(seen.next().detail())
                    .isEqualTo(new EventDetail.ModelDeclared(
                            "JVM", Optional.of("HotSpot"), Optional.of("25"), Optional.empty()));
            Event changed = seen.next();
            assertThat(changed.code()).isEqualTo(Statuses.MODEL_RESOURCES);
            Attributes resources = changed.attributes();
            assertThat(resources.get(Keys.PROGRAMMING_MODEL)).hasValue("JVM");
            assertThat(resources.get(Keys.MODEL_NUM_THREADS)).hasValue(8L);
            assertThat(resources.get(Keys.MODEL_NUM_CPUS)).hasValue(4L);
            assertThat(resources.get(Keys.MODEL_CPU_TYPE)).hasValue("core");
            assertThat(resources.get(Keys.MODEL_AFFINITY_POLICY)).hasValue("spread");
            assertThat(resources.get(Keys.MODEL_PHASE_NAME)).hasValue("cfd reduction");
            assertThat(resources.get(Keys.MODEL_PHASE_TYPE)).hasValue("matrix multiply");
            assertThat(seen.next().code()).isEqualTo(Statuses.OPENMP_PARALLEL_ENTERED);
            assertThat(seen.next().code()).isEqualTo(Statuses.OPENMP_PARALLEL_EXITED);
            Event raw = seen.next();
            assertThat(raw.detail()).isEqualTo(new EventDetail.Other());
            assertThat(raw.text()).contains("no model");
            pmix.fence();
        }
    }

    // --- the server ------------------------------------------------------------------------------------------------

    @TempDir
    Path work;

    /** The only rank of a job, which kills its server. */
    static final class Main {
        public static void main(String[] args) throws Exception {
            Path report = Path.of(args[0]);
            try (Pmix pmix = Pmix.init()) {
                BlockingQueue<Event> seen = new LinkedBlockingQueue<>();
                pmix.events().on(Statuses.ERR_LOST_CONNECTION).register(event -> {
                    seen.add(event);
                    return EventOutcome.noAction();
                });
                ProcessHandle.current().parent().orElseThrow().destroyForcibly();
                Event event = Await.next(seen);
                Files.writeString(report, event.code().name());
            }
        }
    }

    @Test
    void theServerIsLost() throws Exception {
        Path report = work.resolve("report");
        Launched.job(work, 1, Main.class, report.toString());
        Await.until("a report", () -> Files.exists(report) && report.toFile().length() > 0);
        assertThat(report).hasContent(Statuses.ERR_LOST_CONNECTION.name());
    }

    // --- which events ----------------------------------------------------------------------------------------------

    private static final PmixStatus CODE = new PmixStatus(-3030);

    private static void filters(Pmix pmix, RankContext context) throws Exception {
        List<ProcId> members = pmix.job().members();
        @Nullable
        Group group = context.rank() == 3
                ? null
                : pmix.groups()
                        .construct(GroupRequest.named("it-filter")
                                .members(members.subList(0, 3))
                                .build());
        try (Seen all = new Seen(pmix.events().on(CODE));
                Seen ofTwo = new Seen(pmix.events().on(CODE).from(members.get(2)));
                Seen ofAll = new Seen(
                        pmix.events().on(CODE).from(ProcId.all(pmix.self().nspace())));
                Seen ofGroup = new Seen(pmix.events()
                        .on(CODE)
                        .from(group == null ? List.of(members.get(3)) : List.of(ProcId.all(group.id()))));
                Seen affectingOne = new Seen(pmix.events().on(CODE).affecting(members.get(1)));
                Seen affectingSome =
                        new Seen(pmix.events().on(CODE).affecting(List.of(members.get(2), members.get(3))));
                Seen tested = new Seen(
                        pmix.events().on(CODE).where(event -> event.text().equals(Optional.of("tested"))));
                Seen job = new Seen(
                        pmix.events().on(CODE, Statuses.EVENT_NODE_DOWN).jobLevel());
                Seen environment = new Seen(
                        pmix.events().on(CODE, Statuses.EVENT_NODE_DOWN).environmentLevel())) {
            pmix.fence();
            for (int turn = 0; turn < 4; turn++) {
                if (turn == context.rank()) {
                    pmix.events().notify(CODE).text("plain").send();
                    pmix.events()
                            .notify(CODE)
                            .text("tested")
                            .affecting(members.get(1))
                            .send();
                    pmix.events()
                            .notify(CODE)
                            .text("two")
                            .affecting(members.subList(1, 3))
                            .send();
                    pmix.events().notify(Statuses.EVENT_NODE_DOWN).text("node").send();
                }
                for (String text : List.of("plain", "tested", "two")) {
                    Event event = all.next();
                    assertThat(event.text()).contains(text);
                    assertThat(event.source()).contains(members.get(turn));
                    assertThat(job.next().text()).contains(text);
                    assertThat(ofAll.next().text()).contains(text);
                    if (turn == 2) {
                        assertThat(ofTwo.next().text()).contains(text);
                    }
                    if (group == null ? turn == 3 : turn < 3) {
                        assertThat(ofGroup.next().text()).contains(text);
                    }
                    if (text.equals("plain") || text.equals("two")) {
                        assertThat(affectingSome.next().text()).contains(text);
                    }
                    assertThat(affectingOne.next().text()).contains(text);
                }
                assertThat(tested.next().text()).contains("tested");
                assertThat(environment.next().text()).contains("node");
                pmix.fence();
            }
            for (Seen seen :
                    List.of(all, ofTwo, ofAll, ofGroup, affectingOne, affectingSome, tested, job, environment)) {
                assertThat(seen.events).isEmpty();
            }
        }
    }
}
