// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.pmixj.Attributes;
import org.pmixj.DataType;
import org.pmixj.PmixValue;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.ffi.pmix_byte_object;
import org.pmixj.ffi.pmix_coord;
import org.pmixj.ffi.pmix_data_array;
import org.pmixj.ffi.pmix_geometry;
import org.pmixj.ffi.pmix_info;
import org.pmixj.ffi.pmix_proc;
import org.pmixj.ffi.pmix_query;
import org.pmixj.ffi.pmix_value;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.value.Coord;
import org.pmixj.value.Query;

/** Values that no library should hand out: they are read as what can be known of them, and nothing crashes. */
class BrokenValuesTest {
    @BeforeAll
    static void load() {
        Libpmix.load();
    }

    private static MemorySegment value(Arena arena, int type) {
        MemorySegment value = pmix_value.allocate(arena);
        pmix_value.type(value, (short) type);
        return value;
    }

    private static PmixValue readPointer(Arena arena, DataType type, MemorySegment struct) {
        MemorySegment value = value(arena, type.code());
        value.set(ValueLayout.ADDRESS, ValueCodec.DATA, struct);
        return ValueCodec.read(value);
    }

    private static MemorySegment array(Arena arena, int type, long size, MemorySegment elements) {
        MemorySegment array = pmix_data_array.allocate(arena);
        pmix_data_array.type(array, (short) type);
        pmix_data_array.size(array, size);
        pmix_data_array.array(array, elements);
        return array;
    }

    @Test
    void aValueOfZeros() {
        try (Arena arena = Arena.ofConfined()) {
            for (int code = 0; code <= 0xffff; code++) {
                DataType type = DataType.of(code);
                PmixValue read = ValueCodec.read(value(arena, code));
                boolean plain = type.bits() != 0
                        || switch (type) {
                            case BOOL, FLOAT, DOUBLE, TIMEVAL, TIME, STATUS -> true;
                            case BYTE_OBJECT, COMPRESSED_BYTE_OBJECT -> true;
                            default -> false;
                        };
                assertThat(read.type()).as("type %s", code).isEqualTo(plain ? type : DataType.UNKNOWN);
                if (!plain) {
                    assertThat(read).isEqualTo(new PmixValue.Opaque(code));
                }
            }
        }
    }

    @Test
    void structuresOfZeros() {
        try (Arena arena = Arena.ofConfined()) {
            for (DataType type : DataType.values()) {
                long size = StructCodec.size(type);
                if (size == 0) {
                    continue;
                }
                MemorySegment zeros = arena.allocate(2 * size, 8);
                if (readPointer(arena, DataType.DATA_ARRAY, array(arena, type.code(), 2, zeros))
                        instanceof PmixValue.Array array) {
                    assertThat(array.elementType()).isEqualTo(type);
                    assertThat(array.elements()).hasSize(2).doesNotContainNull();
                } else {
                    throw new AssertionError(type);
                }
                // Fewer elements than there are NULL is no array.
                assertThat(readPointer(arena, DataType.DATA_ARRAY, array(arena, type.code(), 2, MemorySegment.NULL)))
                        .isEqualTo(new PmixValue.Array(type, List.of()));
            }
            assertThat(readPointer(arena, DataType.PROC, pmix_proc.allocate(arena)))
                    .isEqualTo(new PmixValue.Opaque(DataType.PROC.code()));
        }
    }

