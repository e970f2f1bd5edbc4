// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.DecimalText;
import org.pmixj.process.App;
import org.pmixj.value.Coord;
import org.pmixj.value.Cpuset;
import org.pmixj.value.Device;
import org.pmixj.value.DeviceDistance;
import org.pmixj.value.Endpoint;
import org.pmixj.value.Envar;
import org.pmixj.value.Geometry;
import org.pmixj.value.NodePid;
import org.pmixj.value.ProcInfo;
import org.pmixj.value.ProcState;
import org.pmixj.value.Regex;
import org.pmixj.value.ResourceUnit;
import org.pmixj.value.Topology;

/**
 * Describes how Java represents a PMIx data type: the type of a {@link Key}. Unsigned types map to the next larger Java
 * type, so that values do not become negative.
 *
 * @param <T> the Java type
 */
public final class ValueType<T> {
    /** {@code PMIX_BOOL}. */
    public static final ValueType<Boolean> BOOL = new ValueType<>(DataType.BOOL);
    /** {@code PMIX_STRING}, UTF-8. */
    public static final ValueType<String> STRING = new ValueType<>(DataType.STRING);
    /** {@code PMIX_BYTE_OBJECT}. */
    public static final ValueType<byte[]> BYTES = new ValueType<>(DataType.BYTE_OBJECT);
    /** {@code PMIX_INT8}. */
    public static final ValueType<Byte> INT8 = new ValueType<>(DataType.INT8);
    /** {@code PMIX_INT16}. */
    public static final ValueType<Short> INT16 = new ValueType<>(DataType.INT16);
    /** {@code PMIX_INT32}. */
    public static final ValueType<Integer> INT32 = new ValueType<>(DataType.INT32);
    /** {@code PMIX_INT}, a C int. */
    public static final ValueType<Integer> INT = new ValueType<>(DataType.INT);
    /** {@code PMIX_PID}. */
    public static final ValueType<Integer> PID = new ValueType<>(DataType.PID);
    /** {@code PMIX_INT64}. */
    public static final ValueType<Long> INT64 = new ValueType<>(DataType.INT64);
    /** {@code PMIX_BYTE}, 0 to 255. */
    public static final ValueType<Integer> BYTE = new ValueType<>(DataType.BYTE);
    /** {@code PMIX_UINT8}, 0 to 255. */
    public static final ValueType<Integer> UINT8 = new ValueType<>(DataType.UINT8);
    /** {@code PMIX_UINT16}, 0 to 65,535. */
    public static final ValueType<Integer> UINT16 = new ValueType<>(DataType.UINT16);
    /** {@code PMIX_UINT32}, 0 to 4,294,967,295. */
    public static final ValueType<Long> UINT32 = new ValueType<>(DataType.UINT32);
    /** {@code PMIX_UINT}, a C unsigned int. */
    public static final ValueType<Long> UINT = new ValueType<>(DataType.UINT);
    /** {@code PMIX_SIZE}, a C size_t; a value of 2^63 or more is an {@link ArithmeticException} when it is read. */
    public static final ValueType<Long> SIZE = new ValueType<>(DataType.SIZE);
    /**
     * {@code PMIX_UINT64} of less than 2^63, else an {@link ArithmeticException} when it is read; see {@link
     * #UINT64_BIG}.
     */
    public static final ValueType<Long> UINT64 = new ValueType<>(DataType.UINT64);
    /** {@code PMIX_UINT64}, whatever its size. */
    public static final ValueType<BigInteger> UINT64_BIG = new ValueType<>(DataType.UINT64, Form.BIG);
    /** {@code PMIX_FLOAT}, which Java processes receive as it is; see {@link #DOUBLE} for others. */
    public static final ValueType<Float> FLOAT = new ValueType<>(DataType.FLOAT);
    /**
     * {@code PMIX_DOUBLE}, which Java processes receive as it is. libpmix (seen with 7.0.0rc1) sends floating-point
     * numbers as decimal text with six digits after the point. A number that this text does not keep, such as 1e-9, is
     * sent as its bits: a C program receives a {@code PMIX_TIMEVAL} whose seconds are the bits. {@link #DOUBLE_BITS}
     * and {@link #DOUBLES} are for readers in both languages, {@link #ROUNDED_DOUBLE} for programs that read a
     * {@code PMIX_DOUBLE}.
     */
    public static final ValueType<Double> DOUBLE = new ValueType<>(DataType.DOUBLE);
    /**
     * {@code PMIX_DOUBLE} for readers in C, rounded to six digits after the point, as libpmix sends it: pi becomes
     * 3.141593 and 1e-9 becomes 0, for this process too.
     */
    public static final ValueType<Double> ROUNDED_DOUBLE = new ValueType<>(DataType.DOUBLE, Form.ROUNDED_DOUBLE);
    /** A double that arrives as it is: its 64 bits as {@code PMIX_UINT64}, as peers in other languages read it. */
    public static final ValueType<Double> DOUBLE_BITS = new ValueType<>(DataType.UINT64, Form.DOUBLE_BITS);
    /**
     * Doubles in bulk, which arrive as they are: a {@code PMIX_BYTE_OBJECT} of 8 bytes each, little-endian. On most
     * machines that is an array of {@code double} in C.
     */
    public static final ValueType<double[]> DOUBLES = new ValueType<>(DataType.BYTE_OBJECT, Form.DOUBLES);
    /** {@code PMIX_TIME}, whole seconds: no fraction, see {@link Instant#truncatedTo}. */
    public static final ValueType<Instant> TIME = new ValueType<>(DataType.TIME);
    /** {@code PMIX_TIMEVAL}, whole microseconds: no fraction, see {@link Duration#truncatedTo}. */
    public static final ValueType<Duration> TIMEVAL = new ValueType<>(DataType.TIMEVAL);
    /** {@code PMIX_STATUS}. */
    public static final ValueType<PmixStatus> STATUS = new ValueType<>(DataType.STATUS);
    /** {@code PMIX_PROC}. */
    public static final ValueType<ProcId> PROC = new ValueType<>(DataType.PROC);
    /** {@code PMIX_PROC_NSPACE}, a namespace of 1 to 255 bytes. */
    public static final ValueType<String> NSPACE = new ValueType<>(DataType.PROC_NSPACE);
    /** {@code PMIX_PROC_RANK}, 0 to 4,294,967,295. */
    public static final ValueType<Long> RANK = new ValueType<>(DataType.PROC_RANK);
    /** {@code PMIX_SCOPE}. */
    public static final ValueType<Scope> SCOPE = new ValueType<>(DataType.SCOPE);
    /** {@code PMIX_DATA_RANGE}. */
    public static final ValueType<Range> RANGE = new ValueType<>(DataType.DATA_RANGE);
    /** {@code PMIX_PERSIST}. */
    public static final ValueType<Persistence> PERSISTENCE = new ValueType<>(DataType.PERSIST);
    /** {@code PMIX_PROC_STATE}. */
    public static final ValueType<ProcState> PROC_STATE = new ValueType<>(DataType.PROC_STATE);
    /** {@code PMIX_JOB_STATE}, 0 to 255. */
    public static final ValueType<Integer> JOB_STATE = new ValueType<>(DataType.JOB_STATE);
    /** {@code PMIX_LINK_STATE}, 0 to 255. */
    public static final ValueType<Integer> LINK_STATE = new ValueType<>(DataType.LINK_STATE);
    /** {@code PMIX_LOCTYPE}, the bits of a relative locality. */
    public static final ValueType<Integer> LOCALITY = new ValueType<>(DataType.LOCTYPE);
    /** {@code PMIX_DEVTYPE}, the bits of one or more device types. */
    public static final ValueType<Long> DEVICE_TYPE = new ValueType<>(DataType.DEVTYPE);
    /** {@code PMIX_ALLOC_DIRECTIVE}, 0 to 255. */
    public static final ValueType<Integer> ALLOC_DIRECTIVE = new ValueType<>(DataType.ALLOC_DIRECTIVE);
    /** {@code PMIX_ALLOC_INHERIT}, 0 to 255. */
    public static final ValueType<Integer> ALLOC_INHERITANCE = new ValueType<>(DataType.ALLOC_INHERIT);
    /** {@code PMIX_RESBLOCK_DIRECTIVE}, 0 to 255. */
    public static final ValueType<Integer> RESBLOCK_DIRECTIVE = new ValueType<>(DataType.RESBLOCK_DIRECTIVE);
    /** {@code PMIX_IOF_CHANNEL}, the bits of one or more channels, an element of an array. */
    public static final ValueType<Integer> IOF_CHANNEL = new ValueType<>(DataType.IOF_CHANNEL);
    /** {@code PMIX_STOR_MEDIUM}, the bits of one or more media. */
    public static final ValueType<Long> STORAGE_MEDIUM = new ValueType<>(DataType.STOR_MEDIUM);
    /** {@code PMIX_STOR_ACCESS}, the bits of one or more accessibilities. */
    public static final ValueType<Long> STORAGE_ACCESSIBILITY = new ValueType<>(DataType.STOR_ACCESS);
    /** {@code PMIX_STOR_PERSIST}, the bits of one or more persistences. */
    public static final ValueType<Long> STORAGE_PERSISTENCE = new ValueType<>(DataType.STOR_PERSIST);
    /** {@code PMIX_STOR_ACCESS_TYPE}, the bits of one or more access types. */
    public static final ValueType<Integer> STORAGE_ACCESS_TYPE = new ValueType<>(DataType.STOR_ACCESS_TYPE);
    /** {@code PMIX_DATA_TYPE}; it can be read, not sent: libpmix garbles it on its way. */
    public static final ValueType<Integer> DATA_TYPE = new ValueType<>(DataType.DATA_TYPE);
    /** {@code PMIX_PROC_INFO}. libpmix (seen with 7.0.0rc1) does not send the exit status: another process reads 0. */
    public static final ValueType<ProcInfo> PROC_INFO = new ValueType<>(DataType.PROC_INFO, ProcInfo.class);
    /** {@code PMIX_ENVAR}. */
    public static final ValueType<Envar> ENVAR = new ValueType<>(DataType.ENVAR, Envar.class);
    /** {@code PMIX_COORD}. */
    public static final ValueType<Coord> COORD = new ValueType<>(DataType.COORD, Coord.class);
    /** {@code PMIX_GEOMETRY}. */
    public static final ValueType<Geometry> GEOMETRY = new ValueType<>(DataType.GEOMETRY, Geometry.class);
    /** {@code PMIX_DEVICE}. */
    public static final ValueType<Device> DEVICE = new ValueType<>(DataType.DEVICE, Device.class);
    /** {@code PMIX_DEVICE_DIST}. */
    public static final ValueType<DeviceDistance> DEVICE_DISTANCE =
            new ValueType<>(DataType.DEVICE_DIST, DeviceDistance.class);
    /** {@code PMIX_ENDPOINT}. */
    public static final ValueType<Endpoint> ENDPOINT = new ValueType<>(DataType.ENDPOINT, Endpoint.class);
    /** {@code PMIX_RESOURCE_UNIT}. */
    public static final ValueType<ResourceUnit> RESOURCE_UNIT =
            new ValueType<>(DataType.RESOURCE_UNIT, ResourceUnit.class);
    /** {@code PMIX_APP}, an element of an array. */
    public static final ValueType<App> APP = new ValueType<>(DataType.APP, App.class);
    /** {@code PMIX_NODE_PID}, an element of an array: libpmix cannot carry a single one. */
    public static final ValueType<NodePid> NODE_PID = new ValueType<>(DataType.NODE_PID, NodePid.class);
    /** {@code PMIX_REGEX2}. */
    public static final ValueType<Regex> REGEX = new ValueType<>(DataType.REGEX2, Regex.class);
    /**
     * {@code PMIX_PROC_CPUSET}. It cannot be put, since libpmix (seen with 7.0.0rc1) crashes those who get it on
     * another node; put the list of CPUs as a {@link #STRING}.
     */
    public static final ValueType<Cpuset> CPUSET = new ValueType<>(DataType.PROC_CPUSET, Cpuset.class);
    /** {@code PMIX_TOPO}; it can be read, not sent. */
    public static final ValueType<Topology> TOPOLOGY = new ValueType<>(DataType.TOPO, Topology.class);
    /**
     * {@code PMIX_DATA_ARRAY} of elements of any one type. Arrays of {@code DATA_BUFFER}, and of {@code VALUE} with
     * more than numbers, cannot be put, since libpmix (seen with 7.0.0rc1) crashes those who get them on another node.
     * See {@link #listOf} and {@link #ATTRIBUTES}.
     */
    public static final ValueType<PmixValue.Array> ARRAY = new ValueType<>(DataType.DATA_ARRAY, PmixValue.Array.class);
    /** {@code PMIX_INFO}, an element of an array. */
    public static final ValueType<Info> INFO = new ValueType<>(DataType.INFO, Info.class);
    /** {@code PMIX_DATA_ARRAY} of {@code PMIX_INFO}. */
    public static final ValueType<Attributes> ATTRIBUTES = new ValueType<>(DataType.DATA_ARRAY, Form.ATTRIBUTES);
    /** A value of any type. */
    public static final ValueType<PmixValue> ANY = new ValueType<>(DataType.UNKNOWN, PmixValue.class);
    /** A pointer in the memory of a process ({@code PMIX_POINTER}), which means nothing here: it cannot be sent. */
    public static final ValueType<PmixValue.Opaque> POINTER = new ValueType<>(DataType.UNKNOWN, PmixValue.Opaque.class);

