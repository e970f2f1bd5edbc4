// SPDX-License-Identifier: Apache-2.0
package org.pmixj.value;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
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

    private static final Pattern RANGE = Pattern.compile("0*([0-9]{1,7})(?:-0*([0-9]{1,7}))?");

    /** Checks that the source is {@code hwloc} and the list has that form, with CPUs of at most 1,048,575. */
    public Cpuset {
        if (!source.equals("hwloc")) {
            throw new IllegalArgumentException("source " + source + " is not hwloc");
        }
        // A range without an end can only be the last one.
        String closed = cpus.endsWith("-") ? cpus + "0" : cpus;
        for (String range : closed.isEmpty() ? new String[0] : closed.split(",", -1)) {
            Matcher numbers = RANGE.matcher(range);
            if (!numbers.matches() || isTooLarge(numbers.group(1)) || isTooLarge(numbers.group(2))) {
                throw new IllegalArgumentException("not a list of CPUs such as 0-3,8: " + cpus);
            }
        }
    }

    private static boolean isTooLarge(@Nullable String number) {
        return number != null && Integer.parseInt(number) >= LIMIT;
    }
}
