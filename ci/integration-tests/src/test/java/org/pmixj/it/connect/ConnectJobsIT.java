// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.pmixj.it.support.Await.LIMIT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmixj.FenceRequest;
import org.pmixj.Key;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.connect.ClusterNamespace;
import org.pmixj.connect.ConnectRequest;
import org.pmixj.connect.Connection;
import org.pmixj.connect.ConnectionEvent;
import org.pmixj.ffi.PMIx;
import org.pmixj.it.conformance.Conforms;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Launched;
import org.pmixj.it.support.Smoke;
import org.pmixj.job.Job;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.Points;
import org.pmixj.process.App;
import org.pmixj.process.SpawnRequest;
import org.pmixj.process.SpawnedJob;

/** Connections of several jobs: one that the other has started, and two that know nothing of each other. */
// Among the longest: begins first.
@Order(1)
class ConnectJobsIT {
    private static final Key<String> CHILD = Key.of("it.child", ValueType.STRING);
    private static final Key<String> CARD = Key.of("it.card", ValueType.STRING);
    private static final int PARENTS = 3;
    private static final int CHILDREN = 2;

    @TempDir
    Path work;

    // --- a job and its child ---------------------------------------------------------------------------------------

    /** The steps of both jobs. The child is a program of its own. */
    private static Map<String, Job> together(Pmix pmix, Job other) {
        String own = pmix.self().nspace();
        ConnectRequest request = ConnectRequest.builder()
                .members(ProcId.all(own), ProcId.all(other.nspace()))
                .build();
        Connection connection = pmix.connections().connect(request);
        assertThat(connection.size()).isEqualTo(PARENTS + CHILDREN);
        assertThat(connection.members().get(connection.rank())).isEqualTo(pmix.self());
        assertThat(pmix.get(ProcId.all(other.nspace()), Keys.JOB_SIZE)).isEqualTo((long) other.size());
        assertThat(pmix.get(other.member(0), Keys.LOCAL_RANK)).isNotNull();
        pmix.put(Scope.GLOBAL, CARD, connection.namespace());
        pmix.commit();
        pmix.fence(FenceRequest.of(connection.all()));
        for (int rank = 0; rank < connection.size(); rank++) {
            assertThat(pmix.get(connection.member(rank), CARD)).isEqualTo(connection.namespace());
        }
        connection.disconnect();
        assertKnown(connection.jobs(), own, other);
        Map<String, Job> exchanged = pmix.connections().exchangeJobInfo(request);
        assertKnown(exchanged, own, other);
        assertThat(pmix.connections().active()).isEmpty();
        assertThat(pmix.groups().active()).isEmpty();
        return exchanged;
    }

    private static void assertKnown(Map<String, Job> jobs, String own, Job other) {
        assertThat(jobs).containsOnlyKeys(own, other.nspace());
        Job seen = jobs.get(other.nspace());
        assertThat(seen.size()).isEqualTo(other.size());
        assertThat(seen.hostnames()).isNotEmpty();
        for (int rank = 0; rank < seen.size(); rank++) {
            assertThat(seen.hostname(rank)).isPresent();
        }
        assertThat(seen.apps()).hasSize(1);
    }

    static final class Child {
        public static void main(String[] args) {
            try (Pmix pmix = Pmix.init()) {
                Job parents = pmix.job(pmix.job().parent().orElseThrow().nspace());
                together(pmix, parents);
            }
        }
    }

