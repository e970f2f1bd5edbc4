// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.pmixj.Attributes;
import org.pmixj.DataType;
import org.pmixj.PmixValue;
import org.pmixj.ValueType;
import org.pmixj.ffi.pmix_data_array;
import org.pmixj.ffi.pmix_info;
import org.pmixj.ffi.pmix_value;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.ffi.Libpmix;

/** Numbers under a key of the Standard are sent as numbers, which the host reads; under another key as their bits. */
class StandardNumbersTest {
    private static final PmixValue ONE = ValueType.DOUBLE.wrap(Math.PI);
    private static final PmixValue MANY = ValueType.listOf(ValueType.DOUBLE).wrap(List.of(0.5, Math.PI, 1e-9));
    private static final PmixValue FLOATS = ValueType.listOf(ValueType.FLOAT).wrap(List.of(1f / 3));
    private static final PmixValue VALUES = new PmixValue.Array(DataType.VALUE, List.of(ONE, new PmixValue.Bool(true)));

    @BeforeAll
    static void load() {
        Libpmix.load();
    }

    private static MemorySegment written(Arena arena, String key, PmixValue value) {
        Attributes attributes = Attributes.of(List.of(InfoAccess.get().info(key, value, false)));
        MemorySegment infos = InfoArray.allocate(arena, attributes, 0).segment();
        return pmix_info.value(infos);
    }

    private static int elementType(MemorySegment value) {
        MemorySegment array = value.get(java.lang.foreign.ValueLayout.ADDRESS, ValueCodec.DATA)
                .reinterpret(pmix_data_array.sizeof());
        return pmix_data_array.type(array);
    }

    @Test
    void theHostReceivesNumbers() {
        try (Arena arena = Arena.ofConfined()) {
            assertThat(pmix_value.type(written(arena, "pmix.one", ONE))).isEqualTo((short) DataType.DOUBLE.code());
            assertThat(elementType(written(arena, "pmix.many", MANY))).isEqualTo(DataType.DOUBLE.code());
            assertThat(elementType(written(arena, "pmix.floats", FLOATS))).isEqualTo(DataType.FLOAT.code());
            assertThat(ValueCodec.read(written(arena, "pmix.many", MANY)))
                    .isEqualTo(ValueType.listOf(ValueType.DOUBLE).wrap(List.of(0.5, 3.141593, 0.0)));
            assertThat(ValueCodec.read(written(arena, "pmix.values", VALUES)))
                    .isEqualTo(new PmixValue.Array(
                            DataType.VALUE, List.of(ValueType.DOUBLE.wrap(3.141593), new PmixValue.Bool(true))));
        }
    }

    @Test
    void javaReceivesTheBits() {
        try (Arena arena = Arena.ofConfined()) {
            assertThat(pmix_value.type(written(arena, "one", ONE))).isEqualTo((short) DataType.TIMEVAL.code());
            assertThat(elementType(written(arena, "many", MANY))).isEqualTo(DataType.TIMEVAL.code());
            for (PmixValue value : List.of(ONE, MANY, FLOATS, VALUES)) {
                assertThat(ValueCodec.read(written(arena, "some", value))).isEqualTo(value);
            }
        }
    }
}