    /** Names the Java type. One enum for all types, because each class delays the start of every process. */
    private enum Form {
        /** The one that follows from the PMIx type. */
        PLAIN,
        BIG,
        ROUNDED_DOUBLE,
        DOUBLE_BITS,
        DOUBLES,
        SECONDS,
        ATTRIBUTES,
        LIST,
        /** The Java type is that of the {@link PmixValue} itself. */
        ITSELF
    }

    private final DataType dataType;
    private final Form form;
    private final Class<?> javaType;
    private final @Nullable ValueType<?> element;

    private ValueType(DataType dataType) {
        this(dataType, Form.PLAIN);
    }

    private ValueType(DataType dataType, Form form) {
        this(dataType, form, Object.class, null);
    }

    private ValueType(DataType dataType, Class<T> javaType) {
        this(dataType, Form.ITSELF, javaType, null);
    }

    private ValueType(DataType dataType, Form form, Class<?> javaType, @Nullable ValueType<?> element) {
        this.dataType = dataType;
        this.form = form;
        this.javaType = javaType;
        this.element = element;
    }

    /**
     * {@return the type {@code PMIX_DATA_ARRAY} of elements of one type, as a list}
     *
     * @param element the type of the elements
     * @param <E> the Java type of an element
     */
    public static <E> ValueType<List<E>> listOf(ValueType<E> element) {
        return new ValueType<>(DataType.DATA_ARRAY, Form.LIST, List.class, element);
    }