    private static SpawnedJob spawn(Pmix pmix, String how, Class<?> main, String... arguments) {
        SpawnRequest.Builder request = SpawnRequest.builder()
                .apps(App.java(main, arguments)
                        .jvmOptions("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
                        .processes(CHILDREN)
                        .build())
                .mapBy("node:OVERSUBSCRIBE")
                .bindTo("none")
                .forwardOutput();
        if (how.equals("recoverable")) {
            request.recoverable();
        } else if (how.equals("independent")) {
            request.independent();
        }
        return pmix.processes().spawn(request.build());
    }

    @Smoke
    @Tag("row:connect-9")
    @Tag("row:connect-12")
    @Tag("row:connect-26")
    @Tag("row:connect-34")
    @Tag("row:connect-35")
    @PmixTest(
            ranks = PARENTS,
            nodes = {1, 3})
    void aJobAndItsChild(Pmix pmix) throws Exception {
        SpawnedJob spawned = null;
        if (pmix.self().rank() == 0) {
            spawned = spawn(pmix, "plain", Child.class);
            pmix.put(Scope.GLOBAL, CHILD, spawned.nspace());
            pmix.commit();
        }
        pmix.fence();
        Job children = pmix.job(pmix.get(pmix.job().member(0), CHILD));
        Map<String, Job> exchanged = together(pmix, children);
        if (spawned != null) {
            assertThat(Await.result(spawned.terminated()).isSuccess()).isTrue();
            // Of a job that has ended, too.
            assertKnown(exchanged, pmix.self().nspace(), children);
        }
        pmix.fence();
    }

    // --- two jobs --------------------------------------------------------------------------------------------------

    /** The sample of RFC 0003's example. */
    @Tag("row:connect-15")
    @Tag("row:connect-19")
    @Tag("row:connect-36")
    @Conforms(nodes = {1, 3})
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void twoJobsMeet(int nodes) throws Exception {
        Launched.needsLauncher();
        // Each job has a rank on each node.
        int ranks = Math.max(2, nodes);
        int both = 2 * ranks;
        int sum = (1 << both) - 1;
        Launched jobs = Launched.run(
                work,
                List.of(
                        Path.of("../../samples/run")
                                .toAbsolutePath()
                                .normalize()
                                .toString(),
                        "rendezvous",
                        "-n",
                        Integer.toString(ranks),
                        "--nodes",
                        Integer.toString(nodes)),
                Map.of());
        assertThat(jobs.exit()).as(jobs.output()).isZero();
        for (int job = 1; job <= 2; job++) {
            for (int rank = 0; rank < ranks; rank++) {
                String who = "job " + job + ", rank " + rank + ": ";
                assertThat(jobs.output())
                        .containsPattern(
                                who + "rank [0-5] of " + both + " from 2 jobs; the parts add up to " + sum + "\\R")
                        .contains(who + "disconnected");
            }
        }
    }

    // --- clusters --------------------------------------------------------------------------------------------------

    @Tag("row:connect-15")
    @Tag("row:connect-16")
    @Tag("row:connect-17")
    @Tag("row:connect-18")
    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void clusters(Pmix pmix) {
        namespacesWithClusters(pmix);
        clusterNamespacesAreThoseOfLibpmix(pmix);
    }

    private static void namespacesWithClusters(Pmix pmix) {
        assertThat(pmix.connections().clusterId()).isEmpty();
        String own = pmix.self().nspace();
        ClusterNamespace here = new ClusterNamespace("it", own);
        ClusterNamespace elsewhere = new ClusterNamespace("other", own);
        assertThatExceptionOfType(PmixException.NotSupported.class)
                .isThrownBy(() -> pmix.connections()
                        .connect(ConnectRequest.builder()
                                .members(pmix.self(), here.member(1))
                                .build()))
                .withMessageContaining("is of cluster 'it', and this one is not known");
        try (Pmix named = Pmix.builder().clusterId("it").init()) {
            assertThat(named.connections().clusterId()).hasValue("it");
            try (Connection connection = named.connections()
                    .connect(ConnectRequest.builder().members(here.all()).build())) {
                assertThat(connection.members()).isEqualTo(pmix.job().members());
                connection.disconnect();
            }
            assertThatExceptionOfType(PmixException.NotSupported.class)
                    .isThrownBy(() -> named.connections()
                            .connect(ConnectRequest.builder()
                                    .members(here.all(), elsewhere.all())
                                    .build()))
                    .withMessageContaining("is of cluster 'other', and this one is 'it'");
        }
        assertThatIllegalArgumentException().isThrownBy(() -> Pmix.builder().clusterId("a:b"));
        pmix.fence();
    }

    /** The Java of it and libpmix's functions agree. */
    private static void clusterNamespacesAreThoseOfLibpmix(Pmix pmix) {
        for (String nspace : List.of("job", pmix.self().nspace(), "a:b", "n".repeat(250))) {
            ClusterNamespace parts = new ClusterNamespace("it", nspace);
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment combined = arena.allocate(256);
                PMIx.PMIx_Multicluster_nspace_construct(combined, arena.allocateFrom("it"), arena.allocateFrom(nspace));
                assertThat(combined.getString(0)).isEqualTo(parts.toString());
                MemorySegment cluster = arena.allocate(256);
                MemorySegment rest = arena.allocate(256);
                PMIx.PMIx_Multicluster_nspace_parse(combined, cluster, rest);
                assertThat(ClusterNamespace.parse(parts.toString()))
                        .hasValue(new ClusterNamespace(cluster.getString(0), rest.getString(0)))
                        .hasValue(parts);
            }
        }
        pmix.fence();
    }

