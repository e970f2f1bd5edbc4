// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;

/** Parses the comma-delimited lists of names and ranks that hosts send. */
public final class HostList {
    private HostList() {}

    public static List<String> names(String list) {
        List<String> names = new ArrayList<>();
        for (int from = 0; from < list.length(); ) {
            int to = end(list, from);
            if (to > from) {
                names.add(list.substring(from, to));
            }
            from = to + 1;
        }
        return List.copyOf(names);
    }

    public static int[] ranks(String list) {
        int[] ranks = new int[16];
        int count = 0;
        for (int from = 0; from < list.length(); ) {
            int to = end(list, from);
            if (to > from) {
                if (count == ranks.length) {
                    ranks = Arrays.copyOf(ranks, 2 * count);
                }
                ranks[count++] = rank(list, from, to);
            }
            from = to + 1;
        }
        return Arrays.copyOf(ranks, count);
    }

    private static int end(String list, int from) {
        int comma = list.indexOf(',', from);
        return comma < 0 ? list.length() : comma;
    }

    private static int rank(String list, int from, int to) {
        try {
            int rank = Integer.parseInt(list, from, to, 10);
            if (rank >= 0) {
                return rank;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw new PmixException("the host sent a bad list of ranks: " + list, new PmixStatus(StatusCodes.BAD_PARAM));
    }
}
