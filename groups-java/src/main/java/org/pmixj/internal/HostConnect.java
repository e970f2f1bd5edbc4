// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;

/**
 * One {@code PMIx_Connect_nb} or {@code PMIx_Disconnect_nb}: the host takes the processes for one as to their ends. Across
 * nodes it knows all of these, and fences, by their participants alone. So those of the same processes take turns, in an
 * order that is the same for all: that in which libpmix has completed what precedes them, on whose thread they are
 * launched.
 */
final class HostConnect extends Fence {
    private final boolean connects;
    private final String namespace;

    private HostConnect(
            Context context,
            String what,
            String namespace,
            List<ProcId> procs,
            Duration timeout,
            @Nullable Membership membership,
            boolean connects) {
        super(context, what, procs, false, timeout, membership);
        this.namespace = namespace;
        this.connects = connects;
    }

    static HostConnect connect(Context context, String what, GroupImpl group, Duration timeout) {
        return new HostConnect(context, what, group.id(), group.members(), timeout, group.membership(), true);
    }

    static HostConnect disconnect(Context context, String namespace, List<ProcId> procs, Duration timeout) {
        String what = "disconnect of " + ConnectNames.title(namespace);
        return new HostConnect(context, what, namespace, procs, timeout, null, false);
    }

    @Override
    boolean inherits(Fence other) {
        return other instanceof HostConnect before && before.connects == connects;
    }

    @Override
    Fences turns() {
        return context().session.connects;
    }

    @Override
    int call(MemorySegment procsAsked, long count, Infos directives, MemorySegment answerTo) {
        return connects
                ? Native.connect(procsAsked, count, directives, answerTo)
                : Native.disconnect(procsAsked, count, directives, answerTo);
    }

    @Override
    void check(int answer) {
        super.check(answer);
        if (connects) {
            context().session.connections.told(namespace);
        }
    }
}
