// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.pmixj.tool.trace.Rank.Operation;

/**
 * A collective operation: the calls of several ranks, which wait for the last of them.
 *
 * <p>The last rank may be late because it waited itself, in its previous operation. That is the {@linkplain #knockOn
 * knock-on} of another rank; only the rest is its {@linkplain #delay own delay}.
 *
 * @param calls one of each rank that has recorded it, the earliest first
 * @param absent recorded members that have not called it, though others waited for them in vain
 * @param unknown whether others waited in vain for members of which this recording does not say who they are
 * @param previous the last rank's latest collective operation that had ended; null if this is its first
 */
record Meeting(
        List<Operation> calls,
        List<Rank> absent,
        boolean unknown,
        @Nullable Operation previous) {
    /** How many of the ranks that never come are named. */
    private static final int NAMED = 8;

    /** Identifies an operation. */
    private record OperationId(String kind, String name, String members) {
        OperationId(Operation call) {
            this(call.kind(), call.name(), call.members());
        }
    }

    /** Identifies the calls of all ranks: the n-th call of each. */
    private record Key(OperationId what, long sequence) {}

    /**
     * Finds the collective operations. Clocks make no difference. After a call that has failed, some ranks may repeat
     * it and others not, so that the n-th call of one is no longer that of another.
     *
     * @param problems receives which calls are left out for that reason
     */
    static List<Meeting> of(List<Rank> ranks, List<String> problems) {
        Map<OperationId, Operation> failed = firstFailed(ranks);
        Map<Key, List<Operation>> calls = new LinkedHashMap<>();
        Map<OperationId, Integer> left = new LinkedHashMap<>();
        for (Rank rank : ranks) {
            for (Operation call : rank.operations) {
                if (call.isCollective()) {
                    OperationId what = new OperationId(call);
                    Operation failure = failed.get(what);
                    if (failure != null && call.sequence() > failure.sequence()) {
                        left.merge(what, 1, Integer::sum);
                    } else {
                        calls.computeIfAbsent(new Key(what, call.sequence()), _ -> new ArrayList<>(2))
                                .add(call);
                    }
                }
            }
        }
        left.forEach((what, count) -> problems.add(leftOut(count, Objects.requireNonNull(failed.get(what)))));
        List<Meeting> meetings = new ArrayList<>();
        for (List<Operation> each : calls.values()) {
            List<Rank> absent = each.stream().anyMatch(Operation::waitedInVain) ? absent(ranks, each) : List.of();
            boolean unknown = waitForUnknown(each, absent);
            if (each.size() > 1 || !absent.isEmpty() || unknown) {
                meetings.add(new Meeting(each, absent, unknown, null));
            }
        }
        return meetings;
    }

    /** Returns the first failed call of each operation. */
    private static Map<OperationId, Operation> firstFailed(List<Rank> ranks) {
        Map<OperationId, Operation> failed = new HashMap<>();
        for (Rank rank : ranks) {
            for (Operation call : rank.operations) {
                if (call.isCollective() && call.failed()) {
                    failed.merge(
                            new OperationId(call),
                            call,
                            (one, other) -> other.sequence() < one.sequence() ? other : one);
                }
            }
        }
        return failed;
    }

    private static String leftOut(int count, Operation failure) {
        return failure.title() + ": call " + failure.sequence() + " of "
                + failure.rank().process() + " ended with "
                + failure.status() + ", and perhaps not all ranks have repeated it; so the " + count
                + " later calls are not compared with those of other ranks";
    }

    /** Returns whether members are missing that are not recorded, or whose names the recording has cut off. */
    private static boolean waitForUnknown(List<Operation> calls, List<Rank> absent) {
        if (calls.stream().anyMatch(Operation::succeeded) || calls.stream().noneMatch(Operation::waitedInVain)) {
            return false;
        }
        int size = calls.getFirst().size();
        return size > 0
                ? calls.size() + absent.size() < size
                : new Members(calls.getFirst().members()).isCut();
    }

    private static List<Rank> absent(List<Rank> ranks, List<Operation> calls) {
        List<Rank> there = calls.stream().map(Operation::rank).toList();
        Members members = new Members(calls.getFirst().members());
        return ranks.stream()
                .filter(rank -> members.contain(rank.nspace, rank.number) && !there.contains(rank))
                .toList();
    }

    /** Returns this with its calls in the order of the aligned clocks. */
    Meeting sorted() {
        List<Operation> sorted = new ArrayList<>(calls);
        sorted.sort(Comparator.comparingLong(call -> call.rank().at(call.begin())));
        return new Meeting(List.copyOf(sorted), absent, unknown, null);
    }

    /** Returns meetings in their order, each with what the last rank did before. */
    static List<Meeting> chained(List<Meeting> sorted) {
        Map<Rank, TreeMap<Long, Operation>> ended = new HashMap<>();
        for (Meeting meeting : sorted) {
            for (Operation call : meeting.calls) {
                ended.computeIfAbsent(call.rank(), _ -> new TreeMap<>()).put(call.end(), call);
            }
        }
        return sorted.stream()
                .map(meeting -> {
                    Operation last = meeting.last();
                    Map.Entry<Long, Operation> before =
                            ended.getOrDefault(last.rank(), new TreeMap<>()).floorEntry(last.begin());
                    return new Meeting(
                            meeting.calls, meeting.absent, meeting.unknown, before == null ? null : before.getValue());
                })
                .toList();
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

    /** Returns whether some members have never come. */
    boolean isInVain() {
        return unknown || !absent.isEmpty();
    }

    /**
     * Returns the ranks for which the others waited, as far as they are known: those that have not come, or the last.
     */
    List<Rank> awaited() {
        return isInVain() ? absent : List.of(last().rank());
    }

    /** Returns how many ranks waited for others. */
    int waiting() {
        return isInVain() ? calls.size() : calls.size() - 1;
    }

    /** Names the ranks for which the others waited. */
    String awaitedNames() {
        List<String> names = new ArrayList<>();
        awaited().stream().limit(NAMED).forEach(rank -> names.add(rank.title));
        if (awaited().size() > NAMED) {
            names.add(awaited().size() - NAMED + " more");
        }
        if (unknown) {
            names.add("unknown ranks");
        }
        return String.join(", ", names);
    }

    long begin() {
        return first().rank().at(first().begin());
    }

    /**
     * Returns the time at which the last rank arrived; if one has never come, the time at which the last call ended.
     */
    long complete() {
        return isInVain()
                ? calls.stream()
                        .mapToLong(call -> call.rank().at(call.end()))
                        .max()
                        .orElseThrow()
                : last().rank().at(last().begin());
    }

    /** Returns how long a call waited for the last rank. */
    long waited(Operation call) {
        long end = call.rank().at(call.end());
        long until = isInVain() ? end : Math.min(complete(), end);
        return Math.max(0, until - call.rank().at(call.begin()));
    }

    long longestWait() {
        return calls.stream().mapToLong(this::waited).max().orElse(0);
    }

    /** Tests whether this is the first collective operation of the last rank, which its start delays. */
    boolean isStart() {
        return previous == null && !isInVain();
    }

    /** Returns when the last rank's own delay begins: the first call, or the end of its previous operation if later. */
    long delayBegin() {
        return previous == null || isInVain()
                ? begin()
                : Math.max(begin(), previous.rank().at(previous.end()));
    }

    /** Returns for how long others waited while the last rank was still in its previous operation. */
    long knockOn() {
        return Math.min(longestWait(), delayBegin() - begin());
    }

    /** Returns how long a call waited for what the last rank did itself. */
    private long waitedForItself(Operation call) {
        long knockOn = Math.max(0, delayBegin() - call.rank().at(call.begin()));
        return Math.max(0, waited(call) - knockOn);
    }

    /** Returns how long others waited at most for what the last rank did outside of collective operations. */
    long delay() {
        return calls.stream().mapToLong(this::waitedForItself).max().orElse(0);
    }

    /** Returns the sum of that over the ranks. */
    long totalDelay() {
        return calls.stream().mapToLong(this::waitedForItself).sum();
    }

    /** Returns for how long all other ranks waited at once for what the last rank did itself. */
    long allWaited() {
        return calls.size() < 2 || isInVain() ? 0 : waitedForItself(calls.get(calls.size() - 2));
    }

    /** Says who waited for whom. */
    String text() {
        int waiting = waiting();
        String text = waiting
                + (waiting == 1 ? " rank waited for " : " ranks waited for ")
                + awaitedNames()
                + (isInVain() ? ", in vain" : "")
                + (isStart() ? ", which started" : "");
        // Less is not worth a word.
        return previous != null && knockOn() > delay() / 10
                ? text + ", and " + Times.text(knockOn()) + " while it was in " + previous.title()
                : text;
    }
}
