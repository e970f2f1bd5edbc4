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
    private final @Nullable ConnectionImpl ends;
    private final ConnectionRegistry registry;
    private final String namespace;

    // Guarded by this: a disconnect has its turn before it is asked for, and waits until it is.
    private boolean held;
    private boolean turned;

    private HostConnect(
            Context context,
            String what,
            String namespace,
            List<ProcId> procs,
            Duration timeout,
            @Nullable Membership membership,
            @Nullable ConnectionImpl ends) {
        super(context, what, procs, false, timeout, membership);
        this.registry = context.session.connections;
        this.namespace = namespace;
        this.ends = ends;
        this.held = ends != null;
    }

    static HostConnect connect(Context context, String what, GroupImpl group, Duration timeout) {
        return new HostConnect(context, what, group.id(), group.members(), timeout, group.membership(), null);
    }

    /** Waits for {@link #release}. */
    static HostConnect disconnect(
            Context context, String what, List<ProcId> procs, Duration timeout, ConnectionImpl ends) {
        return new HostConnect(context, what, ends.namespace(), procs, timeout, null, ends);
    }

    @Override
    Fences turns() {
        return context().session.connects;
    }

    @Override
    int call(MemorySegment procsAsked, long count, Infos directives, MemorySegment answerTo) {
        if (ends == null) {
            return Native.connect(procsAsked, count, directives, answerTo);
        }
        synchronized (this) {
            turned = held;
            if (held) {
                return Status.SUCCESS;
            }
        }
        return Native.disconnect(procsAsked, count, directives, answerTo);
    }

    /** Asks libpmix, now or when it is its turn. */
    void release() {
        boolean asks;
        synchronized (this) {
            held = false;
            asks = turned;
            turned = false;
        }
        if (asks) {
            ask();
        }
    }

    @Override
    void check(int answer) {
        super.check(answer);
        if (ends == null) {
            registry.told(namespace);
        }
    }
}
