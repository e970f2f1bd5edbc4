// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.connect;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.connect.DisconnectRequest;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Absent;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.data.WithoutFences;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.group.GroupsImpl;
import org.pmixj.internal.group.Roster;

/** Disconnects: the members construct a group to end the connection, call the host, and destruct both groups. */
final class DisconnectProcedure extends WithoutFences<Void> {
    private final ConnectionImpl connection;
    private final boolean notifiesAll;

    DisconnectProcedure(Handle handle, ConnectionImpl connection, DisconnectRequest request) {
        super(
                handle,
                ConnectNames.disconnect(connection.namespace()),
                request.timeout().orElse(handle.defaultTimeout));
        this.connection = connection;
        this.notifiesAll = request.notifyEach();
        connection.disconnectDirectives = request.directives();
    }

    @Override
    public List<ProcId> participants() {
        return connection.group.members();
    }

    @Override
    protected void takePlace() {
        if (HostConnectCall.isFor(handle, connection.request)) {
            try {
                refuseFences(connection.group.members());
            } catch (IllegalStateException e) {
                connection.stayConnected();
                throw e;
            }
        }
    }

    @Override
    protected @Nullable Void call() {
        GroupImpl group = connection.group;
        Members remaining;
        try {
            ConnectEvents.notify(
                    handle, ConnectEvents.HAS_DISCONNECTED, connection.namespace(), toNotify(), left().toNanos());
            remaining = disconnect(group);
        } catch (PmixException.Timeout e) {
            throw Deadline.collectiveTimeout(what, Duration.ofNanos(deadline.nanos()), Absent.of(e));
        } finally {
            // Also if the disconnect failed, this process is no longer connected.
            ConnectionTable.of(handle.session).remove(connection.namespace());
            group.abandon();
        }
        List<ProcId> lost = connection.members().difference(remaining);
        if (!lost.isEmpty() && !connection.request.earlyTermination()) {
            throw Roster.lost(what, lost, "ended without disconnecting");
        }
        return null;
    }

    /** Returns all members, or those that have asked for it in their connect. */
    private Members toNotify() {
        Members members = connection.group.members();
        Members watchers = ConnectionTable.of(handle.session).announce(connection.namespace());
        return notifiesAll ? members : members.intersection(watchers);
    }

    /**
     * Returns the members that have called. To know them, the remaining members construct another group. A destruct
     * alone would succeed on one node although a member ends meanwhile, and a fence may match another fence of the same
     * processes.
     */
    private Members disconnect(GroupImpl group) {
        if (handle.session.singleton()) {
            group.with(CollectiveOptions.within(left())).destruct();
            return group.members();
        }
        GroupTable.of(handle.session).method.askAndWait(handle, group.members(), false, left());
        GroupImpl endGroup = constructEndGroup(group);
        HostConnectCall hostCall = ConnectionTable.of(handle.session).hostDisconnect(connection.namespace());
        Members remaining = endGroup.members();
        try {
            endGroups(group, endGroup, remaining);
        } finally {
            // Where the destruct of the first one failed, the others must not wait for this process in the second.
            endGroup.abandon();
            if (hostCall != null) {
                awaitHost(hostCall);
            }
        }
        return remaining;
    }

    /** Constructs a group of the members that have not departed, and do not depart meanwhile. */
    private GroupImpl constructEndGroup(GroupImpl group) {
        GroupRequest request = GroupRequest.named(ConnectNames.endGroup(group.id()))
                .members(group.byRank())
                .optional()
                .timeout(left())
                // The group that begins a connection has data, and a construct without data takes another way: some
                // members would see it complete before the construct of another connection, and others after it.
                .info(Agreement.DIRECTIVES, 0)
                .build();
        return GroupsImpl.construct(handle, request, ConnectionKind.traits(handle.session, true), group, null);
    }

    private void endGroups(GroupImpl group, GroupImpl endGroup, Members remaining) {
        if (remaining.size() < connection.size()
                || !GroupTable.of(handle.session).method.distinguishesDestructs()) {
            // All remaining members have called. libpmix may not complete a destruct without the departed ones, and one
            // that is a fence may meet another fence of the members.
            endGroup.forget();
            group.forget();
            return;
        }
        for (GroupImpl one : List.of(group, endGroup)) {
            if (one.repair.isIsolated()) {
                // The fence of a destruct would be one of the same processes as the disconnect at the host.
                one.forget();
                continue;
            }
            try {
                one.with(CollectiveOptions.within(left())).destruct();
            } catch (PmixException.MemberLost e) {
                // The members that had called are known.
            }
        }
    }

    private void awaitHost(HostConnectCall hostCall) {
        try {
            hostCall.join(Math.min(Patience.OWN_LIBRARY, left().toNanos()));
        } catch (PmixException | IllegalStateException e) {
            // The jobs or the session have ended, and with them the connection.
            Log.warning(what + ": the host did not disconnect the processes: " + e.getMessage());
        }
    }
}
