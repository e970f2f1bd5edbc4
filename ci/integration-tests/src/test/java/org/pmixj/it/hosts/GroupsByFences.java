// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.pmixj.DataType;
import org.pmixj.FenceRequest;
import org.pmixj.Info;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.Statuses;
import org.pmixj.ValueType;
import org.pmixj.directory.PublishRequest;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.group.GroupEvent;
import org.pmixj.group.GroupOperations;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.InviteRequest;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.data.FenceCall;
import org.pmixj.internal.ffi.InFlight;
import org.pmixj.internal.group.GroupIds;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.CollectiveValues;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Seen;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.RankContext;

/** The code of each rank of a job for groups that their members construct by fences, under any host. */
final class GroupsByFences {
    private static final Key<Integer> INFO = Key.of("it.info", ValueType.INT32);

    private GroupsByFences() {}

    private static List<ProcId> all(Pmix pmix) {
        return pmix.job().members();
    }

    /** The same id again and again: nobody reads what an earlier group has left. */
    static void live(Pmix pmix) throws Exception {
        int rank = pmix.self().rank();
        int size = pmix.job().size();
        Set<Long> contextIds = new HashSet<>();
        for (int round = 0; round < 3; round++) {
            int info = 100 * round + rank;
            Group group = pmix.groups()
                    .construct(Jobs.all(pmix, "it-life").info(INFO, info).build());
            assertThat(group.rank()).isEqualTo(rank);
            assertThat(group.members()).isEqualTo(all(pmix));
            assertThat(contextIds.add(group.contextId().orElseThrow())).isTrue();
            assertThat(pmix.groups().active()).contains(group);
            Key<Integer> put = Key.of("it.put." + round, ValueType.INT32);
            pmix.put(Scope.GLOBAL, put, info);
            pmix.commit();
            pmix.fence(FenceRequest.of(ProcId.all("it-life")));
            for (int each = 0; each < size; each++) {
                assertThat(group.info(group.members().get(each), INFO)).hasValue(100 * round + each);
                assertThat(pmix.get(new ProcId("it-life", each), put)).isEqualTo(100 * round + each);
            }
            exchangeAndSplit(pmix, group, round);
            CollectiveValues.check(group);
            group.destruct();
            assertThat(group.state()).isNotEqualTo(Group.State.ACTIVE);
            assertThat(pmix.groups().active()).isEmpty();
        }
    }

    private static void exchangeAndSplit(Pmix pmix, Group group, int round) {
        int rank = pmix.self().rank();
        Map<ProcId, String> expected = new LinkedHashMap<>();
        for (ProcId member : group.members()) {
            expected.put(member, member + " in " + round);
        }
        String own = pmix.self() + " in " + round;
        assertThat(group.exchange(ValueType.STRING, own)).containsExactlyEntriesOf(expected);
        assertThat(group.exchangeAsync(ValueType.STRING, own))
                .succeedsWithin(Await.LIMIT)
                .isEqualTo(expected);
        // The other way round.
        Group half = group.split(rank % 2, -rank).orElseThrow();
        List<ProcId> reversed = new ArrayList<>(Jobs.sameParity(pmix));
        Collections.reverse(reversed);
        assertThat(half.members()).isEqualTo(reversed);
        half.fence();
        half.destruct();
        Group single = pmix.groups()
                .construct(GroupRequest.named("it-single-" + rank)
                        .members(pmix.self())
                        .build());
        assertThat(single.exchange(ValueType.INT32, rank)).containsExactly(Map.entry(pmix.self(), rank));
        single.leave();
    }

    /** The host distinguishes no two fences of the same processes: each value still reaches the group it is meant for. */
    static void atOnceInAnyOrder(Pmix pmix) {
        int rank = pmix.self().rank();
        List<String> ids = new ArrayList<>(List.of("it-a", "it-b", "it-c", "it-d"));
        if (rank % 2 == 1) {
            Collections.reverse(ids);
        }
        List<CompletableFuture<Group>> groups = new ArrayList<>();
        for (String id : ids) {
            groups.add(pmix.groups()
                    .constructAsync(
                            Jobs.all(pmix, id).info(INFO, id.hashCode() + rank).build()));
        }
        List<CompletableFuture<Map<ProcId, String>>> exchanges = new ArrayList<>();
        for (CompletableFuture<Group> started : groups) {
            Group group =
                    started.orTimeout(Await.LIMIT.toSeconds(), TimeUnit.SECONDS).join();
            for (ProcId member : group.members()) {
                assertThat(group.info(member, INFO)).hasValue(group.id().hashCode() + member.rank());
            }
            exchanges.add(group.exchangeAsync(ValueType.STRING, group.id() + rank));
        }
        for (int i = 0; i < exchanges.size(); i++) {
            Group group = groups.get(i).join();
            assertThat(exchanges.get(i)).succeedsWithin(Await.LIMIT);
            exchanges.get(i).join().forEach((member, value) -> assertThat(value).isEqualTo(group.id() + member.rank()));
            group.destruct();
        }
    }

