// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;

/** The newest events that may be kept, in the order they arrived. Guarded by the {@link EventHub}. */
final class EventLog {
    /** As many as libpmix keeps. */
    private static final int MOST = 512;

    private static final long MOST_BYTES = 64L << 20;

    /** Of events with a number that alone is remembered: libpmix keeps its oldest events, not its newest. */
    private static final int MOST_NUMBERS = 1 << 16;

    private record Entry(EventData event, long bytes) {}

    private record Told(@Nullable ProcId source, long sequence) {
        static Told of(EventData event) {
            return new Told(event.source, event.sequence);
        }
    }

    private final ArrayDeque<Entry> entries = new ArrayDeque<>();
    private final Set<Told> told = new LinkedHashSet<>();
    private long bytes;

    void add(EventData event) {
        Entry entry = new Entry(event, MessageSize.of(event.attributes));
        entries.add(entry);
        bytes += entry.bytes;
        while (entries.size() > MOST || bytes > MOST_BYTES) {
            bytes -= entries.remove().bytes;
        }
        if (event.sequence != 0 && told.add(Told.of(event)) && told.size() > MOST_NUMBERS) {
            Iterator<Told> oldest = told.iterator();
            oldest.next();
            oldest.remove();
        }
    }

    /** Whether an event was told before, though it may not be in here any more. */
    boolean contains(EventData event) {
        if (event.sequence != 0) {
            return told.contains(Told.of(event));
        }
        for (Entry entry : entries) {
            if (entry.event.isSame(event)) {
                return true;
            }
        }
        return false;
    }

    /** What a handler wants of it. */
    List<EventData> of(Handler handler) {
        List<EventData> events = new ArrayList<>();
        for (Entry entry : entries) {
            if (handler.isFor(entry.event.code) && handler.wants(entry.event)) {
                events.add(entry.event);
            }
        }
        return events;
    }
}
