// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmixj.FenceRequest;
import org.pmixj.GetOptions;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.collectives.Reductions;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.internal.trace.Trace;
import org.pmixj.internal.trace.Tracer;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Launched;
import org.pmixj.it.trace.Recordings.Rank;

/** Checks that the flight recording of a rank shows its process, its operations, and its groups. */
// Among the longer ones: begins early.
@Order(2)
class RecordingIT {
    private static final int RANKS = 3;
    private static final String SUCCESS = "PMIX_SUCCESS";
    private static final String NAME = "it-rec";

    @TempDir
    Path work;

    private static Group group(Pmix pmix) {
        return pmix.groups()
                .construct(GroupRequest.named(NAME)
                        .members(pmix.job().members())
                        .notifyTermination()
                        .build());
    }

    static final class Collectives {
        public static void main(String[] args) throws Exception {
            try (Pmix pmix = Pmix.init()) {
                Group group = group(pmix);
                group.fence();
                Await.result(group.fenceAsync());
                group.exchange(ValueType.INT32, pmix.self().rank());
                org.pmixj.collectives.Collectives reductions = org.pmixj.collectives.Collectives.of(group);
                reductions.allReduce(ValueType.INT32, 1, Reductions.sum());
                Await.result(reductions.allReduceAsync(ValueType.INT32, 1, Reductions.sum()));
                Key<String> key = Key.of("it.rec", ValueType.STRING);
                pmix.put(Scope.GLOBAL, key, "here");
                pmix.commit();
                pmix.fence();
                // Without a refresh, one node's fence leaves the values of others at the server, and several nodes'
                // not.
                pmix.get(
                        group.members().get((group.rank() + 1) % group.size()),
                        key,
                        GetOptions.defaults().withRefreshCache());
                pmix.queries().namespaces();
                group.destruct();
            }
        }
    }

    private Map<Long, Rank> record(int nodes, Class<?> main, String... launcher) throws Exception {
        Recordings recordings = new Recordings(work);
        Launched job = recordings.run(nodes, RANKS, List.of(launcher), List.of(recordings.option()), main);
        assertThat(job.exit()).as(job.output()).isZero();
        return Recordings.read(work);
    }

    @ParameterizedTest
    @ValueSource(ints = 3)
    void theProcessItsOperationsAndItsGroups(int nodes) throws Exception {
        Map<Long, Rank> ranks = record(nodes, Collectives.class);
        assertThat(ranks).containsOnlyKeys(0L, 1L, 2L);
        String nspace = ranks.get(0L).of("Session").getFirst().getString("nspace");
        for (Rank rank : ranks.values()) {
            RecordedEvent session = rank.of("Session").getFirst();
            assertThat(session.getString("nspace")).isEqualTo(nspace);
            assertThat(session.getLong("size")).isEqualTo(RANKS);
            assertThat(session.getLong("session")).isEqualTo(-1);
            assertThat(session.getLong("pid")).isPositive();

            String all = nspace + ":0-2";
            collective(rank.operations("construct"), NAME, all, 1);
            collective(rank.operations("fence"), NAME, all, 1, 2);
            collective(rank.operations("fence"), "", nspace + ":*", 1);
            collective(rank.operations("exchange"), NAME, all, 1);
            collective(rank.operations("allReduce"), NAME, all, 1, 2);
            collective(rank.operations("destruct"), NAME, all, 1);
            assertThat(rank.of("OperationEntered"))
                    .extracting(event ->
                            event.getString("kind") + " " + event.getString("name") + " " + event.getLong("sequence"))
                    .containsExactly(
                            "construct it-rec 1",
                            "fence it-rec 1",
                            "fence it-rec 2",
                            "exchange it-rec 1",
                            "allReduce it-rec 1",
                            "allReduce it-rec 2",
                            "fence  1",
                            "destruct it-rec 1");

            RecordedEvent get = rank.operations("get").getFirst();
            assertThat(get.getString("name")).isEqualTo("it.rec of " + nspace + ":" + (rank.number() + 1) % RANKS);
            assertThat(get.getString("members")).isEmpty();
            assertThat(get.getLong("sequence")).isZero();
            assertThat(rank.operations("publish"))
                    .isNotEmpty()
                    .allMatch(event -> Set.of("exchange", "allReduce").contains(event.getString("within")));
            // The library asks too, about others that let it wait.
            assertThat(rank.of("HostQuery"))
                    .filteredOn(event -> event.getString("keys").equals("pmix.qry.ns"))
                    .last()
                    .extracting(event -> event.getString("status"))
                    .isEqualTo(SUCCESS);

            assertThat(rank.of("Group"))
                    .extracting(event -> event.getString("change") + " " + event.getString("name") + " "
                            + event.getString("members") + " " + event.getInt("size") + " " + event.getInt("rank") + " "
                            + event.getLong("contextId") + " " + event.getInt("epoch"))
                    .containsExactly(
                            "constructed it-rec " + all + " 3 " + rank.number() + " -1 0",
                            "destructed it-rec " + all + " 3 " + rank.number() + " -1 0");
        }
        assertThat(ranks.values().stream()
                        .map(rank -> rank.of("Session").getFirst().getString("node")))
                .doesNotContain("")
                .satisfies(names -> assertThat(names.stream().distinct()).hasSize(nodes));
    }

