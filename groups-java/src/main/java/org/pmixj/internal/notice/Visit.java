// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.notice;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pmixj.Info;
import org.pmixj.PmixValue;
import org.pmixj.internal.base.LibraryCopy;
import org.pmixj.internal.ffi.GivenEvent;

/** Records that a chain of libpmix has arrived at a native handler of this session, and what was decided about it. */
public final class Visit {
    /** The event for which libpmix waits. */
    public final GivenEvent origin;

    private final int code;
    /** The name of the native handler it is at. */
    private final String handler;

    /** How many entries of the name of the native handler the results had on arrival. */
    private final int before;

    /** The visit before in the same chain; null if this is the first. */
    private final @Nullable Visit previous;
    /** The number of the event among those that have arrived, 0 if it has none. Guarded by the receiver. */
    public long arrival;
    /** Whether the shared handler has received it. */
    boolean shared;
    /** Whether no handler in Java is to see it in this chain. */
    boolean refused;

    private Visit(GivenEvent origin, int code, List<Info> given, String handler, @Nullable Visit previous) {
        this.origin = origin;
        this.code = code;
        this.handler = handler;
        this.before = count(given, handler);
        this.previous = previous;
        this.arrival = previous == null ? 0 : previous.arrival;
        this.shared = previous != null && previous.shared;
        this.refused = previous != null && previous.refused;
    }

    /** Returns whether another native handler of this session has received the event before. */
    public boolean isContinued() {
        return previous != null;
    }

    /** Hides the event from all handlers in Java. Returns false: the caller gives the event back to libpmix. */
    boolean refuse() {
        refused = true;
        return false;
    }

    /** Returns whether an entry of the results is of a native handler of this library. */
    public boolean isOurs(List<Info> given, int entry) {
        String name = given.get(entry).key();
        int number = count(given.subList(0, entry), name);
        for (Visit visit = previous; visit != null; visit = visit.previous) {
            if (visit.before == number && visit.handler.equals(name)) {
                return true;
            }
        }
        return LibraryCopy.NAME.equals(name);
    }

    private static int count(List<Info> given, String handler) {
        int count = 0;
        for (Info info : given) {
            if (info.value() instanceof PmixValue.Status && info.key().equals(handler)) {
                count++;
            }
        }
        return count;
    }

    /**
     * Recognises an event that libpmix passes from one native handler of this session to the next. libpmix carries an
     * event along its native handlers in an object of its own, the chain ({@link GivenEvent#chain}), and uses the
     * address again for a later event. An arrival continues the previous visit of that address only if the code is the
     * same, and the results have one more entry of the handler visited then. Its name alone does not show it: a handler
     * in C, or of an earlier session, may have it too.
     */
    static final class Visits {
        /** How many are remembered besides those whose events are with handlers in Java: C libraries may hold some. */
        private static final int MOST = 1 << 12;

        private final LinkedHashMap<Long, Visit> visits = new LinkedHashMap<>();

        /** Returns the visit of an event at a native handler: a new one, or the one before if this continues it. */
        // It has a lock: before 7.0 libpmix calls the first handler in the thread that sends the event, not in its own.
        synchronized Visit arrived(GivenEvent origin, int code, List<Info> given, String handler) {
            // Removed, so that the oldest are first.
            Visit last = visits.remove(origin.chain());
            boolean continues = last != null && last.code == code && count(given, last.handler) > last.before;
            Visit visit = new Visit(origin, code, given, handler, continues ? last : null);
            visits.put(origin.chain(), visit);
            Map.Entry<Long, Visit> oldest = visits.size() > MOST ? visits.pollFirstEntry() : null;
            if (oldest != null && !oldest.getValue().origin.isCompleted()) {
                visits.put(oldest.getKey(), oldest.getValue());
            }
            return visit;
        }
    }
}
