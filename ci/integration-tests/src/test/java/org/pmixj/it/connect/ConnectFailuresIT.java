// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.pmixj.it.support.Await.LIMIT;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.pmixj.FenceRequest;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.connect.ConnectRequest;
import org.pmixj.connect.Connection;
import org.pmixj.connect.ConnectionEvent;
import org.pmixj.connect.DisconnectRequest;
import org.pmixj.event.EventDetail;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.it.conformance.Conforms;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Seen;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/**
 * A process that dies before it connects, while it does, while it is connected and while the others disconnect; on one
 * node, and on three with the victim alone on its node. The host is told to leave the others alive. Where two scenarios
 * follow each other in one job, the second is that of those who have survived the first.
 */
class ConnectFailuresIT {
    /** Part of the title of the native call in which a process waits for others to connect. */
    private static final String CONNECT = "connect of connection '";
    /** Part of the title of the native call in which a process waits for others to disconnect. */
    private static final String DISCONNECT = "/end'";

    private static final int VICTIM = 1;
    private static final int SECOND = 2;
    private static final Key<String> CARD = Key.of("it.card", ValueType.STRING);

    /** Whoever is connected is not ended by the host with one that ends. */
    private static final String ALONE = "pmix_terminate_connected";

    /** The processes that take part, one of which dies. Rank 0 is always among them. */
    private record Scenario(Pmix pmix, RankContext context, int victim) {
        ConnectRequest.Builder all() {
            return (victim == VICTIM
                            ? ConnectRequest.builder()
                                    .members(ProcId.all(pmix.self().nspace()))
                            : ConnectRequest.builder().members(members()))
                    .timeout(LIMIT);
        }

        List<ProcId> members() {
            List<ProcId> members = new ArrayList<>(pmix.job().members());
            if (victim != VICTIM) {
                members.remove(VICTIM);
            }
            return members;
        }

        List<ProcId> survivors() {
            List<ProcId> survivors = members();
            survivors.remove(lost());
            return survivors;
        }

        ProcId lost() {
            return pmix.job().member(victim);
        }

        boolean isVictim() {
            return context.rank() == victim;
        }

        /** Announces that this rank waits for others in a native call with that title. */
        void announce(String title) {
            UnderWay.announceCall(pmix, context, point(title), title);
        }

        /** Waits until all that take part, but for some, wait in such a call. */
        void await(String title, int... others) throws InterruptedException {
            context.await(
                    point(title),
                    members().stream()
                            .mapToInt(ProcId::rank)
                            .filter(rank -> IntStream.of(others).noneMatch(other -> other == rank))
                            .toArray());
        }

        private String point(String title) {
            return title.replaceAll("\\W", "-") + victim;
        }

        /** The victim dies once all others wait in a native call with that title. */
        void diesWhileTheOthersWait(String title) throws InterruptedException {
            if (isVictim()) {
                await(title, victim);
                context.killSelf();
            }
            announce(title);
        }

        /** Connects by any form. */
        Connection connect(ConnectRequest request) {
            if (context.rank() == 0) {
                return pmix.connections().connect(request);
            }
            try {
                return pmix.connections().connectAsync(request).join();
            } catch (CompletionException e) {
                throw (RuntimeException) e.getCause();
            }
        }

        Connection connect() {
            return connect(all().build());
        }

        void isLost(ThrowingCallable operation) {
            long begin = System.nanoTime();
            assertThatThrownBy(operation)
                    .isInstanceOfSatisfying(
                            PmixException.MemberLost.class,
                            failure -> assertThat(failure.lost()).containsExactly(lost()));
            // It failed because of the death, not because the time was over.
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(LIMIT);
        }

        /** Uses what is left, as the survivors can afterwards. */
        void goesOn() {
            assertThat(pmix.connections().active()).isEmpty();
            Connection rest = pmix.connections()
                    .connect(ConnectRequest.builder()
                            .members(survivors())
                            .timeout(LIMIT)
                            .build());
            pmix.fence(FenceRequest.builder().members(rest.all()).timeout(LIMIT).build());
            rest.disconnect(DisconnectRequest.builder().timeout(LIMIT).build());
        }
    }

    // --- before ----------------------------------------------------------------------------------------------------

    @Conforms({"connect-6", "connect-29"})
    @PmixTest(
            ranks = 4,
            nodes = {1, 3},
            killed = {VICTIM, SECOND},
            launcher = {"--prtemca", ALONE, "0"})
    void diesBeforeItConnects(Pmix pmix, RankContext context) throws Exception {
        diesBeforeItConnects(new Scenario(pmix, context, VICTIM));
        diesBeforeItConnectsAndIsOptional(new Scenario(pmix, context, SECOND));
    }

