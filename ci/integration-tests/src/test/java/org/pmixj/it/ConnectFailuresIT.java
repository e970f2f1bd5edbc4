// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
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
import org.pmixj.event.EventDetail;
import org.pmixj.internal.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/**
 * A process that dies before it connects, while it does, while it is connected and while the others disconnect; on one
 * node, and on three with the victim alone on its node. The host is told to leave the others alive.
 */
class ConnectFailuresIT {
    private static final Duration BOUND = Duration.ofSeconds(60);

    /** What the title of a native call contains while it waits for others to connect. */
    private static final String CONNECT = "connect of connection '";
    /** What it contains while it waits for others to disconnect. */
    private static final String DISCONNECT = "/end'";

    private static final int VICTIM = 1;
    private static final Key<String> CARD = Key.of("it.card", ValueType.STRING);

    /** Whoever is connected is not ended by the host with one that ends. */
    private static final String ALONE = "pmix_terminate_connected";

    private static ConnectRequest.Builder all(Pmix pmix) {
        return ConnectRequest.among(ProcId.all(pmix.self().nspace())).timeout(BOUND);
    }

    private static List<ProcId> survivors(Pmix pmix) {
        List<ProcId> rest = new ArrayList<>(pmix.job().members());
        rest.remove(VICTIM);
        return rest;
    }

    private static void isLost(Pmix pmix, ThrowingCallable operation) {
        long begin = System.nanoTime();
        assertThatThrownBy(operation)
                .isInstanceOfSatisfying(
                        PmixException.MemberLost.class,
                        lost -> assertThat(lost.lost())
                                .containsExactly(pmix.job().member(VICTIM)));
        // It failed because of the death, not because the time was over.
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(BOUND);
    }

    /** What the survivors can do afterwards. */
    private static void goesOn(Pmix pmix) {
        assertThat(pmix.connections().active()).isEmpty();
        Connection rest = pmix.connections()
                .connect(ConnectRequest.among(survivors(pmix)).timeout(BOUND).build());
        pmix.fence(FenceRequest.builder().members(rest.all()).timeout(BOUND).build());
        rest.disconnect(BOUND);
    }

    /** By any form. */
    private static Connection connect(Pmix pmix, ConnectRequest request) {
        if (pmix.self().rank() == 0) {
            return pmix.connections().connect(request);
        }
        try {
            return pmix.connections().connectAsync(request).join();
        } catch (CompletionException e) {
            throw (RuntimeException) e.getCause();
        }
    }

    // --- before ----------------------------------------------------------------------------------------------------

    @Conforms("connect-29")
    @PmixTest(
            ranks = 3,
            nodes = {1, 3},
            killed = VICTIM,
            launcher = {"--prtemca", ALONE, "0"})
    void diesBeforeItConnects(Pmix pmix, RankContext context) throws Exception {
        if (context.rank() == VICTIM) {
            context.await("connect");
            context.killSelf();
        }
        UnderWay.announce(pmix, context, "connect", CONNECT);
        isLost(pmix, () -> connect(pmix, all(pmix).build()));
        goesOn(pmix);
    }

    /** The host knows of the end, and no process was notified of it. */
    @Conforms("connect-29")
    @PmixTest(
            ranks = 3,
            nodes = {1, 3},
            killed = VICTIM,
            launcher = {"--prtemca", ALONE, "0"})
    void hasDiedBeforeAnybodyConnects(Pmix pmix, RankContext context) throws Exception {
        if (context.rank() == VICTIM) {
            context.killSelf();
        }
        ProcId victim = pmix.job().member(VICTIM);
        Jobs.await("the host knows of the end", () -> Jobs.hasEnded(pmix, victim));
        isLost(pmix, () -> connect(pmix, all(pmix).build()));
        goesOn(pmix);
    }

    @Conforms("connect-29")
    @PmixTest(
            ranks = 3,
            nodes = {1, 3},
            recoverable = true)
    void endsInGoodOrderBeforeItConnects(Pmix pmix, RankContext context) throws Exception {
        if (context.rank() == VICTIM) {
            context.await("connect");
            pmix.close();
            return;
        }
        UnderWay.announce(pmix, context, "connect", CONNECT);
        isLost(pmix, () -> connect(pmix, all(pmix).build()));
        goesOn(pmix);
    }

    @Conforms("connect-6")
    @PmixTest(
            ranks = 3,
            nodes = {1, 3},
            killed = VICTIM,
            launcher = {"--prtemca", ALONE, "0"})
    void diesBeforeItConnectsAndIsOptional(Pmix pmix, RankContext context) throws Exception {
        if (context.rank() == VICTIM) {
            context.await("connect");
            context.killSelf();
        }
        UnderWay.announce(pmix, context, "connect", CONNECT);
        Connection connection = connect(pmix, all(pmix).optional().build());
        assertThat(connection.members()).isEqualTo(survivors(pmix));
        assertThat(connection.rank()).isEqualTo(survivors(pmix).indexOf(pmix.self()));
        pmix.fence(FenceRequest.builder().members(connection.all()).build());
        connection.disconnect(BOUND);
        goesOn(pmix);
    }

    // --- while it does ---------------------------------------------------------------------------------------------

