// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.elastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.Attributes;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.Statuses;
import org.pmixj.elastic.AllocatedNode;
import org.pmixj.elastic.Elastic;
import org.pmixj.elastic.NodeRequest;
import org.pmixj.elastic.Reservation;
import org.pmixj.elastic.internal.Ledger;
import org.pmixj.elastic.internal.Pending;
import org.pmixj.elastic.internal.Turns;
import org.pmixj.event.EventOutcome;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Launched;
import org.pmixj.it.support.Smoke;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;
import org.pmixj.process.App;
import org.pmixj.process.SpawnRequest;
import org.pmixj.process.SpawnedJob;

/** Nodes are added to a DVM that consists of node0, and given back. All ranks are on node0. */
// Among the longer ones: begins early.
@Order(2)
class ElasticIT {
    private static final String HOSTS = "node0:8";
    private static final String MODE = "prte_elastic_mode";
    /** Without a hostfile, else the DVM starts on all nodes. */
    private static final String HOSTFILE = "prte_default_hostfile";

    private static final String NONE = "/dev/null";
    private static final String MAP = ":oversubscribe";

    private static SpawnRequest.Builder workers(int count, String role, Path folder, String... more) {
        List<String> arguments = new ArrayList<>(List.of(role, folder.toString()));
        arguments.addAll(List.of(more));
        App app = App.java(ElasticWorker.class, arguments.toArray(String[]::new))
                .jvmOptions("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
                .processes(count)
                .build();
        return SpawnRequest.builder().apps(app).bindTo("none").independent().recoverable();
    }

    private static List<String> names(Elastic elastic) {
        return elastic.nodes().stream().map(AllocatedNode::name).toList();
    }

    private static void failsForEver(ThrowingCallable change, String reason) {
        assertThatExceptionOfType(PmixException.class)
                .isThrownBy(change)
                .withMessageContaining(reason)
                .satisfies(e -> assertThat(e.status()).isEqualTo(Statuses.ERR_DVM_MOD));
    }

    private static Path file(Path folder, String name) throws InterruptedException {
        Path file = folder.resolve(name);
        Await.until(name + " was written", () -> Files.exists(file));
        return file;
    }

    // --- the whole way -------------------------------------------------------------------------------------------

    @Smoke
    @PmixTest(
            ranks = 2,
            nodes = 4,
            recoverable = true,
            launcher = {"--host", HOSTS, "--prtemca", MODE, "1", "--prtemca", HOSTFILE, NONE, "--map-by", MAP})
    void nodesAreAddedUsedAndGivenBack(Pmix pmix, RankContext context) throws Exception {
        Elastic elastic = Elastic.of(pmix);
        assertThat(names(elastic)).containsExactly("node0");
        assertThat(elastic.reservations()).isEmpty();
        pmix.fence();
        if (context.rank() == 0) {
            elastic.grow(NodeRequest.of("node1:2", "node2:2"));
        }
        pmix.fence();
        assertThat(names(elastic)).containsExactly("node0", "node1", "node2");
        Reservation reservation = elastic.reservations().getFirst();
        assertThat(reservation.owner()).isEqualTo(pmix.self().nspace());
        assertThat(reservation.names()).containsExactly("node1", "node2");
        assertThat(reservation.nodes()).extracting(AllocatedNode::slots).containsExactly(2, 2);
        pmix.fence();
        if (context.rank() == 0) {
            spawnThere(pmix, context, reservation);
        } else {
            context.await("used", 0);
            // Any rank of the job gives back what another one has added.
            elastic.release(NodeRequest.of("node2"));
            context.reached("released");
        }
        assertThat(names(elastic)).containsExactly("node0", "node1");
        pmix.fence();
        if (context.rank() == 0) {
            releaseOnTheOnlyThread(NodeRequest.of("node1").withTimeout(Await.LIMIT));
            assertThat(names(elastic)).containsExactly("node0");
            endedReservationsAreRefused(pmix, reservation);
            // What was given back can be added again.
            Reservation again = elastic.growAsync(NodeRequest.of("node2:2")).join();
            assertThat(again.names()).containsExactly("node2");
            assertThat(elastic.reservations()).containsExactly(again);
            elastic.releaseAsync(NodeRequest.of(again.names())).join();
        }
        pmix.fence();
    }

    /** The end of the change is noticed, although the executor has no other thread, and a handler ends its chain. */
    private static void releaseOnTheOnlyThread(NodeRequest request) throws Exception {
        try (ExecutorService one = Executors.newSingleThreadExecutor();
                Pmix busy = Pmix.builder().executor(one).init()) {
            busy.events().on(Statuses.DVM_IS_READY).register(_ -> EventOutcome.complete());
            one.submit(() -> Elastic.of(busy).release(request)).get();
        }
    }

    /** Spawns two processes on each added node, which meet in a group. A node is given back while they run. */
    private static void spawnThere(Pmix pmix, RankContext context, Reservation reservation) throws Exception {
        Path folder = context.scratch();
        Elastic elastic = Elastic.of(pmix);
        SpawnedJob job = pmix.processes()
                .spawn(workers(4, "member", folder)
                        .directives(elastic.onto(reservation))
                        .mapBy("slot")
                        .build());
        Group group = pmix.groups()
                .construct(GroupRequest.named("elastic")
                        .members(pmix.self())
                        .addMembers(job.members())
                        .build());
        assertThat(group.size()).isEqualTo(5);
        group.fence();
        for (int rank = 0; rank < 4; rank++) {
            assertThat(Files.readString(file(folder, rank + ".ready"))).isEqualTo(rank < 2 ? "node1" : "node2");
        }
        assertThat(Await.result(pmix.processes()
                                .spawnAsync(workers(1, "foreign", folder, "node1")
                                        .directives(Attributes.of(Keys.HOST, "node0"))
                                        .mapBy(MAP)
                                        .build())
                                .thenCompose(SpawnedJob::terminated))
                        .exitCode())
                .isZero();
        assertThat(Files.readString(file(folder, "foreign")))
                .contains("IllegalArgumentException")
                .contains("node1 is in reservation " + reservation.id() + " of another job");
        // Even one that may release nodes of others may not release its own node.
        assertThat(Files.readString(file(folder, "own")))
                .contains("IllegalArgumentException")
                .contains("would be killed with its node; have a process on another node release it");
        group.leave();
        ElasticWorker.note(folder, "leave", "");
        context.reached("used");
        context.await("released", 1);
        assertThat(job.terminated()).isNotDone();
        ElasticWorker.note(folder, "end", "");
        assertThat(Await.result(job.terminated()).status().isSuccess()).isTrue();
    }

    private static void endedReservationsAreRefused(Pmix pmix, Reservation ended) {
        Elastic elastic = Elastic.of(pmix);
        assertThatIllegalStateException()
                .isThrownBy(() -> elastic.release(NodeRequest.of(ended.names())))
                .withMessageContaining("node1 is not in the DVM any more");
        assertThatIllegalStateException()
                .isThrownBy(() -> elastic.onto(ended))
                .withMessageContaining(ended.id() + " has ended");
    }

    // --- what is refused -----------------------------------------------------------------------------------------

    private static void badRequestsAreRefused(Pmix pmix) {
        Elastic elastic = Elastic.of(pmix);
        bad(() -> NodeRequest.of(), "0 entries; name at least one");
        bad(() -> NodeRequest.of(Collections.nCopies(100_000, "node1")), "100000 entries");
        bad(() -> NodeRequest.of("node1", "node1:2"), "named twice");
        bad(() -> NodeRequest.of(""), "no name");
        bad(() -> NodeRequest.of("node1 node2"), "blank");
        bad(() -> NodeRequest.of(" "), "blank");
        bad(() -> NodeRequest.of("node1,node2"), "comma");
        bad(() -> NodeRequest.of("node1\0"), "NUL");
        bad(() -> NodeRequest.of("2"), "is a number");
        bad(() -> NodeRequest.of(":2"), "no name");
        for (String slots : List.of("", "0", "-1", "two", "01", "1:2", "99999999999")) {
            bad(() -> NodeRequest.of("node1:" + slots), "no number of slots");
        }
        bad(() -> elastic.grow(NodeRequest.of("node0")), "head node");
        bad(() -> elastic.grow(NodeRequest.of("10.77.0.1")), "head node");
        bad(() -> elastic.grow(NodeRequest.of("node1", "10.77.0.2")), "are the same node");
        bad(() -> elastic.release(NodeRequest.of("node0")), "head node");
        bad(() -> elastic.release(NodeRequest.of("node1:2")), "leave out the number of slots");
        assertThatExceptionOfType(PmixException.NotFound.class)
                .isThrownBy(() -> elastic.release(NodeRequest.of("node1")))
                .withMessageContaining("no node node1");
        assertThatExceptionOfType(PmixException.NotFound.class)
                .isThrownBy(() -> elastic.grow(NodeRequest.of("node1", "no-such-node")))
                .withMessageContaining("no-such-node is not known here");
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(
                        () -> elastic.growAsync(NodeRequest.of("no-such-node")).join())
                .withCauseInstanceOf(PmixException.NotFound.class);
        assertThat(names(elastic)).containsExactly("node0");
        Reservation more = elastic.grow(NodeRequest.of("node1"));
        assertThat(more.nodes()).extracting(AllocatedNode::slots).containsExactly(1);
        assertThatIllegalStateException()
                .isThrownBy(() -> elastic.grow(NodeRequest.of("node1")))
                .withMessageContaining("in reservation " + more.id());
        // Nothing of this was a failure.
        elastic.release(NodeRequest.of(more.names()));
    }

    private static void bad(ThrowingCallable request, String reason) {
        assertThatIllegalArgumentException().isThrownBy(request).withMessageContaining(reason);
    }

    @PmixTest(ranks = 1)
    void aHostThatIsNotElasticRefuses(Pmix pmix) {
        NodeRequest request = NodeRequest.of("node1").withUncheckedHosts();
        assertThatExceptionOfType(PmixException.NotSupported.class)
                .isThrownBy(() -> Elastic.of(pmix).grow(request))
                .withMessageContaining("--prtemca prte_elastic_mode 1");
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(() -> Elastic.of(pmix).growAsync(request).join())
                .withCauseInstanceOf(PmixException.NotSupported.class);
        assertThat(Elastic.of(pmix).nodes()).hasSize(1);
    }

    @PmixTest(
            ranks = 1,
            launcher = {"-x", "SLURM_JOB_ID=7"})
    void anAllocationOfSlurmRefuses(Pmix pmix) {
        assertThatExceptionOfType(PmixException.NotSupported.class)
                .isThrownBy(() -> Elastic.of(pmix).grow(NodeRequest.of("node1")))
                .withMessageContaining("Slurm");
    }

    // --- one at a time -------------------------------------------------------------------------------------------

    @PmixTest(
            ranks = 3,
            nodes = 4,
            launcher = {"--host", HOSTS, "--prtemca", MODE, "1", "--prtemca", HOSTFILE, NONE, "--map-by", MAP})
    void requestsOfSeveralRanks(Pmix pmix, RankContext context) throws Exception {
        if (context.rank() == 0) {
            badRequestsAreRefused(pmix);
        }
        pmix.fence();
        if (context.rank() < 2) {
            aCallerThatStopsWaitingGivesItsTurnOn(pmix, context);
        }
        allRanksAtOnceTakeTurns(pmix, context);
    }

    private static void allRanksAtOnceTakeTurns(Pmix pmix, RankContext context) {
        String node = "node" + (context.rank() + 1);
        for (int round = 0; round < 3; round++) {
            pmix.fence();
            Reservation more = Elastic.of(pmix).grow(NodeRequest.of(node + ":1"));
            assertThat(more.names()).containsExactly(node);
            pmix.fence();
            Elastic.of(pmix).release(NodeRequest.of(more.names()));
        }
        pmix.fence();
        assertThat(names(Elastic.of(pmix))).containsExactly("node0");
    }

    @Tag("slow")
    @PmixTest(
            ranks = 4,
            nodes = 3,
            killed = {1, 2},
            // Nodes are added after a death, and nothing is started on them.
            jvm = {"-Dpmixj.repair.failed-process-ends-new-daemon=off"},
            launcher = {"--host", HOSTS, "--prtemca", MODE, "1", "--prtemca", HOSTFILE, NONE, "--map-by", MAP})
    void aRankThatDiesGivesItsTurnOn(Pmix pmix, RankContext context) throws Exception {
        pmix.fence();
        Elastic elastic = Elastic.of(pmix);
        switch (context.rank()) {
            case 1 -> {
                // It has the turn, and has not begun.
                new Turns(new Pending(pmix), "adding nodes [it]", () -> {}).await();
                context.reached("first");
                context.await("waiting", 0);
                context.killSelf();
            }
            case 2 -> {
                context.await("grown", 0);
                Turns turn = new Turns(new Pending(pmix), "adding nodes [it]", () -> {});
                turn.await();
                turn.begin("adding nodes [it]");
                context.reached("begun");
                context.killSelf();
            }
            case 0 -> {
                context.await("first", 1);
                UnderWay.announceCall(pmix, context, "waiting", "lookup");
                Reservation more = elastic.grow(NodeRequest.of("node1"));
                context.reached("grown");
                context.await("begun", 2);
                failsForEver(
                        () -> elastic.release(NodeRequest.of(more.names())),
                        pmix.job().member(2) + " has ended during the change");
                context.reached("refused");
            }
            default -> {
                context.await("refused", 0);
                failsForEver(
                        () -> elastic.grow(NodeRequest.of("node2")),
                        pmix.job().member(2) + " has ended during the change");
                // It is the changes that have ended, and nothing else.
                assertThat(names(elastic)).containsExactly("node0", "node1");
            }
        }
    }

    private static void aCallerThatStopsWaitingGivesItsTurnOn(Pmix pmix, RankContext context) throws Exception {
        Elastic elastic = Elastic.of(pmix);
        if (context.rank() == 1) {
            Turns turn = new Turns(new Pending(pmix), "adding nodes [it]", () -> {});
            Ledger before = turn.await();
            context.reached("busy");
            context.await("given up", 0);
            turn.end(before);
        } else {
            context.await("busy", 1);
            // Names are looked up before the turn is taken.
            assertThatExceptionOfType(PmixException.NotFound.class)
                    .isThrownBy(() -> elastic.grow(NodeRequest.of("no-such-node")))
                    .withMessageContaining("no-such-node is not known here");
            NodeRequest soon = NodeRequest.of("node1").withTimeout(Duration.ofMillis(300));
            assertThatExceptionOfType(PmixException.Timeout.class)
                    .isThrownBy(() -> elastic.grow(soon))
                    .withMessageContaining("other changes of this DVM were under way");
            assertThat(elastic.growAsync(NodeRequest.of("node1")).cancel(true)).isTrue();
            context.reached("given up");
            Reservation more = elastic.grow(NodeRequest.of("node2"));
            assertThat(more.names()).containsExactly("node2");
            assertThat(names(elastic)).containsExactly("node0", "node2");
            elastic.release(NodeRequest.of(more.names()));
        }
    }

    @Tag("slow")
    @PmixTest(
            ranks = 2,
            nodes = 2,
            launcher = {"--host", HOSTS, "--prtemca", MODE, "1", "--prtemca", HOSTFILE, NONE, "--map-by", MAP})
    void aProcessThatClosesGivesItsTurnOn(Pmix pmix, RankContext context) throws Exception {
        Elastic elastic = Elastic.of(pmix);
        if (context.rank() == 1) {
            Turns turn = new Turns(new Pending(pmix), "adding nodes [it]", () -> {});
            Ledger before = turn.await();
            context.reached("busy");
            context.await("closed", 0);
            turn.end(before);
            assertThat(elastic.grow(NodeRequest.of("node1")).names()).containsExactly("node1");
            context.reached("grown");
        } else {
            context.await("busy", 1);
            CompletableFuture<Reservation> pending = elastic.growAsync(NodeRequest.of("node1"));
            UnderWay.awaitCall(pmix, "0.end");
            pmix.close();
            assertThat(pending)
                    .failsWithin(Await.LIMIT)
                    .withThrowableThat()
                    .withCauseInstanceOf(PmixException.Closed.class);
            // The process lives.
            context.reached("closed");
            context.await("grown", 1);
        }
    }

    // --- several jobs, and failures ------------------------------------------------------------------------------

    @TempDir
    Path work;

    private static List<String> elastic() {
        return List.of("--prtemca", MODE, "1", "--prtemca", HOSTFILE, NONE, "--host", HOSTS);
    }

    private static List<String> cycle(String node) {
        List<String> job = new ArrayList<>(List.of("--bind-to", "none", "-n", "1"));
        job.addAll(Launched.java(ElasticWorker.class, "cycle", node));
        return job;
    }

    /** The launcher ends with the status of the daemon that did not start. */
    @Test
    void afterAFailureNothingIsChanged() throws Exception {
        Launched.needsLauncher();
        List<String> command = new ArrayList<>(Launched.onNodes(3));
        command.add("prterun");
        command.addAll(elastic());
        command.addAll(List.of("--bind-to", "none", "--runtime-options", "recoverable,notifyerrors", "-n", "2"));
        command.addAll(Launched.java(ElasticWorker.class, "fail"));
        String output = Launched.run(work, command, Map.of()).output();
        String failure = "adding nodes [no-such-node] by ";
        assertThat(output).containsPattern("0: grow: .*" + Pattern.quote(failure));
        for (int rank = 0; rank < 2; rank++) {
            assertThat(output)
                    .containsPattern(
                            rank + ": next: .*PMIX_ERR_DVM_MOD.*cannot change its size.*" + Pattern.quote(failure))
                    .contains(rank + ": nodes [node0]")
                    .contains(rank + ": spawned, exit status 0");
        }
    }

    /** Each adds nodes and gives them back, at the same time as the other one. */
    @Test
    void twoJobsOfOneDvmTakeTurns() throws Exception {
        Launched job = Launched.twoJobs(work, 3, elastic(), cycle("node1"), cycle("node2"));
        assertThat(job.output()).contains("node1: done").contains("node2: done");
        assertThat(job.exit()).as(job.output()).isZero();
    }
}
