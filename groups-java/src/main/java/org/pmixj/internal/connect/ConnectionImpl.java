// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.connect;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.pmixj.Attributes;
import org.pmixj.ProcId;
import org.pmixj.connect.ConnectRequest;
import org.pmixj.connect.Connection;
import org.pmixj.connect.DisconnectRequest;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.call.Delivery;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.codec.MessageSize;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.job.Job;

/** Implements a connection by a group. */
final class ConnectionImpl implements Connection {
    final Handle handle;
    final ConnectRequest request;
    final GroupImpl group;
    private final Map<String, Job> jobs;
    private final boolean exchangeOnly;
    private final AtomicBoolean disconnecting = new AtomicBoolean();
    /** The directives for the host, set before the disconnect. */
    volatile Attributes disconnectDirectives = Attributes.none();

    /** Creates a connection, and reads within a time what the host reports of the jobs. */
    ConnectionImpl(Handle handle, ConnectRequest request, boolean exchangeOnly, GroupImpl group, Duration time) {
        this.handle = handle;
        this.request = request;
        this.exchangeOnly = exchangeOnly;
        this.group = group;
        this.jobs = group.jobs(time);
    }

    @Override
    public String namespace() {
        return group.id();
    }

    @Override
    public Optional<String> id() {
        return request.id();
    }

    @Override
    public int rank() {
        return members().indexOf(handle.session.self());
    }

    @Override
    public int size() {
        return members().size();
    }

    @Override
    public ProcId member(int newRank) {
        return new ProcId(namespace(), Checks.rank("connection", namespace(), newRank, size(), "member"));
    }

    @Override
    public ProcId all() {
        return ProcId.all(namespace());
    }

    @Override
    public Members members() {
        return group.byRank();
    }

    @Override
    public Members connected() {
        return group.members();
    }

    @Override
    public boolean isConnected() {
        return !disconnecting.get() && group.isActive();
    }

    @Override
    public Map<String, Job> jobs() {
        return jobs;
    }

    /** Returns whether the application sees this connection. It does not see one for an exchange of job information. */
    boolean isVisible() {
        return !exchangeOnly && isConnected();
    }

    /** Leaves the connection without waiting, because its caller has given up or its handle was closed. */
    void abandon() {
        if (startDisconnect()) {
            group.abandon();
        }
    }

    /** Marks the connection as disconnecting. Returns false if it was marked before, or the group has ended. */
    boolean startDisconnect() {
        return group.isActive() && disconnecting.compareAndSet(false, true);
    }

    /** Undoes {@link #startDisconnect} for a disconnect that was refused. It can be called again. */
    void stayConnected() {
        disconnecting.set(false);
    }

    private DisconnectProcedure disconnectProcedure() {
        handle.checkOpen();
        String what = ConnectNames.disconnect(namespace());
        handle.session.refuseClosed(what);
        MessageSize.check(what, MessageSize.ofProcs(members()));
        if (!startDisconnect()) {
            throw notConnected("disconnect");
        }
        return new DisconnectProcedure(handle, this, DisconnectRequest.defaults());
    }

    @Override
    public void disconnect() {
        handle.session.refuseOnProgressThread("disconnect");
        disconnectProcedure().run();
    }

    @Override
    public CompletableFuture<Void> disconnectAsync() {
        return Delivery.start(handle, () -> disconnectProcedure().submit());
    }

    @Override
    public void close() {
        handle.session.refuseOnProgressThread("close");
        if (startDisconnect()) {
            group.close();
        }
    }

    private GroupImpl connectedGroup() {
        handle.checkOpen();
        if (!isConnected()) {
            throw notConnected("fence");
        }
        return group;
    }

    private IllegalStateException notConnected(String operation) {
        return new IllegalStateException(
                operation + ": this process is no longer in " + ConnectNames.title(namespace()) + "; connect again");
    }

    @Override
    public void fence() {
        connectedGroup().fence();
    }

    @Override
    public CompletableFuture<Void> fenceAsync() {
        return connectedGroup().fenceAsync();
    }

    @Override
    public String toString() {
        return "Connection[" + namespace() + ", rank " + rank() + " of " + size() + (isConnected() ? "]" : ", ended]");
    }
}
