// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.pmixj.it.support.Await.LIMIT;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.pmixj.FenceRequest;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.connect.ConnectRequest;
import org.pmixj.connect.Connection;
import org.pmixj.connect.Connections;
import org.pmixj.connect.DisconnectRequest;
import org.pmixj.connect.HostConnection;
import org.pmixj.event.Event;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.Members;
import org.pmixj.host.Capabilities;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Seen;
import org.pmixj.it.support.Smoke;
import org.pmixj.it.support.UnderWay;
import org.pmixj.it.support.Warnings;
import org.pmixj.job.Job;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** Connections among the processes of one job. */
// Among the longest: begins first.
@Order(1)
class ConnectIT {
    private static final Key<String> CARD = Key.of("it.card", ValueType.STRING);
    private static final Key<Integer> NUMBER = Key.of("it.number", ValueType.INT32);
    private static final PmixStatus CALL = new PmixStatus(-3401);

    private static ConnectRequest.Builder all(Pmix pmix) {
        return ConnectRequest.builder().members(ProcId.all(pmix.self().nspace()));
    }

    /** The same processes, as this rank happens to name them. */
    private static List<ProcId> inSomeOrder(Pmix pmix) {
        List<ProcId> members = new ArrayList<>(pmix.job().members());
        Collections.rotate(members, pmix.self().rank());
        if (pmix.self().rank() % 2 == 0) {
            Collections.reverse(members);
        }
        members.add(members.getFirst());
        return members;
    }

    @Smoke
    @Tag("row:connect-1")
    @Tag("row:connect-11")
    @Tag("row:connect-12")
    @Tag("row:connect-20")
    @Tag("row:connect-22")
    @Tag("row:connect-28")
    @Tag("row:connect-34")
    @PmixTest(
            ranks = 4,
            nodes = {1, 3})
    void aConnectionHasANamespaceThatIsAnAddress(Pmix pmix) throws Exception {
        hasANamespaceAndRanks(pmix);
        itsNamespaceIsAnAddress(pmix);
        pairsConnectAtOnce(pmix);
    }

    /** The connection of the ranks 0 and 3 and that of 1 and 2 are two groups for the host. */
    private static void pairsConnectAtOnce(Pmix pmix) {
        int rank = pmix.self().rank();
        List<ProcId> pair =
                List.of(pmix.job().member(Math.min(rank, 3 - rank)), pmix.job().member(Math.max(rank, 3 - rank)));
        pmix.fence();
        for (int round = 0; round < 5; round++) {
            Connection connection = pmix.connections()
                    .connect(ConnectRequest.builder().members(pair).build());
            assertThat(connection.members()).isEqualTo(pair);
            connection.disconnect();
        }
        pmix.fence();
    }

    @Tag("row:connect-10")
    @Tag("row:connect-13")
    @Tag("row:connect-14")
    @Tag("row:connect-25")
    @Tag("row:connect-27")
    @Tag("row:connect-37")
    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void aConnectWaitsForAllOfItsOwn(Pmix pmix, RankContext context) throws Exception {
        isCompleteWhenTheLastHasCome(pmix, context);
        severalAtOnceAreToldApartByTheirIds(pmix);
        closeLeavesAlone(pmix, context);
        isBounded(pmix);
    }

    @Tag("row:connect-13")
    @Tag("row:connect-14")
    @Tag("row:connect-22")
    @PmixTest(ranks = 2, nodes = 3, alone = true)
    void requestsThatAreTheSameMeet(Pmix pmix, RankContext context) throws Exception {
        allMustAskForTheSame(pmix);
        theSameAgainIsAnother(pmix);
        twoAtOnceWithoutIdsAreRefused(pmix);
        anotherOneIsAwaitedMeanwhile(pmix);
        try (Warnings warnings = new Warnings()) {
            threadsConnectAndDisconnectAtOnce(pmix);
            // A disconnect at the host that only one process calls does not end.
            assertThat(warnings.messages()).isEmpty();
        }
        mistakesAreRefused(pmix);
        aProcessThatComesBackIsTheSame(pmix, context);
    }

    @Tag("row:connect-2")
    @Tag("row:connect-23")
    @Tag("row:connect-30")
    @Tag("row:connect-37")
    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void aConnectionEndsForAll(Pmix pmix) {
        disconnectsByNamespaceAlone(pmix);
    }

