// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.pmixj.it.support.Await.LIMIT;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Tag;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.connect.ConnectRequest;
import org.pmixj.connect.ConnectRequested;
import org.pmixj.connect.Connection;
import org.pmixj.connect.ConnectionEvent;
import org.pmixj.connect.Connections;
import org.pmixj.connect.DisconnectRequest;
import org.pmixj.event.Event;
import org.pmixj.event.Registration;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Seen;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** The events that the processes of connections send each other. */
class ConnectEventsIT {
    private static ConnectRequest.Builder all(Pmix pmix) {
        return ConnectRequest.builder().members(ProcId.all(pmix.self().nspace()));
    }

    private static Set<ProcId> others(Pmix pmix) {
        Set<ProcId> others = new HashSet<>(pmix.job().members());
        others.remove(pmix.self());
        return others;
    }

    @Tag("row:connect-4")
    @Tag("row:connect-24")
    @Tag("row:connect-32")
    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void othersAreNotifiedOfEach(Pmix pmix, RankContext context) throws Exception {
        eachIsTold(pmix);
        whoAsksIsNotified(pmix, context);
        thoseAreToldOfThatAskForIt(pmix);
        whoClosesItsSessionHasNotDisconnected(pmix);
    }

    @Tag("row:connect-9")
    @PmixTest(ranks = 2, nodes = 3, alone = true)
    void aRequestLastsAsLongAsWhoAsks(Pmix pmix) throws Exception {
        // No process has a handler yet: the server keeps the request for them.
        aRequestEndsWithWhoAsks(pmix);
        anExchangeIsAskedForAsWell(pmix);
    }

    // --- PMIX_CONNECT_NOTIFY_EACH ----------------------------------------------------------------------------------

    @SuppressWarnings("deprecation") // the code is in libpmix's header of what was withdrawn
    private static void eachIsTold(Pmix pmix) throws Exception {
        BlockingQueue<ConnectionEvent> told = new LinkedBlockingQueue<>();
        try (Registration listener = pmix.connections().onChange(told::add);
                Seen events = new Seen(pmix.events().on(Connections.PROC_HAS_CONNECTED))) {
            assertThat(listener.isActive()).isTrue();
            pmix.fence();
            Connection connection =
                    pmix.connections().connect(all(pmix).notifyEach().build());
            List<ConnectionEvent> connected = List.of(Await.next(told), Await.next(told));
            for (ConnectionEvent event : connected) {
                assertThat(event).isInstanceOf(ConnectionEvent.HasConnected.class);
                assertThat(event.namespace()).isEqualTo(connection.namespace());
            }
            assertThat(connected.stream().map(ConnectionEvent::proc)).containsExactlyInAnyOrderElementsOf(others(pmix));
            // A handler of the code, which need not know this library.
            for (Event event : List.of(events.next(), events.next())) {
                assertThat(event.affected()).containsExactly(event.source().orElseThrow());
                assertThat(event.attributes().get(Keys.GROUP_ID)).hasValue(connection.namespace());
            }
            pmix.fence();
            connection.disconnect();
            List<ConnectionEvent> gone = List.of(Await.next(told), Await.next(told));
            for (ConnectionEvent event : gone) {
                assertThat(event).isInstanceOf(ConnectionEvent.HasDisconnected.class);
                assertThat(event.namespace()).isEqualTo(connection.namespace());
            }
            assertThat(gone.stream().map(ConnectionEvent::proc)).containsExactlyInAnyOrderElementsOf(others(pmix));
            pmix.fence();
            assertThat(told).isEmpty();
        }
    }

