// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.pmixj.Job;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.connect.ConnectRequest;
import org.pmixj.connect.ConnectRequested;
import org.pmixj.connect.Connection;
import org.pmixj.connect.ConnectionEvent;
import org.pmixj.connect.Connections;
import org.pmixj.connect.DisconnectRequest;
import org.pmixj.event.Registration;

/** Connects and disconnects, and asks the {@link ConnectionRegistry}. */
public final class ConnectionsImpl implements Connections {
    private final Context context;

    /** As the interface: a method that returns an implementation as one makes the verifier load it at once. */
    public static Connections of(Context context) {
        return new ConnectionsImpl(context);
    }

    private ConnectionsImpl(Context context) {
        this.context = context;
    }

    private ConnectionRegistry registry() {
        return context.session.connections;
    }

    private void check(String what) {
        context.checkOpen();
        context.session.refuseOnProgressThread(what);
    }

    // --- connect -------------------------------------------------------------------------------------------------

    private Connecting connecting(ConnectRequest request) {
        Objects.requireNonNull(request, "request");
        context.checkOpen();
        return new Connecting(context, request, false);
    }

    @Override
    public Connection connect(ConnectRequest request) {
        return connecting(request).run();
    }

    @Override
    public CompletableFuture<Connection> connectAsync(ConnectRequest request) {
        return connecting(request).submit();
    }

    @Override
    public Map<String, Job> exchange(ConnectRequest request) {
        return exchanging(request).run();
    }

    @Override
    public CompletableFuture<Map<String, Job>> exchangeAsync(ConnectRequest request) {
        return exchanging(request).submit();
    }

    private Exchanging exchanging(ConnectRequest request) {
        Objects.requireNonNull(request, "request");
        context.checkOpen();
        return new Exchanging(request);
    }

    /** Connects, and disconnects when all is known. */
    private final class Exchanging extends GroupTask<Map<String, Job>> {
        private final Connecting connecting;
        private final long deadline;

        Exchanging(ConnectRequest request) {
            super(context, "exchange of job information");
            this.connecting = new Connecting(context, request, true);
            this.deadline =
                    System.nanoTime() + Operation.toNanos(request.timeout().orElse(context.defaultTimeout));
        }

        @Override
        Map<String, Job> call() {
            ConnectionImpl made = connecting.call();
            Duration left = Duration.ofNanos(Math.max(1, deadline - System.nanoTime()));
            if (made.beginDisconnect()) {
                try {
                    new Disconnecting(
                                    context,
                                    made,
                                    DisconnectRequest.builder().timeout(left).build())
                            .run();
                } catch (PmixException.MemberLost e) {
                    // All had come, and this process has what it came for.
                    Log.warning(what + ": " + e.getMessage());
                }
            }
            return made.jobs();
        }
    }

    // --- disconnect ----------------------------------------------------------------------------------------------

    private Disconnecting disconnecting(String namespace, DisconnectRequest request) {
        Checks.nspace("namespace", namespace);
        Objects.requireNonNull(request, "request");
        context.checkOpen();
        ConnectionImpl connection = registry().find(namespace);
        if (connection == null || !connection.beginDisconnect()) {
            throw new PmixException.NotFound(
                    "disconnect failed: this process is in no connection '" + namespace + "'",
                    new PmixStatus(Status.NOT_FOUND));
        }
        return new Disconnecting(context, connection, request);
    }

    @Override
    public void disconnect(String namespace) {
        disconnect(namespace, DisconnectRequest.defaults());
    }

    @Override
    public void disconnect(String namespace, DisconnectRequest request) {
        check("disconnect");
        disconnecting(namespace, request).run();
    }

    @Override
    public CompletableFuture<Void> disconnectAsync(String namespace) {
        return disconnectAsync(namespace, DisconnectRequest.defaults());
    }

    @Override
    public CompletableFuture<Void> disconnectAsync(String namespace, DisconnectRequest request) {
        return disconnecting(namespace, request).submit();
    }

    // --- what there is -------------------------------------------------------------------------------------------

    @Override
    public Optional<Connection> find(String namespace) {
        Checks.nspace("namespace", namespace);
        context.checkOpen();
        return Optional.ofNullable(registry().find(namespace));
    }

    @Override
    public Collection<Connection> active() {
        context.checkOpen();
        return registry().active();
    }

    @Override
    public Optional<String> clusterId() {
        check("cluster id");
        return Clusters.own(context);
    }

    // --- listeners -----------------------------------------------------------------------------------------------

    @Override
    public Registration onRequest(Consumer<? super ConnectRequested> listener) {
        Objects.requireNonNull(listener, "listener");
        await(ConnectEvents.requests());
        return registry().onRequest(context, listener);
    }

    @Override
    public CompletableFuture<Registration> onRequestAsync(Consumer<? super ConnectRequested> listener) {
        Objects.requireNonNull(listener, "listener");
        context.checkOpen();
        return new ListeningToRequests(listener).submit();
    }

    @Override
    public Registration onChange(Consumer<? super ConnectionEvent> listener) {
        Objects.requireNonNull(listener, "listener");
        await(ConnectEvents.changes());
        return registry().onChange(context, listener);
    }

    @Override
    public CompletableFuture<Registration> onChangeAsync(Consumer<? super ConnectionEvent> listener) {
        Objects.requireNonNull(listener, "listener");
        context.checkOpen();
        return new ListeningToChanges(listener).submit();
    }

    private void await(List<Integer> codes) {
        check("events of connections");
        context.session.events.await(
                context, codes, "events of connections", Operation.toNanos(context.defaultTimeout));
    }

    private abstract class Listening extends GroupTask<Registration> {
        Listening() {
            super(context, "events of connections");
        }

        @Override
        final void late(Registration result) {
            result.close();
        }
    }

    private final class ListeningToRequests extends Listening {
        private final Consumer<? super ConnectRequested> listener;

        ListeningToRequests(Consumer<? super ConnectRequested> listener) {
            this.listener = listener;
        }

        @Override
        Registration call() {
            return onRequest(listener);
        }
    }

    private final class ListeningToChanges extends Listening {
        private final Consumer<? super ConnectionEvent> listener;

        ListeningToChanges(Consumer<? super ConnectionEvent> listener) {
            this.listener = listener;
        }

        @Override
        Registration call() {
            return onChange(listener);
        }
    }
}
