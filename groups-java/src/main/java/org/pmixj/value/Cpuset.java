// SPDX-License-Identifier: Apache-2.0
package org.pmixj.value;

import org.pmixj.DataType;
import org.pmixj.PmixValue;

/**
 * Represents a set of CPUs ({@code pmix_cpuset_t}, PMIx Standard 11.4).
 *
 * @param source who names the CPUs: {@code hwloc}, the only one libpmix knows
 * @param cpus the CPUs as a list of ranges such as {@code 0-3,8}; the last may be open, {@code 16-}; empty for none. A
 *     received one is in ascending order
 */
public record Cpuset(String source, String cpus) implements PmixValue {
    /** More CPUs than any machine has, and few enough for a bitmap. */
    private static final int LIMIT = 1 << 20;

    /** Checks that the source is {@code hwloc} and the list has that form, with CPUs of at most 1,048,575. */
    public Cpuset {
        if (!source.equals("hwloc")) {
            throw new IllegalArgumentException("source " + source + " is not hwloc");
        }
        int at = 0;
        while (at < cpus.length()) {
            at = range(cpus, at);
            if (at < cpus.length() && (cpus.charAt(at) != ',' || ++at == cpus.length())) {
                throw bad(cpus);
            }
        }
    }

    private static int range(String cpus, int begin) {
        int end = number(cpus, begin);
        if (end < cpus.length() && cpus.charAt(end) == '-') {
            return end + 1 == cpus.length() ? end + 1 : number(cpus, end + 1);
        }
        return end;
    }

    private static int number(String cpus, int begin) {
        int end = begin;
        int value = 0;
        while (end < cpus.length() && cpus.charAt(end) >= '0' && cpus.charAt(end) <= '9') {
            value = value * 10 + cpus.charAt(end++) - '0';
            if (value >= LIMIT) {
                throw bad(cpus);
            }
        }
        if (end == begin) {
            throw bad(cpus);
        }
        return end;
    }

    private static IllegalArgumentException bad(String cpus) {
        return new IllegalArgumentException("not a list of CPUs such as 0-3,8: " + cpus);
    }

    @Override
    public DataType type() {
        return DataType.PROC_CPUSET;
    }
}