    private static void diesBeforeItConnects(Scenario scenario) throws Exception {
        scenario.diesWhileTheOthersWait(CONNECT);
        scenario.isLost(scenario::connect);
        scenario.goesOn();
    }

    private static void diesBeforeItConnectsAndIsOptional(Scenario scenario) throws Exception {
        scenario.diesWhileTheOthersWait(CONNECT);
        Pmix pmix = scenario.pmix();
        Connection connection = scenario.connect(scenario.all().optional().build());
        assertThat(connection.members()).isEqualTo(scenario.survivors());
        assertThat(connection.rank()).isEqualTo(scenario.survivors().indexOf(pmix.self()));
        pmix.fence(FenceRequest.builder().members(connection.all()).build());
        connection.disconnect(DisconnectRequest.builder().timeout(LIMIT).build());
        scenario.goesOn();
    }

    @Conforms("connect-29")
    @PmixTest(
            ranks = 3,
            nodes = {1, 3},
            recoverable = true)
    void endsInGoodOrderBeforeItConnects(Pmix pmix, RankContext context) throws Exception {
        Scenario scenario = new Scenario(pmix, context, VICTIM);
        if (scenario.isVictim()) {
            scenario.await(CONNECT, VICTIM);
            pmix.close();
            return;
        }
        scenario.announce(CONNECT);
        scenario.isLost(scenario::connect);
        scenario.goesOn();
    }

    // --- while it does ---------------------------------------------------------------------------------------------

    @Conforms("connect-29")
    @PmixTest(
            ranks = 4,
            nodes = {1, 3},
            killed = {VICTIM, SECOND},
            launcher = {"--prtemca", ALONE, "0"})
    void diesWhileItConnects(Pmix pmix, RankContext context) throws Exception {
        hasDiedBeforeAnybodyConnects(new Scenario(pmix, context, VICTIM));
        diesWhileItConnects(new Scenario(pmix, context, SECOND));
    }

    /** The host knows of the end, and no process was notified of it. */
    private static void hasDiedBeforeAnybodyConnects(Scenario scenario) throws Exception {
        if (scenario.isVictim()) {
            scenario.context().killSelf();
        }
        Await.until("the host knows of the end", () -> Jobs.hasEnded(scenario.pmix(), scenario.lost()));
        scenario.isLost(scenario::connect);
        scenario.goesOn();
    }

    private static void diesWhileItConnects(Scenario scenario) throws Exception {
        Pmix pmix = scenario.pmix();
        CompletableFuture<Connection> made = null;
        if (scenario.context().rank() > 0) {
            scenario.announce(CONNECT);
            made = pmix.connections().connectAsync(scenario.all().build());
        }
        if (scenario.isVictim()) {
            scenario.await(CONNECT, 0);
            scenario.context().killSelf();
        } else if (made == null) {
            // This rank is the last to come: all others have connected, as far as libpmix knows.
            Await.until("the host knows of the end", () -> Jobs.hasEnded(pmix, scenario.lost()));
            made = pmix.connections().connectAsync(scenario.all().build());
        }
        try {
            // It did connect before it died; that is known here or not.
            Connection connection = made.join();
            Await.until("the end is known", () -> !connection.connected().contains(scenario.lost()));
            assertThatThrownBy(() -> connection.disconnect(
                            DisconnectRequest.builder().timeout(LIMIT).build()))
                    .isInstanceOf(PmixException.MemberLost.class);
        } catch (CompletionException e) {
            assertThat(e.getCause()).isInstanceOf(PmixException.MemberLost.class);
        }
        scenario.goesOn();
    }

    // --- while it is connected -------------------------------------------------------------------------------------