    @PmixTest(
            ranks = 3,
            nodes = {1, 3},
            killed = VICTIM,
            launcher = {"--prtemca", ALONE, "0"})
    void diesWhileItConnects(Pmix pmix, RankContext context) throws Exception {
        CompletableFuture<Connection> made = null;
        if (context.rank() > 0) {
            UnderWay.announce(pmix, context, "connect", CONNECT);
            made = pmix.connections().connectAsync(all(pmix).build());
        }
        ProcId victim = pmix.job().member(VICTIM);
        if (context.rank() == VICTIM) {
            context.await("connect", 1, 2);
            context.killSelf();
        } else if (made == null) {
            // This rank is the last to come: all others have connected, as far as libpmix knows.
            Jobs.await("the host knows of the end", () -> Jobs.hasEnded(pmix, victim));
            made = pmix.connections().connectAsync(all(pmix).build());
        }
        try {
            // It did connect before it died; that is known here or not.
            Connection connection = made.join();
            Jobs.await("the end is known", () -> !connection.connected().contains(victim));
            assertThatThrownBy(() -> connection.disconnect(BOUND)).isInstanceOf(PmixException.MemberLost.class);
        } catch (CompletionException e) {
            assertThat(e.getCause()).isInstanceOf(PmixException.MemberLost.class);
        }
        goesOn(pmix);
    }

    // --- while it is connected -------------------------------------------------------------------------------------

    @Conforms({"connect-21", "connect-31", "connect-33"})
    @PmixTest(
            ranks = 3,
            nodes = {1, 3},
            killed = VICTIM,
            launcher = {"--prtemca", ALONE, "0"})
    void diesWhileItIsConnected(Pmix pmix, RankContext context) throws Exception {
        BlockingQueue<ConnectionEvent> told = new LinkedBlockingQueue<>();
        pmix.connections().onChange(told::add);
        try (Seen ends = new Seen(pmix.events().on(EventDetail.ProcessTerminated.codes()))) {
            Connection connection = connect(pmix, all(pmix).build());
            pmix.put(Scope.GLOBAL, CARD, "card of " + pmix.self().rank());
            pmix.commit();
            pmix.fence(FenceRequest.builder().members(connection.all()).build());
            if (context.rank() == VICTIM) {
                context.killSelf();
            }
            assertThat(told.poll(60, TimeUnit.SECONDS))
                    .isEqualTo(new ConnectionEvent.Terminated(
                            connection.namespace(), pmix.job().member(VICTIM)));
            assertThat(ends.next().affected()).containsExactly(pmix.job().member(VICTIM));
            assertThat(connection.connected()).isEqualTo(survivors(pmix));
            assertThat(connection.member(VICTIM)).isEqualTo(new ProcId(connection.namespace(), VICTIM));
            // The others are where they were.
            for (ProcId survivor : survivors(pmix)) {
                assertThat(pmix.get(connection.member(survivor.rank()), CARD)).isEqualTo("card of " + survivor.rank());
            }
            isLost(pmix, () -> connection.fence(BOUND));
            isLost(pmix, () -> connection.disconnect(BOUND));
            assertThat(connection.isConnected()).isFalse();
        }
        goesOn(pmix);
    }

    @Conforms({"connect-7", "connect-8", "connect-24"})
    @PmixTest(
            ranks = 3,
            nodes = {1, 3},
            killed = VICTIM)
    void mayEndEarly(Pmix pmix, RankContext context) throws Exception {
        Connection connection = connect(pmix, all(pmix).earlyTermination().build());
        FenceRequest fence =
                FenceRequest.builder().members(connection.all()).timeout(BOUND).build();
        pmix.fence(fence);
        if (context.rank() == VICTIM) {
            context.await("fence");
            context.killSelf();
        }
        UnderWay.announce(pmix, context, "fence", "fence");
        // The first is under way when the process dies, the second begins later.
        pmix.fence(fence);
        pmix.fence(fence);
        assertThat(connection.connected()).isEqualTo(survivors(pmix));
        assertThat(connection.rank()).isEqualTo(context.rank());
        connection.disconnect(BOUND);
        goesOn(pmix);
    }

    // --- while the others disconnect -------------------------------------------------------------------------------

    @Conforms("connect-24")
    @PmixTest(
            ranks = 3,
            nodes = {1, 3},
            killed = VICTIM,
            launcher = {"--prtemca", ALONE, "0"})
    void diesWhileTheOthersDisconnect(Pmix pmix, RankContext context) throws Exception {
        Connection connection = connect(pmix, all(pmix).build());
        if (context.rank() == VICTIM) {
            context.await("disconnect");
            context.killSelf();
        }
        UnderWay.announce(pmix, context, "disconnect", DISCONNECT);
        isLost(pmix, () -> connection.disconnect(BOUND));
        goesOn(pmix);
    }

    @Conforms({"connect-7", "connect-24"})
    @PmixTest(
            ranks = 3,
            nodes = {1, 3},
            killed = VICTIM)
    void mayEndEarlyWhileTheOthersDisconnect(Pmix pmix, RankContext context) throws Exception {
        Connection connection = connect(pmix, all(pmix).earlyTermination().build());
        if (context.rank() == VICTIM) {
            context.await("disconnect");
            context.killSelf();
        }
        UnderWay.announce(pmix, context, "disconnect", DISCONNECT);
        connection.disconnect(BOUND);
        goesOn(pmix);
    }

    @PmixTest(
            ranks = 3,
            nodes = {1, 3},
            killed = VICTIM,
            launcher = {"--prtemca", ALONE, "0"})
    void diesInItsDisconnect(Pmix pmix, RankContext context) throws Exception {
        Connection connection = connect(pmix, all(pmix).build());
        if (context.rank() > 0) {
            UnderWay.announce(pmix, context, "disconnect", DISCONNECT);
        }
        if (context.rank() == VICTIM) {
            CompletableFuture<Void> _ = connection.disconnectAsync(BOUND);
            context.await("disconnect", 1, 2);
            context.killSelf();
        }
        if (context.rank() == 0) {
            ProcId victim = pmix.job().member(VICTIM);
            Jobs.await("the end is known", () -> !connection.connected().contains(victim));
        }
        isLost(pmix, () -> connection.disconnect(BOUND));
        goesOn(pmix);
    }
}
