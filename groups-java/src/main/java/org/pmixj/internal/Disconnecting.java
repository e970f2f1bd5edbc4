// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.connect.DisconnectRequest;
import org.pmixj.group.Members;

/** The members end the group, and then tell the host. */
final class Disconnecting extends GroupTask<Void> {
    /** All have come when the host is told; who ends in that moment is not waited for. */
    private static final long HOST_NANOS = 5_000_000_000L;

    private final Context context;
    private final ConnectionImpl connection;
    private final boolean notifies;
    private final Duration timeout;
    private final long deadline;

    Disconnecting(Context context, ConnectionImpl connection, DisconnectRequest request) {
        super(context, "disconnect of " + ConnectNames.title(connection.namespace()));
        this.context = context;
        this.connection = connection;
        this.notifies = request.notifyEach() || connection.request.notifyEach();
        this.timeout = request.timeout().orElse(context.defaultTimeout);
        this.deadline = System.nanoTime() + Operation.toNanos(timeout);
    }

    private Duration left() {
        return Duration.ofNanos(Math.max(1, deadline - System.nanoTime()));
    }

    @Override
    @Nullable
    Void call() {
        GroupImpl group = connection.group;
        Members left;
        try {
            if (notifies) {
                ConnectEvents.disconnects(context, connection.namespace(), group.members(), left().toNanos());
            }
            left = meet(group);
        } catch (PmixException.Timeout e) {
            throw CollectiveBound.timeout(what, timeout);
        } finally {
            // Whatever becomes of it, this process is in it no more.
            context.session.connections.end(connection.namespace());
            group.abandon();
        }
        List<ProcId> lost = connection.members().difference(left);
        if (!lost.isEmpty() && !connection.request.earlyTermination()) {
            throw Membership.lost(what, lost, "ended without disconnecting");
        }
        return null;
    }

    /**
     * Ends the group, of those who are left. The destruct alone is a success for libpmix on one node although somebody
     * dies meanwhile, and a fence is also one of somebody else; a group of those who have come says who has.
     *
     * @return who has come
     */
    private Members meet(GroupImpl group) {
        if (context.session.singleton()) {
            group.destruct(left());
            return group.members();
        }
        context.session.groups.ask(context, group.members(), false);
        GroupImpl met = GroupsImpl.meeting(context, group, left());
        HostConnect end = context.session.connections.hostEnd(connection.namespace());
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

    private void end(GroupImpl group, GroupImpl met, Members left) {
        if (left.size() < connection.size()) {
            // All that are left have come. To libpmix a destruct without those who have gone may not come to an end.
            met.forget();
            group.forget();
            return;
        }
        for (GroupImpl one : List.of(group, met)) {
            try {
                one.destruct(left());
            } catch (PmixException.MemberLost e) {
                // Who was there is known.
            }
        }
    }

    /** How the host is told when all have come; its turn is now. On the progress thread. */
    static HostConnect end(ConnectionImpl connection, Members left) {
        return HostConnect.disconnect(connection.context, connection.namespace(), left, Duration.ofNanos(HOST_NANOS));
    }

    private void awaitHost(HostConnect end) {
        try {
            end.join(Math.min(HOST_NANOS, left().toNanos()));
        } catch (PmixException | IllegalStateException e) {
            // Its jobs have ended, or the session: then they are not connected either.
            Log.warning(what + ": the host was not told: " + e.getMessage());
        }
    }
}