    /**
     * {@return the type of a number of seconds, as a duration; a fraction is rounded up}
     *
     * @param number the type of the number: {@link #INT}, {@link #UINT32} or another of up to 64 bits
     */
    public static ValueType<Duration> seconds(ValueType<? extends Number> number) {
        return new ValueType<>(number.dataType, Form.SECONDS);
    }

    /** {@return the PMIx type; {@link DataType#UNKNOWN} for {@link #ANY}} */
    public DataType dataType() {
        return dataType;
    }

    /**
     * {@return a Java value with its PMIx type}
     *
     * @param value the value
     * @throws IllegalArgumentException if it is out of the type's range
     */
    public PmixValue wrap(T value) {
        Object given = Objects.requireNonNull(value, "value");
        return switch (form) {
            case PLAIN -> plain(given);
            case BIG -> big((BigInteger) given);
            case ROUNDED_DOUBLE -> new PmixValue.Real(dataType, DecimalText.of((Double) given));
            case DOUBLE_BITS -> new PmixValue.UInt(dataType, Double.doubleToRawLongBits((Double) given));
            case DOUBLES -> doubles((double[]) given);
            case SECONDS -> seconds((Duration) given);
            case ATTRIBUTES -> new PmixValue.Array(DataType.INFO, List.copyOf(((Attributes) given).infos()));
            case LIST -> list((List<?>) given);
            case ITSELF -> (PmixValue) javaType.cast(given);
        };
    }