    /** Rank 0 alone asks: after rank 1 has connected, and before rank 2 does. The others are not notified. */
    private static void whoAsksIsNotified(Pmix pmix, RankContext context) throws Exception {
        BlockingQueue<ConnectionEvent> seen = new LinkedBlockingQueue<>();
        ConnectRequest request = all(pmix).id("one-asks").build();
        try (Registration _ = pmix.connections().onChange(seen::add)) {
            pmix.fence();
            if (context.rank() == 0) {
                context.await("connects", 1);
            } else if (context.rank() == 1) {
                UnderWay.announceCall(pmix, context, "connects", "connect of connection '");
            } else {
                context.await("notified", 0);
            }
            boolean asks = context.rank() == 0;
            CompletableFuture<Connection> made = pmix.connections()
                    .connectAsync(asks ? request.toBuilder().notifyEach().build() : request);
            if (asks) {
                ConnectionEvent first = Await.next(seen);
                assertThat(first).isInstanceOf(ConnectionEvent.HasConnected.class);
                assertThat(first.proc()).isEqualTo(pmix.job().member(1));
                assertThat(made).isNotDone();
                context.reached("notified");
            }
            Connection connection = Await.result(made);
            String namespace = connection.namespace();
            if (asks) {
                assertThat(Await.next(seen))
                        .isEqualTo(new ConnectionEvent.HasConnected(
                                namespace, pmix.job().member(2)));
            }
            pmix.fence();
            connection.disconnect();
            if (asks) {
                assertThat(List.of(Await.next(seen), Await.next(seen)))
                        .containsExactlyInAnyOrder(
                                new ConnectionEvent.HasDisconnected(
                                        namespace, pmix.job().member(1)),
                                new ConnectionEvent.HasDisconnected(
                                        namespace, pmix.job().member(2)));
            }
            pmix.fence();
            assertThat(seen).isEmpty();
        }
    }

    private static void thoseAreToldOfThatAskForIt(Pmix pmix) throws Exception {
        BlockingQueue<ConnectionEvent> told = new LinkedBlockingQueue<>();
        pmix.connections().onChangeAsync(told::add).join();
        Seen events = new Seen(pmix.events().on(Connections.PROC_HAS_DISCONNECTED));
        pmix.fence();
        Connection connection = pmix.connections().connect(all(pmix).build());
        pmix.fence();
        if (pmix.self().rank() == 1) {
            pmix.connections()
                    .disconnect(
                            connection.namespace(), DisconnectRequest.defaults().withNotifyEach());
        } else {
            connection.disconnect();
            assertThat(Await.next(told))
                    .isEqualTo(new ConnectionEvent.HasDisconnected(
                            connection.namespace(), pmix.job().member(1)));
            assertThat(events.next().source()).hasValue(pmix.job().member(1));
        }
        pmix.fence();
        assertThat(told).isEmpty();
        assertThat(events.events).isEmpty();
        events.close();
    }

    // --- PMIX_CONNECT_NOTIFY_REQ -----------------------------------------------------------------------------------

    /** One asks and goes on; one has registered before, one registers later, one comes by itself. */
    @Tag("row:connect-3")
    @Tag("row:connect-5")
    @PmixTest(
            ranks = 4,
            nodes = {1, 3})
    void processesAreAskedAndComeWhenTheyCome(Pmix pmix, RankContext context) throws Exception {
        Connections connections = pmix.connections();
        int rank = pmix.self().rank();
        ConnectRequest request = all(pmix).id("aggregate").notifyEach().build();
        CompletableFuture<Connection> made = new CompletableFuture<>();
        BlockingQueue<ConnectRequested> asked = new LinkedBlockingQueue<>();
        if (rank == 1) {
            connections.onRequest(asked::add);
        }
        pmix.fence();
        if (rank == 0) {
            made = connections.connectAsync(request.toBuilder().notifyRequest().build());
            // It goes on with its work.
            pmix.fence();
            assertThat(made).isNotDone();
            context.reached("looked");
        } else {
            pmix.fence();
            context.await("looked", 0);
            if (rank > 1) {
                context.await("connect", rank - 1);
            }
            UnderWay.announceCall(pmix, context, "connect", "connect of connection '");
            if (rank == 2) {
                connections.onRequestAsync(asked::add).join();
            }
            if (rank < 3) {
                ConnectRequested one = Await.next(asked);
                assertThat(one.by()).isEqualTo(pmix.job().member(0));
                assertThat(one.isExchangeOnly()).isFalse();
                assertThat(one.request().members()).isEqualTo(pmix.job().members());
                assertThat(one.request().id()).hasValue("aggregate");
                assertThat(one.request().notifyEach()).isTrue();
                assertThat(one.request().notifyRequest()).isFalse();
                made = connections.connectAsync(one.request());
                assertThat(Await.result(made).namespace()).isEqualTo(one.namespace());
            } else {
                made = connections.connectAsync(request);
            }
        }
        Connection connection = Await.result(made);
        assertThat(connection.rank()).isEqualTo(rank);
        pmix.fence();
        // A later listener is notified only of the next request, not of one that this process has followed.
        ConnectRequest next = all(pmix).id("next").build();
        if (rank == 0) {
            connections.connect(next.toBuilder().notifyRequest().build()).disconnect();
        } else {
            BlockingQueue<ConnectRequested> again = new LinkedBlockingQueue<>();
            connections.onRequest(again::add);
            assertThat(Await.next(again).request().id()).hasValue("next");
            if (rank < 3) {
                assertThat(Await.next(asked).request().id()).hasValue("next");
            }
            connections.connect(next).disconnect();
            assertThat(again).isEmpty();
            assertThat(asked).isEmpty();
        }
        connection.disconnect();
        pmix.fence();
    }

