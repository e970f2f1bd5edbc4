// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.pmixj.it.support.Await.LIMIT;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.pmixj.Attributes;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Statuses;
import org.pmixj.ValueType;
import org.pmixj.event.Registration;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.internal.group.exchange.ExchangeProcedure;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Scenarios;
import org.pmixj.it.support.Smoke;
import org.pmixj.it.support.SubJob;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;
import org.pmixj.process.App;
import org.pmixj.process.SpawnRequest;
import org.pmixj.process.SpawnedJob;
import org.pmixj.value.Cpuset;

/** {@code Group.exchange}: every member's value, by rank. */
class GroupExchangeIT {
    /** Part of the title of the native call in which an exchange waits for the values of others. */
    private static final String EXCHANGE = "lookup of [org.pmixj.exchange";

    private static final int VICTIM = 2;
    private static final int LAST = 3;

    static Group all(Pmix pmix, String id) {
        return pmix.groups()
                .construct(GroupRequest.named(id)
                        .members(pmix.job().members().reversed())
                        .build());
    }

    private static <T> void isOfAll(List<ProcId> members, Map<ProcId, T> values, IntFunction<T> expected) {
        assertThat(List.copyOf(values.keySet())).isEqualTo(members);
        int rank = 0;
        for (T value : values.values()) {
            assertThat(value).isEqualTo(expected.apply(rank++));
        }
    }

    @Smoke
    @PmixTest(ranks = 4, nodes = 3, jvm = Jobs.ALL_ANSWER)
    void everyMemberHasTheValuesOfAll(Pmix pmix) throws Exception {
        valuesOfManyTypes(pmix);
        exchangesDoNotMix(pmix);
        valuesUnderTheNamesOfOthers(pmix);
        aMemberThatNeverCallsIsATimeout(pmix);
        aMemberThatLeavesAfterwards(pmix);
    }

    // --- values ----------------------------------------------------------------------------------------------------

    static void valuesOfManyTypes(Pmix pmix) {
        Group group = all(pmix, "it-values");
        int me = group.rank();
        isOfAll(group.members(), group.exchange(ValueType.INT32, me * 7), rank -> rank * 7);
        isOfAll(
                group.members(),
                group.exchangeAsync(ValueType.STRING, "host-" + me).join(),
                rank -> "host-" + rank);
        isOfAll(group.members(), group.exchange(ValueType.PROC, pmix.self()), group.members()::get);
        isOfAll(
                group.members(),
                group.exchangeAsync(ValueType.listOf(ValueType.STRING), List.of("a" + me, "b"))
                        .join(),
                rank -> List.of("a" + rank, "b"));
        isOfAll(group.members(), group.exchange(ValueType.DOUBLE_BITS, Math.PI * me), rank -> Math.PI * rank);
        Key<String> key = Key.of("it.key", ValueType.STRING);
        isOfAll(
                group.members(),
                group.exchange(ValueType.ATTRIBUTES, Attributes.of(key, "v" + me)),
                rank -> Attributes.of(key, "v" + rank));
        Cpuset cpus = new Cpuset("hwloc", "0-1");
        isOfAll(group.members(), group.exchange(ValueType.CPUSET, cpus), nobody -> cpus);
        // Of any size; each member's own.
        Map<ProcId, byte[]> large = group.exchange(ValueType.BYTES, filled(1 << (4 + 3 * me), me));
        int rank = 0;
        for (byte[] bytes : large.values()) {
            assertThat(bytes).isEqualTo(filled(1 << (4 + 3 * rank), rank));
            rank++;
        }
        isOfAll(group.members(), group.exchange(ValueType.BYTES, new byte[0]), nobody -> new byte[0]);
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(large::clear);
        group.destruct();
    }

    private static byte[] filled(int size, int with) {
        byte[] bytes = new byte[size];
        Arrays.fill(bytes, (byte) with);
        return bytes;
    }

    // --- one after the other ---------------------------------------------------------------------------------------

