// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.codec.MessageSize;
import org.pmixj.internal.notice.ReceivedEvent;

/** Remembers the newest events that may be kept, in the order they arrived. Guarded by the {@link HandlerChains}. */
public final class DeliveredEvents {
    /** libpmix keeps as many. */
    private static final int MOST = 512;

    private static final long MOST_BYTES = 64L << 20;

    /** The limit of remembered numbers. It is higher, because libpmix keeps its oldest events, not its newest. */
    private static final int MOST_NUMBERS = 1 << 16;

    private record Entry(ReceivedEvent event, long bytes) {}

    private final ArrayDeque<Entry> entries = new ArrayDeque<>();
    private final SequencedSet<ReceivedEvent.Identity> numbers = new LinkedHashSet<>();
    /** The size of the events. */
    private long bytes;

    /** Remembers an event, so that it is known if libpmix replays it, and forgets the oldest. */
    public void add(ReceivedEvent event) {
        Entry entry = new Entry(event, MessageSize.of(event.attributes));
        entries.add(entry);
        bytes += entry.bytes;
        while (entries.size() > MOST || bytes > MOST_BYTES) {
            bytes -= entries.remove().bytes;
        }
        if (event.sequence != 0 && numbers.add(event.identity()) && numbers.size() > MOST_NUMBERS) {
            numbers.removeFirst();
        }
    }

    /** Returns whether an event was delivered before, even if only its number is still known. */
    public boolean contains(ReceivedEvent event) {
        if (!Defect.REPLAY_REPEATED.isHere()) {
            return false;
        }
        if (event.sequence != 0) {
            return numbers.contains(event.identity());
        }
        return entries.stream().anyMatch(entry -> entry.event.isSame(event));
    }

    public List<ReceivedEvent> of(RegisteredHandler handler) {
        return entries.stream()
                .map(Entry::event)
                .filter(event -> handler.isFor(event.code) && handler.wants(event))
                .toList();
    }
}