    private PmixValue plain(Object given) {
        return switch (dataType) {
            case BOOL -> new PmixValue.Bool((Boolean) given);
            case STRING -> new PmixValue.Str((String) given);
            case BYTE_OBJECT -> new PmixValue.Bytes((byte[]) given);
            case FLOAT -> new PmixValue.Real(dataType, (Float) given);
            case DOUBLE -> new PmixValue.Real(dataType, (Double) given);
            case TIME -> new PmixValue.Time((Instant) given);
            case TIMEVAL -> new PmixValue.TimeVal((Duration) given);
            case STATUS -> new PmixValue.Status((PmixStatus) given);
            case PROC -> new PmixValue.Proc((ProcId) given);
            case PROC_NSPACE -> new PmixValue.Nspace((String) given);
            case SCOPE -> integer(((Scope) given).code());
            case DATA_RANGE -> integer(((Range) given).code());
            case PERSIST -> integer(((Persistence) given).code());
            case PROC_STATE -> integer(((ProcState) given).code());
            default -> integer(((Number) given).longValue());
        };
    }

    private PmixValue integer(long value) {
        if (dataType.isSigned()) {
            return new PmixValue.Int(dataType, value);
        } else if (value < 0) {
            throw new IllegalArgumentException(value + " is negative, " + dataType + " is unsigned; give 0 or more");
        }
        return new PmixValue.UInt(dataType, value);
    }

