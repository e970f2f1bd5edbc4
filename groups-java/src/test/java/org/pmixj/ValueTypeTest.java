// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.reflect.Field;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
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

class ValueTypeTest {
    private static final BigInteger UINT64_MAX = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
    private static final Coord COORD = new Coord(Coord.View.PHYSICAL, List.of(0L, 4294967295L));
    private static final PmixValue.Bytes NONE = new PmixValue.Bytes(new byte[0]);
    private static final Info INFO = Info.of(Key.of("k", ValueType.STRING), "v");

    static final List<Arguments> BOUNDARIES = Stream.of(
                    List.of(ValueType.BOOL, true, false),
                    List.of(ValueType.STRING, "", "ü€😀"),
                    List.of(ValueType.INT8, Byte.MIN_VALUE, Byte.MAX_VALUE),
                    List.of(ValueType.INT16, Short.MIN_VALUE, Short.MAX_VALUE),
                    List.of(ValueType.INT32, Integer.MIN_VALUE, Integer.MAX_VALUE),
                    List.of(ValueType.INT, Integer.MIN_VALUE, Integer.MAX_VALUE),
                    List.of(ValueType.PID, 0, Integer.MAX_VALUE),
                    List.of(ValueType.INT64, Long.MIN_VALUE, Long.MAX_VALUE),
                    List.of(ValueType.BYTE, 0, 255),
                    List.of(ValueType.UINT8, 0, 255),
                    List.of(ValueType.UINT16, 0, 65535),
                    List.of(ValueType.UINT32, 0L, 4294967295L),
                    List.of(ValueType.UINT, 0L, 4294967295L),
                    List.of(ValueType.SIZE, 0L, Long.MAX_VALUE),
                    List.of(ValueType.UINT64_BIG, BigInteger.ZERO, UINT64_MAX),
                    List.of(ValueType.FLOAT, -Float.MAX_VALUE, Float.NaN),
                    List.of(ValueType.DOUBLE, Double.MIN_VALUE, Double.NEGATIVE_INFINITY),
                    List.of(ValueType.ROUNDED_DOUBLE, 0.5, Double.NEGATIVE_INFINITY),
                    List.of(ValueType.DOUBLE_BITS, -0.0, Double.NaN),
                    List.of(ValueType.DOUBLES, new double[0], new double[] {Math.PI, -0.0, Double.MIN_VALUE}),
                    List.of(ValueType.BYTES, new byte[0], new byte[] {-1, 0}),
                    List.of(ValueType.UINT64, 0L, Long.MAX_VALUE),
                    List.of(ValueType.TIME, Instant.EPOCH, Instant.ofEpochSecond(-1)),
                    List.of(ValueType.TIMEVAL, Duration.ofSeconds(-1), Duration.ofSeconds(1, 999_999_000)),
                    List.of(ValueType.STATUS, PmixStatus.SUCCESS, new PmixStatus(Integer.MIN_VALUE)),
                    List.of(ValueType.PROC, new ProcId("n", 0), ProcId.all("ü")),
                    List.of(ValueType.NSPACE, "n", "n".repeat(255)),
                    List.of(ValueType.RANK, 0L, 4294967295L),
                    List.of(ValueType.SCOPE, Scope.LOCAL, Scope.INTERNAL),
                    List.of(ValueType.RANGE, Range.RM, Range.PROC_LOCAL),
                    List.of(ValueType.PERSISTENCE, Persistence.INDEFINITE, Persistence.NAMESPACE),
                    List.of(ValueType.PROC_STATE, ProcState.UNDEFINED, new ProcState(255)),
                    List.of(ValueType.JOB_STATE, 0, 255),
                    List.of(ValueType.LINK_STATE, 0, 255),
                    List.of(ValueType.LOCALITY, 0, 65535),
                    List.of(ValueType.DEVICE_TYPE, 0L, Long.MAX_VALUE),
                    List.of(ValueType.ALLOC_DIRECTIVE, 0, 255),
                    List.of(ValueType.ALLOC_INHERITANCE, 0, 255),
                    List.of(ValueType.RESBLOCK_DIRECTIVE, 0, 255),
                    List.of(ValueType.IOF_CHANNEL, 0, 65535),
                    List.of(ValueType.STORAGE_MEDIUM, 0L, Long.MAX_VALUE),
                    List.of(ValueType.STORAGE_ACCESSIBILITY, 0L, Long.MAX_VALUE),
                    List.of(ValueType.STORAGE_PERSISTENCE, 0L, Long.MAX_VALUE),
                    List.of(ValueType.STORAGE_ACCESS_TYPE, 0, 65535),
                    List.of(ValueType.DATA_TYPE, 0, 65535),
                    List.of(
                            ValueType.PROC_INFO,
                            new ProcInfo(new ProcId("n", 0), null, null, 0, 0, ProcState.RUNNING),
                            new ProcInfo(new ProcId("n", 0), "h", "e", -1, -1, new ProcState(255))),
                    List.of(ValueType.ENVAR, new Envar("a", "", '\0'), new Envar("a", "b", 'ÿ')),
                    List.of(ValueType.COORD, new Coord(Coord.View.LOGICAL, List.of()), COORD),
                    List.of(
                            ValueType.GEOMETRY,
                            new Geometry(0, null, null, List.of()),
                            new Geometry(-1, "u", "o", List.of(COORD))),
                    List.of(ValueType.DEVICE, new Device(null, null, 0), new Device("u", "o", -1)),
                    List.of(
                            ValueType.DEVICE_DISTANCE,
                            new DeviceDistance(null, null, 0, 0, 0),
                            new DeviceDistance("u", "o", -1, 65535, 65535)),
                    List.of(ValueType.ENDPOINT, new Endpoint(null, null, NONE), new Endpoint("u", "o", NONE)),
                    List.of(ValueType.RESOURCE_UNIT, new ResourceUnit(0, 0), new ResourceUnit(-1, -1)),
                    List.of(ValueType.NODE_PID, new NodePid(null, 0, -1), new NodePid("h", 4294967295L, 1)),
                    List.of(ValueType.REGEX, new Regex("", NONE), new Regex("pmix", NONE)),
                    List.of(ValueType.CPUSET, new Cpuset("hwloc", ""), new Cpuset("hwloc", "0-")),
                    List.of(ValueType.TOPOLOGY, new Topology(""), new Topology("hwloc")),
                    List.of(
                            ValueType.ARRAY,
                            new PmixValue.Array(DataType.INT, List.of()),
                            new PmixValue.Array(DataType.BOOL, List.of(new PmixValue.Bool(true)))),
                    List.of(
                            ValueType.APP,
                            new App("a", List.of(), List.of(), null, 0, Attributes.none()),
                            App.named("a", "b").build()),
                    List.of(ValueType.INFO, INFO, INFO.asRequired()),
                    List.of(ValueType.ATTRIBUTES, Attributes.none(), Attributes.of(List.of(INFO, INFO))),
                    List.of(
                            ValueType.APP,
                            App.named("a").build(),
                            App.named("b", "c").processes(2).build()),
                    List.of(ValueType.ANY, new PmixValue.Bool(true), new PmixValue.Opaque(31)),
                    List.of(ValueType.POINTER, new PmixValue.Opaque(31), new PmixValue.Opaque(0)),
                    List.of(ValueType.listOf(ValueType.STRING), List.of(), List.of("", "ü")),
                    List.of(ValueType.listOf(ValueType.NODE_PID), List.of(), List.of(new NodePid(null, 0, 0))),
                    List.of(
                            ValueType.listOf(ValueType.listOf(ValueType.PROC)),
                            List.of(List.of()),
                            List.of(List.of(new ProcId("n", 1)), List.of())),
                    List.of(ValueType.seconds(ValueType.INT), Duration.ZERO, Duration.ofSeconds(Integer.MAX_VALUE)),
                    List.of(ValueType.seconds(ValueType.UINT32), Duration.ZERO, Duration.ofSeconds(4294967295L)))
            .flatMap(row -> Stream.of(Arguments.of(row.get(0), row.get(1)), Arguments.of(row.get(0), row.get(2))))
            .toList();

