// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.connect;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.connect.ConnectRequest;
import org.pmixj.connect.ConnectRequested;
import org.pmixj.connect.Connection;
import org.pmixj.connect.ConnectionEvent;
import org.pmixj.connect.Connections;
import org.pmixj.connect.DisconnectRequest;
import org.pmixj.event.Registration;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Procedure;
import org.pmixj.internal.event.NativeRegistrations;
import org.pmixj.job.Job;

/** Checks requests, and starts connects and disconnects. */
public final class ConnectionsImpl implements Connections {
    private final Handle handle;

    /** Returns the interface: if a method returned the class as one, the verifier would load it at once. */
    public static Connections of(Handle handle) {
        return new ConnectionsImpl(handle);
    }

    private ConnectionsImpl(Handle handle) {
        this.handle = handle;
    }

    private ConnectionTable registry() {
        return ConnectionTable.of(handle.session);
    }

    private void check(String what) {
        handle.checkOpen();
        handle.session.refuseOnProgressThread(what);
    }

    // --- connect -------------------------------------------------------------------------------------------------

    private ConnectProcedure connecting(ConnectRequest request) {
        Objects.requireNonNull(request, "request");
        handle.checkOpen();
        return new ConnectProcedure(handle, request, false);
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
    public Map<String, Job> exchangeJobInfo(ConnectRequest request) {
        return exchanging(request).run();
    }

    @Override
    public CompletableFuture<Map<String, Job>> exchangeJobInfoAsync(ConnectRequest request) {
        return exchanging(request).submit();
    }

    private Exchanging exchanging(ConnectRequest request) {
        Objects.requireNonNull(request, "request");
        handle.checkOpen();
        return new Exchanging(request);
    }

    /** Connects, and disconnects when the job information is here. */
    private final class Exchanging extends Procedure<Map<String, Job>> {
        private final ConnectProcedure connecting;
        private final long deadline;

        Exchanging(ConnectRequest request) {
            super(handle, "exchange of job information");
            this.connecting = new ConnectProcedure(handle, request, true);
            this.deadline = Deadline.in(Deadline.toNanos(request.timeout().orElse(handle.defaultTimeout)));
        }

        @Override
        protected Map<String, Job> call() {
            ConnectionImpl made = connecting.call();
            Duration left = Deadline.durationUntil(deadline);
            if (made.beginDisconnect()) {
                try {
                    new DisconnectProcedure(
                                    handle,
                                    made,
                                    DisconnectRequest.builder().timeout(left).build())
                            .run();
                } catch (PmixException.MemberLost e) {
                    // All had connected, and this process has the information.
                    Log.warning(what + ": " + e.getMessage());
                }
            }
            return made.jobs();
        }
    }

    // --- disconnect ----------------------------------------------------------------------------------------------

    private DisconnectProcedure disconnecting(String namespace, DisconnectRequest request) {
        Checks.nspace("namespace", namespace);
        Objects.requireNonNull(request, "request");
        handle.checkOpen();
        ConnectionImpl connection = registry().find(namespace);
        if (connection == null || !connection.beginDisconnect()) {
            throw new PmixException.NotFound(
                    "disconnect failed: this process is in no connection '" + namespace + "'",
                    new PmixStatus(StatusCodes.NOT_FOUND));
        }
        return new DisconnectProcedure(handle, connection, request);
    }

    @Override
    public void disconnect(String namespace, DisconnectRequest request) {
        check("disconnect");
        disconnecting(namespace, request).run();
    }

    @Override
    public CompletableFuture<Void> disconnectAsync(String namespace, DisconnectRequest request) {
        return disconnecting(namespace, request).submit();
    }

    // --- what there is -------------------------------------------------------------------------------------------

    @Override
    public Optional<Connection> find(String namespace) {
        Checks.nspace("namespace", namespace);
        handle.checkOpen();
        return Optional.ofNullable(registry().find(namespace));
    }

    @Override
    public Collection<Connection> active() {
        handle.checkOpen();
        return registry().active();
    }

    @Override
    public Optional<String> clusterId() {
        check("cluster id");
        return ClusterNames.own(handle);
    }

    // --- listeners -----------------------------------------------------------------------------------------------

    @Override
    public Registration onRequest(Consumer<? super ConnectRequested> listener) {
        Objects.requireNonNull(listener, "listener");
        await(ConnectEvents.requests());
        return registry().onRequest(handle, listener);
    }

    @Override
    public CompletableFuture<Registration> onRequestAsync(Consumer<? super ConnectRequested> listener) {
        Objects.requireNonNull(listener, "listener");
        handle.checkOpen();
        return new ListeningToRequests(listener).submit();
    }

    @Override
    public Registration onChange(Consumer<? super ConnectionEvent> listener) {
        Objects.requireNonNull(listener, "listener");
        await(ConnectEvents.changes());
        return registry().onChange(handle, listener);
    }

    @Override
    public CompletableFuture<Registration> onChangeAsync(Consumer<? super ConnectionEvent> listener) {
        Objects.requireNonNull(listener, "listener");
        handle.checkOpen();
        return new ListeningToChanges(listener).submit();
    }

    private void await(List<Integer> codes) {
        check("events of connections");
        NativeRegistrations.of(handle.session)
                .await(handle, codes, "events of connections", Deadline.toNanos(handle.defaultTimeout));
    }

    private abstract class Listening extends Procedure<Registration> {
        Listening() {
            super(handle, "events of connections");
        }

        @Override
        protected final void late(Registration result) {
            result.close();
        }
    }

    private final class ListeningToRequests extends Listening {
        private final Consumer<? super ConnectRequested> listener;

        ListeningToRequests(Consumer<? super ConnectRequested> listener) {
            this.listener = listener;
        }

        @Override
        protected Registration call() {
            return onRequest(listener);
        }
    }

    private final class ListeningToChanges extends Listening {
        private final Consumer<? super ConnectionEvent> listener;

        ListeningToChanges(Consumer<? super ConnectionEvent> listener) {
            this.listener = listener;
        }

        @Override
        protected Registration call() {
            return onChange(listener);
        }
    }
}