    @PmixTest(
            ranks = 2,
            nodes = {1, 3})
    void whoLeavesIsKnown(Pmix pmix) throws Exception {
        aHandleIsClosed(pmix);
        whoGivesUpLeaves(pmix);
        aDisconnectIsNoFence(pmix);
    }

    @PmixTest(
            ranks = 2,
            nodes = {1, 3})
    void theHostAloneConnects(Pmix pmix, RankContext context) throws Exception {
        theHostConnects(pmix, context);
        theHostLacksWhatTheRfcAdds(pmix);
        isRefusedBesideAFence(pmix, context);
        aFenceIsRefusedBesideIt(pmix, context);
    }

    // --- a connect and a fence of exactly the same processes
    // -----------------------------------------------------------

    private static final String FENCE_UNDER_WAY = "a fence of exactly these processes is under way";
    private static final String CONNECT_UNDER_WAY = "a connect or disconnect of exactly these processes is under way";

    /** Across nodes the host takes one for the other, and the job ends. */
    private static void isRefusedBesideAFence(Pmix pmix, RankContext context) throws Exception {
        Group group = pmix.groups().construct(Jobs.all(pmix, "it-beside").build());
        Connection connection = pmix.connections().connect(all(pmix).build());
        HostConnection atHost = pmix.connections().connectAtHost(all(pmix).build());
        ConnectRequest members =
                ConnectRequest.builder().members(pmix.job().members()).build();
        boolean isFirst = context.rank() == 0;
        if (!isFirst) {
            context.await("refused beside a fence", 0);
        }
        CompletableFuture<Void> fence = group.fenceAsync();
        CompletableFuture<Void> ofJob = pmix.fenceAsync();
        if (isFirst) {
            refused(() -> pmix.connections().connectAsync(members), FENCE_UNDER_WAY);
            refused(() -> pmix.connections().connectAtHostAsync(members), FENCE_UNDER_WAY);
            refused(() -> pmix.connections().exchangeJobInfoAsync(members), FENCE_UNDER_WAY);
            refused(() -> pmix.connections().connectAtHost(all(pmix).build()), FENCE_UNDER_WAY);
            refused(connection::disconnect, FENCE_UNDER_WAY);
            refused(
                    () -> pmix.connections().disconnectAsync(connection.namespace(), DisconnectRequest.defaults()),
                    FENCE_UNDER_WAY);
            refused(atHost::disconnectAsync, FENCE_UNDER_WAY);
            // They have ended nothing.
            assertThat(connection.isConnected()).isTrue();
            assertThat(atHost.isConnected()).isTrue();
            context.reached("refused beside a fence");
        }
        Await.result(fence);
        Await.result(ofJob);
        // The fence of this one has its place before it is called.
        if (isFirst) {
            CompletableFuture<Group> collecting = pmix.groups()
                    .constructAsync(Jobs.all(pmix, "it-collects").collectData().build());
            refused(() -> pmix.connections().connectAsync(members), FENCE_UNDER_WAY);
            context.reached("refused beside a place");
            Await.result(collecting).destruct();
        } else {
            context.await("refused beside a place", 0);
            pmix.groups()
                    .construct(Jobs.all(pmix, "it-collects").collectData().build())
                    .destruct();
        }
        // A place is taken while the other one is awaited: the exchange ends its connection all the same.
        if (isFirst) {
            CompletableFuture<Map<String, Job>> exchange = pmix.connections().exchangeJobInfoAsync(members);
            UnderWay.awaitCall(pmix, "connect of connection");
            CompletableFuture<Group> collecting = pmix.groups()
                    .constructAsync(Jobs.all(pmix, "it-collects").collectData().build());
            context.reached("a place beside an exchange");
            assertThat(Await.result(exchange)).containsOnlyKeys(pmix.self().nspace());
            Await.result(collecting).destruct();
        } else {
            context.await("a place beside an exchange", 0);
            pmix.connections().exchangeJobInfo(members);
            pmix.groups()
                    .construct(Jobs.all(pmix, "it-collects").collectData().build())
                    .destruct();
        }
        connection.disconnect();
        atHost.disconnect();
        group.destruct();
    }

