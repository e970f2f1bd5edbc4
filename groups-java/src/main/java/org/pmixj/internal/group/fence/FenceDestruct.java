// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.fence;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.data.FenceCall;
import org.pmixj.internal.group.Collective;
import org.pmixj.internal.group.GroupImpl;

/** Ends a group when all members have met in a fence. */
final class FenceDestruct extends Collective.Ending {
    /** The members without which the group ends, because they have failed. */
    private volatile List<ProcId> missing = List.of();

    FenceDestruct(GroupImpl group, Duration timeout, Attributes directives) {
        super(group, false, timeout, directives);
    }

    @Override
    protected NativeCall<?> newCall(Duration timeout) {
        synchronized (membership) {
            missing = membership.failed();
            // It collects data, as all fences of groups do: one of another group of these members may meet it.
            return new FenceCall(handle, what, group.members(), true, timeout, membership).directed(directives);
        }
    }

    // If a member dies while all wait, the host ends the fence for all: one receives a failure, the others a success.
    // A fence that this process gave up does not count, because others may not have called it.
    @Override
    public boolean isExcused(PmixException failure, int departuresBefore) {
        missing = membership.failed();
        return group.endsWithoutDead()
                && !(failure instanceof PmixException.MemberLost)
                && membership.departed(departuresBefore).stream().anyMatch(missing::contains);
    }

    /** Returns whether it was given up because of a death: those that have not called it will call it without the dead. */
    boolean isRepeatedWithoutDead(PmixException failure) {
        return group.endsWithoutDead() && failure instanceof PmixException.MemberLost;
    }

    @Override
    protected @Nullable Void succeeded(@Nullable Object answer) {
        super.succeeded(answer);
        group.checkMissing(missing);
        return null;
    }

    @Override
    protected void end() {
        super.end();
        group.free();
    }
}
