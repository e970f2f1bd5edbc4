// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.fence;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.data.FenceCall;
import org.pmixj.internal.group.Collective;
import org.pmixj.internal.group.GroupImpl;

/** Ends a group when all members have met in a fence. Whatever the outcome, it has ended for this process. */
final class FenceDestruct extends Collective<Void> {
    private final GroupImpl group;
    private final Attributes directives;

    FenceDestruct(GroupImpl group, Duration timeout, Attributes directives) {
        super(group.handle(), group.name("destruct"), group.membership(), false, timeout);
        this.group = group;
        this.directives = directives;
    }

    @Override
    protected NativeCall<?> attempt(Duration timeout) {
        synchronized (membership) {
            // It collects data, as all fences of groups do: one of another group of these members may meet it.
            return new FenceCall(handle, what, group.members(), true, timeout, membership) {
                @Override
                public boolean isInternal() {
                    return true;
                }
            }.directed(directives);
        }
    }

    @Override
    protected @Nullable Void succeeded(@Nullable Object answer) {
        membership.markEndedForAll();
        end();
        return null;
    }

    @Override
    protected void failed() {
        end();
    }

    private void end() {
        membership.markDone();
        group.destructed();
        group.free();
    }
}