    private static void aFenceIsRefusedBesideIt(Pmix pmix, RankContext context) throws Exception {
        Group group = pmix.groups().construct(Jobs.all(pmix, "it-beside").build());
        ConnectRequest members =
                ConnectRequest.builder().members(pmix.job().members()).build();
        boolean isFirst = context.rank() == 0;
        if (!isFirst) {
            context.await("refused beside a connect", 0);
        }
        CompletableFuture<Connection> connecting = pmix.connections().connectAsync(members);
        CompletableFuture<HostConnection> atHost =
                pmix.connections().connectAtHostAsync(all(pmix).build());
        if (isFirst) {
            refused(group::fenceAsync, CONNECT_UNDER_WAY);
            refused(group::fence, CONNECT_UNDER_WAY);
            refused(pmix::fence, CONNECT_UNDER_WAY);
            context.reached("refused beside a connect");
        }
        Connection connection = Await.result(connecting);
        HostConnection connected = Await.result(atHost);
        group.fence();
        pmix.fence();
        if (!isFirst) {
            context.await("refused beside a disconnect", 0);
        }
        CompletableFuture<Void> end = connection.disconnectAsync();
        if (isFirst) {
            refused(group::fenceAsync, CONNECT_UNDER_WAY);
            context.reached("refused beside a disconnect");
        }
        Await.result(end);
        connected.disconnect();
        group.fence();
        group.destruct();
    }

    private static void refused(ThrowingCallable operation, String why) {
        assertThatIllegalStateException().isThrownBy(operation).withMessageContaining(why);
    }

    // --- the host alone --------------------------------------------------------------------------------------------

    private static void theHostConnects(Pmix pmix, RankContext context) throws Exception {
        ConnectRequest request = all(pmix).build();
        if (pmix.self().rank() == 0) {
            ConnectRequest early = all(pmix).timeout(Duration.ofSeconds(1)).build();
            assertThatExceptionOfType(PmixException.Timeout.class)
                    .isThrownBy(() -> pmix.connections().connectAtHost(early))
                    .withMessageContaining("connect at the host");
            context.reached("timed out");
        }
        // Not in a fence: the host would take the two for one.
        context.await("timed out", 0);
        for (int round = 0; round < 3; round++) {
            HostConnection connection = pmix.connections().connectAtHost(request);
            assertThat(connection.members()).isEqualTo(pmix.job().members());
            assertThat(connection.jobs()).containsOnlyKeys(pmix.self().nspace());
            assertThat(pmix.connections().active()).isEmpty();
            connection.disconnect();
            assertThat(connection.isConnected()).isFalse();
        }
    }

