// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;

/**
 * The order of events that were kept. Libpmix and the server hand out what they have the newest first. The server does
 * so, too, when a process connects; what was sent before that is then in libpmix in reverse, and comes out of it in
 * order. A few events that are new may have come after them all, in their order; where senders have numbered their
 * events, these numbers tell.
 */
final class EventOrder {
    private EventOrder() {}

    /**
     * Puts events in order.
     *
     * @param own how many libpmix had itself, the first
     * @param self who has sent itself some of these
     */
    static void restore(List<EventData> events, int own, ProcId self) {
        List<EventData> fromConnect = new ArrayList<>();
        for (EventData event : events.subList(0, own)) {
            if (!self.equals(event.source)) {
                fromConnect.add(event);
            }
        }
        Collections.reverse(events);
        events.removeAll(fromConnect);
        events.addAll(0, fromConnect);
        Map<@Nullable ProcId, Integer> done = new HashMap<>();
        for (EventData event : List.copyOf(events)) {
            if (event.sequence != 0 && done.put(event.source, 0) == null) {
                sort(events, event.source);
            }
        }
    }

    /** By insertion: they are few, and all but in order. Events of other sources stay where they are. */
    private static void sort(List<EventData> events, @Nullable ProcId source) {
        for (int i = 0; i < events.size(); i++) {
            int at = i;
            int before = previous(events, at, source);
            while (isNumbered(events.get(at), source)
                    && before >= 0
                    && events.get(before).sequence > events.get(at).sequence) {
                Collections.swap(events, before, at);
                at = before;
                before = previous(events, at, source);
            }
        }
    }

    private static int previous(List<EventData> events, int index, @Nullable ProcId source) {
        int before = index - 1;
        while (before >= 0 && !isNumbered(events.get(before), source)) {
            before--;
        }
        return before;
    }

    private static boolean isNumbered(EventData event, @Nullable ProcId source) {
        return event.sequence != 0 && Objects.equals(event.source, source);
    }
}
