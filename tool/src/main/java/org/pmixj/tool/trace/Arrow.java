// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.trace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.pmixj.tool.trace.Rank.Handled;
import org.pmixj.tool.trace.Rank.Sent;

/** Leads from a notification to the call of a handler that it reached. */
record Arrow(Rank from, Sent sent, Rank to, Handled handled) {
    /** Identifies a notification by its sender, and by its number there. */
    private record Key(String source, long id) {}

    /** The call of a handler in a rank. */
    private record End(Rank to, Handled handled) {}

    /** Finds all arrows, in the order of their senders. */
    static List<Arrow> of(Trace trace) {
        Map<Key, Sent> sent = new HashMap<>();
        for (Rank rank : trace.ranks()) {
            rank.sent.forEach(each -> sent.put(new Key(rank.process(), each.id()), each));
        }
        IdentityHashMap<Sent, List<End>> ends = new IdentityHashMap<>();
        for (Rank rank : trace.ranks()) {
            for (Handled handled : rank.handled) {
                Sent origin = sent.get(new Key(handled.source(), handled.id()));
                if (origin != null && handled.id() != 0) {
                    ends.computeIfAbsent(origin, _ -> new ArrayList<>()).add(new End(rank, handled));
                }
            }
        }
        List<Arrow> arrows = new ArrayList<>();
        for (Rank rank : trace.ranks()) {
            for (Sent each : rank.sent) {
                ends.getOrDefault(each, List.of())
                        .forEach(end -> arrows.add(new Arrow(rank, each, end.to(), end.handled())));
            }
        }
        return arrows;
    }
}
