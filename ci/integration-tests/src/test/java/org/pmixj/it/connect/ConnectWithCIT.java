// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.pmixj.it.support.Await.LIMIT;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.connect.ConnectRequest;
import org.pmixj.connect.Connection;
import org.pmixj.connect.HostConnection;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.it.support.CCode;
import org.pmixj.it.support.Launched;
import org.pmixj.process.App;
import org.pmixj.process.SpawnRequest;

/**
 * Connections of processes in Java and in C, which have libpmix alone: those in C follow a request to connect, or the host
 * connects both.
 */
class ConnectWithCIT {
    private static final Key<String> CARD = Key.of("it.card", ValueType.STRING);

    @TempDir
    Path work;

    /** Two ranks; the third is in C. The argument is the one that asks the others. */
    static final class InJava {
        public static void main(String[] args) {
            try (Pmix pmix = Pmix.builder().defaultTimeout(LIMIT).init()) {
                ConnectRequest.Builder request =
                        ConnectRequest.builder().members(ProcId.all(pmix.self().nspace()));
                if (pmix.self().rank() == Integer.parseInt(args[0])) {
                    request.notifyRequest();
                }
                try (Connection connection = pmix.connections().connect(request.build())) {
                    pmix.put(Scope.GLOBAL, CARD, "card " + connection.rank());
                    pmix.commit();
                    connection.fence();
                    connection.disconnect();
                }
                System.out.println("java " + pmix.self().rank() + ": disconnected");
            }
        }
    }

    @ParameterizedTest
    @CsvSource("3, false")
    void aProcessInCFollowsARequest(int nodes, boolean javaFirst) throws Exception {
        Launched.needsLauncher();
        Path program = work.resolve("connect-rank");
        CCode.compile(work, "-pthread", "-o", program.toString(), CCode.source("connect-rank.c"));
        List<String> command = new ArrayList<>(Launched.onNodes(nodes));
        command.addAll(List.of("prterun", "--map-by", Launched.mapBy(nodes)));
        List<String> inJava = new ArrayList<>(List.of("-n", "2"));
        inJava.addAll(Launched.java(InJava.class, javaFirst ? "0" : "1"));
        List<String> inC = List.of("-n", "1", program.toString());
        command.addAll(javaFirst ? inJava : inC);
        command.add(":");
        command.addAll(javaFirst ? inC : inJava);
        Launched job = Launched.run(work, command, Map.of());
        assertThat(job.exit()).as(job.output()).isZero();
        assertThat(job.output())
                .contains("connect-rank: one of 3")
                .contains(javaFirst ? "connect-rank: rank 0 has card 0" : "connect-rank: rank 1 has card 1")
                .contains("connect-rank: disconnected")
                .contains(javaFirst ? "java 0: disconnected" : "java 2: disconnected")
                .contains("java 1: disconnected");
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource("1, true")
    void aProcessInCFollowsARequestOnOneNode(int nodes, boolean javaFirst) throws Exception {
        aProcessInCFollowsARequest(nodes, javaFirst);
    }

    // --- by the host alone -----------------------------------------------------------------------------------------

    private static final Key<String> CHILD = Key.of("it.child", ValueType.STRING);
    private static final int RANKS = 2;

    /**
     * Is connected by the host with a job in C: "spawn PROGRAM" spawns that job, "with NSPACE SIZE" was spawned by it.
     * SIZE is for programs in C.
     */
    static final class AtHost {
        public static void main(String[] args) {
            try (Pmix pmix = Pmix.builder().defaultTimeout(LIMIT).init()) {
                boolean spawns = args[0].equals("spawn");
                String other = spawns ? spawn(pmix, args[1]) : args[1];
                List<ProcId> procs = new ArrayList<>(pmix.job().members());
                // Both jobs give the same order: the processes of the job that spawned the other come first.
                for (int rank = 0; rank < RANKS; rank++) {
                    procs.add(spawns ? procs.size() : rank, new ProcId(other, rank));
                }
                boolean async = pmix.self().rank() == 1;
                ConnectRequest request = ConnectRequest.builder().members(procs).build();
                HostConnection connection = async
                        ? pmix.connections().connectAtHostAsync(request).join()
                        : pmix.connections().connectAtHost(request);
                assertThat(connection.members()).isEqualTo(procs);
                assertThat(connection.jobs()).containsOnlyKeys(pmix.self().nspace(), other);
                assertThat(connection.jobs().get(other).size()).isEqualTo(RANKS);
                assertThat(connection.jobs().get(other).hostname(1)).isPresent();
                assertThat(connection.isConnected()).isTrue();
                if (async) {
                    connection.disconnectAsync().join();
                } else {
                    connection.disconnect();
                }
                assertThat(connection.isConnected()).isFalse();
                assertThatIllegalStateException().isThrownBy(connection::disconnect);
                Group group = pmix.groups()
                        .construct(GroupRequest.named("it-host").members(procs).build());
                group.destruct();
                System.out.println("java " + pmix.self().rank() + ": done");
            }
        }

        private static String spawn(Pmix pmix, String program) {
            if (pmix.self().rank() == 0) {
                App app = App.named(program, pmix.self().nspace(), Integer.toString(RANKS))
                        .processes(RANKS)
                        .build();
                pmix.put(
                        Scope.GLOBAL,
                        CHILD,
                        pmix.processes()
                                .spawn(SpawnRequest.builder()
                                        .apps(app)
                                        .mapBy("node:OVERSUBSCRIBE")
                                        .bindTo("none")
                                        .build())
                                .nspace());
                pmix.commit();
            }
            pmix.fence();
            return pmix.get(pmix.job().member(0), CHILD);
        }
    }

    @ParameterizedTest
    @CsvSource("3, true")
    void theHostConnectsJobsInCAndJava(int nodes, boolean javaSpawns) throws Exception {
        Launched.needsLauncher();
        Path program = work.resolve("host-connect");
        CCode.compile(work, "-o", program.toString(), CCode.source("host-connect.c"));
        List<String> command = new ArrayList<>(Launched.onNodes(nodes));
        command.addAll(List.of("prterun", "--map-by", Launched.mapBy(nodes), "-n", Integer.toString(RANKS)));
        if (javaSpawns) {
            command.addAll(Launched.java(AtHost.class, "spawn", program.toString()));
        } else {
            command.addAll(List.of(program.toString(), "--"));
            command.addAll(Launched.java(AtHost.class, "with"));
        }
        Launched job = Launched.run(work, command, Map.of());
        assertThat(job.exit()).as(job.output()).isZero();
        for (int rank = 0; rank < RANKS; rank++) {
            assertThat(job.output())
                    .contains("c " + rank + ": one of " + 2 * RANKS)
                    .contains("c " + rank + ": done")
                    .contains("java " + rank + ": done");
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource("1, false")
    void theHostConnectsJobsInCAndJavaOnOneNode(int nodes, boolean javaSpawns) throws Exception {
        theHostConnectsJobsInCAndJava(nodes, javaSpawns);
    }
}
