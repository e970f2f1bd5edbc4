// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

class ValueTypeTest {
    private static final BigInteger UINT64_MAX = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

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
                    List.of(ValueType.DOUBLE, Double.MIN_VALUE, Double.NEGATIVE_INFINITY))
            .flatMap(row -> Stream.of(Arguments.of(row.get(0), row.get(1)), Arguments.of(row.get(0), row.get(2))))
            .toList();

    @ParameterizedTest
    @FieldSource("BOUNDARIES")
    <T> void wrapsAndUnwrapsItsBoundaries(ValueType<T> type, T value) {
        PmixValue wrapped = type.wrap(value);
        assertThat(wrapped.type()).isEqualTo(type.dataType());
        assertThat(type.unwrap(wrapped)).isEqualTo(value);
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
