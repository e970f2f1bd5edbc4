// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event.repair;

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
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.event.ReceivedEvent;

/**
 * The order of events that were kept. Libpmix and the server hand out what they have the newest first. The server does
 * so, too, when a process connects; what was sent before that is then in libpmix in reverse, and comes out of it in
 * order. Some events that are new may have come among them, in their order: those that nobody keeps stay where they are
 * among those of their source; of those that are kept the numbers tell, where their senders have numbered them.
 */
public final class ReplayOrder {
    private ReplayOrder() {}

    /**
     * Puts events in order.
     *
     * @param own how many libpmix had itself, the first
     * @param self who has sent itself some of these
     */
    public static void restore(List<ReceivedEvent> events, int own, ProcId self) {
        if (!Defect.REPLAY_REVERSED.isHere()) {
            return;
        }
        Map<@Nullable ProcId, List<ReceivedEvent>> bySource = new HashMap<>();
        List<ReceivedEvent> kept = new ArrayList<>();
        Set<ReceivedEvent> first = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int i = 0; i < events.size(); i++) {
            ReceivedEvent event = events.get(i);
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
        Iterator<ReceivedEvent> next = kept.iterator();
        for (int i = 0; i < events.size(); i++) {
            if (events.get(i).cacheable) {
                events.set(i, next.next());
            }
        }
        Map<@Nullable ProcId, Iterator<ReceivedEvent>> ordered = new HashMap<>();
        for (Map.Entry<@Nullable ProcId, List<ReceivedEvent>> entry : bySource.entrySet()) {
            List<ReceivedEvent> ofSource = entry.getValue();
            turnRuns(ofSource, first);
            sort(ofSource);
            ordered.put(entry.getKey(), ofSource.iterator());
        }
        for (int i = 0; i < events.size(); i++) {
            Iterator<ReceivedEvent> ofSource = Objects.requireNonNull(ordered.get(events.get(i).source));
            events.set(i, ofSource.next());
        }
    }

    /** Reverses events, but for those that are in reverse already, which come first. */
    private static void turn(List<ReceivedEvent> events, Set<ReceivedEvent> first) {
        List<ReceivedEvent> turned = new ArrayList<>();
        for (ReceivedEvent event : events) {
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

    private static void turnRuns(List<ReceivedEvent> events, Set<ReceivedEvent> first) {
        int begin = 0;
        for (int i = 0; i <= events.size(); i++) {
            if (i == events.size() || !events.get(i).cacheable) {
                turn(events.subList(begin, i), first);
                begin = i + 1;
            }
        }
    }

    /** Those with a number, in their places. */
    private static void sort(List<ReceivedEvent> events) {
        List<ReceivedEvent> numbered = new ArrayList<>();
        for (ReceivedEvent event : events) {
            if (event.sequence != 0) {
                numbered.add(event);
            }
        }
        numbered.sort(new ByNumber());
        Iterator<ReceivedEvent> next = numbered.iterator();
        for (int i = 0; i < events.size(); i++) {
            if (events.get(i).sequence != 0) {
                events.set(i, next.next());
            }
        }
    }

    private static final class ByNumber implements Comparator<ReceivedEvent> {
        @Override
        public int compare(ReceivedEvent one, ReceivedEvent other) {
            return Long.compare(one.sequence, other.sequence);
        }
    }

    private static final class NewList implements Function<@Nullable ProcId, List<ReceivedEvent>> {
        @Override
        public List<ReceivedEvent> apply(@Nullable ProcId source) {
            return new ArrayList<>();
        }
    }
}