    /** Asserts that all the operations of a name are these, and that their times add up. */
    private static void collective(List<RecordedEvent> operations, String name, String members, long... sequence) {
        List<RecordedEvent> named = operations.stream()
                .filter(event -> event.getString("name").equals(name))
                .toList();
        assertThat(named.stream().mapToLong(event -> event.getLong("sequence"))).containsExactly(box(sequence));
        for (RecordedEvent event : named) {
            assertThat(event.getString("members")).isEqualTo(members);
            assertThat(event.getInt("size")).isEqualTo(RANKS);
            assertThat(event.getString("status")).isEqualTo(SUCCESS);
            assertThat(event.getString("failure")).isEmpty();
            assertThat(event.getString("within")).isEmpty();
            Duration nativeWait = event.getDuration("nativeWait");
            Duration dispatchWait = event.getDuration("dispatchWait");
            assertThat(nativeWait).isPositive();
            // The recorder has a clock of its own, which was seen to be a quarter slower than System.nanoTime().
            assertThat(nativeWait.plus(dispatchWait))
                    .isLessThanOrEqualTo(event.getDuration().multipliedBy(2).plusMillis(10));
        }
    }

    private static Long[] box(long... numbers) {
        return java.util.Arrays.stream(numbers).boxed().toArray(Long[]::new);
    }

    // --- failures ------------------------------------------------------------------------------------------------

    static final class Failures {
        public static void main(String[] args) throws Exception {
            try (Pmix pmix = Pmix.init()) {
                Group group = group(pmix);
                if (pmix.self().rank() == 0) {
                    FenceRequest alone = FenceRequest.of(
                                    List.of(pmix.self(), group.members().get(1)))
                            .withTimeout(Duration.ofSeconds(1));
                    assertThatExceptionOfType(PmixException.Timeout.class).isThrownBy(() -> pmix.fence(alone));
                }
                group.fence();
                if (pmix.self().rank() == RANKS - 1) {
                    killSelfWhenRecorded();
                }
                assertThatExceptionOfType(PmixException.MemberLost.class).isThrownBy(group::fence);
            }
        }

