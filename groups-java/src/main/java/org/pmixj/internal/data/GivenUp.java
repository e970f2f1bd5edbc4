// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.data;

import java.util.Map;
import org.pmixj.internal.base.Bounded;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.call.Session;

/**
 * Remembers the names of the collectives of this process that have timed out and not succeeded since. Other processes
 * that wait for the same one ask whether this process has called it.
 */
public final class GivenUp {
    /** The answer of {@link #since} for a collective that was not given up. */
    public static final long NEVER = -1;

    // Only a process that never repeats what has timed out gives up so many.
    private static final int MOST = 1000;

    /** When a collective was given up, in which session. */
    private record Moment(int session, long time) {}

    // The oldest first. Guarded by itself.
    private static final Map<String, Moment> MOMENTS = new Bounded<>(MOST);
    private static volatile boolean any;

    private GivenUp() {}

    /** Records that a collective has timed out. */
    public static void add(String name) {
        synchronized (MOMENTS) {
            MOMENTS.remove(name);
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
