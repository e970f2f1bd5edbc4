// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.pmixj.tool.trace.Rank.Operation;

/**
 * A collective operation: the calls of several ranks, which wait for the last of them.
 *
 * @param calls one of each rank that has recorded it, the earliest first
 * @param absent recorded members that have not called it, though others waited for them in vain
 */
record Meeting(List<Operation> calls, List<Rank> absent) {
    /** Identifies the calls of all ranks: the n-th call of each with this kind, name and members. */
    private record Key(String kind, String name, String members, long sequence) {}

    /** Finds the collective operations. Clocks make no difference. */
    static List<Meeting> of(List<Rank> ranks) {
        Map<Key, List<Operation>> calls = new LinkedHashMap<>();
        for (Rank rank : ranks) {
            for (Operation call : rank.operations) {
                if (call.isCollective()) {
                    Key key = new Key(call.kind(), call.name(), call.members(), call.sequence());
                    calls.computeIfAbsent(key, _ -> new ArrayList<>(2)).add(call);
                }
            }
        }
        List<Meeting> meetings = new ArrayList<>();
        for (List<Operation> each : calls.values()) {
            List<Rank> absent = each.stream().anyMatch(Operation::waitedInVain) ? absent(ranks, each) : List.of();
            if (each.size() > 1 || !absent.isEmpty()) {
                meetings.add(new Meeting(each, absent));
            }
        }
        return meetings;
    }

    private static List<Rank> absent(List<Rank> ranks, List<Operation> calls) {
        List<Rank> there = calls.stream().map(Operation::rank).toList();
        Members members = new Members(calls.getFirst().members());
        return ranks.stream()
                .filter(rank -> members.contain(rank.nspace, rank.number) && !there.contains(rank))
                .toList();
    }

    /** Returns the same by aligned clocks. */
    Meeting sorted() {
        List<Operation> sorted = new ArrayList<>(calls);
        sorted.sort(Comparator.comparingLong(call -> call.rank().at(call.begin())));
        return new Meeting(List.copyOf(sorted), absent);
    }

    Operation first() {
        return calls.getFirst();
    }

    Operation last() {
        return calls.getLast();
    }

    String title() {
        return first().title();
    }

    /** Returns the ranks for which the others waited: those that have not come, or the last one. */
    List<Rank> awaited() {
        return absent.isEmpty() ? List.of(last().rank()) : absent;
    }

    /** Returns how many ranks waited for others. */
    int waiting() {
        return absent.isEmpty() ? calls.size() - 1 : calls.size();
    }

    /** Names the ranks for which the others waited, with their namespace if there are several. */
    String awaitedNames() {
        boolean several = calls.stream().anyMatch(call -> !call.rank().nspace.equals(first().rank().nspace));
        return awaited().stream()
                .map(rank -> several ? rank.process() : rank.toString())
                .collect(Collectors.joining(", "));
    }

    long begin() {
        return first().rank().at(first().begin());
    }

    /** Returns the time at which the last rank arrived; the last time of all if one has never come. */
    long complete() {
        return absent.isEmpty() ? last().rank().at(last().begin()) : Long.MAX_VALUE;
    }

    /** Returns how long a call waited for the last rank. */
    long waited(Operation call) {
        long until = Math.min(complete(), call.rank().at(call.end()));
        return Math.max(0, until - call.rank().at(call.begin()));
    }

    long longestWait() {
        long longest = 0;
        for (Operation call : calls) {
            longest = Math.max(longest, waited(call));
        }
        return longest;
    }

    long totalWait() {
        long total = 0;
        for (Operation call : calls) {
            total += waited(call);
        }
        return total;
    }
}
