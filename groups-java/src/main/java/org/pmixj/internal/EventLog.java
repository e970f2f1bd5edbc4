// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** The newest events that may be kept, in the order they arrived. Guarded by the {@link EventHub}. */
final class EventLog {
    /** As many as libpmix keeps. */
    private static final int MOST = 512;

    private static final long MOST_BYTES = 64L << 20;

    private record Entry(EventData event, long bytes) {}

    private final ArrayDeque<Entry> entries = new ArrayDeque<>();
    private long bytes;

    void add(EventData event) {
        Entry entry = new Entry(event, MessageSize.of(event.attributes));
        entries.add(entry);
        bytes += entry.bytes;
        while (entries.size() > MOST || bytes > MOST_BYTES) {
            bytes -= entries.remove().bytes;
        }
    }

    boolean contains(EventData event) {
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