    @ParameterizedTest
    @FieldSource("BOUNDARIES")
    <T> void wrapsAndUnwrapsItsBoundaries(ValueType<T> type, T value) {
        PmixValue wrapped = type.wrap(value);
        if (type != ValueType.ANY) {
            assertThat(wrapped.type()).isEqualTo(type.dataType());
        }
        assertThat(type.unwrap(wrapped)).isEqualTo(value);
    }

    @Test
    void everyTypeIsInTheTable() throws Exception {
        List<Object> seen = BOUNDARIES.stream().map(row -> row.get()[0]).toList();
        for (Field field : ValueType.class.getFields()) {
            assertThat(seen).as(field.getName()).contains(field.get(null));
        }
    }

    @Test
    void secondsAreRoundedUp() {
        ValueType<Duration> seconds = ValueType.seconds(ValueType.INT);
        assertThat(seconds.wrap(Duration.ofMillis(1001))).isEqualTo(new PmixValue.Int(DataType.INT, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> seconds.wrap(Duration.ofMillis(-1)));
        assertThatIllegalArgumentException().isThrownBy(() -> seconds.wrap(Duration.ofSeconds(1L << 31)));
        assertThat(ValueType.seconds(ValueType.UINT32).wrap(Duration.ofNanos(1)))
                .isEqualTo(new PmixValue.UInt(DataType.UINT32, 1));
    }

    @Test
    void listsOfOtherThings() {
        PmixValue mixed =
                new PmixValue.Array(DataType.STRING, List.of(new PmixValue.Str("a"), new PmixValue.Opaque(3)));
        assertThat(ValueType.listOf(ValueType.STRING).unwrap(mixed)).isNull();
        assertThat(ValueType.listOf(ValueType.BOOL).unwrap(mixed)).isNull();
        assertThat(ValueType.ATTRIBUTES.unwrap(mixed)).isNull();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ValueType.listOf(ValueType.UINT8).wrap(List.of(1, 256)));
        assertThatExceptionOfType(PmixException.class)
                .isThrownBy(() -> Key.of("k", ValueType.listOf(ValueType.BOOL)).cast(mixed))
                .withMessageContaining("DATA_ARRAY of STRING, not DATA_ARRAY of BOOL");
    }

