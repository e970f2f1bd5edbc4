// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * How a PMIx data type looks in Java: the type of a {@link Key}. Unsigned types map to the next larger Java type, so
 * that no value is ever negative by accident.
 *
 * @param <T> the Java type
 */
public abstract sealed class ValueType<T> {
    /** {@code PMIX_BOOL}. */
    public static final ValueType<Boolean> BOOL = new BoolType();
    /** {@code PMIX_STRING}. */
    public static final ValueType<String> STRING = new StringType();
    /** {@code PMIX_BYTE_OBJECT}. */
    public static final ValueType<byte[]> BYTES = new BytesType();
    /** {@code PMIX_INT8}. */
    public static final ValueType<Byte> INT8 = new ByteType();
    /** {@code PMIX_INT16}. */
    public static final ValueType<Short> INT16 = new ShortType();
    /** {@code PMIX_INT32}. */
    public static final ValueType<Integer> INT32 = new IntType(DataType.INT32);
    /** {@code PMIX_INT}, a C int. */
    public static final ValueType<Integer> INT = new IntType(DataType.INT);
    /** {@code PMIX_PID}. */
    public static final ValueType<Integer> PID = new IntType(DataType.PID);
    /** {@code PMIX_INT64}. */
    public static final ValueType<Long> INT64 = new LongType();
    /** {@code PMIX_BYTE}. */
    public static final ValueType<Integer> BYTE = new SmallUnsigned(DataType.BYTE);
    /** {@code PMIX_UINT8}. */
    public static final ValueType<Integer> UINT8 = new SmallUnsigned(DataType.UINT8);
    /** {@code PMIX_UINT16}. */
    public static final ValueType<Integer> UINT16 = new SmallUnsigned(DataType.UINT16);
    /** {@code PMIX_UINT32}. */
    public static final ValueType<Long> UINT32 = new Unsigned(DataType.UINT32);
    /** {@code PMIX_UINT}, a C unsigned int. */
    public static final ValueType<Long> UINT = new Unsigned(DataType.UINT);
    /** {@code PMIX_SIZE}, a C size_t; a value of 2^63 or more is an {@link ArithmeticException} when it is read. */
    public static final ValueType<Long> SIZE = new Unsigned(DataType.SIZE);
    /** {@code PMIX_UINT64}. */
    public static final ValueType<BigInteger> UINT64 = new BigUnsigned();
    /** {@code PMIX_FLOAT}. Other processes see six digits after the point, as with {@link #DOUBLE}. */
    public static final ValueType<Float> FLOAT = new FloatType();
    /**
     * {@code PMIX_DOUBLE}. libpmix (seen with 7.0.0rc1) sends floating-point numbers as decimal text with six digits
     * after the point: another process reads pi as 3.141593 and 1e-9 as 0. Where that is not enough, send
     * {@link Double#doubleToLongBits} as {@link #INT64}.
     */
    public static final ValueType<Double> DOUBLE = new DoubleType();

    private final DataType dataType;

    ValueType(DataType dataType) {
        this.dataType = dataType;
    }

    /**
     * The PMIx type.
     *
     * @return never null
     */
    public DataType dataType() {
        return dataType;
    }

    /**
     * Wraps a Java value.
     *
     * @param value the value
     * @return it, with its PMIx type
     * @throws IllegalArgumentException if it is out of the type's range
     */
    public abstract PmixValue wrap(T value);

    /**
     * Takes the Java value out.
     *
     * @param value a value of this type
     * @return the value, or null if it is of another type
     */
    abstract @Nullable T unwrap(PmixValue value);

    @Override
    public String toString() {
        return dataType.toString();
    }

    private static final class BoolType extends ValueType<Boolean> {
        BoolType() {
            super(DataType.BOOL);
        }

        @Override
        public PmixValue wrap(Boolean value) {
            return new PmixValue.Bool(value);
        }

        @Override
        @Nullable
        Boolean unwrap(PmixValue value) {
            return value instanceof PmixValue.Bool bool ? (Boolean) bool.value() : null;
        }
    }

    private static final class StringType extends ValueType<String> {
        StringType() {
            super(DataType.STRING);
        }

        @Override
        public PmixValue wrap(String value) {
            return new PmixValue.Str(value);
        }

        @Override
        @Nullable
        String unwrap(PmixValue value) {
            return value instanceof PmixValue.Str str ? str.value() : null;
        }
    }

