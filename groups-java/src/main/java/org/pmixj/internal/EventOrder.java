// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;

/**
 * The order of events that were kept, which libpmix hands out the newest first. A few that are new may have come after
 * them, in their order; where senders have numbered their events, these numbers tell.
 */
final class EventOrder {
    private EventOrder() {}

    static void restore(List<EventData> events) {
        Collections.reverse(events);
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
