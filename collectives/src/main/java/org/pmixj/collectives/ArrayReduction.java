// SPDX-License-Identifier: Apache-2.0
package org.pmixj.collectives;

import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;

/** Lists the usual operators for reductions of arrays, such as {@link Collectives#allReduce(int[], IntBinaryOperator)}. */
public enum ArrayReduction implements IntBinaryOperator, LongBinaryOperator, DoubleBinaryOperator {
    /** Adds ({@code MPI_SUM}). It throws an {@link ArithmeticException} where a sum of integers overflows. */
    SUM,
    /** Multiplies ({@code MPI_PROD}). It throws an {@link ArithmeticException} where a product of integers overflows. */
    PRODUCT,
    /** Selects the smaller number ({@code MPI_MIN}). NaN counts as the largest. */
    MIN,
    /** Selects the larger number ({@code MPI_MAX}). NaN counts as the largest. */
    MAX;

    @Override
    public int applyAsInt(int one, int other) {
        // A sum or product of two ints fits a long.
        return Math.toIntExact(applyAsLong(one, other));
    }

    @Override
    public long applyAsLong(long one, long other) {
        return switch (this) {
            case SUM -> Math.addExact(one, other);
            case PRODUCT -> Math.multiplyExact(one, other);
            case MIN -> Math.min(one, other);
            case MAX -> Math.max(one, other);
        };
    }

    @Override
    public double applyAsDouble(double one, double other) {
        return switch (this) {
            case SUM -> one + other;
            case PRODUCT -> one * other;
            case MIN -> Double.compare(one, other) <= 0 ? one : other;
            case MAX -> Double.compare(one, other) >= 0 ? one : other;
        };
    }
}