    /** The members agree on the order if they name the same one, or else on that of the job. */
    static void orders(Pmix pmix) {
        List<ProcId> reversed = new ArrayList<>(all(pmix));
        Collections.reverse(reversed);
        Group same = pmix.groups()
                .construct(GroupRequest.named("it-order").members(reversed).build());
        assertThat(same.members()).isEqualTo(reversed);
        same.destruct();
        boolean first = pmix.self().rank() == 0;
        Group others = pmix.groups()
                .construct(GroupRequest.named("it-order")
                        .members(first ? all(pmix) : reversed)
                        .build());
        assertThat(others.members()).isEqualTo(all(pmix));
        others.destruct();
        if (first) {
            assertThatExceptionOfType(PmixException.BadParameter.class)
                    .isThrownBy(() -> pmix.groups()
                            .construct(Jobs.all(pmix, "it-order")
                                    .finalOrder(reversed)
                                    .build()));
        } else {
            pmix.groups().construct(Jobs.all(pmix, "it-order").build()).close();
        }
    }

    /** A member that comes late is named, and the same call succeeds when all call it. */
    static void whoIsMissing(Pmix pmix, RankContext context) throws InterruptedException {
        ProcId late = pmix.job().member(0);
        // A member that calls after the timeout of another would be missing, too.
        Duration timeout = Jobs.SHORT.multipliedBy(3);
        pmix.fence();
        if (context.rank() == 0) {
            context.await("given-up");
        } else {
            assertThatExceptionOfType(PmixException.Timeout.class)
                    .isThrownBy(() -> pmix.groups()
                            .construct(
                                    Jobs.all(pmix, "it-late").timeout(timeout).build()))
                    .withMessageMatching("(?s).*: \\[\\Q" + late + "\\E] ha(s|ve) not called it.*");
            context.reached("given-up");
        }
        Group group = pmix.groups().construct(Jobs.all(pmix, "it-late").build());
        group.fence();
        group.destruct();
    }

    /** The same for an exchange: the next one of all is the one that was given up. */
    static void whoHasSentNothing(Pmix pmix, RankContext context) throws InterruptedException {
        ProcId late = pmix.job().member(0);
        Duration timeout = Jobs.SHORT.multipliedBy(3);
        Group group = pmix.groups().construct(Jobs.all(pmix, "it-late").build());
        if (context.rank() == 0) {
            context.await("nothing-came");
        } else {
            assertThatExceptionOfType(PmixException.Timeout.class)
                    .isThrownBy(
                            () -> group.with(CollectiveOptions.within(timeout)).exchange(ValueType.INT32, 1))
                    .withMessageContaining(": [" + late + "] has sent no value");
            context.reached("nothing-came");
        }
        assertThat(group.exchange(ValueType.INT32, 1).values())
                .hasSize(context.size())
                .containsOnly(1);
        assertThat(group.exchange(ValueType.INT32, 3).values())
                .hasSize(context.size())
                .containsOnly(3);
        group.destruct();
    }

    /** Runs an operation that is interrupted while others have not called it, or have called something else. */
    private static void interrupted(Pmix pmix, String what, Runnable operation, Await.Wait before)
            throws InterruptedException {
        Thread calling = Thread.currentThread();
        Thread interrupting = Thread.ofPlatform()
                .daemon()
                .start(() -> Await.awaitOrInterrupt(() -> {
                    UnderWay.awaitCall(pmix, what);
                    before.run();
                    calling.interrupt();
                }));
        assertThatExceptionOfType(PmixException.Interrupted.class).isThrownBy(operation::run);
        assertThat(Thread.interrupted()).isTrue();
        interrupting.join();
    }

    private static void interruptedConstruct(Pmix pmix, String id, Await.Wait before) throws InterruptedException {
        GroupRequest request = Jobs.all(pmix, id).assignContextId().build();
        interrupted(pmix, "construct of group '" + id + "'", () -> pmix.groups().construct(request), before);
    }