    private PmixValue big(BigInteger value) {
        if (value.signum() < 0 || value.bitLength() > 64) {
            throw new IllegalArgumentException(value + " does not fit UINT64");
        }
        return new PmixValue.UInt(dataType, value.longValue());
    }

    private PmixValue seconds(Duration duration) {
        Checks.notNegative(duration);
        return integer(duration.getNano() == 0 ? duration.getSeconds() : duration.getSeconds() + 1);
    }

    @SuppressWarnings("unchecked")
    private PmixValue list(List<?> values) {
        ValueType<Object> type = (ValueType<Object>) Objects.requireNonNull(element);
        List<PmixValue> elements = new ArrayList<>(values.size());
        for (Object value : values) {
            elements.add(type.wrap(value));
        }
        return new PmixValue.Array(type.dataType, elements);
    }

    /** {@return the Java value of a value of this type, or null if it is of another type} */
    @SuppressWarnings("unchecked")
    @Nullable
    T unwrap(PmixValue value) {
        if (form == Form.ITSELF) {
            return javaType.isInstance(value) ? (T) value : null;
        }
        return value.type() == dataType ? (T) take(value) : null;
    }

    private @Nullable Object take(PmixValue value) {
        return switch (form) {
            case BIG -> ((PmixValue.UInt) value).toBigInteger();
            case DOUBLE_BITS -> Double.longBitsToDouble(((PmixValue.UInt) value).bits());
            case DOUBLES -> doubles((PmixValue.Bytes) value);
            case SECONDS -> Duration.ofSeconds(number(value));
            case ATTRIBUTES -> attributes((PmixValue.Array) value);
            case LIST -> list((PmixValue.Array) value);
            default -> takePlain(value);
        };
    }

