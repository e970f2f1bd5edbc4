// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.Checks;
import org.pmixj.process.App;
import org.pmixj.value.Attribute;
import org.pmixj.value.Coord;
import org.pmixj.value.Cpuset;
import org.pmixj.value.Device;
import org.pmixj.value.DeviceDistance;
import org.pmixj.value.Endpoint;
import org.pmixj.value.Envar;
import org.pmixj.value.Geometry;
import org.pmixj.value.NodePid;
import org.pmixj.value.ProcInfo;
import org.pmixj.value.Published;
import org.pmixj.value.Query;
import org.pmixj.value.Regex;
import org.pmixj.value.ResourceUnit;
import org.pmixj.value.Topology;

/**
 * Represents a value together with its PMIx data type ({@code pmix_value_t}, PMIx Standard 3.2.12). Immutable. Most
 * programs use a typed {@link Key} and never see one.
 */
public sealed interface PmixValue
        permits PmixValue.Array,
                PmixValue.Bool,
                PmixValue.Bytes,
                PmixValue.Int,
                PmixValue.Nspace,
                PmixValue.Opaque,
                PmixValue.Proc,
                PmixValue.Real,
                PmixValue.Status,
                PmixValue.Str,
                PmixValue.Time,
                PmixValue.TimeVal,
                PmixValue.UInt,
                Info,
                App,
                Attribute,
                Coord,
                Cpuset,
                Device,
                DeviceDistance,
                Endpoint,
                Envar,
                Geometry,
                NodePid,
                ProcInfo,
                Published,
                Query,
                Regex,
                ResourceUnit,
                Topology {
    /** {@return the PMIx type} */
    default DataType type() {
        // For the rare types alone, and Opaque: linking a pattern switch takes some ms of a start.
        return switch (this) {
            case App _ -> DataType.APP;
            case Attribute _ -> DataType.REGATTR;
            case Coord _ -> DataType.COORD;
            case Cpuset _ -> DataType.PROC_CPUSET;
            case Device _ -> DataType.DEVICE;
            case DeviceDistance _ -> DataType.DEVICE_DIST;
            case Endpoint _ -> DataType.ENDPOINT;
            case Envar _ -> DataType.ENVAR;
            case Geometry _ -> DataType.GEOMETRY;
            case NodePid _ -> DataType.NODE_PID;
            case ProcInfo _ -> DataType.PROC_INFO;
            case Published _ -> DataType.PDATA;
            case Query _ -> DataType.QUERY;
            case Regex _ -> DataType.REGEX2;
            case ResourceUnit _ -> DataType.RESOURCE_UNIT;
            case Topology _ -> DataType.TOPO;
            default -> DataType.UNKNOWN;
        };
    }

    /**
     * Represents a boolean ({@code PMIX_BOOL}).
     *
     * @param value the value
     */
    record Bool(boolean value) implements PmixValue {
        @Override
        public DataType type() {
            return DataType.BOOL;
        }
    }

    /**
     * Represents a signed number: {@code PID}, {@code INT}, {@code INT8} to {@code INT64}.
     *
     * @param type which of these
     * @param value the value, in the range of the type
     */
    record Int(DataType type, long value) implements PmixValue {
        /** Checks that the type is a signed integer and can hold the value. */
        public Int {
            int bits = type.bits();
            if (!type.isSigned()) {
                throw new IllegalArgumentException(type + " is not a signed integer type");
            }
            if (value << (64 - bits) >> (64 - bits) != value) {
                throw new IllegalArgumentException(value + " does not fit " + type + "; use a larger type");
            }
        }
    }

    /**
     * Represents an unsigned number: {@code BYTE}, {@code SIZE}, {@code UINT}, {@code UINT8} to {@code UINT64}, {@code
     * PROC_RANK}, and the types of PMIx that are enumerations or sets of bits, such as {@code SCOPE}.
     *
     * @param type which of these
     * @param bits the value; of the 64-bit types the bits of it, see {@link #toBigInteger()}
     */
    record UInt(DataType type, long bits) implements PmixValue {
        /** Checks that the type is an unsigned integer and can hold the value. */
        public UInt {
            int width = type.bits();
            if (width == 0 || type.isSigned()) {
                throw new IllegalArgumentException(type + " is not an unsigned integer type");
            }
            if (width < 64 && bits >>> width != 0) {
                throw new IllegalArgumentException(bits + " does not fit " + type + "; use a larger type");
            }
        }

        /** {@return the value, whatever its size; 0 or more} */
        public BigInteger toBigInteger() {
            return new BigInteger(Long.toUnsignedString(bits));
        }

        /**
         * {@return the value as a long, 0 or more}
         *
         * @throws ArithmeticException if it is more than a long can hold
         */
        public long longValueExact() {
            if (bits < 0) {
                throw new ArithmeticException(Long.toUnsignedString(bits) + " is more than a long can hold");
            }
            return bits;
        }

        @Override
        public String toString() {
            return "UInt[type=" + type + ", value=" + Long.toUnsignedString(bits) + "]";
        }
    }

    /**
     * Represents a floating-point number: {@code FLOAT} or {@code DOUBLE}. {@link ValueType#DOUBLE} says how it
     * travels.
     *
     * @param type which of these
     * @param value the value; a {@code FLOAT} is one that a float holds exactly
     */
    record Real(DataType type, double value) implements PmixValue {
        /** Checks that the type is a floating-point one and can hold the value. */
        public Real {
            if (Objects.requireNonNull(type, "type") != DataType.FLOAT && type != DataType.DOUBLE) {
                throw new IllegalArgumentException(type + " is not a floating-point type");
            }
            if (type == DataType.FLOAT && Double.compare((float) value, value) != 0) {
                throw new IllegalArgumentException(value + " does not fit FLOAT; cast it to float, or use DOUBLE");
            }
        }
    }

    /**
     * Represents a string ({@code PMIX_STRING}).
     *
     * @param value the string, without NUL
     */
    record Str(String value) implements PmixValue {
        /** Checks the string; throws {@link IllegalArgumentException} if it contains NUL. */
        public Str {
            Checks.text("string", value);
        }

        @Override
        public DataType type() {
            return DataType.STRING;
        }
    }

    /**
     * Represents a sequence of bytes: {@code BYTE_OBJECT}, or a value that libpmix has encoded: {@code
     * COMPRESSED_BYTE_OBJECT}, {@code DATA_BUFFER}.
     */
    final class Bytes implements PmixValue {
        private final DataType type;
        private final byte[] value;

        /**
         * Creates a byte object and copies the bytes.
         *
         * @param value the bytes
         */
        public Bytes(byte[] value) {
            this(DataType.BYTE_OBJECT, value);
        }

        /**
         * Creates bytes of a type and copies them.
         *
         * @param type which of these
         * @param value the bytes
         * @throws IllegalArgumentException if the type is none of these
         */
        public Bytes(DataType type, byte[] value) {
            if (type != DataType.BYTE_OBJECT
                    && type != DataType.COMPRESSED_BYTE_OBJECT
                    && type != DataType.DATA_BUFFER) {
                throw new IllegalArgumentException(type + " is not a type of bytes");
            }
            this.type = type;
            this.value = value.clone();
        }

        /** {@return a copy of the bytes} */
        public byte[] value() {
            return value.clone();
        }

        /** {@return the number of bytes} */
        public int length() {
            return value.length;
        }

        /** {@return a read-only buffer of the bytes, which are not copied} */
        public ByteBuffer buffer() {
            return ByteBuffer.wrap(value).asReadOnlyBuffer();
        }

        @Override
        public DataType type() {
            return type;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Bytes that && type == that.type && Arrays.equals(value, that.value);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(value);
        }

        @Override
        public String toString() {
            return "Bytes[type=" + type + ", length=" + value.length + "]";
        }
    }

    /**
     * Represents a status ({@code PMIX_STATUS}).
     *
     * @param value the status
     */
    record Status(PmixStatus value) implements PmixValue {
        /** Checks that the value is not null. */
        public Status {
            Objects.requireNonNull(value);
        }

        @Override
        public DataType type() {
            return DataType.STATUS;
        }
    }

    /**
     * Represents a point in time ({@code PMIX_TIME}).
     *
     * @param value the time, in whole seconds
     */
    record Time(Instant value) implements PmixValue {
        /** Checks the time; throws {@link IllegalArgumentException} if it has a fraction of a second. */
        public Time {
            if (!value.equals(Instant.ofEpochSecond(value.getEpochSecond()))) {
                throw new IllegalArgumentException(
                        value + " has a fraction of a second, TIME cannot carry it; truncate it to seconds");
            }
        }

        @Override
        public DataType type() {
            return DataType.TIME;
        }
    }

    /**
     * Represents a length of time ({@code PMIX_TIMEVAL}).
     *
     * @param value the time, in whole microseconds
     */
    record TimeVal(Duration value) implements PmixValue {
        /** Checks the time; throws {@link IllegalArgumentException} if it has a fraction of a microsecond. */
        public TimeVal {
            if (value.toNanosPart() % 1000 != 0) {
                throw new IllegalArgumentException(
                        value + " has a fraction of a microsecond, TIMEVAL cannot carry it; truncate it to micros");
            }
        }

        @Override
        public DataType type() {
            return DataType.TIMEVAL;
        }
    }

    /**
     * Represents a namespace ({@code PMIX_PROC_NSPACE}).
     *
     * @param value 1 to 255 bytes of UTF-8 without NUL
     */
    record Nspace(String value) implements PmixValue {
        /** Checks the namespace; throws {@link IllegalArgumentException} if it is empty, too long or contains NUL. */
        public Nspace {
            Checks.nspace("namespace", value);
        }

        @Override
        public DataType type() {
            return DataType.PROC_NSPACE;
        }
    }

    /**
     * Represents a process ({@code PMIX_PROC}).
     *
     * @param value the process
     */
    record Proc(ProcId value) implements PmixValue {
        /** Checks that the value is not null. */
        public Proc {
            Objects.requireNonNull(value);
        }

        @Override
        public DataType type() {
            return DataType.PROC;
        }
    }

    /**
     * Represents a sequence of values of one type ({@code PMIX_DATA_ARRAY}, PMIx Standard 3.2.22). Each element is an
     * object: for a million numbers, {@link ValueType#DOUBLES} or {@link Bytes} are the better choice.
     *
     * <p>An array from libpmix may have elements Java has no value for, such as a string that is NULL; they are {@link
     * Opaque}, and such an array cannot be sent.
     *
     * @param elementType the type of every element; {@code VALUE} for elements of any types
     * @param elements the values
     */
    record Array(DataType elementType, List<PmixValue> elements) implements PmixValue {
        /** The largest depth of nested arrays. libpmix refuses to send 100 levels, some of which it adds itself. */
        public static final int MAX_DEPTH = 64;

        /**
         * Copies the list; throws {@link IllegalArgumentException} if an element has another type, an array of {@code
         * VALUE} has an element that no value can be, the type is {@code UNKNOWN}, or arrays are nested deeper than
         * {@link #MAX_DEPTH}.
         */
        public Array {
            elements = List.copyOf(elements);
            Elements.check(elementType, elements);
        }

        @Override
        public DataType type() {
            return DataType.DATA_ARRAY;
        }
    }

    /**
     * Represents a value that can be received but not sent, such as a pointer, or one that is NULL.
     *
     * @param nativeType the number of its {@code pmix_data_type_t}
     */
    record Opaque(int nativeType) implements PmixValue {}
}