    @Test
    void sizesThatCannotBe() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment room = arena.allocate(64, 8);
            for (long size : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 31, 1L << 61}) {
                for (DataType type : DataType.values()) {
                    if (StructCodec.size(type) != 0) {
                        assertThat(readPointer(arena, DataType.DATA_ARRAY, array(arena, type.code(), size, room)))
                                .isEqualTo(new PmixValue.Opaque(DataType.DATA_ARRAY.code()));
                    }
                }
                MemorySegment bytes = value(arena, DataType.BYTE_OBJECT.code());
                bytes.set(ValueLayout.ADDRESS, ValueCodec.DATA + pmix_byte_object.bytes$offset(), room);
                bytes.set(ValueLayout.JAVA_LONG, ValueCodec.DATA + pmix_byte_object.size$offset(), size);
                assertThat(ValueCodec.read(bytes)).isEqualTo(new PmixValue.Opaque(DataType.BYTE_OBJECT.code()));
                MemorySegment coord = pmix_coord.allocate(arena);
                pmix_coord.coord(coord, room);
                pmix_coord.dims(coord, size);
                assertThat(readPointer(arena, DataType.COORD, coord))
                        .isEqualTo(new PmixValue.Opaque(DataType.COORD.code()));
                MemorySegment geometry = pmix_geometry.allocate(arena);
                pmix_geometry.coordinates(geometry, room);
                pmix_geometry.ncoords(geometry, size);
                assertThat(readPointer(arena, DataType.GEOMETRY, geometry))
                        .isEqualTo(new PmixValue.Opaque(DataType.GEOMETRY.code()));
                MemorySegment query = pmix_query.allocate(arena);
                pmix_query.keys(query, ProcCodec.texts(arena, List.of("k")));
                pmix_query.qualifiers(query, room);
                pmix_query.nqual(query, size);
                assertThat(readPointer(arena, DataType.DATA_ARRAY, array(arena, DataType.QUERY.code(), 1, query)))
                        .isEqualTo(new PmixValue.Array(
                                DataType.QUERY, List.of(new PmixValue.Opaque(DataType.QUERY.code()))));
            }
        }
    }

    @Test
    void namesWithoutAnEnd() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment info = pmix_info.allocate(arena);
            pmix_info.key(info).fill((byte) 'k');
            pmix_value.type(pmix_info.value(info), (short) PMIxConstants.PMIX_UINT8());
            assertThat(InfoArray.read(info).key()).isEqualTo("k".repeat(512));
            MemorySegment proc = pmix_proc.allocate(arena);
            pmix_proc.nspace(proc).fill((byte) 'n');
            assertThat(readPointer(arena, DataType.PROC, proc)).isEqualTo(new PmixValue.Opaque(DataType.PROC.code()));
        }
    }

    @Test
    void elementsThatAreNotThere() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment strings = arena.allocate(ValueLayout.ADDRESS, 2);
            strings.setAtIndex(ValueLayout.ADDRESS, 1, arena.allocateFrom("there"));
            assertThat(readPointer(arena, DataType.DATA_ARRAY, array(arena, DataType.STRING.code(), 2, strings)))
                    .isEqualTo(new PmixValue.Array(
                            DataType.STRING,
                            List.of(new PmixValue.Opaque(DataType.STRING.code()), new PmixValue.Str("there"))));
        }
    }

    @Test
    void pointersMeanNothing() {
        try (Arena arena = Arena.ofConfined()) {
            for (int code : new int[] {PMIxConstants.PMIX_POINTER(), PMIxConstants.PMIX_KVAL()}) {
                MemorySegment value = value(arena, code);
                value.set(ValueLayout.ADDRESS, ValueCodec.DATA, MemorySegment.ofAddress(1));
                assertThat(ValueCodec.read(value)).isEqualTo(new PmixValue.Opaque(code));
                MemorySegment array = array(arena, code, 1, MemorySegment.ofAddress(1));
                assertThat(readPointer(arena, DataType.DATA_ARRAY, array))
                        .isEqualTo(new PmixValue.Opaque(DataType.DATA_ARRAY.code()));
            }
        }
    }

    @Test
    void deepArraysAreReadAsFarAsTheyCanBe() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment array = array(arena, DataType.BOOL.code(), 1, arena.allocate(1));
            for (int i = 1; i < 1000; i++) {
                array = array(arena, DataType.DATA_ARRAY.code(), 1, array);
            }
            PmixValue read = readPointer(arena, DataType.DATA_ARRAY, array);
            int depth = 0;
            while (read instanceof PmixValue.Array level) {
                depth++;
                read = level.elements().getFirst();
            }
            assertThat(read).isInstanceOf(PmixValue.Opaque.class);
            assertThat(depth).isLessThanOrEqualTo(PmixValue.Array.MAX_DEPTH);
        }
    }

    @Test
    void aQueryIsReadAsAnElementAlone() {
        assertThat(StructCodec.size(DataType.QUERY)).isEqualTo(pmix_query.sizeof());
        try (Arena arena = Arena.ofConfined()) {
            Query query = new Query(List.of("k"), Attributes.none());
            MemorySegment written = pmix_query.allocate(arena);
            StructCodec.write(written, query, arena);
            assertThat(StructCodec.read(written, DataType.QUERY)).isEqualTo(query);
            assertThat(ValueCodec.read(value(arena, DataType.QUERY.code())))
                    .isEqualTo(new PmixValue.Opaque(DataType.QUERY.code()));
        }
    }

    @Test
    void viewsHaveTheNumbersOfTheHeader() {
        try (Arena arena = Arena.ofConfined()) {
            int[] codes = {
                PMIxConstants.PMIX_COORD_VIEW_UNDEF(),
                PMIxConstants.PMIX_COORD_LOGICAL_VIEW(),
                PMIxConstants.PMIX_COORD_PHYSICAL_VIEW()
            };
            for (Coord.View view : Coord.View.values()) {
                MemorySegment written = pmix_coord.allocate(arena);
                Coord coord = new Coord(view, List.of());
                StructCodec.write(written, coord, arena);
                assertThat(pmix_coord.view(written)).isEqualTo((byte) codes[view.ordinal()]);
                assertThat(StructCodec.read(written, DataType.COORD)).isEqualTo(coord);
            }
            MemorySegment unknown = pmix_coord.allocate(arena);
            pmix_coord.view(unknown, (byte) 77);
            assertThat(readPointer(arena, DataType.COORD, unknown))
                    .isEqualTo(new PmixValue.Opaque(DataType.COORD.code()));
        }
    }
}
