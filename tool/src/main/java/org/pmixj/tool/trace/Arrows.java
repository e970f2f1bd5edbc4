// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.trace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.pmixj.tool.trace.Rank.Handled;
import org.pmixj.tool.trace.Rank.Sent;

/** Finds the handlers that a notification reached. */
final class Arrows {
    /** Leads to the call of a handler. */
    record Arrow(Rank to, Handled handled) {}

    /** A notification, as its sender counts them. */
    private record Key(String source, long id) {}

    private final IdentityHashMap<Sent, List<Arrow>> arrows = new IdentityHashMap<>();

    private Arrows() {}

    static Arrows of(Trace trace) {
        Map<Key, Sent> sent = new HashMap<>();
        for (Rank rank : trace.ranks()) {
            for (Sent each : rank.sent) {
                sent.put(new Key(rank.process(), each.id()), each);
            }
        }
        Arrows found = new Arrows();
        for (Rank rank : trace.ranks()) {
            for (Handled handled : rank.handled) {
                Sent origin = sent.get(new Key(handled.source(), handled.id()));
                if (origin != null && handled.id() != 0) {
                    found.arrows.computeIfAbsent(origin, _ -> new ArrayList<>()).add(new Arrow(rank, handled));
                }
            }
        }
        return found;
    }

    List<Arrow> from(Sent sent) {
        return arrows.getOrDefault(sent, List.of());
    }
}