        /** Kills this process when its group is in the file of its chunk. */
        private static void killSelfWhenRecorded() throws Exception {
            CountDownLatch flushed = new CountDownLatch(1);
            try (EventStream stream = EventStream.openRepository()) {
                stream.setStartTime(Instant.EPOCH);
                stream.onEvent("pmixj.Group", _ -> flushed.countDown());
                stream.startAsync();
                Await.open(flushed);
            }
            Launched.killSelf();
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(ints = 3)
    void failuresAndTheProcessThatWasKilled(int nodes) throws Exception {
        Recordings recordings = new Recordings(work);
        List<String> jvm = List.of(recordings.option(), recordings.repository());
        Launched job = recordings.run(
                nodes, RANKS, List.of("--runtime-options", "recoverable,notifyerrors"), jvm, Failures.class);
        Map<Long, Rank> ranks = Recordings.read(work);
        assertThat(ranks).as(job.output()).containsOnlyKeys(0L, 1L, 2L);

        assertThat(ranks.get(0L).operations("fence"))
                .as(job.output())
                .extracting(event -> event.getString("name") + " " + event.getString("status"))
                .contains(" PMIX_ERR_TIMEOUT", "it-rec PMIX_SUCCESS");
        RecordedEvent timeout = ranks.get(0L).operations("fence").getFirst();
        assertThat(timeout.getString("failure")).contains("timed out");
        assertThat(timeout.getDuration()).isGreaterThanOrEqualTo(Duration.ofSeconds(1));

        Rank killed = ranks.remove(2L);
        assertThat(killed.operations("construct")).hasSize(1);
        assertThat(killed.of("Group")).hasSize(1);
        for (Rank rank : ranks.values()) {
            String rest = killed.of("Session").getFirst().getString("nspace") + ":0-1";
            RecordedEvent lost = rank.of("MemberLost").getFirst();
            assertThat(rank.of("MemberLost")).hasSize(1);
            assertThat(lost.getString("group")).isEqualTo(NAME);
            assertThat(lost.getLong("rank")).isEqualTo(2);
            assertThat(lost.getString("members")).isEqualTo(rest);
            assertThat(rank.of("Group"))
                    .extracting(event -> event.getString("change") + " " + event.getInt("epoch"))
                    .startsWith("constructed 0", "memberFailed 1")
                    .anyMatch(change -> change.startsWith("left"));
        }
    }

    // --- without a recording -------------------------------------------------------------------------------------

    static final class Ordinary {
        public static void main(String[] args) {
            try (Pmix pmix = Pmix.init()) {
                Group group = group(pmix);
                group.fence();
                group.destruct();
            }
            System.out.println("all is well");
        }
    }

    private Launched alone(Class<?> main, String... jvm) throws Exception {
        return new Recordings(work).run(1, 1, List.of(), List.of(jvm), main);
    }

    @Test
    void anOrdinaryRankLoadsNothingOfIt() throws Exception {
        Launched job = alone(Ordinary.class, "-Xlog:class+load");
        assertThat(job.exit()).as(job.output()).isZero();
        assertThat(job.output())
                .contains("all is well", "org.pmixj.internal.trace.Trace ")
                .doesNotContain(
                        "jdk.jfr.", "jdk/jfr/", "org.pmixj.internal.trace.jfr.", "org.pmixj.internal.trace.Tracer");
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRuntimeWithoutTheRecorder(boolean asked) throws Exception {
        Launched job = alone(Ordinary.class, "--limit-modules=java.base,java.logging", "-Dpmixj.jfr=" + asked);
        assertThat(job.exit()).as(job.output()).isZero();
        assertThat(job.output()).contains("all is well");
        assertThat(job.output().contains("lacks the module jdk.jfr")).isEqualTo(asked);
    }

    /** Opens a handle that cannot be described to the recording. */
    static final class Indescribable {
        public static void main(String[] args) {
            InvocationHandler failing = (_, method, _) -> {
                if (method.getName().equals("session")) {
                    throw new IllegalStateException("played");
                }
                return null;
            };
            Class<?>[] types = {Tracer.class};
            Trace.use((Tracer) Proxy.newProxyInstance(Tracer.class.getClassLoader(), types, failing));
            assertThatIllegalStateException().isThrownBy(Pmix::init).withMessage("played");
            assertThat(Session.current()).isNull();
            assertThat(Libpmix.isInitialized()).isFalse();
            System.out.println("all has ended");
        }
    }

    @Test
    void aHandleThatCannotBeDescribedEndsTheSession() throws Exception {
        Launched job = alone(Indescribable.class);
        assertThat(job.exit()).as(job.output()).isZero();
        assertThat(job.output()).contains("all has ended");
    }

    static final class Later {
        public static void main(String[] args) throws Exception {
            try (Pmix pmix = Pmix.init()) {
                Group group = group(pmix);
                jcmd("JFR.start", "name=later", "settings=" + args[0]);
                group.fence();
                jcmd("JFR.dump", "name=later", "filename=" + args[1]);
                group.destruct();
            }
        }

        private static void jcmd(String... words) throws Exception {
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString());
            command.add(Long.toString(ProcessHandle.current().pid()));
            command.addAll(List.of(words));
            Process jcmd = new ProcessBuilder(command).inheritIO().start();
            assertThat(jcmd.waitFor(Await.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(jcmd.exitValue()).isZero();
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRecordingThatStartsLaterNeedsTheProperty(boolean asked) throws Exception {
        Recordings recordings = new Recordings(work);
        Launched job = recordings.run(
                1,
                1,
                List.of(),
                List.of("-Dpmixj.jfr=" + asked),
                Later.class,
                recordings.settings().toString(),
                work.resolve("later.jfr").toString());
        assertThat(job.exit()).as(job.output()).isZero();
        if (asked) {
            Rank rank = Recordings.read(work).get(0L);
            assertThat(rank.operations("fence")).hasSize(1);
            assertThat(rank.operations("construct")).isEmpty();
        } else {
            assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> Recordings.read(work));
        }
    }
}
