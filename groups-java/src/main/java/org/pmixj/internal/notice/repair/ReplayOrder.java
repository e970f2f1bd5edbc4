// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.notice.repair;

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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.internal.notice.ReceivedEvent;

/**
 * Restores the order of replayed events. libpmix and the server replay their newest events first. The server does so,
 * too, when a process connects: libpmix then has the earlier events in reverse, and replays them in order. New events
 * may arrive among them, in order: those that are not kept stay in their places among the events of their source; kept
 * ones are sorted by their numbers, if their senders have numbered them.
 */
public final class ReplayOrder {
    private ReplayOrder() {}

    /** Puts events in order. libpmix itself had kept the first {@code own} ones; {@code self} is this process. */
    public static void restore(List<ReceivedEvent> events, int own, ProcId self) {
        Map<@Nullable ProcId, List<ReceivedEvent>> bySource = new HashMap<>();
        List<ReceivedEvent> kept = new ArrayList<>();
        Set<ReceivedEvent> first = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int i = 0; i < events.size(); i++) {
            ReceivedEvent event = events.get(i);
            bySource.computeIfAbsent(event.source, _ -> new ArrayList<>()).add(event);
            if (event.cacheable) {
                kept.add(event);
            }
            if (i < own && !self.equals(event.source)) {
                first.add(event);
            }
        }
        turn(kept, first);
        // First among all sources, then for each: a new event divides the kept events of its source.
        Iterator<ReceivedEvent> next = kept.iterator();
        events.replaceAll(event -> event.cacheable ? next.next() : event);
        Map<@Nullable ProcId, Iterator<ReceivedEvent>> ordered = new HashMap<>();
        for (Map.Entry<@Nullable ProcId, List<ReceivedEvent>> entry : bySource.entrySet()) {
            List<ReceivedEvent> ofSource = entry.getValue();
            turnRuns(ofSource, first);
            sort(ofSource);
            ordered.put(entry.getKey(), ofSource.iterator());
        }
        events.replaceAll(
                event -> Objects.requireNonNull(ordered.get(event.source)).next());
    }

    /** Reverses events, except those that are in reverse already, which come first. */
    private static void turn(List<ReceivedEvent> events, Set<ReceivedEvent> first) {
        List<ReceivedEvent> turned = Stream.concat(
                        events.stream().filter(first::contains),
                        events.reversed().stream().filter(event -> !first.contains(event)))
                .toList();
        Collections.copy(events, turned);
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

    /** Sorts the events that have a number, and leaves the others in their places. */
    private static void sort(List<ReceivedEvent> events) {
        Iterator<ReceivedEvent> next = events.stream()
                .filter(event -> event.sequence != 0)
                .sorted(Comparator.comparingLong(event -> event.sequence))
                .toList()
                .iterator();
        events.replaceAll(event -> event.sequence != 0 ? next.next() : event);
    }
}