    /** The first member numbers the groups. If it has to call a construct again, the others may have the number. */
    static void theFirstMemberCallsAgain(Pmix pmix, RankContext context) throws InterruptedException {
        boolean first = pmix.self().rank() == 0;
        if (first) {
            interruptedConstruct(pmix, "it-again", () -> {});
            context.reached("given-up");
            context.await("constructed");
        } else {
            context.await("given-up", 0);
        }
        Group group = pmix.groups()
                .construct(Jobs.all(pmix, "it-again").assignContextId().build());
        if (!first) {
            context.reached("constructed");
        }
        long contextId = group.contextId().orElseThrow();
        assertThat(group.exchange(ValueType.INT64, contextId).values()).containsOnly(contextId);
        group.destruct();
    }

    /** A construct whose fence has met another operation is the same when it is called again. */
    static void interruptedBeforeAllHaveCalled(Pmix pmix, RankContext context) throws InterruptedException {
        ProcId other = pmix.job().member(1);
        if (pmix.self().equals(other)) {
            context.await("calling");
            pmix.fence(ofAll(pmix));
            context.reached("fenced");
            context.await("interrupted");
        } else {
            interruptedConstruct(pmix, "it-met", () -> {
                context.reached("calling");
                context.await("fenced");
                Await.until(
                        "the values are read",
                        () -> InFlight.all().stream()
                                .anyMatch(call -> call.what().contains(WireKeys.GROUP_SHARE)));
            });
            context.reached("interrupted");
        }
        Group group = pmix.groups().construct(Jobs.all(pmix, "it-met").build());
        group.fence();
        group.destruct();
    }

    /** A member that could not read what all have sent has had that construct, as the others have. */
    static void unreadable(Pmix pmix) {
        Key<PmixValue> key = shared(pmix, "it-garbage", 0);
        if (pmix.self().rank() == 0) {
            assertThatExceptionOfType(PmixException.class)
                    .isThrownBy(() ->
                            pmix.groups().construct(Jobs.all(pmix, "it-garbage").build()))
                    .withMessageContaining("for the number that a member sent");
            Group group = pmix.groups().construct(Jobs.all(pmix, "it-garbage").build());
            assertThat(group.members()).isEqualTo(all(pmix));
            group.destruct();
        } else {
            shareOrder(pmix, key, new PmixValue.Str("none"));
            long order = GroupIds.hash(all(pmix).toString());
            shareOrder(pmix, shared(pmix, "it-garbage", 1), new PmixValue.Int(DataType.INT64, order));
            pmix.fence(ofAll(pmix));
        }
    }

    private static String hash(Pmix pmix, String id) {
        return Long.toHexString(GroupIds.hash(GroupIds.among(id, all(pmix))));
    }

    private static Key<PmixValue> shared(Pmix pmix, String id, int number) {
        return Key.of(WireKeys.GROUP_SHARE + hash(pmix, id) + "." + number, ValueType.ANY);
    }

    /** Returns the key of an exchange of the first group of an id. */
    private static Key<PmixValue> exchanged(Pmix pmix, String id, int number) {
        return Key.of(WireKeys.EXCHANGE + hash(pmix, id) + ".1." + number, ValueType.ANY);
    }

    private static void share(Pmix pmix, Key<PmixValue> key, PmixValue value) {
        pmix.put(Scope.GLOBAL, key, value);
        pmix.commit();
    }

    /** Takes part in a construct as this library does. */
    private static void shareOrder(Pmix pmix, Key<PmixValue> key, PmixValue order) {
        Info info = InfoAccess.get().info(WireKeys.GROUP_ORDER, order, false);
        share(pmix, key, new PmixValue.Array(DataType.INFO, List.of(info)));
        pmix.fence(ofAll(pmix));
    }

    /** The host takes this fence for one of a group of the same processes. */
    private static FenceRequest ofAll(Pmix pmix) {
        return FenceRequest.of(all(pmix));
    }

