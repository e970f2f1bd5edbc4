// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.invite;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.group.Group;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.group.Reservation;

/** Keeps the roles of this process in constructions: as a leader, and as an invitee. Its monitor guards all of them. */
interface Roles {
    /** Keeps a construction that this process leads. Throws if the session ends. Guarded by this. */
    void put(InviteLeader leader);

    /** Forgets a role that is over, after a while. Guarded by this. */
    void forgetLater(InviteId id, Object role);

    /** Runs a task later, with the lock held. Returns null if the session ends. */
    @Nullable
    Future<?> after(long nanos, Runnable task);

    /** Notifies a process that it does not take part: its answer is late, or nobody asked for it. */
    static void refuse(Handle handle, InviteId id, ProcId proc) {
        InviteMessage.aborted(handle, id, "the construction goes on, or has ended, without this process")
                .send(List.of(proc));
    }

    /** Completes a construction with the group that was announced. Guarded by this. */
    static void complete(
            InviteId id, GroupImpl group, ProcId leader, Reservation reservation, CompletableFuture<Group> done) {
        group.changes.setLeader(leader);
        if (id.isOfConstruct()) {
            group.repair.keepFromLibrary();
        }
        GroupTable.of(group.handle.session).activate(reservation, group);
        if (!done.complete(group)) {
            group.abandon();
        }
    }
}
