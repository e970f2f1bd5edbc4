// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Tag;
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
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Departure;
import org.pmixj.it.support.Ends;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Scenarios;
import org.pmixj.it.support.Seen;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/**
 * A process that dies before it connects, while it does, while it is connected and while the others disconnect; on one
 * node, and on three. The host is told to leave the others alive.
 */
class ConnectFailuresIT {
    /** Part of the title of the native call in which a process waits for others to connect. */
    private static final String CONNECT = "connect of connection '";
    /** Part of the title of the native call in which a process waits for others to disconnect. */
    private static final String DISCONNECT = "/end'";

    /** The one that departs, in each scenario. */
    private static final int VICTIM = 1;

    private static final Key<String> CARD = Key.of("it.card", ValueType.STRING);

    /** Whoever is connected is not ended by the host with one that ends. */
    private static final String ALONE = "pmix_terminate_connected";

    /** Returns a request of all that take part. */
    private static ConnectRequest.Builder all(Departure death) {
        Pmix pmix = death.pmix();
        return death.members().size() == pmix.job().size()
                ? ConnectRequest.builder().members(ProcId.all(pmix.self().nspace()))
                : ConnectRequest.builder().members(death.members());
    }

    /** Connects by any form. */
    private static Connection connect(Departure death, ConnectRequest request) {
        if (death.context().rank() == 0) {
            return death.pmix().connections().connect(request);
        }
        try {
            return death.pmix().connections().connectAsync(request).join();
        } catch (CompletionException e) {
            throw (RuntimeException) e.getCause();
        }
    }

    private static Connection connect(Departure death) {
        return connect(death, all(death).build());
    }

    /** Uses what is left, as the survivors can afterwards. */
    private static void goOn(Departure death) {
        Pmix pmix = death.pmix();
        assertThat(pmix.connections().active()).isEmpty();
        Connection rest = pmix.connections()
                .connect(ConnectRequest.builder().members(death.rest()).build());
        pmix.fence(FenceRequest.of(rest.all()));
        rest.disconnect();
    }

    // --- before ----------------------------------------------------------------------------------------------------

    private static void diesBeforeItConnects(Departure death) throws Exception {
        death.dieWhileOthersWait(CONNECT);
        death.assertFails(() -> connect(death));
        goOn(death);
    }

    private static void diesBeforeItConnectsAndIsOptional(Departure death) throws Exception {
        death.dieWhileOthersWait(CONNECT);
        Pmix pmix = death.pmix();
        Connection connection = connect(death, all(death).optional().build());
        assertThat(connection.members()).isEqualTo(death.rest());
        assertThat(connection.rank()).isEqualTo(death.rest().indexOf(pmix.self()));
        pmix.fence(FenceRequest.of(connection.all()));
        connection.disconnect();
        goOn(death);
    }

    /** A process that may end early has to connect all the same. */
    private static void diesBeforeItConnectsAndMayEndEarly(Departure death) throws Exception {
        death.dieWhileOthersWait(CONNECT);
        death.assertFails(() -> connect(death, all(death).earlyTermination().build()));
        goOn(death);
    }

    private static void endsInGoodOrderBeforeItConnects(Departure death) throws Exception {
        if (death.isLeaver()) {
            death.await(CONNECT);
            Ends.CLOSED.end(death.pmix(), death.context());
            return;
        }
        death.announce(CONNECT);
        death.assertFails(() -> connect(death));
        goOn(death);
    }

    // --- while it does ---------------------------------------------------------------------------------------------

    /** The host knows of the end, and no process was notified of it. */
    private static void hasDiedBeforeAnybodyConnects(Departure death) throws Exception {
        if (death.isLeaver()) {
            death.context().killSelf();
        }
        Await.until("the host knows of the end", () -> Jobs.hasEnded(death.pmix(), death.departed()));
        death.assertFails(() -> connect(death));
        goOn(death);
    }

    private static void diesWhileItConnects(Departure death) throws Exception {
        Pmix pmix = death.pmix();
        CompletableFuture<Connection> made = null;
        if (death.context().rank() > 0) {
            death.announce(CONNECT);
            made = pmix.connections().connectAsync(all(death).build());
        }
        if (death.isLeaver()) {
            UnderWay.awaitCall(pmix, CONNECT);
            death.await(CONNECT, 0);
            death.context().killSelf();
        } else if (made == null) {
            // This rank is the last to come: all others have connected, as far as libpmix knows.
            Await.until("the host knows of the end", () -> Jobs.hasEnded(pmix, death.departed()));
            made = pmix.connections().connectAsync(all(death).build());
        }
        try {
            // It did connect before it died; that is known here or not.
            Connection connection = made.join();
            Await.until("the end is known", () -> !connection.connected().contains(death.departed()));
            assertThatThrownBy(connection::disconnect).isInstanceOf(PmixException.MemberLost.class);
        } catch (CompletionException e) {
            assertThat(e.getCause()).isInstanceOf(PmixException.MemberLost.class);
        }
        goOn(death);
    }

    // --- while it is connected -------------------------------------------------------------------------------------

