// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.data;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.call.Session;

/**
 * Returns names of collectives, and remembers those of this process that have timed out and not succeeded since. Other
 * processes that wait for the same one ask whether this process has called it.
 */
public final class GivenUp {
    /** The answer of {@link #since} for a collective that was not given up. */
    public static final long NEVER = -1;

    // Only a process that never repeats what has timed out gives up so many.
    private static final int MOST = 1000;

    /** When a collective was given up, in which session. */
    private record Moment(int session, long time) {}

    // The oldest first. Guarded by itself.
    private static final Map<String, Moment> MOMENTS = new LinkedHashMap<>();
    private static volatile boolean any;

    private GivenUp() {}

    /** Returns the name of a collective of some processes in whatever order, which is the same for all of them. */
    public static String name(FenceCall.Kind kind, List<ProcId> procs) {
        long sum = 0;
        for (ProcId proc : procs) {
            long hash = proc.nspace().hashCode() * 31L + proc.rank();
            sum += (hash ^ hash >>> 29) * 0x9E37_79B9_7F4A_7C15L ^ hash;
        }
        return kind + " " + Long.toHexString(sum);
    }

    /** Records that a collective has timed out. */
    public static void add(String name) {
        synchronized (MOMENTS) {
            MOMENTS.remove(name);
            if (MOMENTS.size() >= MOST) {
                MOMENTS.remove(MOMENTS.keySet().iterator().next());
            }
            MOMENTS.put(name, new Moment(Session.generation(), Deadline.now()));
            any = true;
        }
    }

    /** Returns whether there are any, so that one that succeeds need not find its name. */
    public static boolean isAny() {
        return any;
    }

    /** Forgets a collective that has succeeded. */
    public static void remove(String name) {
        synchronized (MOMENTS) {
            MOMENTS.remove(name);
            any = !MOMENTS.isEmpty();
        }
    }

    /** Returns for how many nanoseconds a collective has been given up, or {@link #NEVER}. */
    public static long since(String name) {
        synchronized (MOMENTS) {
            Moment moment = MOMENTS.get(name);
            return moment == null || moment.session() != Session.generation() ? NEVER : Deadline.since(moment.time());
        }
    }
}