    /** A member that gives up when all have called it counts the group that the others have: it meets them in the next. */
    static void givesUpWhenAllHaveCalled(Pmix pmix, RankContext context, int round) throws InterruptedException {
        String id = "it-gives-up-" + round;
        int last = context.size() - 1;
        GroupRequest request = Jobs.all(pmix, id).timeout(Await.LIMIT).build();
        pmix.fence();
        if (context.rank() == 0) {
            Thread calling = Thread.currentThread();
            Thread interrupting = Thread.ofPlatform()
                    .daemon()
                    .start(() -> Await.awaitOrInterrupt(() -> {
                        context.await(id, last);
                        calling.interrupt();
                    }));
            UnderWay.announceCall(pmix, context, id + "-called", "construct of group '" + id + "'");
            List<Group> made = new ArrayList<>();
            try {
                made.add(pmix.groups().construct(request));
            } catch (PmixException.Interrupted e) {
                assertThat(Thread.interrupted()).isTrue();
            }
            try {
                interrupting.join();
            } catch (InterruptedException e) {
                // It came after the construct.
                interrupting.join();
            }
            assertThat(Thread.interrupted() && made.isEmpty()).isFalse();
            made.forEach(Group::close);
        } else {
            if (context.rank() == last) {
                context.await(id + "-called", 0);
            }
            Group group = pmix.groups().construct(request);
            if (context.rank() == last) {
                context.reached(id);
            }
            // Not a destruct, which the next one could meet.
            group.close();
        }
        pmix.groups().construct(request).destruct();
    }

    private static void publish(Pmix pmix, Key<PmixValue> key, PmixValue order) {
        Info info = InfoAccess.get().info(WireKeys.GROUP_ORDER, order, false);
        pmix.directory()
                .publish(PublishRequest.builder()
                        .value(
                                Key.of(key.name() + "." + pmix.self(), ValueType.ANY),
                                new PmixValue.Array(DataType.INFO, List.of(info)))
                        .build());
    }

    private static PmixValue order(Pmix pmix) {
        return new PmixValue.Int(DataType.INT64, GroupIds.hash(all(pmix).toString()));
    }

    private static void awaitPublished(Pmix pmix, Key<PmixValue> key, int rank) throws InterruptedException {
        Key<?> ofMember = Key.of(key.name() + "." + pmix.job().member(rank), ValueType.ANY);
        Await.until("rank " + rank + " has published", () -> {
            try {
                pmix.directory().lookup(ofMember);
                return true;
            } catch (PmixException.NotFound e) {
                return false;
            }
        });
    }

    /** A member that does not know that it was in a group calls the construct that the others call. */
    static void othersAreAhead(Pmix pmix, RankContext context) throws InterruptedException {
        Key<PmixValue> next = shared(pmix, "it-ahead", 1);
        switch (context.rank()) {
            case 0 ->
                pmix.groups()
                        .construct(
                                Jobs.all(pmix, "it-ahead").timeout(Await.LIMIT).build())
                        .leave();
            case 1 -> publish(pmix, next, order(pmix));
            default -> {
                // One of them is ahead before the other.
                awaitPublished(pmix, next, 0);
                publish(pmix, next, order(pmix));
            }
        }
        pmix.fence();
    }

    /** A member that cannot read what the others have published does not keep the id, and counts this construct. */
    static void publishedGarbage(Pmix pmix) {
        GroupRequest request = Jobs.all(pmix, "it-garbage").timeout(Await.LIMIT).build();
        if (pmix.self().rank() == 0) {
            assertThatExceptionOfType(PmixException.class)
                    .isThrownBy(() -> pmix.groups().construct(request))
                    .withMessageContaining("for the number that a member sent");
            pmix.groups().construct(request).leave();
        } else {
            publish(pmix, shared(pmix, "it-garbage", 0), new PmixValue.Str("none"));
            publish(pmix, shared(pmix, "it-garbage", 1), order(pmix));
        }
        pmix.fence();
    }

    /** Several exchanges that were given up are called again in their order. */
    static void exchangesCalledAgain(Pmix pmix, RankContext context) throws InterruptedException {
        Group group = pmix.groups().construct(Jobs.all(pmix, "it-exchanges").build());
        if (pmix.self().rank() == 0) {
            CompletableFuture<?> first =
                    group.with(CollectiveOptions.within(Jobs.SHORT)).exchangeAsync(ValueType.INT32, 1);
            CompletableFuture<?> second = group.with(CollectiveOptions.within(Jobs.SHORT.multipliedBy(2)))
                    .exchangeAsync(ValueType.INT32, 2);
            for (CompletableFuture<?> exchange : List.of(first, second)) {
                assertThat(exchange)
                        .failsWithin(Await.LIMIT)
                        .withThrowableThat()
                        .withCauseInstanceOf(PmixException.Timeout.class);
            }
            context.reached("both-given-up");
        } else {
            context.await("both-given-up", 0);
        }
        for (int i = 1; i <= 3; i++) {
            assertThat(group.exchange(ValueType.INT32, i).values()).containsOnly(i);
        }
        group.destruct();
    }