    @Conforms({"connect-21", "connect-31", "connect-33"})
    @PmixTest(
            ranks = 3,
            nodes = {1, 3},
            killed = VICTIM,
            launcher = {"--prtemca", ALONE, "0"})
    void diesWhileItIsConnected(Pmix pmix, RankContext context) throws Exception {
        Scenario scenario = new Scenario(pmix, context, VICTIM);
        BlockingQueue<ConnectionEvent> told = new LinkedBlockingQueue<>();
        pmix.connections().onChange(told::add);
        try (Seen ends = new Seen(pmix.events().on(EventDetail.ProcessTerminated.codes()))) {
            Connection connection = scenario.connect();
            pmix.put(Scope.GLOBAL, CARD, "card of " + pmix.self().rank());
            pmix.commit();
            pmix.fence(FenceRequest.builder().members(connection.all()).build());
            if (scenario.isVictim()) {
                context.killSelf();
            }
            assertThat(Await.next(told))
                    .isEqualTo(new ConnectionEvent.Terminated(connection.namespace(), scenario.lost()));
            assertThat(ends.next().affected()).containsExactly(scenario.lost());
            assertThat(connection.connected()).isEqualTo(scenario.survivors());
            assertThat(connection.member(VICTIM)).isEqualTo(new ProcId(connection.namespace(), VICTIM));
            // The others are where they were.
            for (ProcId survivor : scenario.survivors()) {
                assertThat(pmix.get(connection.member(survivor.rank()), CARD)).isEqualTo("card of " + survivor.rank());
            }
            scenario.isLost(() -> connection.fence(CollectiveOptions.within(LIMIT)));
            scenario.isLost(() -> connection.disconnect(
                    DisconnectRequest.builder().timeout(LIMIT).build()));
            assertThat(connection.isConnected()).isFalse();
        }
        scenario.goesOn();
    }

    @Conforms({"connect-7", "connect-8", "connect-24"})
    @PmixTest(
            ranks = 4,
            nodes = {1, 3},
            killed = {VICTIM, SECOND})
    void mayEndEarly(Pmix pmix, RankContext context) throws Exception {
        mayEndEarlyWhileTheOthersFence(new Scenario(pmix, context, VICTIM));
        mayEndEarlyWhileTheOthersDisconnect(new Scenario(pmix, context, SECOND));
    }

    private static void mayEndEarlyWhileTheOthersFence(Scenario scenario) throws Exception {
        Pmix pmix = scenario.pmix();
        Connection connection =
                scenario.connect(scenario.all().earlyTermination().build());
        FenceRequest fence =
                FenceRequest.builder().members(connection.all()).timeout(LIMIT).build();
        pmix.fence(fence);
        scenario.diesWhileTheOthersWait("fence");
        // The first is under way when the process dies, the second begins later.
        pmix.fence(fence);
        pmix.fence(fence);
        assertThat(connection.connected()).isEqualTo(scenario.survivors());
        assertThat(connection.rank()).isEqualTo(pmix.self().rank());
        connection.disconnect(DisconnectRequest.builder().timeout(LIMIT).build());
        scenario.goesOn();
    }

    // --- while the others disconnect -------------------------------------------------------------------------------

    private static void mayEndEarlyWhileTheOthersDisconnect(Scenario scenario) throws Exception {
        Connection connection =
                scenario.connect(scenario.all().earlyTermination().build());
        scenario.diesWhileTheOthersWait(DISCONNECT);
        connection.disconnect(DisconnectRequest.builder().timeout(LIMIT).build());
        scenario.goesOn();
    }

    @Conforms("connect-24")
    @PmixTest(
            ranks = 4,
            nodes = {1, 3},
            killed = {VICTIM, SECOND},
            launcher = {"--prtemca", ALONE, "0"})
    void diesWhileTheOthersDisconnect(Pmix pmix, RankContext context) throws Exception {
        diesWhileTheOthersDisconnect(new Scenario(pmix, context, VICTIM));
        diesInItsDisconnect(new Scenario(pmix, context, SECOND));
    }

    private static void diesWhileTheOthersDisconnect(Scenario scenario) throws Exception {
        Connection connection = scenario.connect();
        scenario.diesWhileTheOthersWait(DISCONNECT);
        scenario.isLost(() ->
                connection.disconnect(DisconnectRequest.builder().timeout(LIMIT).build()));
        scenario.goesOn();
    }

    private static void diesInItsDisconnect(Scenario scenario) throws Exception {
        Connection connection = scenario.connect();
        if (scenario.context().rank() > 0) {
            scenario.announce(DISCONNECT);
        }
        if (scenario.isVictim()) {
            CompletableFuture<Void> _ = connection.disconnectAsync(
                    DisconnectRequest.builder().timeout(LIMIT).build());
            scenario.await(DISCONNECT, 0);
            scenario.context().killSelf();
        }
        if (scenario.context().rank() == 0) {
            Await.until("the end is known", () -> !connection.connected().contains(scenario.lost()));
        }
        scenario.isLost(() ->
                connection.disconnect(DisconnectRequest.builder().timeout(LIMIT).build()));
        scenario.goesOn();
    }
}
