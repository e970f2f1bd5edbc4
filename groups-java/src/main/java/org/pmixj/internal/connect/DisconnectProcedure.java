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
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Procedure;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.group.GroupsImpl;
import org.pmixj.internal.group.Roster;

/** Disconnects: the members end the group, and then call the host. */
final class DisconnectProcedure extends Procedure<Void> {
    /** The time for the host. All have called by then; a member that ends in that moment is not awaited. */
    private static final long HOST_NANOS = 5_000_000_000L;

    private final Handle handle;
    private final ConnectionImpl connection;
    private final boolean notifies;
    private final Duration timeout;
    private final long deadline;

    DisconnectProcedure(Handle handle, ConnectionImpl connection, DisconnectRequest request) {
        super(handle, "disconnect of " + ConnectNames.title(connection.namespace()));
        this.handle = handle;
        this.connection = connection;
        this.notifies = request.notifyEach() || connection.request.notifyEach();
        this.timeout = request.timeout().orElse(handle.defaultTimeout);
        this.deadline = Deadline.in(Deadline.toNanos(timeout));
    }

    private Duration left() {
        return Deadline.durationUntil(deadline);
    }

    @Override
    @Nullable
    protected Void call() {
        GroupImpl group = connection.group;
        Members left;
        try {
            if (notifies) {
                ConnectEvents.disconnects(handle, connection.namespace(), group.members(), left().toNanos());
            }
            left = meet(group);
        } catch (PmixException.Timeout e) {
            throw Deadline.collectiveTimeout(what, timeout);
        } finally {
            // Also if the disconnect failed, this process is no longer connected.
            ConnectionTable.of(handle.session).end(connection.namespace());
            group.abandon();
        }
        List<ProcId> lost = connection.members().difference(left);
        if (!lost.isEmpty() && !connection.request.earlyTermination()) {
            throw Roster.lost(what, lost, "ended without disconnecting");
        }
        return null;
    }

    /**
     * Ends the group. A destruct alone succeeds on one node although a member dies meanwhile, and a fence may be another
     * fence of the same processes. So the members that are left construct a group, which shows who has called.
     *
     * @return the members that have called
     */
    private Members meet(GroupImpl group) {
        if (handle.session.singleton()) {
            group.destruct(CollectiveOptions.within(left()));
            return group.members();
        }
        GroupTable.of(handle.session).repair.ask(handle, group.members(), false);
        GroupImpl met = meeting(group);
        HostConnectCall end = ConnectionTable.of(handle.session).hostEnd(connection.namespace());
        Members left = met.members();
        try {
            end(group, met, left);
        } finally {
            if (end != null) {
                awaitHost(end);
            }
        }
        return left;
    }

    /** Constructs the group in which those members meet that have not departed and do not meanwhile. */
    private GroupImpl meeting(GroupImpl group) {
        GroupRequest request = GroupRequest.named(ConnectNames.end(group.id()))
                .members(group.byRank())
                .optional()
                .timeout(left())
                .build();
        return GroupsImpl.construct(handle, request, ConnectionKind.traits(handle.session, true), group);
    }

    private void end(GroupImpl group, GroupImpl met, Members left) {
        if (left.size() < connection.size()) {
            // All that are left have called. libpmix may not complete a destruct without the departed members.
            met.forget();
            group.forget();
            return;
        }
        for (GroupImpl one : List.of(group, met)) {
            try {
                one.destruct(CollectiveOptions.within(left()));
            } catch (PmixException.MemberLost e) {
                // The members that had called are known.
            }
        }
    }

    /** Returns the call by which the host learns of the end. On the progress thread. */
    static HostConnectCall end(ConnectionImpl connection, Members left) {
        return HostConnectCall.disconnect(
                connection.handle, connection.namespace(), left, Duration.ofNanos(HOST_NANOS));
    }

    private void awaitHost(HostConnectCall end) {
        try {
            end.join(Math.min(HOST_NANOS, left().toNanos()));
        } catch (PmixException | IllegalStateException e) {
            // The jobs or the session have ended, and with them the connection.
            Log.warning(what + ": the host was not told: " + e.getMessage());
        }
    }
}