    /** The host ends a fence for all with the timeout of its first caller. Who called it with a longer one goes on. */
    static void endedByTheTimeoutOfAnother(Pmix pmix, RankContext context) throws InterruptedException {
        Group group = pmix.groups().construct(Jobs.all(pmix, "it-others-time").build());
        switch (context.rank()) {
            case 0 -> {
                CompletableFuture<?> first = group.with(CollectiveOptions.within(Jobs.SHORT.multipliedBy(2)))
                        .exchangeAsync(ValueType.INT32, 1);
                UnderWay.awaitCall(pmix, "exchange of group 'it-others-time'");
                context.reached("the-first-calls");
                assertThat(first)
                        .failsWithin(Await.LIMIT)
                        .withThrowableThat()
                        .withCauseInstanceOf(PmixException.Timeout.class);
                context.reached("its-time-is-over");
            }
            case 1 -> context.await("the-first-calls", 0);
            default -> context.await("its-time-is-over", 0);
        }
        for (int i = 1; i <= 3; i++) {
            assertThat(group.exchange(ValueType.INT32, i).values()).containsOnly(i);
        }
        group.destruct();
    }

    /** An exchange that is interrupted before all have called it is the same one when it is called again. */
    static void exchangeInterrupted(Pmix pmix, RankContext context) throws InterruptedException {
        Group group = pmix.groups().construct(Jobs.all(pmix, "it-broken-off").build());
        if (pmix.self().rank() == 0) {
            interrupted(pmix, "exchange of group 'it-broken-off'", () -> group.exchange(ValueType.INT32, 1), () -> {});
            context.reached("broken-off");
        } else {
            context.await("broken-off", 0);
        }
        for (int i = 1; i <= 3; i++) {
            assertThat(group.exchange(ValueType.INT32, i).values()).containsOnly(i);
        }
        group.destruct();
        // If rank 0 were one fence ahead, the next one of rank 1 would end the destruct.
        if (pmix.self().rank() == 0) {
            context.reached("destructed");
        } else {
            context.await("destructed", 0);
        }
    }

    /** An exchange whose fence has failed is not repeated if all members have sent their values. */
    static void exchangeWhoseFenceFails(Pmix pmix) {
        Group group = pmix.groups().construct(Jobs.all(pmix, "it-uncollected").build());
        if (pmix.self().rank() == 0) {
            assertThatExceptionOfType(PmixException.class)
                    .isThrownBy(() -> group.exchange(ValueType.INT32, 1))
                    .withMessageContaining("PMIX_COLLECT_DATA");
            assertThat(group.exchange(ValueType.INT32, 2).values()).containsOnly(2);
        } else {
            share(pmix, exchanged(pmix, "it-uncollected", 1), new PmixValue.Int(DataType.INT32, 1));
            assertThatExceptionOfType(PmixException.class)
                    .isThrownBy(() -> pmix.fence(ofAll(pmix).withoutData()))
                    .withMessageContaining("PMIX_COLLECT_DATA");
            share(pmix, exchanged(pmix, "it-uncollected", 2), new PmixValue.Int(DataType.INT32, 2));
            pmix.fence(ofAll(pmix));
        }
        group.destruct();
    }

    /** A fence of processes is not called before a construct of theirs that was called earlier. */
    static void plainFencesInTurn(Pmix pmix) {
        FenceRequest fence = ofAll(pmix).withoutData();
        CompletableFuture<Void> busy = CompletableFuture.completedFuture(null);
        if (pmix.self().rank() == 0) {
            // The worker has to do before it gets to the construct.
            for (int i = 0; i < 10; i++) {
                pmix.put(Scope.GLOBAL, Key.of("it.busy." + i, ValueType.BYTES), new byte[500_000]);
                busy = pmix.commitAsync();
            }
        }
        CompletableFuture<Group> started =
                pmix.groups().constructAsync(Jobs.all(pmix, "it-turn").build());
        if (pmix.self().rank() != 0) {
            // The worker has called the construct.
            pmix.commit();
        }
        pmix.fence(fence);
        assertThat(busy).succeedsWithin(Await.LIMIT);
        assertThat(started).succeedsWithin(Await.LIMIT);
        started.join().destruct();
    }

