// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import java.util.BitSet;
import org.pmixj.value.Cpuset;

/** Converts lists of CPUs such as {@code 0-3,8} to sets and back. */
public final class CpuList {
    private CpuList() {}

    public static BitSet set(Cpuset cpuset) {
        String list = cpuset.cpus();
        BitSet set = new BitSet();
        for (int from = 0; from < list.length(); ) {
            int comma = list.indexOf(',', from);
            int to = comma < 0 ? list.length() : comma;
            int dash = list.indexOf('-', from, to);
            if (dash >= 0 && dash == to - 1) {
                throw new IllegalArgumentException("list of CPUs with a range without an end: " + list);
            } else if (dash >= 0) {
                range(set, list, Integer.parseInt(list, from, dash, 10), Integer.parseInt(list, dash + 1, to, 10));
            } else {
                set.set(Integer.parseInt(list, from, to, 10));
            }
            from = to + 1;
        }
        return set;
    }

    private static void range(BitSet set, String list, int first, int last) {
        if (first > last) {
            throw new IllegalArgumentException("list of CPUs with a range that ends before it starts: " + list);
        }
        set.set(first, last + 1);
    }

    public static Cpuset cpuset(BitSet set) {
        StringBuilder list = new StringBuilder();
        for (int first = set.nextSetBit(0); first >= 0; ) {
            int last = set.nextClearBit(first) - 1;
            if (!list.isEmpty()) {
                list.append(',');
            }
            list.append(first);
            if (last > first) {
                list.append('-').append(last);
            }
            first = set.nextSetBit(last + 1);
        }
        return new Cpuset("hwloc", list.toString());
    }
}
