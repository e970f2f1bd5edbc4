// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.Checks;

/**
 * A value together with its PMIx data type ({@code pmix_value_t}, PMIx Standard 3.2.12). Immutable. Most programs use a
 * typed {@link Key} and never see one.
 */
public sealed interface PmixValue {
    /**
     * The PMIx type.
     *
     * @return never null
     */
    DataType type();

    /**
     * A boolean ({@code PMIX_BOOL}).
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
     * A signed number: {@code PID}, {@code INT}, {@code INT8} to {@code INT64}.
     *
     * @param type which of these
     * @param value the value, in the range of the type
     */
    record Int(DataType type, long value) implements PmixValue {
        /**
         * Checks the range.
         *
         * @throws IllegalArgumentException if the type is not a signed integer or cannot hold the value
         */
        public Int {
            int bits = switch (type) {
                case INT8 -> 8;
                case INT16 -> 16;
                case INT, INT32, PID -> 32;
                case INT64 -> 64;
                default -> throw new IllegalArgumentException(type + " is not a signed integer type");
            };
            if (value << (64 - bits) >> (64 - bits) != value) {
                throw new IllegalArgumentException(value + " does not fit " + type);
            }
        }
    }

    /**
     * An unsigned number: {@code BYTE}, {@code SIZE}, {@code UINT}, {@code UINT8} to {@code UINT64}, {@code PROC_RANK}.
     *
     * @param type which of these
     * @param bits the value; of the 64-bit types the bits of it, see {@link #toBigInteger()}
     */
    record UInt(DataType type, long bits) implements PmixValue {
        /**
         * Checks the range.
         *
         * @throws IllegalArgumentException if the type is not an unsigned integer or cannot hold the value
         */
        public UInt {
            int width = switch (type) {
                case BYTE, UINT8 -> 8;
                case UINT16 -> 16;
                case UINT, UINT32, PROC_RANK -> 32;
                case SIZE, UINT64 -> 64;
                default -> throw new IllegalArgumentException(type + " is not an unsigned integer type");
            };
            if (width < 64 && bits >>> width != 0) {
                throw new IllegalArgumentException(bits + " does not fit " + type);
            }
        }

        /**
         * The value, whatever its size.
         *
         * @return 0 or more
         */
        public BigInteger toBigInteger() {
            return new BigInteger(Long.toUnsignedString(bits));
        }

        /**
         * The value as a long.
         *
         * @return 0 or more
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
     * A floating-point number: {@code FLOAT} or {@code DOUBLE}.
     *
     * @param type which of these
     * @param value the value; a {@code FLOAT} is one that a float holds exactly
     */
    record Real(DataType type, double value) implements PmixValue {
        /**
         * Checks the type.
         *
         * @throws IllegalArgumentException if the type is not a floating-point one, or a float cannot hold the value
         */
        public Real {
            if (type != DataType.FLOAT && type != DataType.DOUBLE) {
                throw new IllegalArgumentException(type + " is not a floating-point type");
            }
            if (type == DataType.FLOAT && Double.compare((float) value, value) != 0) {
                throw new IllegalArgumentException(value + " does not fit FLOAT");
            }
        }
    }

    /**
     * A string ({@code PMIX_STRING}).
     *
     * @param value the string, without NUL
     */
    record Str(String value) implements PmixValue {
        /**
         * Checks the string.
         *
         * @throws IllegalArgumentException if it contains NUL
         */
        public Str {
            Checks.text("string", value);
        }

        @Override
        public DataType type() {
            return DataType.STRING;
        }
    }

    /** A sequence of bytes ({@code PMIX_BYTE_OBJECT}). */
    final class Bytes implements PmixValue {
        private final byte[] value;

        /**
         * Copies what is given.
         *
         * @param value the bytes
         */
        public Bytes(byte[] value) {
            this.value = value.clone();
        }

        /**
         * The bytes.
         *
         * @return a copy
         */
        public byte[] value() {
            return value.clone();
        }

        /**
         * The number of bytes.
         *
         * @return 0 or more
         */
        public int length() {
            return value.length;
        }

        @Override
        public DataType type() {
            return DataType.BYTE_OBJECT;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Bytes that && Arrays.equals(value, that.value);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(value);
        }

        @Override
        public String toString() {
            return "Bytes[" + value.length + "]";
        }
    }

    /**
     * A status ({@code PMIX_STATUS}).
     *
     * @param value the status
     */
    record Status(PmixStatus value) implements PmixValue {
        /** Refuses null. */
        public Status {
            Objects.requireNonNull(value);
        }

        @Override
        public DataType type() {
            return DataType.STATUS;
        }
    }

    /**
     * A process ({@code PMIX_PROC}).
     *
     * @param value the process
     */
    record Proc(ProcId value) implements PmixValue {
        /** Refuses null. */
        public Proc {
            Objects.requireNonNull(value);
        }

        @Override
        public DataType type() {
            return DataType.PROC;
        }
    }

    /**
     * A sequence of values of one type ({@code PMIX_DATA_ARRAY}).
     *
     * @param elementType the type of every element
     * @param elements the values
     */
    record Array(DataType elementType, List<PmixValue> elements) implements PmixValue {
        /**
         * Copies the list.
         *
         * @throws IllegalArgumentException if an element has another type
         */
        public Array {
            elements = List.copyOf(elements);
            for (PmixValue element : elements) {
                if (element.type() != elementType) {
                    throw new IllegalArgumentException(element.type() + " in an array of " + elementType);
                }
            }
        }

        @Override
        public DataType type() {
            return DataType.DATA_ARRAY;
        }
    }

    /**
     * A value of a type this layer cannot carry. It can be received, not sent.
     *
     * @param nativeType the number of its {@code pmix_data_type_t}
     */
    record Opaque(int nativeType) implements PmixValue {
        @Override
        public DataType type() {
            return DataType.UNKNOWN;
        }
    }
}
