// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.data.FenceCall;

/** A fence of all members of a group. */
final class GroupFence extends Collective<Void> {
    private final GroupImpl group;
    private final boolean collect;

    GroupFence(GroupImpl group, String operation, boolean collect, boolean faultTolerant, Duration timeout) {
        super(group.handle(), group.name(operation), group.membership(), faultTolerant, timeout);
        this.group = group;
        this.collect = collect;
        List<ProcId> gone = membership.gone(0);
        if (group.traits().kind().isFixed() && !faultTolerant && !gone.isEmpty()) {
            throw Roster.lost(what, gone, membership.how(gone) + " before");
        }
    }

    @Override
    protected NativeCall<?> attempt(Duration timeout) {
        // The members are named one by one: libpmix learns of a departure a while after this process.
        synchronized (membership) {
            return new FenceCall(handle, what, group.members(), collect, timeout, membership);
        }
    }

    @Override
    protected @Nullable Void succeeded(@Nullable Object answer) {
        return null;
    }
}
