// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.pmixj.junit.rank.CallsUnderWay;
import org.pmixj.junit.rank.JobFiles;

/** Says which ranks have not called what others wait for, in a job that has reached its time limit. */
final class Hang {
    private Hang() {}

    /** Returns that in one line; an empty text if no rank waits for others in a collective operation. */
    static String describe(JobFiles files, int ranks) {
        Map<CallsUnderWay, Set<Integer>> callers = new LinkedHashMap<>();
        for (int rank = 0; rank < ranks; rank++) {
            for (CallsUnderWay call : CallsUnderWay.read(JobText.lines(files.calls(rank)))) {
                callers.computeIfAbsent(call, _ -> new TreeSet<>()).add(rank);
            }
        }
        List<String> texts = new ArrayList<>();
        callers.forEach((call, called) -> texts.add(describe(call, called)));
        return String.join("; ", texts);
    }

    private static String describe(CallsUnderWay call, Set<Integer> called) {
        Set<Integer> missing = new TreeSet<>(call.participants());
        missing.removeAll(called);
        String what = "the " + call.what();
        return missing.isEmpty()
                ? ranks(called) + " " + have(called) + " called " + what
                        + ", as all who take part, and it has not ended"
                : ranks(missing) + " " + have(missing) + " not called " + what + ", in which " + ranks(called)
                        + (called.size() == 1 ? " waits" : " wait");
    }

    private static String ranks(Collection<Integer> ranks) {
        return (ranks.size() == 1 ? "rank " : "ranks ")
                + ranks.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    private static String have(Collection<Integer> ranks) {
        return ranks.size() == 1 ? "has" : "have";
    }
}