    // --- what the host makes of an end -----------------------------------------------------------------------------

    /** The point that a parent reaches when it has seen the end of a child and lives. */
    private static final String SEEN = "seen";

    private static final long LOOKED_MILLIS = 2_500;

    /** Connects with its parents; the last process of the job then dies, and the other one waits until that is seen. */
    static final class Mortal {
        public static void main(String[] args) throws Exception {
            Pmix pmix = Pmix.init();
            Job parents = pmix.job(pmix.job().parent().orElseThrow().nspace());
            Connection connection = connect(pmix, parents, args[0]);
            // Nobody is in the middle of its connect.
            pmix.fence(FenceRequest.of(connection.all()));
            end(connection, args[0], pmix.self().rank() == 0);
            pmix.fence();
            if (args[0].equals("early")) {
                // Soon after a connect the library asks the host once about the members; later only an event helps.
                Thread.sleep(LOOKED_MILLIS);
            }
            if (pmix.self().rank() == CHILDREN - 1) {
                Launched.killSelf();
            }
            if (args[0].equals("early")) {
                // The host, which knows of no connection, notifies the parents when the whole job has ended: no sooner.
                ProcId victim = pmix.job().member(CHILDREN - 1);
                Await.until("the host knows of the end", () -> Jobs.hasEnded(pmix, victim));
            } else {
                new Points(Path.of(args[2])).await(SEEN, List.of(0, 1), LIMIT);
            }
        }
    }

    /** Ends the connection before a process dies, if it is to be so, with all or without one that has left. */
    private static void end(Connection connection, String how, boolean first) {
        if (how.equals("left") && first) {
            connection.close();
        } else if (how.equals("left")) {
            assertThatThrownBy(connection::disconnect).isInstanceOf(PmixException.MemberLost.class);
        } else if (how.equals("disconnected")) {
            connection.disconnect();
        }
    }

    private static Connection connect(Pmix pmix, Job other, String how) {
        ConnectRequest.Builder request =
                ConnectRequest.builder().members(ProcId.all(pmix.self().nspace()), ProcId.all(other.nspace()));
        return pmix.connections()
                .connect(how.equals("early") ? request.earlyTermination().build() : request.build());
    }