    private static void theHostLacksWhatTheRfcAdds(Pmix pmix) {
        Connections connections = pmix.connections();
        for (ConnectRequest request : List.of(
                all(pmix).id("it-id").build(),
                all(pmix).notifyRequest().build(),
                all(pmix).notifyEach().build(),
                all(pmix).optional().build(),
                all(pmix).earlyTermination().build())) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> connections.connectAtHost(request))
                    .withMessageContaining("use Connections.connect");
            assertThatIllegalArgumentException().isThrownBy(() -> connections.connectAtHostAsync(request));
        }
        ConnectRequest others = ConnectRequest.builder()
                .members(pmix.job().member(1 - pmix.self().rank()))
                .build();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> connections.connectAtHost(others))
                .withMessageContaining("is not among those to connect");
        ConnectRequest nowhere = ConnectRequest.builder()
                .members(pmix.self(), new ProcId("it-nowhere", 0))
                .build();
        assertThatExceptionOfType(PmixException.NotFound.class).isThrownBy(() -> connections.connectAtHost(nowhere));
    }

    // --- what a connection is --------------------------------------------------------------------------------------

    private static void hasANamespaceAndRanks(Pmix pmix) {
        ConnectRequest request = pmix.self().rank() == 0
                ? all(pmix).build()
                : ConnectRequest.builder().members(inSomeOrder(pmix)).build();
        Connections connections = pmix.connections();
        // The forms meet each other.
        Connection connection = pmix.self().rank() < 2
                ? connections.connect(request)
                : connections.connectAsync(request).join();
        assertThat(connection.members()).isEqualTo(pmix.job().members());
        assertThat(connection.connected()).isEqualTo(pmix.job().members());
        assertThat(connection.rank()).isEqualTo(pmix.self().rank());
        assertThat(connection.size()).isEqualTo(4);
        assertThat(connection.member(3)).isEqualTo(new ProcId(connection.namespace(), 3));
        assertThat(connection.id()).isEmpty();
        assertThat(connection.isConnected()).isTrue();
        assertThat(connection.jobs()).containsOnlyKeys(pmix.self().nspace());
        assertThat(connections.find(connection.namespace())).hasValue(connection);
        assertThat(connections.active()).containsExactly(connection);
        assertThat(pmix.groups().active()).isEmpty();
        assertThat(exchanged(pmix, connection.namespace()))
                .containsOnly(connection.namespace())
                .doesNotContain(pmix.self().nspace());
        connections.disconnect(connection.namespace(), DisconnectRequest.defaults());
        assertThat(connection.isConnected()).isFalse();
        assertThat(connections.find(connection.namespace())).isEmpty();
        assertThat(connections.active()).isEmpty();
    }

    /** The values of each rank of the job. */
    private static List<String> exchanged(Pmix pmix, String value) {
        Group all = pmix.groups()
                .construct(GroupRequest.named("it-all")
                        .members(pmix.job().members())
                        .build());
        List<String> values =
                new ArrayList<>(all.exchange(ValueType.STRING, value).values());
        all.destruct();
        return values;
    }

    private static void itsNamespaceIsAnAddress(Pmix pmix) throws Exception {
        List<ProcId> odd = List.of(
                new ProcId(pmix.self().nspace(), 1), new ProcId(pmix.self().nspace(), 3));
        if (pmix.self().rank() % 2 == 1) {
            try (Connection pair = pmix.connections()
                            .connect(ConnectRequest.builder().members(odd).build());
                    Seen calls = new Seen(pmix.events().on(CALL))) {
                pmix.put(Scope.GLOBAL, CARD, "card of " + pair.rank());
                pmix.commit();
                pmix.fence(FenceRequest.of(pair.all()));
                int other = 1 - pair.rank();
                assertThat(pmix.get(pair.member(other), CARD)).isEqualTo("card of " + other);
                assertThat(pmix.getAsync(pair.member(other), CARD).join()).isEqualTo("card of " + other);
                pmix.events()
                        .notify(CALL)
                        .to(pair.member(other))
                        .with(NUMBER, pair.rank())
                        .send();
                Event event = calls.next();
                assertThat(event.attributes().get(NUMBER)).hasValue(other);
                assertThat(event.source()).hasValue(pair.members().get(other));
                pmix.events()
                        .notify(CALL)
                        .to(pair.all())
                        .with(NUMBER, 10 + pair.rank())
                        .send();
                assertThat(List.of(
                                calls.next().attributes().get(NUMBER).orElseThrow(),
                                calls.next().attributes().get(NUMBER).orElseThrow()))
                        .containsExactlyInAnyOrder(10, 11);
                pmix.fence(FenceRequest.of(pair.member(0), pair.member(1)));
                // Members of groups and of further connections.
                Group group = pmix.groups()
                        .construct(GroupRequest.named("it-of-connection")
                                .members(pair.all())
                                .build());
                assertThat(group.members()).isEqualTo(pair.members());
                group.destruct();
                try (Connection again = pmix.connections()
                        .connect(ConnectRequest.builder()
                                .members(pair.all())
                                .id("again")
                                .build())) {
                    assertThat(again.members()).isEqualTo(pair.members());
                    assertThat(again.namespace()).isNotEqualTo(pair.namespace());
                    again.disconnect();
                }
                assertThatExceptionOfType(PmixException.NotFound.class)
                        .isThrownBy(() -> pmix.get(new ProcId(pair.namespace(), 2), CARD))
                        .withMessageContaining("has 2 members");
                assertThatExceptionOfType(PmixException.NotFound.class)
                        .isThrownBy(() -> pmix.events()
                                .notify(CALL)
                                .to(new ProcId(pair.namespace(), 2))
                                .send())
                        .withMessageContaining("has 2 members");
                pair.disconnect();
                assertThatExceptionOfType(PmixException.NotFound.class)
                        .isThrownBy(() -> pmix.fence(FenceRequest.of(pair.all())))
                        .withMessageContaining("not in connection");
                assertThatIllegalStateException().isThrownBy(pair::fence);
            }
        }
        pmix.fence();
    }

    private static void isCompleteWhenTheLastHasCome(Pmix pmix, RankContext context) throws Exception {
        ConnectRequest request = all(pmix).build();
        Path last = context.scratch().resolve("last");
        if (pmix.self().rank() == 2) {
            context.await("seen");
            Files.createFile(last);
            pmix.connections().connect(request).disconnect();
        } else {
            CompletableFuture<Connection> made = pmix.connections().connectAsync(request);
            CompletableFuture<Boolean> lastHasCome = made.thenApply(connection -> Files.exists(last));
            UnderWay.awaitCall(pmix, "connect of connection '");
            assertThat(made).isNotDone();
            context.reached("seen");
            assertThat(Await.result(lastHasCome)).isTrue();
            made.join().disconnect();
        }
        pmix.fence();
    }

    // --- several ---------------------------------------------------------------------------------------------------

    private static void severalAtOnceAreToldApartByTheirIds(Pmix pmix) {
        int rank = pmix.self().rank();
        List<CompletableFuture<Connection>> made = new ArrayList<>();
        int count = 5;
        for (int i = 0; i < count; i++) {
            // Each rank in an order of its own.
            int number = (i * (rank + 1) + rank) % count;
            made.add(pmix.connections()
                    .connectAsync(all(pmix).id("library " + number).build()));
        }
        List<Connection> connections = new ArrayList<>();
        made.forEach(future -> connections.add(future.join()));
        assertThat(connections.stream().map(Connection::namespace).distinct()).hasSize(count);
        connections.sort(
                (one, other) -> one.id().orElseThrow().compareTo(other.id().orElseThrow()));
        for (Connection connection : connections) {
            assertThat(connection.namespace()).contains(connection.id().orElseThrow());
            assertThat(exchanged(pmix, connection.namespace())).containsOnly(connection.namespace());
        }
        assertThat(pmix.connections().active()).hasSize(count);
        // The end of one is not that of another.
        connections.removeFirst().disconnect();
        pmix.fence(FenceRequest.of(connections.getFirst().all()));
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        connections.forEach(connection -> ends.add(connection.disconnectAsync()));
        ends.forEach(CompletableFuture::join);
        assertThat(pmix.connections().active()).isEmpty();
    }

    /** Threads, or libraries, that know nothing of each other. */
    private static void threadsConnectAndDisconnectAtOnce(Pmix pmix) throws Exception {
        List<CompletableFuture<Void>> threads = new ArrayList<>();
        for (int thread = 0; thread < 6; thread++) {
            ConnectRequest request = all(pmix).id("thread " + thread).build();
            CompletableFuture<Void> done = new CompletableFuture<>();
            threads.add(done);
            Thread.ofPlatform().start(() -> {
                try {
                    for (int round = 0; round < 8; round++) {
                        Connection connection = pmix.connections().connect(request);
                        assertThat(connection.size()).isEqualTo(2);
                        connection.disconnect();
                    }
                    done.complete(null);
                } catch (Throwable e) {
                    done.completeExceptionally(e);
                }
            });
        }
        for (CompletableFuture<Void> thread : threads) {
            Await.result(thread);
        }
        pmix.fence();
    }

    /** A process that waits long for others holds nobody up. */
    private static void anotherOneIsAwaitedMeanwhile(Pmix pmix) {
        CompletableFuture<Connection> pending = new CompletableFuture<>();
        if (pmix.self().rank() == 0) {
            // It waits for longer than the other connect may take.
            pending = pmix.connections()
                    .connectAsync(all(pmix)
                            .id("some day")
                            .timeout(LIMIT.multipliedBy(2))
                            .build());
        }
        pmix.fence();
        pmix.connections().connect(all(pmix).build()).disconnect();
        assertThat(pending).isNotDone();
        pmix.fence();
        if (pmix.self().rank() == 1) {
            pmix.connections().connect(all(pmix).id("some day").build()).disconnect();
        } else {
            pending.join().disconnect();
        }
    }

    private static void aProcessThatComesBackIsTheSame(Pmix pmix, RankContext context) throws Exception {
        // Where members publish what they construct, each may get the connection alone, with what the other one left
        // there.
        boolean byHost = pmix.capabilities().groupMethod() == Capabilities.GroupMethod.HOST;
        pmix.connections().connect(all(pmix).build()).disconnect();
        pmix.fence();
        if (pmix.self().rank() != 0) {
            pmix.connections().connect(all(pmix).build()).disconnect();
            pmix.fence();
            if (byHost) {
                context.await("closed in a connect", 0);
                connectWithoutTheOther(pmix);
                context.reached("the connect has ended");
                connectsInTheEnd(pmix, context);
            }
            return;
        }
        pmix.close();
        try (Pmix again = Pmix.init()) {
            again.connections().connect(all(again).build()).disconnect();
            again.fence();
            if (!byHost) {
                return;
            }
            CompletableFuture<?> _ = again.connections().connectAsync(all(again).build());
            UnderWay.awaitCall(again, "connect of connection");
        }
        context.reached("closed in a connect");
        context.await("the connect has ended", 1);
        try (Pmix again = Pmix.init()) {
            connectsInTheEnd(again, context);
        }
    }

    /** It may be constructed, for a process that has closed its session too, and has no other member then. */
    private static void connectWithoutTheOther(Pmix pmix) {
        try {
            pmix.connections()
                    .connect(all(pmix).timeout(Duration.ofSeconds(2)).build())
                    .close();
        } catch (PmixException.Timeout | PmixException.MemberLost e) {
            // The other one has not called the host, or has closed its session.
        }
    }

    /** A member is one connection ahead, which the other one learns in its first attempt. */
    private static void connectsInTheEnd(Pmix pmix, RankContext context) throws Exception {
        for (int attempt = 1; ; attempt++) {
            Jobs.meet(context, "attempt-" + attempt);
            String failure = "";
            try {
                pmix.connections()
                        .connect(all(pmix).timeout(Duration.ofSeconds(8)).build())
                        .disconnect();
            } catch (PmixException.Timeout | PmixException.MemberLost e) {
                // A member that gives an attempt up leaves that of the other.
                failure = e.toString();
            }
            if (Jobs.allSay(context, "connected-" + attempt, failure.isEmpty())) {
                return;
            }
            assertThat(attempt).as("attempts; the last one: " + failure).isLessThan(8);
        }
    }

    /** Its connections are left. */
    private static void aHandleIsClosed(Pmix pmix) throws Exception {
        Pmix handle = Pmix.init();
        Connection connection = handle.connections().connect(all(pmix).build());
        pmix.fence();
        if (pmix.self().rank() == 0) {
            handle.close();
            assertThat(connection.isConnected()).isFalse();
            connection.close();
            assertThat(pmix.connections().active()).isEmpty();
            assertThatExceptionOfType(PmixException.NotFound.class)
                    .isThrownBy(
                            () -> pmix.connections().disconnect(connection.namespace(), DisconnectRequest.defaults()));
        } else {
            Await.until("the other has left", () -> connection.connected().size() == 1);
            assertThatExceptionOfType(PmixException.MemberLost.class).isThrownBy(connection::disconnect);
            handle.close();
        }
        // Neither the group of the connection is left nor the one in which the members meet to end it.
        Await.until("no group of it is left", () -> {
            List<String> ids = new ArrayList<>();
            GroupTable.of(Objects.requireNonNull(Session.current())).forEach((id, _) -> ids.add(id));
            return ids.stream().noneMatch(id -> id.startsWith(connection.namespace()));
        });
        pmix.fence();
    }

    /** Requests that differ do not meet. */
    private static void allMustAskForTheSame(Pmix pmix) {
        ConnectRequest.Builder request = all(pmix).timeout(Duration.ofSeconds(1));
        ConnectRequest own = pmix.self().rank() == 0
                ? request.earlyTermination().build()
                : request.id("another").build();
        assertThatExceptionOfType(PmixException.Timeout.class)
                .isThrownBy(() -> pmix.connections().connect(own));
        assertThatExceptionOfType(PmixException.Timeout.class).isThrownBy(() -> {
            if (pmix.self().rank() == 0) {
                pmix.connections()
                        .connect(all(pmix).timeout(Duration.ofSeconds(1)).build());
            } else {
                pmix.connections()
                        .exchangeJobInfo(
                                all(pmix).timeout(Duration.ofSeconds(1)).build());
            }
        });
        assertThat(pmix.connections().active()).isEmpty();
        pmix.fence();
    }

    /** Requests that differ in what all must agree on fail at once, and leave nothing behind. */
    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void requestsThatDifferFail(Pmix pmix) {
        int rank = pmix.self().rank();
        ConnectRequest plain = all(pmix).build();
        ConnectRequest optional = all(pmix).optional().build();
        ConnectRequest early = all(pmix).earlyTermination().build();
        ConnectRequest both = all(pmix).optional().earlyTermination().build();
        assertDifferent(
                pmix, rank == 1 ? early : plain, " and 1 more requested neither", "requested early termination");
        assertDifferent(pmix, rank == 1 ? optional : plain, " and 1 more requested neither", "requested optional");
        assertDifferent(pmix, rank == 0 ? both : rank == 1 ? early : optional, "requested both", "requested early");
        for (ConnectRequest agreed : List.of(plain, optional, early, both)) {
            assertDifferent(pmix, rank == 2 ? agreed : rank == 1 ? plain : early, "requested", "requests differ");
            try (Connection connection = pmix.connections().connect(agreed)) {
                pmix.fence();
                connection.fence();
                connection.disconnect();
            }
        }
    }

    private static void assertDifferent(Pmix pmix, ConnectRequest request, String... parts) {
        // The forms meet each other.
        assertThatThrownBy(() -> {
                    if (pmix.self().rank() == 2) {
                        pmix.connections().connect(request);
                    } else {
                        Await.result(pmix.connections().connectAsync(request));
                    }
                })
                .satisfies(thrown -> assertThat(thrown instanceof ExecutionException ? thrown.getCause() : thrown)
                        .isInstanceOf(PmixException.BadParameter.class)
                        .hasMessageContainingAll(parts)
                        .hasMessageContaining(pmix.job().member(0) + ""));
        assertThat(pmix.connections().active()).isEmpty();
        // Nothing of it is in the way of a fence of the same processes.
        pmix.fence();
    }

    private static void theSameAgainIsAnother(Pmix pmix) {
        ConnectRequest request = all(pmix).build();
        Connection first = pmix.connections().connect(request);
        Connection second = pmix.connections().connect(request);
        assertThat(second.namespace()).isNotEqualTo(first.namespace());
        first.disconnect();
        try (Connection third = pmix.connections().connect(request)) {
            assertThat(third.namespace()).isNotIn(first.namespace(), second.namespace());
            assertThat(exchanged(pmix, third.namespace())).containsOnly(third.namespace());
            second.fenceAsync().join();
            third.disconnect();
        }
        second.disconnect();
    }

    private static void twoAtOnceWithoutIdsAreRefused(Pmix pmix) {
        ConnectRequest request = all(pmix).build();
        if (pmix.self().rank() == 0) {
            CompletableFuture<Connection> first = pmix.connections().connectAsync(request);
            CompletableFuture<Connection> second = pmix.connections().connectAsync(request);
            pmix.fence();
            assertThatExceptionOfType(CompletionException.class)
                    .isThrownBy(() -> CompletableFuture.anyOf(first, second)
                            .orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS)
                            .join())
                    .withCauseInstanceOf(IllegalStateException.class)
                    .withMessageContaining("PMIX_CONNECT_ID");
            pmix.fence();
            (first.isCompletedExceptionally() ? second : first).join().disconnect();
        } else {
            pmix.fence();
            pmix.fence();
            pmix.connections().connect(request).disconnect();
        }
    }

    // --- bounds and mistakes ---------------------------------------------------------------------------------------

    private static void isBounded(Pmix pmix) {
        ConnectRequest request =
                all(pmix).timeout(Duration.ofSeconds(1)).id("late").build();
        if (pmix.self().rank() > 0) {
            long begin = System.nanoTime();
            assertThatExceptionOfType(PmixException.Timeout.class)
                    .isThrownBy(() -> pmix.connections().connect(request));
            // The server's clock may be a little behind.
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(500));
        }
        pmix.fence();
        // Those who have tried and the one who has not agree upon the next.
        Connection connection =
                pmix.connections().connect(request.toBuilder().timeout(LIMIT).build());
        pmix.fence();
        if (pmix.self().rank() > 0) {
            assertThatExceptionOfType(PmixException.Timeout.class)
                    .isThrownBy(() -> pmix.connections()
                            .disconnect(
                                    connection.namespace(),
                                    DisconnectRequest.defaults().withTimeout(Duration.ofSeconds(1))));
            assertThat(connection.isConnected()).isFalse();
        }
        pmix.fence();
    }

    private static void mistakesAreRefused(Pmix pmix) {
        Connections connections = pmix.connections();
        ProcId other = pmix.job().member(1 - pmix.self().rank());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> connections.connect(
                        ConnectRequest.builder().members(other).build()))
                .withMessageContaining("is not among those to connect");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> connections.connect(ConnectRequest.builder()
                        .members(pmix.self(), new ProcId(pmix.self().nspace(), 7))
                        .build()))
                .withMessageContaining("does not exist");
        assertThatExceptionOfType(PmixException.NotFound.class)
                .isThrownBy(() -> connections.connect(ConnectRequest.builder()
                        .members(pmix.self(), ProcId.all("nowhere"))
                        .build()))
                .withMessageContaining("nowhere");
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(() -> connections
                        .exchangeJobInfoAsync(ConnectRequest.builder()
                                .members(pmix.self(), new ProcId("nowhere", 1))
                                .build())
                        .join())
                .withCauseInstanceOf(PmixException.NotFound.class);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ConnectRequest.builder().members().build());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pmix.groups()
                        .construct(Jobs.all(pmix, "pmixj.connect/mine").build()))
                .withMessageContaining("connection");
        pmix.fence();
    }

    private static void disconnectsByNamespaceAlone(Pmix pmix) {
        Connections connections = pmix.connections();
        assertThatExceptionOfType(PmixException.NotFound.class)
                .isThrownBy(() -> connections.disconnect("nowhere", DisconnectRequest.defaults()))
                .withMessageContaining("in no connection 'nowhere'");
        assertThatExceptionOfType(PmixException.NotFound.class)
                .isThrownBy(() -> connections.disconnect(pmix.self().nspace(), DisconnectRequest.defaults()));
        String other = connections.connect(all(pmix).id("it-other").build()).namespace();
        String namespace = connections.connect(all(pmix).build()).namespace();
        Connection connection = connections.find(namespace).orElseThrow();
        if (pmix.self().rank() == 0) {
            connections.disconnect(namespace, DisconnectRequest.defaults());
        } else {
            connections.disconnectAsync(namespace, DisconnectRequest.defaults()).join();
        }
        assertThatExceptionOfType(PmixException.NotFound.class)
                .isThrownBy(() -> connections.disconnect(namespace, DisconnectRequest.defaults()));
        assertThatIllegalStateException().isThrownBy(connection::disconnect);
        connection.close();
        assertThat(connection.members()).isEqualTo(Members.of(pmix.job().members()));
        assertThat(connections.active()).extracting(Connection::namespace).containsExactly(other);
        connections.disconnect(other, DisconnectRequest.defaults());
        pmix.fence();
    }

    /** A fence is none of a disconnect, whatever the processes and the data. */
    private static void aDisconnectIsNoFence(Pmix pmix) {
        Connection connection = pmix.connections().connect(all(pmix).build());
        if (pmix.self().rank() == 0) {
            connection.disconnect();
        } else {
            FenceRequest fence = FenceRequest.of(connection.all()).withTimeout(Duration.ofSeconds(1));
            for (FenceRequest request : List.of(fence, fence.withoutData())) {
                assertThatExceptionOfType(PmixException.Timeout.class).isThrownBy(() -> pmix.fence(request));
            }
            connection.disconnect();
        }
        pmix.connections().connect(all(pmix).build()).disconnect();
    }

    /** An exception that unwinds waits for nobody. */
    private static void closeLeavesAlone(Pmix pmix, RankContext context) throws Exception {
        Connection connection = pmix.connections().connect(all(pmix).build());
        pmix.fence();
        if (pmix.self().rank() == 0) {
            connection.close();
            context.reached("closed");
            assertThat(connection.isConnected()).isFalse();
            assertThat(pmix.connections().active()).isEmpty();
            connection.close();
        } else {
            // It waits for no call of others.
            context.await("closed", 0);
            Await.until("the other has left", () -> connection.connected().size() == 2);
            assertThatExceptionOfType(PmixException.MemberLost.class).isThrownBy(connection::fence);
            assertThatExceptionOfType(PmixException.MemberLost.class)
                    .isThrownBy(connection::disconnect)
                    .satisfies(
                            e -> assertThat(e.lost()).containsExactly(pmix.job().member(0)));
        }
        pmix.fence();
        pmix.connections().connect(all(pmix).build()).disconnect();
    }

    private static void whoGivesUpLeaves(Pmix pmix) throws Exception {
        ConnectRequest request = all(pmix).build();
        if (pmix.self().rank() == 0) {
            CompletableFuture<Connection> made = pmix.connections().connectAsync(request);
            made.cancel(false);
            pmix.fence();
            Await.until("nothing is left", () -> pmix.connections().active().isEmpty());
        } else {
            pmix.fence();
            assertThatExceptionOfType(PmixException.MemberLost.class)
                    .isThrownBy(() -> {
                        // The other may have left before this has connected.
                        Connection connection = pmix.connections().connect(request);
                        Await.until(
                                "the other has left",
                                () -> connection.connected().size() == 1);
                        connection.disconnect();
                    })
                    .satisfies(
                            e -> assertThat(e.lost()).containsExactly(pmix.job().member(0)));
        }
        pmix.fence();
        // The next has a number that both agree upon.
        pmix.connections().connect(request).disconnect();
    }
}