    /** Where events reach the others, a member can leave, and they go on. */
    static void oneLeaves(Pmix pmix, RankContext context) throws InterruptedException {
        Group group = pmix.groups().construct(Jobs.all(pmix, "it-leave").build());
        BlockingQueue<GroupEvent> events = new LinkedBlockingQueue<>();
        group.onChange(events::add);
        group.fence();
        ProcId leaver = pmix.job().member(1);
        if (pmix.self().equals(leaver)) {
            group.leave();
            assertThat(pmix.groups().active()).isEmpty();
        } else {
            assertThat(Await.next(events))
                    .isInstanceOfSatisfying(
                            GroupEvent.MemberLeft.class,
                            left -> assertThat(left.proc()).isEqualTo(leaver));
            assertThat(group.members())
                    .doesNotContain(leaver)
                    .hasSize(pmix.job().size() - 1);
            group.fence();
            assertThat(group.exchange(ValueType.INT32, 1)).doesNotContainKey(leaver);
        }
        // A destruct that waits for a member goes on when that one leaves.
        Group other = pmix.groups().construct(Jobs.all(pmix, "it-leave-late").build());
        if (pmix.self().equals(leaver)) {
            other.leave();
            // Until then it must not call another fence of these processes.
            context.await("went-on");
        } else {
            other.destruct();
            context.reached("went-on");
            group.destruct();
        }
        // The fence of this construct is the destruct that those who stayed have given up.
        Jobs.meet(context, "all-went-on");
        Jobs.useGroup(pmix, "it-leave-again", all(pmix));
    }

