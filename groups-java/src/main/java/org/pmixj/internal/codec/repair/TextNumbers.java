// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.codec.repair;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.DataType;
import org.pmixj.PmixValue;
import org.pmixj.internal.base.DecimalText;

/**
 * Sends the bits of floating-point numbers that libpmix would round. libpmix sends a number as text with six digits
 * after the point. A number that its text does not keep travels as a {@code TIMEVAL} instead: its bits are the seconds,
 * and the microseconds are a mark that no time has. libpmix carries both unchanged, and in place, so that they may be
 * wherever a number may be.
 */
public final class TextNumbers {
    /** The letters {@code pmixjd}: the seconds are the bits of a double. */
    private static final long DOUBLE = 0x706D_6978_6A64L;
    /** The letters {@code pmixjf}: the seconds are the bits of a float. */
    private static final long FLOAT = 0x706D_6978_6A66L;

    private static final long MARK = Long.BYTES;

    private TextNumbers() {}

    /** Returns whether libpmix would change a number. */
    public static boolean isRounded(PmixValue value) {
        return value instanceof PmixValue.Real real
                && Double.doubleToRawLongBits(kept(real)) != Double.doubleToRawLongBits(real.value());
    }

    private static double kept(PmixValue.Real real) {
        double number = real.value();
        return real.type() == DataType.FLOAT ? DecimalText.of((float) number) : DecimalText.of(number);
    }

    /** Returns a value for the host, which reads numbers as numbers: those that libpmix would round are rounded. */
    public static PmixValue rounded(PmixValue value) {
        if (value instanceof PmixValue.Array array
                && (array.elementType() == DataType.VALUE || isNumber(array.elementType()))) {
            return new PmixValue.Array(
                    array.elementType(),
                    array.elements().stream().map(TextNumbers::rounded).toList());
        }
        return value instanceof PmixValue.Real real && isRounded(real)
                ? new PmixValue.Real(real.type(), kept(real))
                : value;
    }

    public static boolean isNumber(DataType type) {
        return type == DataType.DOUBLE || type == DataType.FLOAT;
    }

    /** Returns the type with which libpmix carries elements of a type unchanged. */
    public static DataType sentAs(DataType type, List<PmixValue> elements) {
        if (isNumber(type)) {
            for (PmixValue element : elements) {
                if (isRounded(element)) {
                    return DataType.TIMEVAL;
                }
            }
        }
        return type;
    }

    /** Writes a number as a {@code TIMEVAL}. */
    public static void write(MemorySegment target, long at, PmixValue.Real real) {
        boolean isFloat = real.type() == DataType.FLOAT;
        target.set(
                ValueLayout.JAVA_LONG,
                at,
                isFloat ? Float.floatToRawIntBits((float) real.value()) : Double.doubleToRawLongBits(real.value()));
        target.set(ValueLayout.JAVA_LONG, at + MARK, isFloat ? FLOAT : DOUBLE);
    }

    /** Reads a number from a {@code TIMEVAL}; returns null if it is a time. */
    public static PmixValue.@Nullable Real read(MemorySegment from, long at) {
        long mark = from.get(ValueLayout.JAVA_LONG, at + MARK);
        if (mark != DOUBLE && mark != FLOAT) {
            return null;
        }
        long bits = from.get(ValueLayout.JAVA_LONG, at);
        return mark == DOUBLE
                ? new PmixValue.Real(DataType.DOUBLE, Double.longBitsToDouble(bits))
                : new PmixValue.Real(DataType.FLOAT, Float.intBitsToFloat((int) bits));
    }
}