    static void exchangesDoNotMix(Pmix pmix) throws Exception {
        repeatedly(pmix);
        severalGroups(pmix);
        theExecutorOfTheApplicationHasNothingToDo(pmix);
    }

    /** The removal of published values uses no task of the application's executor. */
    private static void theExecutorOfTheApplicationHasNothingToDo(Pmix pmix) {
        AtomicInteger tasks = new AtomicInteger();
        Executor counting = task -> {
            tasks.incrementAndGet();
            task.run();
        };
        try (Pmix own = Pmix.builder().executor(counting).init()) {
            Group group = all(own, "it-executor");
            for (int i = 0; i < 20; i++) {
                group.exchange(ValueType.INT32, i);
            }
            group.destruct();
            own.fence();
        }
        assertThat(tasks).hasValue(0);
    }

    private static void repeatedly(Pmix pmix) throws Exception {
        Group group = all(pmix, "it-repeat");
        for (int i = 0; i < 60; i++) {
            int round = i;
            // A member that is slow for once, each in its turn, after it has been fast.
            if ((i + group.rank()) % 7 == 0) {
                Thread.sleep(20);
            }
            isOfAll(
                    group.members(),
                    group.exchange(ValueType.INT32, i * 100 + group.rank()),
                    rank -> round * 100 + rank);
        }
        // Several under way.
        List<CompletableFuture<Map<ProcId, String>>> futures = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            futures.add(group.exchangeAsync(ValueType.STRING, i + " of " + group.rank()));
        }
        for (int i = 0; i < futures.size(); i++) {
            int round = i;
            isOfAll(group.members(), Await.result(futures.get(i)), rank -> round + " of " + rank);
        }
        group.destruct();
        // One of the same name begins anew.
        for (int i = 0; i < 5; i++) {
            int round = i;
            Group again = all(pmix, "it-repeat");
            isOfAll(again.members(), again.exchange(ValueType.INT32, round - again.rank()), rank -> round - rank);
            again.destruct();
        }
    }

    /** The exchanges of several groups at once. */
    private static void severalGroups(Pmix pmix) throws Exception {
        List<Group> groups = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            groups.add(all(pmix, "it-several-" + i));
        }
        // Of the same members, in another order on each.
        List<CompletableFuture<?>> futures = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int number = (i + pmix.self().rank()) % 4;
            Group group = groups.get(number);
            futures.add(group.exchangeAsync(ValueType.INT32, number * 10 + group.rank())
                    .thenAccept(values -> isOfAll(group.members(), values, rank -> number * 10 + rank)));
        }
        assertThat(CompletableFuture.allOf(futures.toArray(new CompletableFuture<?>[0])))
                .succeedsWithin(LIMIT);
        for (Group group : groups) {
            group.destruct();
        }
    }

    // --- those who go ----------------------------------------------------------------------------------------------

    static void aMemberThatLeavesAfterwards(Pmix pmix) throws Exception {
        Group group = all(pmix, "it-leaves");
        isOfAll(group.members(), group.exchange(ValueType.INT32, group.rank()), rank -> rank);
        if (pmix.self().rank() == 1) {
            // Others may still be reading.
            group.close();
        } else {
            Await.until("it has left", () -> group.size() == pmix.job().size() - 1);
            isOfAll(group.members(), group.exchange(ValueType.STRING, "rest " + group.rank()), rank -> "rest " + rank);
            group.destruct();
        }
    }

    private static int[] othersThan(RankContext context, int... ranks) {
        return IntStream.range(0, context.size())
                .filter(rank -> IntStream.of(ranks).noneMatch(one -> one == rank))
                .toArray();
    }

    private static void aMemberThatDies(SubJob job) throws Exception {
        Group group = job.pmix()
                .groups()
                .construct(GroupRequest.named(job.id("it-dies"))
                        .members(job.members())
                        .build());
        isOfAll(group.members(), group.exchange(ValueType.INT32, group.rank()), rank -> rank);
        int[] waiting = othersThan(job, 1, VICTIM);
        if (job.rank() == VICTIM) {
            job.await("exchange", waiting);
            job.killSelf();
        }
        if (job.rank() == 1) {
            // It is notified as well, although the operation has ended for the others.
            job.await("over", waiting);
            Await.until("the death is known", () -> group.size() == job.size() - 1);
        } else {
            UnderWay.announceCall(job.pmix(), job, "exchange", EXCHANGE);
        }
        long begin = System.nanoTime();
        assertThatThrownBy(() -> group.exchange(ValueType.INT32, 1))
                .isInstanceOfSatisfying(
                        PmixException.MemberLost.class,
                        lost -> assertThat(lost.lost()).isEqualTo(List.of(job.member(VICTIM))))
                .hasMessage("exchange of group '" + group.id() + "' failed: member " + job.member(VICTIM)
                        + " failed; the next call goes on without it");
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(LIMIT);
        job.reached("over");
        // The rest goes on.
        assertThat(group.size()).isEqualTo(job.size() - 1);
        isOfAll(
                group.members(),
                group.exchangeAsync(ValueType.INT32, 5 * group.rank()).join(),
                rank -> 5 * rank);
    }

    private static void theRestOfAFaultTolerantGroup(SubJob job) throws Exception {
        Group group = job.pmix()
                .groups()
                .construct(GroupRequest.named(job.id("it-on"))
                        .members(job.members())
                        .faultTolerant()
                        .build());
        int[] waiting = othersThan(job, 1, LAST);
        if (job.rank() == LAST) {
            job.await("exchange", waiting);
            job.killSelf();
        }
        if (job.rank() == 1) {
            // It comes when the others, who wait for it, know of the death.
            job.await("noticed", waiting);
        } else {
            UnderWay.announceCall(job.pmix(), job, "exchange", EXCHANGE);
            UnderWay.announceWhen(job, "noticed", () -> group.size() == job.size() - 1);
        }
        Map<ProcId, Integer> values = job.rank() == 0
                ? Await.result(group.exchangeAsync(ValueType.INT32, 10 * job.rank()))
                : group.exchange(ValueType.INT32, 10 * job.rank());
        assertThat(values).hasSize(job.size() - 1).doesNotContainKey(job.member(LAST));
        values.forEach((proc, value) -> assertThat(value).isEqualTo(10 * job.rankOf(proc)));
        isOfAll(group.members(), group.exchange(ValueType.INT32, group.rank()), rank -> rank);
    }

    /** On three nodes rank 2 is alone on its node, and rank 4 is not. */
    static void membersDie(Pmix pmix, RankContext context) throws Exception {
        Scenarios scenarios = new Scenarios(pmix, context);
        scenarios.run(GroupExchangeIT::aMemberThatDies, 0, 1, 2, 3);
        scenarios.run(GroupExchangeIT::theRestOfAFaultTolerantGroup, 0, 1, 3, 4);
    }

    @Tag("slow")
    @PmixTest(
            ranks = 5,
            nodes = {1, 3},
            killed = {2, 4})
    void membersThatDie(Pmix pmix, RankContext context) throws Exception {
        membersDie(pmix, context);
    }

    /** A job of one process. Its argument is the parent, with which it exchanges; then it leaves and ends. */
    static final class Leaver {
        public static void main(String[] args) {
            try (Pmix pmix = Pmix.init()) {
                ProcId parent = new ProcId(args[0], 0);
                for (boolean tolerant : List.of(false, true)) {
                    try (Group group = withParent(pmix, parent, pmix.self(), tolerant)) {
                        isOfAll(group.members(), group.exchange(ValueType.INT32, 1), rank -> rank);
                    }
                }
            }
        }
    }

    private static Group withParent(Pmix pmix, ProcId parent, ProcId leaver, boolean tolerant) {
        GroupRequest.Builder request =
                GroupRequest.named(tolerant ? "it-omitted" : "it-gone").members(parent, leaver);
        return pmix.groups().construct((tolerant ? request.faultTolerant() : request).build());
    }

    /** Returns a group of which the other member has left after an exchange, of which this process has sent its value. */
    private static Group left(Pmix pmix, ProcId leaver, boolean tolerant) throws Exception {
        Group group = withParent(pmix, pmix.self(), leaver, tolerant);
        // By hand, so that the exchange of the other ends before this process reads.
        Key<Integer> first = Key.of(ExchangeProcedure.name(group.id(), 0, pmix.self()), ValueType.INT32);
        pmix.directory().publish(first, 0);
        Await.until("it has left", () -> group.size() == 1);
        // As the host does when a user's values need more room; with the job of the other it keeps this one.
        pmix.directory().unpublish(first, Key.of(ExchangeProcedure.name(group.id(), 0, leaver), ValueType.INT32));
        return group;
    }

    /** The parent reads the values of the other member when they are not there any more. */
    @PmixTest(
            ranks = 1,
            nodes = {1, 3})
    void aMemberWhoseValueIsGone(Pmix pmix) throws Exception {
        Queue<Attributes> seen = new ConcurrentLinkedQueue<>();
        try (Registration _ = pmix.events().listen(Statuses.GROUP_LEFT, event -> seen.add(event.attributes()))) {
            SpawnedJob job = pmix.processes()
                    .spawn(SpawnRequest.builder()
                            .apps(App.java(Leaver.class, pmix.self().nspace()).build())
                            .mapBy(":oversubscribe")
                            .bindTo("none")
                            .build());
            ProcId leaver = new ProcId(job.nspace(), 0);
            Group group = left(pmix, leaver, false);
            Group tolerant = left(pmix, leaver, true);
            assertThat(Await.result(job.terminated()).isSuccess()).isTrue();
            assertThatExceptionOfType(PmixException.NotFound.class)
                    .isThrownBy(() -> group.exchange(ValueType.INT32, 0))
                    .withMessageStartingWith("exchange of group 'it-gone' failed: [" + leaver + "] left");
            assertThat(group.exchange(ValueType.INT32, 7)).isEqualTo(Map.of(pmix.self(), 7));
            group.destruct();
            assertThat(tolerant.exchange(ValueType.INT32, 0)).isEqualTo(Map.of(pmix.self(), 0));
            tolerant.destruct();
            Await.until("both departures are seen", () -> seen.size() >= 2);
        }
        // What the processes of this library say to each other is not for handlers.
        assertThat(seen)
                .allSatisfy(attributes -> assertThat(attributes.toString()).doesNotContain("pmixj."));
    }

    /** The host keeps 16 MiB of a user, and drops what was published first without an error. */
    @PmixTest(ranks = 2, nodes = 2)
    void valuesOfGroupsThatHaveEndedLeaveRoom(Pmix pmix) throws Exception {
        Key<Integer> kept = Key.of("it.room." + pmix.self().rank(), ValueType.INT32);
        pmix.directory().publish(kept, 1);
        byte[] large = new byte[(2 << 20) - 4096];
        CollectiveOptions limit = CollectiveOptions.within(Duration.ofSeconds(20));
        for (int i = 0; i < 14; i++) {
            Group group = all(pmix, "it-room-" + i);
            // A destruct waits for an exchange that is under way here.
            CompletableFuture<?> last = group.with(limit).exchangeAsync(ValueType.BYTES, large);
            if (i % 2 == 0) {
                group.destruct();
                Await.result(last);
            } else {
                last.join();
                group.fence();
                group.close();
            }
            assertThat(pmix.directory().lookup(kept))
                    .as("after %s groups", i + 1)
                    .isEqualTo(1);
        }
        pmix.directory().unpublish(kept);
    }

    /** A process has published a value under the name of that of a member, before it. Nobody takes it for the member's. */
    private static void valuesUnderTheNamesOfOthers(Pmix pmix) {
        Group group = all(pmix, "it-forged");
        ProcId forger = group.members().get(0);
        ProcId victim = group.members().get(2);
        Key<Integer> name = Key.of(ExchangeProcedure.name(group.id(), 0, victim), ValueType.INT32);
        if (pmix.self().equals(forger)) {
            pmix.directory().publish(name, 666);
        }
        pmix.fence();
        String by = pmix.self().equals(victim) ? "another process" : "process " + forger;
        assertThatExceptionOfType(PmixException.Exists.class)
                .isThrownBy(() -> group.exchange(ValueType.INT32, group.rank()))
                .withMessageStartingWith("exchange of group 'it-forged' failed: " + by
                        + " has published a value under the name of that of member " + victim);
        pmix.fence();
        if (pmix.self().equals(forger)) {
            pmix.directory().unpublish(name);
        }
        isOfAll(group.members(), group.exchange(ValueType.INT32, group.rank()), rank -> rank);
        group.destruct();
    }

    static void aMemberThatNeverCallsIsATimeout(Pmix pmix) throws Exception {
        Group group = all(pmix, "it-late");
        if (pmix.self().rank() == 1) {
            assertThatExceptionOfType(PmixException.Timeout.class)
                    .isThrownBy(() ->
                            group.with(CollectiveOptions.within(Jobs.SHORT)).exchange(ValueType.INT32, 1))
                    .withMessageContaining("it-late")
                    .withMessageEndingWith("not called it");
            // One that has not had its turn when its time is up.
            CompletableFuture<?> first =
                    group.with(CollectiveOptions.within(Duration.ofSeconds(3))).exchangeAsync(ValueType.INT32, 1);
            assertThatThrownBy(() -> group.with(CollectiveOptions.within(Duration.ofSeconds(1)))
                            .exchangeAsync(ValueType.INT32, 1)
                            .join())
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(PmixException.Timeout.class);
            assertThatThrownBy(first::join).hasCauseInstanceOf(PmixException.Timeout.class);
        }
        pmix.fence();
        group.close();
        // A new one is not disturbed by what the last has left.
        pmix.fence();
        Group again = all(pmix, "it-late-2");
        isOfAll(again.members(), again.exchange(ValueType.INT32, again.rank()), rank -> rank);
        again.destruct();
    }

    // --- bad input -------------------------------------------------------------------------------------------------

    @PmixTest(ranks = 2)
    void badInput(Pmix pmix) {
        Group group = all(pmix, "it-bad");
        assertThatNullPointerException().isThrownBy(() -> group.exchange(ValueType.INT32, null));
        assertThatNullPointerException().isThrownBy(() -> group.exchange(null, 1));
        assertThatNullPointerException().isThrownBy(() -> group.with(null).exchange(ValueType.INT32, 1));
        assertThatNullPointerException().isThrownBy(() -> group.exchangeAsync(ValueType.INT32, null));
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        group.with(CollectiveOptions.within(Duration.ZERO)).exchange(ValueType.INT32, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> group.exchange(ValueType.UINT8, 256));
        assertThatIllegalArgumentException().isThrownBy(() -> group.exchange(ValueType.STRING, "a\0b"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> group.exchange(ValueType.BYTES, new byte[2 << 20]))
                .withMessageContaining("each member may exchange");
        assertThat(group.exchange(ValueType.BYTES, new byte[(2 << 20) - 1000])).hasSize(2);
        assertThatIllegalArgumentException().isThrownBy(() -> group.exchangeAsync(ValueType.BYTES, new byte[40 << 20]));
        // Both call it, with different types: each is told what the other gave.
        assertThatThrownBy(() -> {
                    if (group.rank() == 0) {
                        group.exchange(ValueType.INT32, 1);
                    } else {
                        group.exchange(ValueType.STRING, "1");
                    }
                })
                .isInstanceOf(PmixException.class)
                .hasMessageContaining(group.rank() == 0 ? "STRING" : "INT32");
        // And after all that it works.
        isOfAll(group.members(), group.exchange(ValueType.INT32, group.rank()), rank -> rank);
        group.destruct();
        assertThatIllegalStateException().isThrownBy(() -> group.exchange(ValueType.INT32, 1));
        assertThatIllegalStateException().isThrownBy(() -> group.exchangeAsync(ValueType.INT32, 1));
    }
}