    /** A process whose request failed asks nobody any more. A new request is sent anew. */
    private static void aRequestEndsWithWhoAsks(Pmix pmix) throws Exception {
        Connections connections = pmix.connections();
        BlockingQueue<ConnectRequested> asked = new LinkedBlockingQueue<>();
        if (pmix.self().rank() == 0) {
            assertThatExceptionOfType(PmixException.Timeout.class)
                    .isThrownBy(() -> connections.connect(all(pmix)
                            .notifyRequest()
                            .timeout(Duration.ofSeconds(1))
                            .build()))
                    .withMessageContaining("timed out after 1000 ms");
            pmix.fence();
            pmix.fence();
            connections.connect(all(pmix).notifyRequest().build()).disconnect();
        } else {
            pmix.fence();
            connections.onRequest(asked::add);
            pmix.fence();
            // The first would have arrived before.
            ConnectRequested one = Await.next(asked);
            assertThat(one.request().timeout().orElseThrow()).isBetween(Duration.ofSeconds(5), LIMIT.plusSeconds(5));
            connections.connect(one.request()).disconnect();
            assertThat(asked).isEmpty();
        }
        // The next request would arrive there too.
        pmix.fence();
    }

    private static void anExchangeIsAskedForAsWell(Pmix pmix) throws Exception {
        Connections connections = pmix.connections();
        if (pmix.self().rank() == 0) {
            assertThat(connections.exchangeJobInfo(all(pmix).notifyRequest().build()))
                    .containsOnlyKeys(pmix.self().nspace());
        } else {
            BlockingQueue<ConnectRequested> asked = new LinkedBlockingQueue<>();
            connections.onRequest(asked::add);
            ConnectRequested one = Await.next(asked);
            assertThat(one.isExchangeOnly()).isTrue();
            assertThat(connections.exchangeJobInfoAsync(one.request()).join())
                    .containsOnlyKeys(pmix.self().nspace());
        }
        assertThat(connections.active()).isEmpty();
        pmix.fence();
    }

    // --- ends ------------------------------------------------------------------------------------------------------

    /** A second session of the same processes sends no event. The one that is closed does. */
    private static void whoClosesItsSessionHasNotDisconnected(Pmix pmix) throws Exception {
        BlockingQueue<ConnectionEvent> told = new LinkedBlockingQueue<>();
        pmix.connections().onChange(told::add);
        Connection connection = pmix.connections().connect(all(pmix).build());
        pmix.fence();
        if (pmix.self().rank() == 1) {
            pmix.close();
            return;
        }
        assertThat(Await.next(told))
                .isEqualTo(new ConnectionEvent.Terminated(
                        connection.namespace(), pmix.job().member(1)));
        assertThat(connection.connected()).hasSize(2).doesNotContain(pmix.job().member(1));
        assertThat(connection.members()).hasSize(3);
        assertThat(connection.rank()).isEqualTo(pmix.self().rank());
        assertThatExceptionOfType(PmixException.MemberLost.class)
                .isThrownBy(connection::disconnect)
                .satisfies(e -> assertThat(e.lost()).containsExactly(pmix.job().member(1)));
        assertThat(connection.isConnected()).isFalse();
        List<ProcId> left = new ArrayList<>(pmix.job().members());
        left.remove(1);
        pmix.connections()
                .connect(ConnectRequest.builder().members(left).build())
                .disconnect();
    }
}
