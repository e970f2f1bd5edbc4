// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.time.Duration;
import java.util.ArrayList;
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

    CompletableFuture<Void> begin() {
        return submit().thenAccept(new Done());
    }

    private Duration left() {
        return Duration.ofNanos(Math.max(1, deadline - System.nanoTime()));
    }

    @Override
    Boolean call() {
        GroupImpl group = connection.group;
        ConnectionRegistry registry = context.session.connections;
        PmixException failure;
        List<ProcId> lost = List.of();
        try {
            if (notifies) {
                ConnectEvents.disconnects(context, connection.namespace(), group.members(), left().toNanos());
            }
            failure = destruct(group);
        } finally {
            // Whatever becomes of it, this process is in it no more.
            HostConnect end = registry.hostEnd(connection.namespace());
            registry.end(connection.namespace());
            group.abandon();
            if (end != null) {
                lost = tellHost(end);
            }
        }
        if (failure instanceof PmixException.Timeout) {
            throw new PmixException.Timeout(
                    what + " timed out after " + timeout.toMillis() + " ms: not all have called it", failure.status());
        } else if (failure != null && !(failure instanceof PmixException.MemberLost)) {
            throw failure;
        }
        requireAll(lost);
        return true;
    }

    private @Nullable PmixException destruct(GroupImpl group) {
        try {
            group.destruct(left());
            return null;
        } catch (PmixException e) {
            return e;
        }
    }

    /** How the host is told when all have come; its turn is now. On the progress thread. */
    static HostConnect end(ConnectionImpl connection, Members left) {
        return HostConnect.disconnect(
                connection.context,
                "disconnect of " + ConnectNames.title(connection.namespace()),
                left,
                Duration.ofNanos(HOST_NANOS),
                connection);
    }

    /**
     * On one node the destruct is a success for libpmix although somebody dies meanwhile: so the host is asked, before
     * anybody is told that it is over and may end.
     *
     * @return who has died
     */
    private List<ProcId> tellHost(HostConnect end) {
        List<ProcId> lost = new ArrayList<>();
        try {
            Members members = connection.group.members();
            context.session.groups.ask(context, members, true);
            for (ProcId member : members) {
                if (context.session.groups.isDead(member)) {
                    lost.add(member);
                }
            }
        } finally {
            end.release();
        }
        try {
            end.join(HOST_NANOS);
        } catch (PmixException | IllegalStateException e) {
            // Its jobs have ended, or the session: then they are not connected either.
            Log.warning(what + ": the host was not told: " + e.getMessage());
        }
        return lost;
    }

    private void requireAll(List<ProcId> died) {
        Members left = connection.group.members().difference(died);
        List<ProcId> lost = connection.members().difference(left);
        if (!lost.isEmpty() && !connection.request.earlyTermination()) {
            throw Membership.lost(what, lost, "ended without disconnecting");
        }
    }
}
