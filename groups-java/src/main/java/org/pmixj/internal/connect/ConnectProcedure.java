// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.connect;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.connect.ConnectRequest;
import org.pmixj.connect.ConnectRequested;
import org.pmixj.connect.Connection;
import org.pmixj.connect.DisconnectRequest;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Absent;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.call.Dispatcher;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.codec.MessageSize;
import org.pmixj.internal.data.FenceCall;
import org.pmixj.internal.data.WithoutFences;
import org.pmixj.internal.group.Collective;
import org.pmixj.internal.group.GroupEvents;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupKind;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.group.GroupsImpl;
import org.pmixj.internal.group.Roster;

/**
 * Connects: notifies the others if requested, constructs a group of all, so that everybody knows that all have called,
 * and calls {@code PMIx_Connect}, by which the host distributes its data of the jobs. An exchange of job information
 * then disconnects.
 */
final class ConnectProcedure<T> extends WithoutFences<T> {
    private final ConnectRequest request;
    private final boolean exchangeOnly;
    private final Function<Connection, T> result;
    /** The first call to the host, started when the group was constructed. */
    private volatile @Nullable HostConnectCall hostCall;
    /** The processes that have asked for the request before it was sent; null once it was. Guarded by this. */
    private @Nullable List<ProcId> askedEarly = new ArrayList<>();

    ConnectProcedure(Handle handle, ConnectRequest request, boolean exchangeOnly, Function<Connection, T> result) {
        super(
                handle,
                (exchangeOnly ? "exchange of job information" : "connect") + " of " + request,
                request.timeout().orElse(handle.defaultTimeout));
        this.request = request;
        this.exchangeOnly = exchangeOnly;
        this.result = result;
    }

    @Override
    public String subject() {
        return request.id().orElse(exchangeOnly ? "job information" : "");
    }

    @Override
    public List<ProcId> participants() {
        return handle.session.addresses().expand(request.members());
    }

    @Override
    protected void takePlace() {
        // For other jobs the host must be asked, which takes time.
        if (ClusterNames.areKnown(handle, request)) {
            refuseFencesOf(members());
        }
    }

    private void refuseFencesOf(Members members) {
        if (HostConnectCall.isFor(handle, request)) {
            refuseFences(members);
        }
    }

    @Override
    protected T call() {
        ConnectionImpl connection = connect();
        if (exchangeOnly && connection.startDisconnect()) {
            DisconnectRequest end = DisconnectRequest.defaults().withTimeout(left());
            try {
                // This procedure still refuses fences.
                new DisconnectProcedure(handle, connection, end).call();
            } catch (PmixException.MemberLost e) {
                // All had connected, and this process has the information.
                Log.warning(what + ": " + e.getMessage());
            }
        }
        return result.apply(connection);
    }

    private ConnectionImpl connect() {
        Members members = members();
        refuseFencesOf(members);
        MessageSize.check(what, MessageSize.of(request.directives()) + MessageSize.ofProcs(members));
        ConnectionTable table = ConnectionTable.of(handle.session);
        String namespace = table.start(ConnectNames.family(request, exchangeOnly, members), members, this);
        try {
            return connect(namespace, members);
        } catch (PmixException.Timeout e) {
            table.remove(namespace);
            // The message names the whole timeout; the last step had only the rest.
            throw Deadline.collectiveTimeout(what, Duration.ofNanos(deadline.nanos()), Absent.of(e));
        } catch (RuntimeException | Error e) {
            table.remove(namespace);
            throw e;
        }
    }

    private ConnectionImpl connect(String namespace, Members members) {
        if (request.notifyRequest()) {
            ConnectEvents.sendRequest(handle, own(namespace), members, deadline.left());
            for (ProcId asker : requestSent()) {
                repeatRequest(asker, namespace, members);
            }
        }
        if (request.notifyEach()) {
            ConnectEvents.askForEach(handle, namespace, members, deadline.left());
        }
        Members watchers = ConnectionTable.of(handle.session).announce(namespace);
        ConnectEvents.notify(handle, ConnectEvents.HAS_CONNECTED, namespace, watchers, deadline.left());
        // On one node libpmix constructs a group with a member that has ended, and reports nothing.
        findEnded(members);
        GroupKind.Traits traits = ConnectionKind.traits(handle.session, request.earlyTermination());
        GroupImpl group = GroupsImpl.construct(handle, groupRequest(namespace, members), traits, null, null);
        try {
            PmixException difference = Agreement.difference(what, group);
            if (difference != null) {
                throw difference;
            }
            if (HostConnectCall.isFor(handle, request)) {
                new HostConnect(group).run();
            }
            findEnded(members);
            requireAll(group);
            ConnectionImpl connection = new ConnectionImpl(handle, request, exchangeOnly, group, left());
            ConnectionTable.of(handle.session).add(connection);
            return connection;
        } catch (RuntimeException | Error e) {
            group.abandon();
            throw e;
        }
    }

