// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Builds ranks as if they had been recorded. Times are milliseconds since the begin of the job. */
final class Jobs {
    private static final long BEGIN = 1_700_000_000_000_000_000L;
    private static final long MILLI = 1_000_000;

    final List<Rank> ranks = new ArrayList<>();

    Jobs(int ranks, int hosts) {
        for (int number = 0; number < ranks; number++) {
            Rank rank = new Rank();
            rank.nspace = "job@1";
            rank.number = number;
            rank.jobSize = ranks;
            rank.host = "node" + number % hosts;
            rank.covers(at(0), at(0));
            this.ranks.add(rank);
        }
    }

    static long at(double millis) {
        return BEGIN + Math.round(millis * MILLI);
    }

    /** Has all ranks call an operation, each at its time; it ends in all a millisecond after the last begin. */
    Jobs together(String kind, String name, double... begins) {
        double last = 0;
        for (double begin : begins) {
            last = Math.max(last, begin);
        }
        for (int number = 0; number < begins.length; number++) {
            call(number, kind, name, begins.length, begins[number], last + 1);
        }
        return this;
    }

    Jobs call(int number, String kind, String name, int size, double begin, double end) {
        return call(number, kind, name, size, "SUCCESS", begin, end);
    }

    Jobs call(int number, String kind, String name, int size, String status, double begin, double end) {
        Rank rank = ranks.get(number);
        String members = size > 1 ? "job@1:0-" + (size - 1) : "";
        long earlier = rank.operations.stream()
                .filter(call -> call.kind().equals(kind) && call.name().equals(name) && call.size() == size)
                .count();
        rank.operations.add(new Rank.Operation(
                rank,
                kind,
                name,
                members,
                size,
                size > 1 ? earlier + 1 : 0,
                0,
                "",
                status,
                "",
                at(begin),
                at(end),
                0,
                0));
        rank.covers(at(begin), at(end));
        return this;
    }

    /** Has the clock of a host be ahead. */
    Jobs ahead(String host, double millis) {
        long by = Math.round(millis * MILLI);
        for (Rank rank : ranks) {
            if (rank.host.equals(host)) {
                rank.operations.replaceAll(call -> call.during(call.begin() + by, call.end() + by));
                rank.first += by;
                rank.last += by;
            }
        }
        return this;
    }

    Trace trace(String... problems) {
        ranks.forEach(rank -> rank.operations.sort(Comparator.comparingLong(Rank.Operation::begin)));
        return Trace.of(ranks, new ArrayList<>(List.of(problems)));
    }
}
