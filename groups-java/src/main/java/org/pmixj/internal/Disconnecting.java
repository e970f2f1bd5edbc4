// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.connect.DisconnectRequest;
import org.pmixj.group.Members;

/** The members end the group, and then tell the host. */
final class Disconnecting extends GroupTask<Boolean> {
    /** All have come when the host is told; who ends in that moment is not waited for. */
    private static final long HOST_NANOS = 5_000_000_000L;

    private final Context context;
    private final ConnectionImpl connection;
    private final boolean notifies;
    private final long deadline;

    Disconnecting(Context context, ConnectionImpl connection, DisconnectRequest request) {
        super(context, "disconnect of " + ConnectNames.title(connection.namespace()));
        this.context = context;
        this.connection = connection;
        this.notifies = request.isNotifyEach() || connection.request.notifyEach();
        this.deadline = System.nanoTime() + Operation.toNanos(request.timeout().orElse(context.defaultTimeout));
    }

    CompletableFuture<Void> begin() {
        return submit().thenAccept(new Done());
    }

    private long left() {
        return Math.max(1, deadline - System.nanoTime());
    }

    @Override
    Boolean call() {
        GroupImpl group = connection.group;
        PmixException failure = null;
        boolean allCame = false;
        try {
            if (notifies) {
                ConnectEvents.disconnects(context, connection.namespace(), group.members(), left());
            }
            failure = meet(group);
            allCame = failure == null || failure instanceof PmixException.MemberLost;
        } finally {
            // Whatever becomes of it, this process is in it no more.
            if (!allCame) {
                group.abandon();
            }
            if (context.session.connections.end(connection.namespace())
                    && allCame
                    && Connecting.tellsHost(context, connection.request)) {
                tellHost(group.members());
            }
        }
        List<ProcId> lost = connection.members().difference(group.members());
        if (failure == null && !lost.isEmpty()) {
            failure = Membership.lost(what, lost, "ended without disconnecting");
        }
        boolean excused = failure instanceof PmixException.MemberLost && connection.request.earlyTermination();
        if (failure != null && !excused) {
            throw failure;
        }
        return true;
    }

    /**
     * Of those who are left, in a fence and then in the destruct of the group: that alone is a success for libpmix on one
     * node, although somebody dies meanwhile.
     */
    private @Nullable PmixException meet(GroupImpl group) {
        try {
            group.collective("disconnect", false, true, Duration.ofNanos(left()))
                    .run();
            group.destruct(Duration.ofNanos(left()));
            return null;
        } catch (PmixException e) {
            return e;
        }
    }

    private void tellHost(Members members) {
        try {
            HostConnect.disconnect(context, what, members, Duration.ofNanos(HOST_NANOS))
                    .run(HOST_NANOS);
        } catch (PmixException | IllegalStateException e) {
            // Its jobs have ended, or the session: then they are not connected either.
            Log.warning(what + ": the host was not told: " + e.getMessage());
        }
    }
}