    /** Returns the request of this process, as the others see it. */
    private ConnectRequested own(String namespace) {
        return new ConnectRequested(handle.session.self(), namespace, request, exchangeOnly);
    }

    private synchronized List<ProcId> requestSent() {
        List<ProcId> askers = Objects.requireNonNull(askedEarly);
        askedEarly = null;
        return askers;
    }

    /**
     * Repeats the request for a process that has asked, if this one has sent a request and still waits. The repetition
     * must come after the request: it is dropped where that has arrived.
     */
    void repeatRequest(ProcId to, String namespace, Members members) {
        synchronized (this) {
            if (askedEarly != null) {
                askedEarly.add(to);
                return;
            }
        }
        long left = Deadline.until(deadline.end());
        if (request.notifyRequest() && left > 0) {
            ConnectEvents.repeat(handle, to, own(namespace), members, left);
        }
    }

    /** Notifies a process that has asked to be when this one had announced itself. Returns at once. */
    void notifyLate(ProcId watcher, String namespace) {
        long nanos = Deadline.toNanos(handle.defaultTimeout);
        Dispatcher.apart(
                "connect: a process was not notified: ",
                () -> ConnectEvents.notify(
                        handle.own(), ConnectEvents.HAS_CONNECTED, namespace, Members.of(watcher), nanos));
    }

    /** Asks the host which members have ended. */
    private void findEnded(Members members) {
        if (!handle.session.singleton()) {
            GroupTable.of(handle.session).method.askAndWait(handle, members, false, left());
        }
    }

    /** Throws if a member has departed, unless the request allows it. */
    private void requireAll(GroupImpl group) {
        List<ProcId> lost = group.byRank().difference(group.members());
        if (!lost.isEmpty() && !request.optional() && !request.earlyTermination()) {
            throw Roster.lost(what, lost, group.membership.how(lost));
        }
    }

    private GroupRequest groupRequest(String namespace, Members members) {
        GroupRequest.Builder group =
                GroupRequest.named(namespace).members(members).timeout(Duration.ofNanos(deadline.left()));
        group.info(Agreement.DIRECTIVES, ConnectEvents.commonDirectives(request, exchangeOnly));
        if (request.optional()) {
            group.optional();
        }
        return group.build();
    }

    /**
     * Calls the host when the group was constructed: all members do so in the same order. On the progress thread.
     * Returns false if it does not.
     */
    boolean constructed(GroupImpl group) {
        long left = Deadline.until(deadline.end());
        if (!HostConnectCall.isFor(handle, request) || left <= 0) {
            return false;
        }
        HostConnectCall first =
                HostConnectCall.connect(handle, what, group, Duration.ofNanos(left), request.directives());
        first.hold();
        hostCall = first;
        GroupEvents.launch(first);
        Dispatcher.apart(() -> release(first, group));
        return true;
    }

    /** Lets a call to the host go on if all have requested the same. */
    private void release(HostConnectCall first, GroupImpl group) {
        boolean agreed = false;
        try {
            agreed = Agreement.difference(what, group) == null;
        } finally {
            first.release(agreed);
        }
    }

    /** Waits for the call to the host that {@link #constructed} has started, and repeats it if members depart. */
    private final class HostConnect extends Collective<Void> {
        private final GroupImpl group;
        private @Nullable HostConnectCall first = hostCall;

        HostConnect(GroupImpl group) {
            super(
                    ConnectProcedure.this.handle,
                    ConnectProcedure.this.what,
                    group.membership,
                    request.optional(),
                    Duration.ofNanos(deadline.left()));
            this.group = group;
        }

        @Override
        protected NativeCall<?> newCall(Duration timeout) {
            HostConnectCall started = first;
            if (started != null) {
                return started;
            }
            synchronized (group.membership) {
                return HostConnectCall.connect(handle, what, group, timeout, request.directives());
            }
        }

        @Override
        protected String name() {
            return FenceCall.name(FenceCall.Kind.CONNECT, membership.members());
        }

        @Override
        protected @Nullable Object perform(NativeCall<?> attempt, long left) {
            if (attempt.equals(first)) {
                first = null;
                return attempt.join(left);
            }
            return super.perform(attempt, left);
        }

        @Override
        protected @Nullable Void succeeded(@Nullable Object answer) {
            return null;
        }
    }

    @Override
    protected void late(T connected) {
        // The others see that this process has departed.
        if (connected instanceof ConnectionImpl connection) {
            connection.abandon();
        }
    }

    // --- members -------------------------------------------------------------------------------------------------

    /** Returns the members in ascending order, which is the same for all. */
    private Members members() {
        List<ProcId> procs = ClusterNames.procs(handle.with(left()), what, request);
        return Members.of(
                ClusterNames.members(handle, what, procs).stream().sorted().toList());
    }
}
