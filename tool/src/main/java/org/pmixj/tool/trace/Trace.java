// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.pmixj.tool.Refusal;
import org.pmixj.tool.trace.Rank.Operation;

/**
 * Holds what all ranks of a job and of the jobs that it spawned have recorded.
 *
 * @param ranks the recorded ranks, by namespace and number
 * @param meetings the collective operations with two recorded calls or more, in the order in which they began
 * @param alignment how the clocks were aligned
 * @param problems what could not be read, and which ranks were not recorded
 */
record Trace(List<Rank> ranks, List<Meeting> meetings, Clocks.Alignment alignment, List<String> problems) {
    /** The heap has room for so many operations, handlers and so on: one in so many bytes. */
    private static final int BYTES = 400;

    /** Reads the recordings below a folder. */
    static Trace read(Path folder) throws IOException {
        return read(
                folder, (int) Math.min(Integer.MAX_VALUE, Runtime.getRuntime().maxMemory() / BYTES));
    }

    static Trace read(Path folder, int kept) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new Refusal("there is no folder '" + folder + "'");
        }
        List<Recording> recordings = Recording.find(folder);
        if (recordings.isEmpty()) {
            throw new Refusal("there is no recording in " + folder + "; 'pmixj run --trace " + folder
                    + " …' records a job there");
        }
        List<String> problems = new ArrayList<>();
        Map<String, Rank> ranks = new TreeMap<>();
        Map<String, String> texts = new HashMap<>();
        for (Recording recording : recordings) {
            RankReader reader = new RankReader(recording, Math.max(1, kept / recordings.size()), texts);
            Rank rank = reader.read(problems);
            if (rank == null) {
                continue;
            }
            if (ranks.putIfAbsent(rank.process(), rank) != null) {
                problems.add(recording.folder() + " is a second recording of " + rank.process()
                        + ", and was left out; use an empty folder for each job");
            }
        }
        List<Rank> sorted = ranks.values().stream().sorted().toList();
        if (sorted.isEmpty()) {
            throw new Refusal("no rank can be read in " + folder + ": " + String.join("; ", problems));
        }
        return of(sorted, problems);
    }

    /** Aligns clocks, and finds what several ranks did together. */
    static Trace of(List<Rank> ranks, List<String> problems) {
        boolean several = ranks.stream().map(rank -> rank.nspace).distinct().count() > 1;
        ranks.forEach(rank -> rank.title = rank + (several ? " of " + rank.nspace : ""));
        missing(ranks, problems);
        List<Meeting> meetings = Meeting.of(ranks, problems);
        Clocks.Alignment alignment = Clocks.align(ranks, meetings);
        return new Trace(
                ranks,
                Meeting.chained(meetings.stream()
                        .map(Meeting::sorted)
                        .sorted(Comparator.comparingLong(Meeting::begin))
                        .toList()),
                alignment,
                List.copyOf(problems));
    }

    /** Names the ranks of each job that were not recorded. */
    private static void missing(List<Rank> ranks, List<String> problems) {
        Map<String, TreeSet<Integer>> numbers = new TreeMap<>();
        Map<String, Integer> sizes = new TreeMap<>();
        long dropped = 0;
        for (Rank rank : ranks) {
            numbers.computeIfAbsent(rank.nspace, _ -> new TreeSet<>()).add(rank.number);
            sizes.merge(rank.nspace, rank.jobSize, Math::max);
            if (rank.cut) {
                problems.add(rank.process() + " did not end by itself: its recording ends at "
                        + Times.text(rank.last - rank.first) + " after its start, up to 1 s before its end");
            }
            dropped += rank.dropped;
        }
        if (dropped > 0) {
            problems.add("this JVM has too little memory for all: the last " + dropped + " operations and handlers were"
                    + " left out; set JDK_JAVA_OPTIONS=-Xmx4g, for instance");
        }
        numbers.forEach((nspace, there) -> {
            List<String> absent = new ArrayList<>();
            for (int number = 0; number < sizes.getOrDefault(nspace, 0); number++) {
                if (!there.contains(number)) {
                    absent.add(Integer.toString(number));
                }
            }
            if (!absent.isEmpty()) {
                problems.add("not recorded: " + (absent.size() == 1 ? "rank " : "ranks ") + String.join(", ", absent)
                        + " of " + nspace + " (no JVM of 'pmixj run --trace', or killed in its first second, or the"
                        + " folder is not shared with its node)");
            }
        });
    }

    /** Returns the first time of all, by the first host's clock. */
    long begin() {
        return ranks.stream().mapToLong(rank -> rank.at(rank.first)).min().orElse(0);
    }

    /** Returns the meeting that each call is part of. Calls are compared by identity. */
    IdentityHashMap<Operation, Meeting> meetingsByCall() {
        IdentityHashMap<Operation, Meeting> byCall = new IdentityHashMap<>();
        meetings.forEach(meeting -> meeting.calls().forEach(call -> byCall.put(call, meeting)));
        return byCall;
    }

    /** Returns the meetings with the longest delays, the longest first, and after them those of the start of ranks. */
    List<Meeting> worst(int count) {
        return meetings.stream()
                .sorted(Comparator.comparing(Meeting::isStart)
                        .thenComparing(Comparator.comparingLong(Meeting::delay).reversed()))
                .limit(count)
                .toList();
    }
}
