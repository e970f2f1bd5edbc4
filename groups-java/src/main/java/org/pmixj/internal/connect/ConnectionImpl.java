// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.connect;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.pmixj.ProcId;
import org.pmixj.connect.ConnectRequest;
import org.pmixj.connect.Connection;
import org.pmixj.connect.DisconnectRequest;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Members;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.job.Job;

/** Implements a connection by a group, which the host may know. */
final class ConnectionImpl implements Connection {
    final Handle handle;
    final ConnectRequest request;
    final GroupImpl group;
    private final Members members;
    private final int rank;
    private final Map<String, Job> jobs;
    private final boolean exchangeOnly;
    private final AtomicBoolean disconnecting = new AtomicBoolean();

    ConnectionImpl(
            Handle handle, ConnectRequest request, boolean exchangeOnly, GroupImpl group, Map<String, Job> jobs) {
        this.handle = handle;
        this.request = request;
        this.exchangeOnly = exchangeOnly;
        this.group = group;
        this.members = group.byRank();
        this.rank = members.indexOf(handle.session.self());
        this.jobs = jobs;
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
        return rank;
    }

    @Override
    public int size() {
        return members.size();
    }

    @Override
    public ProcId member(int newRank) {
        return new ProcId(namespace(), Objects.checkIndex(newRank, members.size()));
    }

    @Override
    public ProcId all() {
        return ProcId.all(namespace());
    }

    @Override
    public Members members() {
        return members;
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

    /** Returns whether the application has this connection: one for an exchange it has not. */
    boolean isKnown() {
        return !exchangeOnly && isConnected();
    }

    /** Leaves a connection that nobody wants, and returns at once. */
    void abandon() {
        if (beginDisconnect()) {
            group.abandon();
        }
    }

    /** Starts a disconnect. Returns false if another one was started before. */
    boolean beginDisconnect() {
        return group.isActive() && disconnecting.compareAndSet(false, true);
    }

    // --- the end -------------------------------------------------------------------------------------------------

    private DisconnectProcedure disconnecting(DisconnectRequest how) {
        handle.checkOpen();
        handle.session.refuseClosed("disconnect of " + ConnectNames.title(namespace()));
        if (!beginDisconnect()) {
            throw new IllegalStateException(
                    "disconnect: this process is no longer in " + ConnectNames.title(namespace()));
        }
        return new DisconnectProcedure(handle, this, how);
    }

    @Override
    public void disconnect(DisconnectRequest request) {
        handle.session.refuseOnProgressThread("disconnect");
        disconnecting(request).run();
    }

    @Override
    public CompletableFuture<Void> disconnectAsync(DisconnectRequest request) {
        return disconnecting(request).submit();
    }

    @Override
    public void close() {
        handle.session.refuseOnProgressThread("close");
        if (beginDisconnect()) {
            group.close();
        }
    }

    // --- fence ---------------------------------------------------------------------------------------------------

    private GroupImpl used() {
        handle.checkOpen();
        if (!isConnected()) {
            throw new IllegalStateException("fence: this process is no longer in " + ConnectNames.title(namespace()));
        }
        return group;
    }

    @Override
    public void fence(CollectiveOptions options) {
        used().fence(options);
    }

    @Override
    public CompletableFuture<Void> fenceAsync(CollectiveOptions options) {
        return used().fenceAsync(options);
    }

    @Override
    public String toString() {
        return "Connection[" + namespace() + ", rank " + rank + " of " + size() + (isConnected() ? "]" : ", ended]");
    }
}
