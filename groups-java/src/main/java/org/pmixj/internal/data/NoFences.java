// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.data;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.data.repair.FenceQueue;

/** Has fences of exactly some processes refused while these connect or disconnect at the host. */
public final class NoFences {
    private final FenceQueue queue;
    private final Set<ProcId> participants;

    private NoFences(FenceQueue queue, Set<ProcId> participants) {
        this.queue = queue;
        this.participants = participants;
    }

    /** Starts to refuse fences, for an operation that messages name. Throws if one is under way, or has a place. */
    public static NoFences of(Session session, String what, List<ProcId> procs) {
        NoFences refused = new NoFences(FenceQueue.of(session, false), Set.copyOf(procs));
        refused.queue.connects(what, refused.participants);
        return refused;
    }

    /** Ends what {@link #of} has started, if it has. */
    public static void end(@Nullable NoFences refused) {
        if (refused != null) {
            refused.queue.connected(refused.participants);
        }
    }
}
