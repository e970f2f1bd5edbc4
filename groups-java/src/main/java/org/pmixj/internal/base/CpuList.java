// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import java.util.BitSet;
import java.util.StringJoiner;
import org.pmixj.value.Cpuset;

/** Converts lists of CPUs such as {@code 0-3,8} to sets and back. */
public final class CpuList {
    private CpuList() {}

    public static BitSet set(Cpuset cpuset) {
        String list = cpuset.cpus();
        BitSet set = new BitSet();
        for (String range : list.isEmpty() ? new String[0] : list.split(",", -1)) {
            String[] ends = range.split("-", -1);
            if (ends[ends.length - 1].isEmpty()) {
                throw new IllegalArgumentException("list of CPUs with a range without an end: " + list);
            }
            int first = Integer.parseInt(ends[0]);
            int last = Integer.parseInt(ends[ends.length - 1]);
            if (first > last) {
                throw new IllegalArgumentException("list of CPUs with a range that ends before it starts: " + list);
            }
            set.set(first, last + 1);
        }
        return set;
    }

    public static Cpuset cpuset(BitSet set) {
        StringJoiner list = new StringJoiner(",");
        for (int first = set.nextSetBit(0); first >= 0; ) {
            int last = set.nextClearBit(first) - 1;
            list.add(last > first ? first + "-" + last : Integer.toString(first));
            first = set.nextSetBit(last + 1);
        }
        return new Cpuset("hwloc", list.toString());
    }
}