    private static final class BytesType extends ValueType<byte[]> {
        BytesType() {
            super(DataType.BYTE_OBJECT);
        }

        @Override
        public PmixValue wrap(byte[] value) {
            return new PmixValue.Bytes(value);
        }

        @Override
        byte @Nullable [] unwrap(PmixValue value) {
            return value instanceof PmixValue.Bytes bytes ? bytes.value() : null;
        }
    }

    /** What is signed in PMIx; subclasses narrow. */
    private abstract static sealed class Signed<T extends Number> extends ValueType<T> {
        Signed(DataType dataType) {
            super(dataType);
        }

        @Override
        public PmixValue wrap(T value) {
            return new PmixValue.Int(dataType(), value.longValue());
        }

        @Override
        @Nullable
        T unwrap(PmixValue value) {
            return value instanceof PmixValue.Int number && number.type() == dataType() ? narrow(number.value()) : null;
        }

        abstract T narrow(long value);
    }

    private static final class ByteType extends Signed<Byte> {
        ByteType() {
            super(DataType.INT8);
        }

        @Override
        Byte narrow(long value) {
            return (byte) value;
        }
    }

    private static final class ShortType extends Signed<Short> {
        ShortType() {
            super(DataType.INT16);
        }

        @Override
        Short narrow(long value) {
            return (short) value;
        }
    }

    private static final class IntType extends Signed<Integer> {
        IntType(DataType dataType) {
            super(dataType);
        }

        @Override
        Integer narrow(long value) {
            return (int) value;
        }
    }

    private static final class LongType extends Signed<Long> {
        LongType() {
            super(DataType.INT64);
        }

        @Override
        Long narrow(long value) {
            return value;
        }
    }

    /** What is unsigned in PMIx; subclasses choose the Java type. */
    private abstract static sealed class UnsignedBase<T extends Number> extends ValueType<T> {
        UnsignedBase(DataType dataType) {
            super(dataType);
        }

        @Override
        public PmixValue wrap(T value) {
            if (value.longValue() < 0) {
                throw new IllegalArgumentException(value + " is negative, " + dataType() + " is unsigned");
            }
            return new PmixValue.UInt(dataType(), value.longValue());
        }

        @Override
        @Nullable
        T unwrap(PmixValue value) {
            return value instanceof PmixValue.UInt number && number.type() == dataType() ? convert(number) : null;
        }

        abstract T convert(PmixValue.UInt value);
    }

    private static final class SmallUnsigned extends UnsignedBase<Integer> {
        SmallUnsigned(DataType dataType) {
            super(dataType);
        }

        @Override
        Integer convert(PmixValue.UInt value) {
            return (int) value.bits();
        }
    }

    private static final class Unsigned extends UnsignedBase<Long> {
        Unsigned(DataType dataType) {
            super(dataType);
        }

        @Override
        Long convert(PmixValue.UInt value) {
            return value.longValueExact();
        }
    }

    private static final class BigUnsigned extends UnsignedBase<BigInteger> {
        BigUnsigned() {
            super(DataType.UINT64);
        }

        @Override
        public PmixValue wrap(BigInteger value) {
            if (value.signum() < 0 || value.bitLength() > 64) {
                throw new IllegalArgumentException(value + " does not fit UINT64");
            }
            return new PmixValue.UInt(dataType(), value.longValue());
        }

        @Override
        BigInteger convert(PmixValue.UInt value) {
            return value.toBigInteger();
        }
    }

    private static final class FloatType extends ValueType<Float> {
        FloatType() {
            super(DataType.FLOAT);
        }

        @Override
        public PmixValue wrap(Float value) {
            return new PmixValue.Real(DataType.FLOAT, value);
        }

        @Override
        @Nullable
        Float unwrap(PmixValue value) {
            return value instanceof PmixValue.Real real && real.type() == DataType.FLOAT
                    ? (Float) (float) real.value()
                    : null;
        }
    }

    private static final class DoubleType extends ValueType<Double> {
        DoubleType() {
            super(DataType.DOUBLE);
        }

        @Override
        public PmixValue wrap(Double value) {
            return new PmixValue.Real(DataType.DOUBLE, value);
        }

        @Override
        @Nullable
        Double unwrap(PmixValue value) {
            return value instanceof PmixValue.Real real && real.type() == DataType.DOUBLE
                    ? (Double) real.value()
                    : null;
        }
    }
}
