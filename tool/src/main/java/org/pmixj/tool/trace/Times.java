// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.trace;

import java.util.Locale;

/** Writes durations for people. */
final class Times {
    private static final double MICRO = 1e3;
    private static final double MILLI = 1e6;
    private static final double SECOND = 1e9;

    private Times() {}

    /** Returns nanoseconds in a unit that suits them. */
    static String text(long nanos) {
        double size = Math.abs((double) nanos);
        if (size < MILLI) {
            return format(nanos / MICRO) + " µs";
        }
        return size < SECOND ? format(nanos / MILLI) + " ms" : format(nanos / SECOND) + " s";
    }

    private static String format(double value) {
        return String.format(
                Locale.ROOT, Math.abs(value) < 10 ? "%.2f" : Math.abs(value) < 100 ? "%.1f" : "%.0f", value);
    }
}