    private @Nullable Object takePlain(PmixValue value) {
        return switch (dataType) {
            case BOOL -> ((PmixValue.Bool) value).value();
            case STRING -> ((PmixValue.Str) value).value();
            case BYTE_OBJECT -> ((PmixValue.Bytes) value).value();
            case FLOAT -> (float) ((PmixValue.Real) value).value();
            case DOUBLE -> ((PmixValue.Real) value).value();
            case TIME -> ((PmixValue.Time) value).value();
            case TIMEVAL -> ((PmixValue.TimeVal) value).value();
            case STATUS -> ((PmixValue.Status) value).value();
            case PROC -> ((PmixValue.Proc) value).value();
            case PROC_NSPACE -> ((PmixValue.Nspace) value).value();
            case SCOPE -> Scope.of(number(value));
            case DATA_RANGE -> Range.of(number(value));
            case PERSIST -> Persistence.of(number(value));
            case PROC_STATE -> new ProcState((int) number(value));
            case INT8 -> (byte) number(value);
            case INT16 -> (short) number(value);
            case INT, INT32, PID -> (int) number(value);
            default -> dataType.bits() <= 16 ? (Object) (int) number(value) : (Object) number(value);
        };
    }

    private static long number(PmixValue value) {
        return value instanceof PmixValue.Int number ? number.value() : ((PmixValue.UInt) value).longValueExact();
    }

    private static PmixValue doubles(double[] values) {
        ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(values.length, Double.BYTES))
                .order(ByteOrder.LITTLE_ENDIAN);
        bytes.asDoubleBuffer().put(values);
        return new PmixValue.Bytes(bytes.array());
    }

    /** Returns null for bytes that are not doubles. */
    private static @Nullable Object doubles(PmixValue.Bytes bytes) {
        if (bytes.length() % Double.BYTES != 0) {
            return null;
        }
        double[] values = new double[bytes.length() / Double.BYTES];
        bytes.buffer().order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer().get(values);
        return values;
    }

    private static @Nullable Object attributes(PmixValue.Array array) {
        List<Info> infos = new ArrayList<>(array.elements().size());
        for (PmixValue value : array.elements()) {
            if (!(value instanceof Info info)) {
                return null;
            }
            infos.add(info);
        }
        return Attributes.of(infos);
    }

    private @Nullable Object list(PmixValue.Array array) {
        ValueType<?> type = Objects.requireNonNull(element);
        List<Object> values = new ArrayList<>(array.elements().size());
        for (PmixValue value : array.elements()) {
            Object unwrapped = type.unwrap(value);
            if (unwrapped == null) {
                return null;
            }
            values.add(unwrapped);
        }
        return List.copyOf(values);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ValueType<?> that
                && dataType == that.dataType
                && form == that.form
                && javaType == that.javaType
                && Objects.equals(element, that.element);
    }

    @Override
    public int hashCode() {
        return 31 * dataType.hashCode() + form.hashCode();
    }

    /** Returns a text such as {@code UINT32}, {@code DATA_ARRAY of PROC} or {@code INT in seconds}. */
    @Override
    public String toString() {
        return switch (form) {
            case LIST -> dataType + " of " + element;
            case ATTRIBUTES -> dataType + " of " + DataType.INFO;
            case SECONDS -> dataType + " in seconds";
            case ITSELF ->
                dataType != DataType.UNKNOWN
                        ? dataType.toString()
                        : javaType == PmixValue.class ? "any type" : "POINTER";
            default -> dataType.toString();
        };
    }
}
