// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Computes what is left of a floating-point number that travels as decimal text with six digits after the point. */
public final class DecimalText {
    private static final int DIGITS = 6;
    /** Less than half of the last digit. */
    private static final double NOTHING = 1e-7;

    private DecimalText() {}

    /** Returns the number that a reader of the text has. The text of a result keeps it. */
    public static double of(double value) {
        return isSpecial(value) ? special(value) : Math.copySign(text(value).doubleValue(), value);
    }

    /** Returns the number that a reader of the text of a float has. */
    public static float of(float value) {
        return isSpecial(value)
                ? (float) special(value)
                : Math.copySign(text(value).floatValue(), value);
    }

    private static BigDecimal text(double value) {
        return new BigDecimal(value).setScale(DIGITS, RoundingMode.HALF_EVEN);
    }

    private static boolean isSpecial(double value) {
        return value == Math.rint(value) || Double.isNaN(value) || Math.abs(value) < NOTHING;
    }

    private static double special(double value) {
        // The text of NaN has none of its bits.
        return Double.isNaN(value) ? Double.NaN : Math.rint(value);
    }
}
