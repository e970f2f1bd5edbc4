// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import java.util.ArrayList;
import java.util.List;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;

/** Parses the comma-delimited lists of names and ranks that hosts send. */
public final class HostList {
    private HostList() {}

    public static List<String> names(String list) {
        List<String> names = new ArrayList<>(List.of(list.split(",", -1)));
        names.removeAll(List.of(""));
        return List.copyOf(names);
    }

    public static int[] ranks(String list) {
        List<String> names = names(list);
        int[] ranks = new int[names.size()];
        for (int i = 0; i < ranks.length; i++) {
            ranks[i] = rank(list, names.get(i));
        }
        return ranks;
    }

    private static int rank(String list, String name) {
        try {
            int rank = Integer.parseInt(name);
            if (rank >= 0) {
                return rank;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw new PmixException("the host sent a bad list of ranks: " + list, new PmixStatus(StatusCodes.BAD_PARAM));
    }
}
