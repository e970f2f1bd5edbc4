// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.connect;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.pmixj.connect.ConnectRequest;
import org.pmixj.connect.ConnectRequested;
import org.pmixj.connect.Connection;
import org.pmixj.connect.ConnectionEvent;
import org.pmixj.connect.Connections;
import org.pmixj.connect.DisconnectRequest;
import org.pmixj.connect.HostConnection;
import org.pmixj.event.Registration;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Delivery;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Procedure;
import org.pmixj.internal.notice.NativeRegistrations;
import org.pmixj.job.Job;

/** Checks requests, and starts connects and disconnects. */
public record ConnectionsImpl(Handle handle) implements Connections {
    /** Returns the interface: if a method returned the class as one, the verifier would load it at once. */
    public static Connections of(Handle handle) {
        return new ConnectionsImpl(handle);
    }

    private ConnectionTable table() {
        return ConnectionTable.of(handle.session);
    }

    private void check(String what) {
        handle.checkOpen();
        handle.session.refuseOnProgressThread(what);
    }

    private ConnectProcedure<Connection> connecting(ConnectRequest request) {
        return connecting(request, false, Function.identity());
    }

    private ConnectProcedure<Map<String, Job>> exchange(ConnectRequest request) {
        return connecting(request, true, Connection::jobs);
    }

    private <T> ConnectProcedure<T> connecting(
            ConnectRequest request, boolean exchangeOnly, Function<Connection, T> result) {
        Objects.requireNonNull(request, "request");
        handle.checkOpen();
        return new ConnectProcedure<>(handle, request, exchangeOnly, result);
    }

    @Override
    public Connection connect(ConnectRequest request) {
        return connecting(request).run();
    }

    @Override
    public CompletableFuture<Connection> connectAsync(ConnectRequest request) {
        return Delivery.start(handle, () -> connecting(request).submit());
    }

    @Override
    public HostConnection connectAtHost(ConnectRequest request) {
        return HostConnectionImpl.connect(handle, request).run();
    }

    @Override
    public CompletableFuture<HostConnection> connectAtHostAsync(ConnectRequest request) {
        return Delivery.start(
                handle, () -> HostConnectionImpl.connect(handle, request).submit());
    }

    @Override
    public Map<String, Job> exchangeJobInfo(ConnectRequest request) {
        return exchange(request).run();
    }

    @Override
    public CompletableFuture<Map<String, Job>> exchangeJobInfoAsync(ConnectRequest request) {
        return Delivery.start(handle, () -> exchange(request).submit());
    }

    private DisconnectProcedure disconnectProcedure(String namespace, DisconnectRequest request) {
        Checks.nspace("namespace", namespace);
        Objects.requireNonNull(request, "request");
        handle.checkOpen();
        ConnectionImpl connection = table().find(namespace);
        if (connection == null || !connection.startDisconnect()) {
            throw StatusCodes.notFound(
                    "disconnect: this process is in no connection '" + namespace + "'; see Connections.active()");
        }
        return new DisconnectProcedure(handle, connection, request);
    }

    @Override
    public void disconnect(String namespace, DisconnectRequest request) {
        check("disconnect");
        disconnectProcedure(namespace, request).run();
    }

    @Override
    public CompletableFuture<Void> disconnectAsync(String namespace, DisconnectRequest request) {
        return Delivery.start(
                handle, () -> disconnectProcedure(namespace, request).submit());
    }

    @Override
    public Optional<Connection> find(String namespace) {
        Checks.nspace("namespace", namespace);
        handle.checkOpen();
        return Optional.ofNullable(table().find(namespace));
    }

    @Override
    public Collection<Connection> active() {
        handle.checkOpen();
        return table().active();
    }

    @Override
    public Optional<String> clusterId() {
        check("cluster id");
        return ClusterNames.own(handle);
    }

    @Override
    public Registration onRequest(Consumer<? super ConnectRequested> listener) {
        Objects.requireNonNull(listener, "listener");
        await(List.of(ConnectEvents.REQUESTED));
        return table().onRequest(handle, listener);
    }

    @Override
    public CompletableFuture<Registration> onRequestAsync(Consumer<? super ConnectRequested> listener) {
        Objects.requireNonNull(listener, "listener");
        return submit(() -> onRequest(listener));
    }

    @Override
    public Registration onChange(Consumer<? super ConnectionEvent> listener) {
        Objects.requireNonNull(listener, "listener");
        await(List.of(ConnectEvents.HAS_CONNECTED, ConnectEvents.HAS_DISCONNECTED));
        return table().onChange(handle, listener);
    }

    @Override
    public CompletableFuture<Registration> onChangeAsync(Consumer<? super ConnectionEvent> listener) {
        Objects.requireNonNull(listener, "listener");
        return submit(() -> onChange(listener));
    }

    private void await(List<Integer> codes) {
        check("events of connections");
        NativeRegistrations.of(handle.session)
                .await(handle, codes, "events of connections", Deadline.toNanos(handle.defaultTimeout));
    }

    /** Registers a listener, and removes it again if the caller has given up. */
    private CompletableFuture<Registration> submit(Supplier<Registration> registration) {
        handle.checkOpen();
        return new Procedure<Registration>(handle, "events of connections") {
            @Override
            protected Registration call() {
                return registration.get();
            }

            @Override
            protected void late(Registration result) {
                result.close();
            }
        }.submit();
    }
}