    /** The parents: two ranks, of which the first spawns. */
    static final class Parent {
        public static void main(String[] args) throws Exception {
            try (Pmix pmix = Pmix.init()) {
                if (pmix.self().rank() == 0) {
                    pmix.put(
                            Scope.GLOBAL,
                            CHILD,
                            spawn(pmix, args[1], Mortal.class, args).nspace());
                    pmix.commit();
                }
                pmix.fence();
                CompletableFuture<ConnectionEvent> end = new CompletableFuture<>();
                pmix.connections().onChange(end::complete);
                Job children = pmix.job(pmix.get(pmix.job().member(0), CHILD));
                Connection connection = connect(pmix, children, args[0]);
                pmix.fence(FenceRequest.of(connection.all()));
                end(connection, args[0], false);
                if (!Boolean.parseBoolean(args[3])) {
                    // The host ends this process meanwhile.
                    Thread.sleep(LIMIT);
                    System.out.println("parent " + pmix.self().rank() + " lives");
                } else if (args[0].equals("early")) {
                    // The end of a process that may end early is no error, and is not reported.
                    Await.until(
                            "a process has ended", () -> connection.connected().size() < 4);
                    assertThat(end).isNotDone();
                    System.out.println("parent " + pmix.self().rank() + " lives: left "
                            + connection.connected().size());
                } else if (connection.isConnected()) {
                    ConnectionEvent told = Await.result(end);
                    System.out.println("parent " + pmix.self().rank() + " lives: "
                            + told.getClass().getSimpleName() + ", left "
                            + connection.connected().size());
                } else {
                    ProcId victim = children.member(CHILDREN - 1);
                    Await.until("the host knows of the end", () -> hasEnded(pmix, victim));
                    System.out.println("parent " + pmix.self().rank() + " lives");
                }
                pmix.fence();
                new Points(Path.of(args[2])).reached(SEEN, pmix.self().rank());
                Runtime.getRuntime().halt(0);
            }
        }

        private static boolean hasEnded(Pmix pmix, ProcId victim) {
            try {
                return Jobs.hasEnded(pmix, victim);
            } catch (PmixException.NotFound e) {
                // The host has ended its whole job, and forgotten it.
                return true;
            }
        }
    }

    private Launched parents(int nodes, String how, String child, boolean live, String... options) throws Exception {
        Launched.needsLauncher();
        List<String> command = new ArrayList<>(Launched.onNodes(nodes));
        command.addAll(List.of("prterun", "--runtime-options", "recoverable,notifyerrors"));
        command.addAll(List.of(options));
        command.addAll(List.of("--map-by", Launched.mapBy(nodes), "-n", "2"));
        Path points = Files.createTempDirectory(work, "points");
        command.addAll(Launched.java(Parent.class, how, child, points.toString(), Boolean.toString(live)));
        return Launched.run(work, command, Map.of());
    }

    /**
     * The host ends the jobs of processes that are connected with one that ends, unless an option forbids it or the
     * job may lose processes. It does not know of a connection whose processes may end early. To the host a child is
     * connected with the process that has started it, unless it is independent.
     */
    @Tag("row:connect-21")
    @Conforms(nodes = 3)
    @ParameterizedTest
    @ValueSource(ints = 3)
    void theHostDecidesWhoLives(int nodes) throws Exception {
        assertLives(nodes, "1", "plain", "recoverable", true);
        // Not because it was spawned.
        assertLives(nodes, "1", "plain", "independent", false);
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(ints = 1)
    void theHostDecidesWhoLivesOnOneNode(int nodes) throws Exception {
        theHostDecidesWhoLives(nodes);
    }

    /** Run by {@code ci/test slow}. */
    @Tag("slow")
    @ParameterizedTest
    @CsvSource({
        "0, plain, plain, true",
        "1, early, independent, true",
        "1, disconnected, independent, true",
        // To PRRTE a disconnect of those who are left is one of others than have connected.
        "1, left, independent, false"
    })
    void theHostDecidesOnThreeNodes(String terminates, String how, String child, boolean lives) throws Exception {
        assertLives(3, terminates, how, child, lives);
    }

    private void assertLives(int nodes, String terminates, String how, String child, boolean lives) throws Exception {
        Launched jobs = parents(nodes, how, child, lives, "--prtemca", "pmix_terminate_connected", terminates);
        if (lives) {
            String told = switch (how) {
                case "disconnected" -> "";
                case "early" -> ": left [23]";
                default -> ": Terminated, left [23]";
            };
            assertThat(jobs.output())
                    .containsPattern("parent 0 lives" + told)
                    .containsPattern("parent 1 lives" + told)
                    .doesNotContain("because a job it was connected to has failed");
        } else {
            assertThat(jobs.exit()).as(jobs.output()).isNotZero();
            assertThat(jobs.output())
                    .contains("A job is being terminated because a job it was connected to has failed")
                    .doesNotContain("lives");
        }
    }
}
