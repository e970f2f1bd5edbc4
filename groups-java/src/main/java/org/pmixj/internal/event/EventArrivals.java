// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.event.HandlerResult;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.event.repair.ReplayOrder;
import org.pmixj.internal.ffi.EventSink;
import org.pmixj.internal.ffi.GivenEvent;

/** Receives the events of libpmix, once from each native handler, on the progress thread. */
final class EventArrivals implements EventSink {
    /**
     * Follows an event from one native handler of this library to the next, between which libpmix calls those of C libraries.
     * The progress thread alone uses it, except {@link #chain}, which the {@link HandlerChains} guard.
     */
    static final class Passage {
        /** The chain of the event; null if no handler waits for libpmix to come to it. */
        @Nullable
        EventInChain chain;

        private final List<NativeRegistration> visited = new ArrayList<>(2);
        /** The number of native handlers whose results are known. */
        private int known;

        /**
         * Returns whether libpmix has come from here to another native handler. Otherwise the event is a new one, for which
         * libpmix uses the memory of the old one.
         */
        boolean goesOn(NativeRegistration via, List<HandlerResult> given) {
            if (visited.isEmpty() || visited.contains(via)) {
                return false;
            }
            String name = visited.getLast().name;
            for (HandlerResult result : given) {
                if (name.equals(result.name().orElse(null))) {
                    return true;
                }
            }
            return false;
        }

        boolean hasVisited(@Nullable NativeRegistration one) {
            return one != null && visited.contains(one);
        }

        /** Notes that libpmix calls a native handler, and returns all results so far. */
        List<HandlerResult> visit(NativeRegistration via, List<HandlerResult> given) {
            visited.add(via);
            EventInChain before = chain;
            int from = Math.min(known, given.size());
            known = given.size() + 1;
            if (before == null) {
                return List.of();
            } else if (before.results.isEmpty() && from == 0) {
                return given;
            }
            List<HandlerResult> all = new ArrayList<>(before.results);
            // Those of C libraries since; the others are known as they are in Java.
            all.addAll(given.subList(from, given.size()));
            return List.copyOf(all);
        }
    }

    /** The limit of remembered events: libpmix uses the memory of an old event for a new one. */
    private static final int MOST_PASSAGES = 1 << 16;

    private final NativeRegistrations of;
    private final Session session;
    /** The key is the address at which libpmix has the event. */
    private final LinkedHashMap<Long, Passage> passages = new LinkedHashMap<>();

    EventArrivals(NativeRegistrations of, Session session) {
        this.of = of;
        this.session = session;
    }

    @Override
    public boolean arrived(
            int code,
            MemorySegment source,
            MemorySegment info,
            long count,
            MemorySegment results,
            long resultCount,
            GivenEvent origin) {
        NativeRegistration via = of.ofMark(InfoArray.object(info, count));
        if (via == null) {
            return false;
        }
        List<HandlerResult> given = EventCompletion.results(results, resultCount);
        Passage known = passages.get(origin.address());
        if (known != null && known.goesOn(via, given)) {
            return of.chains().arrive(known, via, origin, given);
        }
        ReceivedEvent event = ReceivedEvent.read(code, source, info, count);
        Passage passage = new Passage();
        remember(origin.address(), passage);
        if (isForHandlers(event)) {
            of.chains().begin(passage, event);
        }
        return of.chains().arrive(passage, via, origin, given);
    }

    private void remember(long address, Passage passage) {
        Passage old = passages.putLast(address, passage);
        if (old == null && passages.size() > MOST_PASSAGES) {
            old = passages.pollFirstEntry().getValue();
        }
        if (old != null) {
            of.chains().over(old);
        }
    }

    /** Passes an event to the features of this library; returns whether handlers are to receive it now. */
    private boolean isForHandlers(ReceivedEvent event) {
        NativeRegistration ofCode = of.find(event.code);
        if (isReplayed(event, ofCode)) {
            return false;
        } else if (event.isForeign()) {
            NativeRegistrations.taps().foreign(session, event);
            return false;
        } else if (ofCode != null && NativeRegistrations.taps().arrived(session, event)) {
            return false;
        }
        NativeRegistration collector = ofCode == null ? of.find(null) : ofCode;
        return (collector == null || !collector.collects(event))
                && !NativeRegistrations.taps().arrivedInOrder(session, event);
    }

    /**
     * Returns whether an event was delivered before. libpmix replays the events that this process has sent itself, the
     * server those that all may see, even if they were delivered, and to the first handler of the chain, whichever is
     * being registered. An event without a number counts as replayed only while a further handler is being registered,
     * because the same thing may happen twice.
     */
    private boolean isReplayed(ReceivedEvent event, @Nullable NativeRegistration ofCode) {
        return event.cacheable
                && (event.sequence != 0 || isAnotherRegistered(event, ofCode))
                && of.chains().isKnown(event);
    }

    private boolean isAnotherRegistered(ReceivedEvent event, @Nullable NativeRegistration ofCode) {
        for (NativeRegistration one : of.all()) {
            if (!one.ready().isDone()
                    && !one.equals(ofCode)
                    && (one.codes.isEmpty() ? !event.nonDefault : one.covers(event.code))) {
                return true;
            }
        }
        return false;
    }

    /** Delivers the events collected during a registration; the first {@code keptByLibrary} libpmix itself had kept. */
    void replayed(List<ReceivedEvent> events, int keptByLibrary) {
        HandlerChains to = of.chains();
        ReplayOrder.restore(events, keptByLibrary, session.self());
        List<ReceivedEvent> fresh = new ArrayList<>();
        for (ReceivedEvent event : events) {
            // libpmix replays the events of this process to each new handler.
            if (!to.isKnown(event)) {
                fresh.add(event);
            }
        }
        for (ReceivedEvent event : fresh) {
            if (!NativeRegistrations.taps().arrivedInOrder(session, event)) {
                to.arrive(event);
            }
        }
    }
}
