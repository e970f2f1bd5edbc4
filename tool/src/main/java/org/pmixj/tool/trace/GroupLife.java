// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.pmixj.tool.trace.Rank.Change;

/**
 * A group from the first change that a rank has recorded to its end, or that of the job.
 *
 * @param members the ranks that recorded it
 */
record GroupLife(String name, long begin, long end, String members, List<Seen> changes) {
    /** A change, as a rank has learned it. */
    record Seen(Rank rank, Change change) {
        long at() {
            return rank.at(change.at());
        }
    }

    /** Changes after which a rank is no member any more. */
    private static final Set<String> ENDS = Set.of("destructed", "left");

    static List<GroupLife> of(Trace trace) {
        long end = trace.ranks().stream()
                .mapToLong(rank -> rank.at(rank.last))
                .max()
                .orElse(0);
        Map<String, List<Seen>> seen = new TreeMap<>();
        for (Rank rank : trace.ranks()) {
            rank.changes.forEach(change ->
                    seen.computeIfAbsent(change.group(), _ -> new ArrayList<>()).add(new Seen(rank, change)));
        }
        List<GroupLife> lives = new ArrayList<>();
        seen.forEach((name, changes) -> {
            changes.sort(Comparator.comparingLong(Seen::at));
            TreeSet<Rank> ranks = new TreeSet<>();
            changes.forEach(each -> ranks.add(each.rank()));
            lives.add(new GroupLife(
                    name,
                    changes.getFirst().at(),
                    ENDS.contains(changes.getLast().change().what())
                            ? changes.getLast().at()
                            : end,
                    String.join(", ", ranks.stream().map(Rank::process).toList()),
                    changes));
        });
        lives.sort(Comparator.comparingLong(GroupLife::begin));
        return lives;
    }
}