    @Test
    void whatHasNoNameIsAnExceptionThatTellsTheNumber() {
        assertThatExceptionOfType(PmixException.class)
                .isThrownBy(() -> Key.of("k", ValueType.SCOPE).cast(new PmixValue.UInt(DataType.SCOPE, 5)))
                .withMessageContaining("value=5");
        assertThatExceptionOfType(PmixException.class)
                .isThrownBy(() -> Key.of("k", ValueType.DOUBLES).cast(new PmixValue.Bytes(new byte[7])))
                .withMessageContaining("length=7");
    }

    @Test
    void refusesWhatIsOutOfRange() {
        assertThatIllegalArgumentException().isThrownBy(() -> ValueType.UINT8.wrap(256));
        assertThatIllegalArgumentException().isThrownBy(() -> ValueType.UINT8.wrap(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> ValueType.UINT16.wrap(65536));
        assertThatIllegalArgumentException().isThrownBy(() -> ValueType.UINT32.wrap(4294967296L));
        assertThatIllegalArgumentException().isThrownBy(() -> ValueType.SIZE.wrap(-1L));
        assertThatIllegalArgumentException().isThrownBy(() -> ValueType.UINT64_BIG.wrap(BigInteger.valueOf(-1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ValueType.UINT64_BIG.wrap(UINT64_MAX.add(BigInteger.ONE)));
        assertThatIllegalArgumentException().isThrownBy(() -> ValueType.STRING.wrap("a\0b"));
        assertThatIllegalArgumentException().isThrownBy(() -> new PmixValue.Int(DataType.INT8, 128));
        assertThatIllegalArgumentException().isThrownBy(() -> new PmixValue.Int(DataType.UINT8, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new PmixValue.UInt(DataType.INT8, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new PmixValue.Real(DataType.FLOAT, 0.1));
        assertThatIllegalArgumentException().isThrownBy(() -> new PmixValue.Real(DataType.INT8, 1));
    }

    @Test
    void aRoundedDoubleIsWhatItsTextSays() {
        double[][] pairs = {
            {Math.PI, 3.141593},
            {1e-9, 0},
            {-4e-7, -0.0},
            {5e-7, 0},
            {1.5e-6, 2e-6},
            {0.1, 0.1},
            {1e300, 1e300},
            {(1L << 32) + 1e-6, (1L << 32) + 1e-6},
            {1e9 + 1.0 / 3, 1000000000.333333}
        };
        for (double[] pair : pairs) {
            PmixValue rounded = ValueType.ROUNDED_DOUBLE.wrap(pair[0]);
            assertThat(rounded).isEqualTo(new PmixValue.Real(DataType.DOUBLE, pair[1]));
            assertThat(ValueType.ROUNDED_DOUBLE.wrap(pair[1])).isEqualTo(rounded);
        }
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            double number = Math.scalb(random.nextDouble() - 0.5, random.nextInt(-30, 60));
            double once = DecimalText.of(number);
            assertThat(DecimalText.of(once)).isEqualTo(once);
            assertThat(Double.parseDouble(String.format(Locale.ROOT, "%.6f", once)))
                    .isEqualTo(once);
        }
    }

    @Test
    void aLargeSizeIsNeverNegative() {
        PmixValue large = new PmixValue.UInt(DataType.SIZE, -1);
        assertThatExceptionOfType(ArithmeticException.class).isThrownBy(() -> ValueType.SIZE.unwrap(large));
        assertThat(large).hasToString("UInt[type=SIZE, value=18446744073709551615]");
    }

    @Test
    void doesNotConvertBetweenTypes() {
        assertThat(ValueType.INT32.unwrap(new PmixValue.Int(DataType.INT64, 1))).isNull();
        assertThat(ValueType.UINT32.unwrap(new PmixValue.UInt(DataType.UINT64, 1)))
                .isNull();
        assertThat(ValueType.STRING.unwrap(new PmixValue.Bool(true))).isNull();
        assertThatExceptionOfType(PmixException.class)
                .isThrownBy(() -> Key.of("k", ValueType.STRING).cast(new PmixValue.Bool(true)))
                .withMessageContaining("BOOL, not STRING");
    }

    @Test
    void bytesAreCopied() {
        byte[] bytes = {1, 2};
        PmixValue value = ValueType.BYTES.wrap(bytes);
        bytes[0] = 9;
        ValueType.BYTES.unwrap(value)[1] = 9;
        assertThat(value).isEqualTo(new PmixValue.Bytes(new byte[] {1, 2}));
    }
}