    private static void diesWhileItIsConnected(Departure death) throws Exception {
        Pmix pmix = death.pmix();
        BlockingQueue<ConnectionEvent> told = new LinkedBlockingQueue<>();
        pmix.connections().onChange(told::add);
        try (Seen ends = new Seen(pmix.events().on(EventDetail.ProcessTerminated.codes()))) {
            Connection connection = connect(death);
            pmix.put(Scope.GLOBAL, CARD, "card of " + pmix.self().rank());
            pmix.commit();
            pmix.fence(FenceRequest.of(connection.all()));
            if (death.isLeaver()) {
                death.context().killSelf();
            }
            assertThat(Await.next(told))
                    .isEqualTo(new ConnectionEvent.Terminated(connection.namespace(), death.departed()));
            assertThat(ends.next().affected()).containsExactly(death.departed());
            assertThat(connection.connected()).isEqualTo(death.rest());
            int gone = connection.members().indexOf(death.departed());
            assertThat(connection.member(gone)).isEqualTo(new ProcId(connection.namespace(), gone));
            // The others are where they were.
            for (ProcId survivor : death.rest()) {
                ProcId member = connection.member(connection.members().indexOf(survivor));
                assertThat(pmix.get(member, CARD)).isEqualTo("card of " + survivor.rank());
            }
            death.assertFails(() -> connection.fence());
            death.assertFails(() -> connection.disconnect());
            assertThat(connection.isConnected()).isFalse();
        }
        goOn(death);
    }

    /** "Do not generate an error if a process terminates without disconnecting": no event reports it either. */
    private static void mayEndEarlyWhileTheOthersFence(Departure death) throws Exception {
        Pmix pmix = death.pmix();
        BlockingQueue<ConnectionEvent> told = new LinkedBlockingQueue<>();
        pmix.connections().onChange(told::add);
        Connection connection = connect(death, all(death).earlyTermination().build());
        FenceRequest fence = FenceRequest.of(connection.all());
        pmix.fence(fence);
        death.dieWhileOthersWait("fence");
        // The first is under way when the process dies, the second begins later.
        pmix.fence(fence);
        pmix.fence(fence);
        assertThat(connection.connected()).isEqualTo(death.rest());
        assertThat(connection.rank()).isEqualTo(death.context().rank());
        connection.disconnect();
        goOn(death);
        assertThat(told).isEmpty();
    }

    // --- while the others disconnect -------------------------------------------------------------------------------

    private static void mayEndEarlyWhileTheOthersDisconnect(Departure death) throws Exception {
        Connection connection = connect(death, all(death).earlyTermination().build());
        death.dieWhileOthersWait(DISCONNECT);
        connection.disconnect();
        goOn(death);
    }

    private static void diesWhileTheOthersDisconnect(Departure death) throws Exception {
        Connection connection = connect(death);
        death.dieWhileOthersWait(DISCONNECT);
        death.assertFails(() -> connection.disconnect());
        goOn(death);
    }

    private static void diesInItsDisconnect(Departure death) throws Exception {
        Connection connection = connect(death);
        if (death.context().rank() > 0) {
            death.announce(DISCONNECT);
        }
        if (death.isLeaver()) {
            CompletableFuture<Void> _ = connection.disconnectAsync();
            UnderWay.awaitCall(death.pmix(), DISCONNECT);
            death.await(DISCONNECT, 0);
            death.context().killSelf();
        }
        if (death.context().rank() == 0) {
            Await.until("the end is known", () -> !connection.connected().contains(death.departed()));
        }
        death.assertFails(() -> connection.disconnect());
        goOn(death);
    }

    // --- the jobs --------------------------------------------------------------------------------------------------

    /** On three nodes the ranks 4, 7 and 10 are alone on theirs among those of their scenario. */
    @Tag("row:connect-6")
    @Tag("row:connect-21")
    @Tag("row:connect-24")
    @Tag("row:connect-29")
    @Tag("row:connect-31")
    @Tag("row:connect-33")
    @PmixTest(
            ranks = 11,
            nodes = {1, 3},
            killed = {1, 3, 4, 5, 6, 7, 8, 10},
            launcher = {"--prtemca", ALONE, "0"},
            timeLimit = 300)
    void membersDie(Pmix pmix, RankContext context) throws Exception {
        Scenarios scenarios = new Scenarios(pmix, context);
        // Those who survive one are not just those of the next: a connect could meet what is left of an earlier one.
        scenarios.departs(ConnectFailuresIT::hasDiedBeforeAnybodyConnects, VICTIM, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
        scenarios.departs(ConnectFailuresIT::diesBeforeItConnects, VICTIM, 0, 4, 2, 3);
        scenarios.departs(ConnectFailuresIT::diesBeforeItConnectsAndIsOptional, VICTIM, 0, 5, 2, 9);
        scenarios.departs(ConnectFailuresIT::diesWhileItIsConnected, VICTIM, 0, 7, 2);
        scenarios.departs(ConnectFailuresIT::diesWhileItConnects, VICTIM, 0, 6, 2, 3);
        scenarios.departs(ConnectFailuresIT::diesWhileTheOthersDisconnect, VICTIM, 0, 8, 2, 9);
        scenarios.departs(ConnectFailuresIT::diesInItsDisconnect, VICTIM, 0, 10, 2, 3);
        scenarios.departs(ConnectFailuresIT::diesBeforeItConnectsAndMayEndEarly, VICTIM, 0, 3, 2, 9);
        scenarios.departs(ConnectFailuresIT::endsInGoodOrderBeforeItConnects, VICTIM, 0, 9, 2);
    }

    @Tag("row:connect-7")
    @Tag("row:connect-8")
    @Tag("row:connect-24")
    @PmixTest(
            ranks = 4,
            nodes = {1, 3},
            killed = {1, 2})
    void mayEndEarly(Pmix pmix, RankContext context) throws Exception {
        Scenarios scenarios = new Scenarios(pmix, context);
        scenarios.departs(ConnectFailuresIT::mayEndEarlyWhileTheOthersFence, VICTIM, 0, 1, 2, 3);
        scenarios.departs(ConnectFailuresIT::mayEndEarlyWhileTheOthersDisconnect, VICTIM, 0, 2, 3);
    }
}
