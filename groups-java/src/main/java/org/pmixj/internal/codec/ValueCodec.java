// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.codec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.pmixj.DataType;
import org.pmixj.Info;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ffi.pmix_byte_object;
import org.pmixj.ffi.pmix_value;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.codec.repair.TextNumbers;
import org.pmixj.internal.codec.repair.UncopiedValue;

/**
 * Converts {@link PmixValue} to {@code pmix_value_t} and back. This class handles the types that values and arrays hold
 * in place; {@link StructCodec}, which most programs never load, handles the structures.
 *
 * <p>Written values live as long as the allocator, which is always an arena. Values that are read are copied.
 */
public final class ValueCodec {
    /** The offset of the union. */
    public static final long DATA = pmix_value.data$offset();

    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT;
    private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE;

    private ValueCodec() {}

    public static MemorySegment allocate(SegmentAllocator memory, PmixValue value) {
        MemorySegment segment = pmix_value.allocate(memory);
        write(segment, value, memory);
        return segment;
    }

    /** Writes a value into zeroed memory; throws IllegalArgumentException if libpmix cannot carry it. */
    static void write(MemorySegment target, PmixValue value, SegmentAllocator memory) {
        if (value instanceof PmixValue.Real real && Defect.DOUBLES_ARE_TEXT.isHere() && TextNumbers.isRounded(real)) {
            TextNumbers.write(target, DATA, real);
            pmix_value.type(target, (short) DataType.TIMEVAL.code());
            return;
        }
        if (Defect.VALUES_NOT_COPIED.isHere()) {
            UncopiedValue.refuse(value.type());
        }
        if (!writeScalar(target, DATA, value, memory)) {
            StructCodec.writeValue(target, value, memory);
        }
        pmix_value.type(target, (short) value.type().code());
    }

    /** Returns whether a value has a number that C programs do not receive as one: it is sent as its bits. */
    public static boolean hidesNumbers(PmixValue value) {
        if (value instanceof PmixValue.Array array) {
            for (PmixValue element : array.elements()) {
                if (hidesNumbers(element)) {
                    return true;
                }
            }
        } else if (value instanceof Info info) {
            return hidesNumbers(info.value());
        }
        return value instanceof PmixValue.Real && Defect.DOUBLES_ARE_TEXT.isHere() && TextNumbers.isRounded(value);
    }

    /** Writes a type that values and arrays hold in place; returns false for other types. */
    static boolean writeScalar(MemorySegment target, long at, PmixValue value, SegmentAllocator memory) {
        // No pattern switch: linking one takes some ms of each start.
        if (value instanceof PmixValue.Str string) {
            target.set(LONG, at, memory.allocateFrom(string.value()).address());
        } else if (value instanceof PmixValue.Bool bool) {
            target.set(BYTE, at, (byte) (bool.value() ? 1 : 0));
        } else if (value instanceof PmixValue.Int number) {
            writeNumber(target, at, number.type(), number.value());
        } else if (value instanceof PmixValue.UInt number) {
            writeNumber(target, at, number.type(), number.bits());
        } else if (value instanceof PmixValue.Real real) {
            if (real.type() == DataType.FLOAT) {
                target.set(FLOAT, at, (float) real.value());
            } else {
                target.set(DOUBLE, at, real.value());
            }
        } else if (value instanceof PmixValue.Bytes bytes && bytes.type() != DataType.DATA_BUFFER) {
            ProcCodec.writeBytes(target.asSlice(at, pmix_byte_object.sizeof()), bytes, memory);
        } else if (value instanceof PmixValue.Status status) {
            target.set(INT, at, status.value().code());
        } else if (value instanceof PmixValue.Time time) {
            target.set(LONG, at, time.value().getEpochSecond());
        } else if (value instanceof PmixValue.TimeVal time) {
            target.set(LONG, at, time.value().toSeconds());
            target.set(LONG, at + 8, time.value().toNanosPart() / 1000);
        } else {
            return false;
        }
        return true;
    }

    private static void writeNumber(MemorySegment target, long at, DataType type, long value) {
        switch (type.bits()) {
            case 8 -> target.set(BYTE, at, (byte) value);
            case 16 -> target.set(SHORT, at, (short) value);
            case 32 -> target.set(INT, at, (int) value);
            default -> target.set(LONG, at, value);
        }
    }

    /** Copies a value, so that the result does not refer to native memory. */
    public static PmixValue read(MemorySegment value) {
        int code = Short.toUnsignedInt(pmix_value.type(value));
        DataType type = DataType.of(code);
        PmixValue result = null;
        try {
            result = readScalar(value, DATA, type);
            if (result == null) {
                result = StructCodec.readValue(value, type);
            }
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
            // Java has no value for it, such as a process without a namespace.
            return new PmixValue.Opaque(code);
        }
        return result != null ? result : new PmixValue.Opaque(code);
    }

    /** Reads a type that values and arrays hold in place; returns null for other types and a NULL string. */
    static @Nullable PmixValue readScalar(MemorySegment from, long at, DataType type) {
        int bits = type.bits();
        if (bits != 0) {
            return readNumber(from, at, type, bits);
        }
        return switch (type) {
            case BOOL -> new PmixValue.Bool(from.get(BYTE, at) != 0);
            case FLOAT -> new PmixValue.Real(type, from.get(FLOAT, at));
            case DOUBLE -> new PmixValue.Real(type, from.get(DOUBLE, at));
            case STATUS -> new PmixValue.Status(new PmixStatus(from.get(INT, at)));
            case STRING -> readString(MemorySegment.ofAddress(from.get(LONG, at)));
            case TIME -> new PmixValue.Time(Instant.ofEpochSecond(from.get(LONG, at)));
            case TIMEVAL -> {
                PmixValue real = Defect.DOUBLES_ARE_TEXT.isHere() ? TextNumbers.read(from, at) : null;
                yield real != null
                        ? real
                        : new PmixValue.TimeVal(Duration.ofSeconds(
                                from.get(LONG, at), Math.multiplyExact(from.get(LONG, at + 8), 1000)));
            }
            case BYTE_OBJECT, COMPRESSED_BYTE_OBJECT ->
                ProcCodec.readBytes(type, from.asSlice(at, pmix_byte_object.sizeof()));
            default -> null;
        };
    }

    private static PmixValue readNumber(MemorySegment from, long at, DataType type, int bits) {
        long value = switch (bits) {
            case 8 -> from.get(BYTE, at);
            case 16 -> from.get(SHORT, at);
            case 32 -> from.get(INT, at);
            default -> from.get(LONG, at);
        };
        if (type.isSigned()) {
            return new PmixValue.Int(type, value);
        }
        return new PmixValue.UInt(type, bits == 64 ? value : value & (1L << bits) - 1);
    }

    private static @Nullable PmixValue readString(MemorySegment pointer) {
        // Some answers to queries are NULL.
        String string = ProcCodec.readText(pointer);
        return string == null ? null : new PmixValue.Str(string);
    }
}