    /** A process that left a group waits only until all have left, and its application sees no event of the others. */
    static void allLeave(Pmix pmix, RankContext context) throws InterruptedException {
        int rounds = 10;
        long start = System.nanoTime();
        try (Seen seen = new Seen(pmix.events().on(Statuses.GROUP_LEFT))) {
            for (int round = 0; round < rounds; round++) {
                int first = round % context.size();
                boolean leavesFirst = context.rank() == first;
                seen.events.clear();
                try (Group group = pmix.groups()
                        .construct(Jobs.all(pmix, "it-all-leave" + round % 2).build())) {
                    group.fence();
                    if (!leavesFirst) {
                        context.await("left-first" + round, first);
                        Await.next(seen.events);
                    }
                }
                context.reached("left-first" + round);
                try (Group next = pmix.groups()
                        .construct(Jobs.all(pmix, "it-all-left" + round).build())) {
                    next.destruct();
                }
                if (leavesFirst) {
                    assertThat(seen.events).isEmpty();
                }
            }
        }
        // The wait for members that stay takes two seconds.
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(rounds));
    }

    /** An exchange fails if a member has left and withdrawn its value: others may have read it. */
    static void aValueIsWithdrawn(Pmix pmix, RankContext context) throws InterruptedException {
        Group group = pmix.groups().construct(Jobs.all(pmix, "it-withdrawn").build());
        ProcId leaver = pmix.job().member(1);
        if (pmix.self().equals(leaver)) {
            GroupOperations brief = group.with(CollectiveOptions.within(Duration.ofSeconds(1)));
            assertThatExceptionOfType(PmixException.Timeout.class).isThrownBy(() -> brief.exchange(ValueType.INT32, 1));
            long left = System.nanoTime();
            group.leave();
            constructsInTurn(pmix, left);
            // Another group of the id, for which it withdraws what it has published for the last one.
            pmix.groups().construct("it-withdrawn", List.of(leaver)).destruct();
            // The host has the request before this one.
            pmix.directory().publish(Key.of("it-withdrawn", ValueType.INT32), 1);
            context.reached("withdrawn");
            context.reached("failed");
            context.await("failed");
        } else {
            context.await("withdrawn", 1);
            Await.until("the leave is known", () -> !group.members().contains(leaver));
            assertThatExceptionOfType(PmixException.NotFound.class)
                    .isThrownBy(() -> group.exchange(ValueType.INT32, 1))
                    .withMessageContaining(leaver + "] left, and the host has no value of it any more");
            // No other one has left by then.
            context.reached("failed");
            context.await("failed");
            group.leave();
        }
    }

    /** A construct whose time is over before its turn starts nothing. */
    private static void constructsInTurn(Pmix pmix, long left) {
        try {
            pmix.groups()
                    .construct(GroupRequest.named("it-in-turn")
                            .members(List.of(pmix.self()))
                            .timeout(Duration.ofMillis(1))
                            .build())
                    .destruct();
            // A slow process.
            assertThat(System.nanoTime() - left).isGreaterThan(2_000_000_000L);
        } catch (PmixException.Timeout e) {
            assertThat(e).hasMessageContaining("has left a group a moment before");
        }
    }

    /** The same where one member has called the destruct before the leave, and another one after it. */
    static void constructedAfterALeave(Pmix pmix, RankContext context) throws Exception {
        Group group = pmix.groups().construct(Jobs.all(pmix, "it-left").build());
        BlockingQueue<GroupEvent> events = new LinkedBlockingQueue<>();
        group.onChange(events::add);
        Jobs.meet(context, "listening");
        switch (context.rank()) {
            case 0 -> {
                CompletableFuture<Void> ending = group.destructAsync();
                UnderWay.awaitCall(pmix, "destruct of group 'it-left'");
                UnderWay.roundTrip(pmix);
                context.reached("destructing");
                Await.result(ending);
            }
            case 1 -> {
                context.await("destructing", 0);
                group.leave();
            }
            default -> {
                assertThat(Await.next(events)).isInstanceOf(GroupEvent.MemberLeft.class);
                group.destruct();
            }
        }
        Jobs.meet(context, "left");
        for (int i = 0; i < 3; i++) {
            Jobs.useGroup(pmix, "it-left-again", all(pmix));
        }
    }

    /** Has what the host sends to this process wait. */
    private static void hearNothing(Pmix pmix, RankContext context, Await.Wait wait) {
        CompletableFuture<?> _ =
                new FenceCall(UnderWay.handle(), "fence of one", List.of(pmix.self()), true, Await.LIMIT, null) {
                    @Override
                    public void ended() {
                        super.ended();
                        context.reached("deaf");
                        Await.awaitOrInterrupt(wait);
                    }
                }.submit(Await.LIMIT.toNanos());
    }

    /**
     * A destruct that one member gives up is no fence of the next group, of which the others know before that member: their
     * fence waits until it has called one.
     */
    static void theNextFenceIsAnother(Pmix pmix, RankContext context) throws Exception {
        Group group = pmix.groups().construct(Jobs.all(pmix, "it-given-up").build());
        GroupRequest request = Jobs.all(pmix, "it-early").timeout(Await.LIMIT).build();
        Group next;
        if (context.rank() == 0) {
            interrupted(pmix, "destruct of group 'it-given-up'", group::destruct, () -> {});
            CompletableFuture<Group> started = pmix.groups().constructAsync(request);
            UnderWay.awaitCall(pmix, "construct of group 'it-early'");
            hearNothing(pmix, context, () -> context.await("fencing", 1, 2));
            next = Await.result(started);
            context.reached("constructed");
            context.await("waiting", 1, 2);
            next.fence();
        } else {
            context.await("deaf", 0);
            group.close();
            next = pmix.groups().construct(request);
            CompletableFuture<Void> fence = next.fenceAsync();
            context.reached("fencing");
            context.await("constructed", 0);
            UnderWay.roundTrip(pmix);
            assertThat(fence).isNotDone();
            context.reached("waiting");
            Await.result(fence);
        }
        for (int i = 1; i <= 3; i++) {
            next.fence();
            assertThat(next.exchange(ValueType.INT32, i).values()).containsOnly(i);
        }
        next.destruct();
    }

    /** A destruct that one member gives up, and the others pass while it constructs the next group, is no fence of that. */
    static void aDestructIsGivenUp(Pmix pmix, RankContext context) throws Exception {
        GroupRequest.Builder next = Jobs.all(pmix, "it-next").timeout(Await.LIMIT);
        aDestructIsGivenUp(pmix, context, next.build(), "plain-");
        // Its exchange is a fence, whose place is taken with the call.
        aDestructIsGivenUp(pmix, context, next.collectData().build(), "collecting-");
    }

    private static void aDestructIsGivenUp(Pmix pmix, RankContext context, GroupRequest request, String points)
            throws Exception {
        Group group = pmix.groups().construct(Jobs.all(pmix, "it-given-up").build());
        if (context.rank() == 0) {
            interrupted(pmix, "destruct of group 'it-given-up'", group::destruct, () -> {});
            CompletableFuture<Group> started = pmix.groups().constructAsync(request);
            UnderWay.awaitCall(pmix, "construct of group 'it-next'");
            context.reached(points + "given-up");
            Await.until(
                    "the others have passed the destruct",
                    () -> InFlight.all().stream().noneMatch(call -> call.what().contains("destruct")));
            context.reached(points + "passed");
            Group next = Await.result(started);
            CompletableFuture<Void> fence = next.fenceAsync();
            UnderWay.awaitCall(pmix, "fence of group 'it-next'");
            context.reached(points + "fence");
            Await.result(fence);
            next.destruct();
        } else {
            context.await(points + "given-up", 0);
            group.destruct();
            context.await(points + "passed", 0);
            Group next = pmix.groups().construct(request);
            context.await(points + "fence", 0);
            next.fence();
            next.destruct();
        }
    }

    /** Where events do not reach the others, nobody leaves: the group ends by destruct, or with the session. */
    static void nobodyLeaves(Pmix pmix) {
        Group group = pmix.groups().construct(Jobs.all(pmix, "it-stay").build());
        assertThatExceptionOfType(PmixException.NotSupported.class)
                .isThrownBy(group::leave)
                .withMessageContaining(
                        "leave of group 'it-stay', of which the others learn by an event, failed; Slurm's");
        group.fence();
        group.close();
        assertThat(group.state()).isNotEqualTo(Group.State.ACTIVE);
        Group again = pmix.groups().construct(Jobs.all(pmix, "it-stay").build());
        again.destruct();
    }

    /** A member whose value is of another type than the others expect is an error for them. */
    static void types(Pmix pmix) {
        Group group = pmix.groups().construct(Jobs.all(pmix, "it-types").build());
        if (pmix.self().rank() == 0) {
            assertThatExceptionOfType(PmixException.class)
                    .isThrownBy(() -> group.exchange(ValueType.STRING, "text"))
                    .withMessageContaining("all members must give the same type");
        } else {
            assertThatExceptionOfType(PmixException.class)
                    .isThrownBy(() -> group.exchange(ValueType.INT32, 1))
                    .withMessageContaining("all members must give the same type");
        }
        group.destruct();
    }

    /** Operations that need a host with groups are refused at once, before anybody else is involved. */
    static void refusals(Pmix pmix, String remedy) {
        GroupRequest.Builder plain = Jobs.all(pmix, "it-refused");
        refused(
                () -> pmix.groups()
                        .construct(Jobs.all(pmix, "it-refused").faultTolerant().build()),
                remedy);
        refused(
                () -> pmix.groups()
                        .construct(Jobs.all(pmix, "it-refused").optional().build()),
                remedy);
        refused(
                () -> pmix.groups()
                        .construct(
                                Jobs.all(pmix, "it-refused").notifyTermination().build()),
                remedy);
        refused(
                () -> pmix.groups()
                        .construct(
                                Jobs.all(pmix, "it-refused").leader(pmix.self()).build()),
                remedy);
        refused(() -> pmix.groups().construct(GroupRequest.added("it-refused").build()), remedy);
        refused(
                () -> pmix.groups()
                        .construct(GroupRequest.named("it-refused").bootstrap(2).build()),
                remedy);
        refused(
                () -> pmix.groups()
                        .invite(InviteRequest.named("it-refused")
                                .members(all(pmix))
                                .build()),
                remedy);
        refused(() -> pmix.groups().onInvitation(invitation -> null), remedy);
        refused(pmix::connections, remedy);
        assertThat(pmix.groups()
                        .constructAsync(
                                Jobs.all(pmix, "it-refused").faultTolerant().build()))
                .failsWithin(Await.LIMIT)
                .withThrowableThat()
                .withCauseInstanceOf(PmixException.NotSupported.class);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pmix.groups()
                        .construct(GroupRequest.named(pmix.self().nspace())
                                .members(all(pmix))
                                .build()));
        byte[] tooMuch = new byte[(32 << 20) / pmix.job().size()];
        Key<byte[]> bytes = Key.of("it.bytes", ValueType.BYTES);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pmix.groups()
                        .construct(Jobs.all(pmix, "it-refused")
                                .info(bytes, tooMuch)
                                .build()));
        // The id is free: nothing of the refused constructs is left.
        Group group = pmix.groups().construct(plain.build());
        group.destruct();
    }

    private static void refused(Runnable operation, String remedy) {
        assertThatExceptionOfType(PmixException.NotSupported.class)
                .isThrownBy(operation::run)
                .withMessageContaining("needs a host with groups")
                .withMessageContaining(remedy);
    }
}
