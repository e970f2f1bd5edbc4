// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;

/**
 * The order of events that were kept. Libpmix and the server hand out what they have the newest first. The server does
 * so, too, when a process connects; what was sent before that is then in libpmix in reverse, and comes out of it in
 * order. Some events that are new may have come among them, in their order: those that nobody keeps stay where they are
 * among those of their source; of those that are kept the numbers tell, where their senders have numbered them.
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
        Map<@Nullable ProcId, List<EventData>> bySource = new HashMap<>();
        List<EventData> kept = new ArrayList<>();
        Set<EventData> first = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int i = 0; i < events.size(); i++) {
            EventData event = events.get(i);
            bySource.computeIfAbsent(event.source, new NewList()).add(event);
            if (event.cacheable) {
                kept.add(event);
            }
            if (i < own && !self.equals(event.source)) {
                first.add(event);
            }
        }
        turn(kept, first);
        // Among all sources, then of each: what is new divides what was kept of its source.
        Iterator<EventData> next = kept.iterator();
        for (int i = 0; i < events.size(); i++) {
            if (events.get(i).cacheable) {
                events.set(i, next.next());
            }
        }
        Map<@Nullable ProcId, Iterator<EventData>> ordered = new HashMap<>();
        for (Map.Entry<@Nullable ProcId, List<EventData>> entry : bySource.entrySet()) {
            List<EventData> ofSource = entry.getValue();
            turnRuns(ofSource, first);
            sort(ofSource);
            ordered.put(entry.getKey(), ofSource.iterator());
        }
        for (int i = 0; i < events.size(); i++) {
            Iterator<EventData> ofSource = Objects.requireNonNull(ordered.get(events.get(i).source));
            events.set(i, ofSource.next());
        }
    }

    /** Reverses events, but for those that are in reverse already, which come first. */
    private static void turn(List<EventData> events, Set<EventData> first) {
        List<EventData> turned = new ArrayList<>();
        for (EventData event : events) {
            if (first.contains(event)) {
                turned.add(event);
            }
        }
        for (int i = events.size() - 1; i >= 0; i--) {
            if (!first.contains(events.get(i))) {
                turned.add(events.get(i));
            }
        }
        for (int i = 0; i < turned.size(); i++) {
            events.set(i, turned.get(i));
        }
    }

    private static void turnRuns(List<EventData> events, Set<EventData> first) {
        int begin = 0;
        for (int i = 0; i <= events.size(); i++) {
            if (i == events.size() || !events.get(i).cacheable) {
                turn(events.subList(begin, i), first);
                begin = i + 1;
            }
        }
    }

    /** Those with a number, in their places. */
    private static void sort(List<EventData> events) {
        List<EventData> numbered = new ArrayList<>();
        for (EventData event : events) {
            if (event.sequence != 0) {
                numbered.add(event);
            }
        }
        numbered.sort(new ByNumber());
        Iterator<EventData> next = numbered.iterator();
        for (int i = 0; i < events.size(); i++) {
            if (events.get(i).sequence != 0) {
                events.set(i, next.next());
            }
        }
    }

    private static final class ByNumber implements Comparator<EventData> {
        @Override
        public int compare(EventData one, EventData other) {
            return Long.compare(one.sequence, other.sequence);
        }
    }

    private static final class NewList implements Function<@Nullable ProcId, List<EventData>> {
        @Override
        public List<EventData> apply(@Nullable ProcId source) {
            return new ArrayList<>();
        }
    }
}
