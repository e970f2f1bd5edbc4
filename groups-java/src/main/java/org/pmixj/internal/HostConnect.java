// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;

/**
 * One {@code PMIx_Connect_nb} or {@code PMIx_Disconnect_nb}: the host takes the processes for one as to their ends. As
 * with fences, libpmix knows one by its participants alone.
 */
final class HostConnect extends Fence {
    private final boolean connects;

    private HostConnect(
            Context context,
            String what,
            List<ProcId> procs,
            Duration timeout,
            @Nullable Membership membership,
            boolean connects) {
        super(context, what, procs, false, timeout, membership);
        this.connects = connects;
    }

    static HostConnect connect(
            Context context, String what, List<ProcId> procs, Duration timeout, Membership membership) {
        return new HostConnect(context, what, procs, timeout, membership, true);
    }

    static HostConnect disconnect(Context context, String what, List<ProcId> procs, Duration timeout) {
        return new HostConnect(context, what, procs, timeout, null, false);
    }

    @Override
    Fences turns() {
        Session session = context().session;
        return connects ? session.connects : session.disconnects;
    }

    @Override
    int call(MemorySegment procsAsked, long count, Infos directives, MemorySegment answerTo) {
        return connects
                ? Native.connect(procsAsked, count, directives, answerTo)
                : Native.disconnect(procsAsked, count, directives, answerTo);
    }
}
