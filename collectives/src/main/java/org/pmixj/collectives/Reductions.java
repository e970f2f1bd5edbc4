// SPDX-License-Identifier: Apache-2.0
package org.pmixj.collectives;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.function.BinaryOperator;

/** Holds the usual operators for {@link Collectives#allReduce(org.pmixj.ValueType, Object, BinaryOperator)}. */
public final class Reductions {
    private Reductions() {}

    /**
     * {@return an operator that adds numbers ({@code MPI_SUM})} It throws an {@link ArithmeticException} where a sum of
     * integers overflows the Java type.
     *
     * @param <T> the Java type of the numbers
     */
    public static <T extends Number> BinaryOperator<T> sum() {
        return Reductions::add;
    }

    /**
     * {@return an operator that selects the smaller value, by natural order ({@code MPI_MIN})} NaN counts as the
     * largest.
     *
     * @param <T> the Java type of the values
     */
    public static <T extends Comparable<? super T>> BinaryOperator<T> min() {
        return BinaryOperator.minBy(Comparator.naturalOrder());
    }

    /**
     * {@return an operator that selects the larger value, by natural order ({@code MPI_MAX})} NaN counts as the
     * largest.
     *
     * @param <T> the Java type of the values
     */
    public static <T extends Comparable<? super T>> BinaryOperator<T> max() {
        return BinaryOperator.maxBy(Comparator.naturalOrder());
    }

    @SuppressWarnings("unchecked") // each case returns the type of its arguments
    private static <T extends Number> T add(T one, T other) {
        Number sum = switch (one) {
            case Byte number -> narrowed(number + other.byteValue(), (byte) (number + other.byteValue()));
            case Short number -> narrowed(number + other.shortValue(), (short) (number + other.shortValue()));
            case Integer number -> Math.addExact(number, other.intValue());
            case Long number -> Math.addExact(number, other.longValue());
            case Float number -> number + other.floatValue();
            case Double number -> number + other.doubleValue();
            case BigInteger number -> number.add((BigInteger) other);
            default -> throw new IllegalArgumentException("there is no sum of " + one.getClass());
        };
        return (T) sum;
    }

    private static Number narrowed(int exact, Number narrow) {
        if (exact != narrow.intValue()) {
            throw new ArithmeticException(
                    exact + " overflows " + narrow.getClass().getSimpleName());
        }
        return narrow;
    }
}
