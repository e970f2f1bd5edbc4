// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pmixj.tool.trace.Rank.Operation;

/**
 * Aligns the clocks of the hosts by the collective operations: none ends in a rank before it has begun in all. So each
 * operation in which ranks of two hosts took part bounds the difference of their clocks from both sides.
 *
 * <p>A clock that is within its bounds is left alone; another is set to their middle. If no differences satisfy all
 * bounds, since a clock ran faster than another, all bounds are widened by the same least time.
 */
final class Clocks {
    /** So many hosts are compared with each other; of more hosts, each with the first one only. */
    private static final int CLOSED = 200;

    private static final long NONE = Long.MAX_VALUE / 4;
    private static final long FIRST_SLACK = 1_000;

    /**
     * The clock of a host.
     *
     * @param host its name
     * @param ahead how many nanoseconds it is ahead of the clock of the first host
     * @param uncertainty by how much that may be wrong; negative if no operation connects it with the first host
     */
    record Clock(String host, long ahead, long uncertainty) {
        boolean isCompared() {
            return uncertainty >= 0;
        }

        Map<String, Object> json() {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("host", host);
            json.put("aheadNanos", ahead);
            json.put("uncertaintyNanos", isCompared() ? uncertainty : null);
            return json;
        }
    }

    /** The clocks, the first host's first, and the time by which bounds were widened. */
    record Alignment(List<Clock> clocks, long slack) {
        String text() {
            if (clocks.size() < 2) {
                return "one host, one clock";
            }
            long compared = clocks.stream().filter(Clock::isCompared).count();
            long worst = clocks.stream().mapToLong(Clock::uncertainty).max().orElse(0);
            long moved = clocks.stream().filter(clock -> clock.ahead() != 0).count();
            String text = compared == 1
                    ? "no operation connects the hosts, so the clocks are the hosts' own"
                    : "the clocks of " + compared + " hosts were compared by common operations, to within "
                            + Times.text(worst) + "; " + (moved == 0 ? "none was moved" : moved + " moved");
            return compared > 1 && compared < clocks.size()
                    ? text + "; " + (clocks.size() - compared) + " have no common operation, and their own clocks"
                    : text;
        }
    }

    private Clocks() {}

    /** Aligns the clocks, and tells the ranks. */
    static Alignment align(List<Rank> ranks, List<Meeting> meetings) {
        Map<String, Integer> hosts = new LinkedHashMap<>();
        ranks.forEach(rank -> hosts.putIfAbsent(rank.host, hosts.size()));
        int count = hosts.size();
        long[][] bounds = bounds(hosts, meetings);
        long slack = 0;
        long[][] closed = closed(bounds, 0);
        while (closed == null) {
            slack = slack == 0 ? FIRST_SLACK : slack * 2;
            closed = closed(bounds, slack);
        }
        long[] ahead = new long[count];
        List<Clock> clocks = new ArrayList<>();
        String[] names = hosts.keySet().toArray(String[]::new);
        for (int host = 0; host < count; host++) {
            long low = -NONE;
            long high = NONE;
            // Any value within the closed bounds to the earlier hosts leaves one for each later host.
            for (int other = 0; other < host; other++) {
                if (closed[host][other] < NONE) {
                    high = Math.min(high, ahead[other] + closed[host][other]);
                }
                if (closed[other][host] < NONE) {
                    low = Math.max(low, ahead[other] - closed[other][host]);
                }
            }
            boolean bounded = low > -NONE && high < NONE;
            boolean right = host == 0 || (low <= 0 && high >= 0);
            ahead[host] = right ? 0 : bounded ? low + (high - low) / 2 : low > 0 ? low : high;
            clocks.add(new Clock(names[host], ahead[host], uncertainty(closed, host, ahead[host])));
        }
        ranks.forEach(rank -> rank.ahead = ahead[hosts.getOrDefault(rank.host, 0)]);
        return new Alignment(clocks, slack);
    }

    private static long uncertainty(long[][] closed, int host, long ahead) {
        boolean bounded = closed[host][0] < NONE && closed[0][host] < NONE;
        return bounded ? Math.max(closed[host][0] - ahead, closed[0][host] + ahead) : -1;
    }

    /** Returns by how much the clock of each host may be ahead of that of each other host. */
    private static long[][] bounds(Map<String, Integer> hosts, List<Meeting> meetings) {
        int count = hosts.size();
        long[][] bounds = new long[count][count];
        for (long[] row : bounds) {
            Arrays.fill(row, NONE);
        }
        long[] lastBegin = new long[count];
        long[] firstEnd = new long[count];
        for (Meeting meeting : meetings) {
            Arrays.fill(lastBegin, Long.MIN_VALUE);
            Arrays.fill(firstEnd, Long.MAX_VALUE);
            for (Operation call : meeting.calls()) {
                int host = hosts.getOrDefault(call.rank().host, 0);
                lastBegin[host] = Math.max(lastBegin[host], call.begin());
                // A failed call waits for nobody.
                if (call.succeeded()) {
                    firstEnd[host] = Math.min(firstEnd[host], call.end());
                }
            }
            for (int a = 0; a < count; a++) {
                for (int b = 0; b < count && firstEnd[a] < Long.MAX_VALUE; b++) {
                    if (a != b && lastBegin[b] > Long.MIN_VALUE && (count <= CLOSED || a == 0 || b == 0)) {
                        bounds[a][b] = Math.min(bounds[a][b], firstEnd[a] - lastBegin[b]);
                    }
                }
            }
        }
        return bounds;
    }

    /** Returns the bounds that follow from all bounds together; null if no differences satisfy them. */
    private static long @Nullable [][] closed(long[][] bounds, long slack) {
        int count = bounds.length;
        long[][] closed = new long[count][count];
        for (int a = 0; a < count; a++) {
            for (int b = 0; b < count; b++) {
                closed[a][b] = a == b ? 0 : bounds[a][b] == NONE ? NONE : bounds[a][b] + slack;
            }
        }
        for (int via = 0; via < (count <= CLOSED ? count : 1); via++) {
            for (int a = 0; a < count; a++) {
                for (int b = 0; b < count && closed[a][via] < NONE; b++) {
                    if (closed[via][b] < NONE) {
                        closed[a][b] = Math.min(closed[a][b], closed[a][via] + closed[via][b]);
                    }
                }
            }
        }
        for (int a = 0; a < count; a++) {
            if (closed[a][a] < 0) {
                return null;
            }
        }
        return closed;
    }
}
