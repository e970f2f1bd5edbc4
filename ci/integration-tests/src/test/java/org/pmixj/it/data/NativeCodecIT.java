// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.assertj.core.api.SoftAssertions;
import org.pmixj.DataType;
import org.pmixj.Pmix;
import org.pmixj.PmixValue;
import org.pmixj.ffi.PMIx;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.ffi.pmix_data_buffer;
import org.pmixj.ffi.pmix_value;
import org.pmixj.internal.base.NativeTexts;
import org.pmixj.internal.codec.PackedSize;
import org.pmixj.internal.codec.ValueCodec;
import org.pmixj.it.support.Boundaries;
import org.pmixj.junit.PmixTest;
import org.pmixj.value.ProcInfo;
import org.pmixj.value.ProcState;

/** The codec against libpmix's own functions: what is written is what they copy, pack, unpack, load and compare. */
class NativeCodecIT {
    private static final short VALUE = (short) PMIxConstants.PMIX_VALUE();
    // pmix_value_cmp_t, an enum, which the generated constants do not have.
    private static final int EQUAL = 0;
    private static final int NOT_AVAILABLE = 5;

    /** The data to which a value of the type holds a pointer. Others are in the value itself. */
    private static final Set<DataType> POINTERS = EnumSet.of(
            DataType.STRING,
            DataType.PROC,
            DataType.PROC_NSPACE,
            DataType.PROC_INFO,
            DataType.DATA_ARRAY,
            DataType.COORD,
            DataType.PROC_CPUSET,
            DataType.GEOMETRY,
            DataType.DEVICE,
            DataType.DEVICE_DIST,
            DataType.ENDPOINT,
            DataType.REGATTR,
            DataType.RESOURCE_UNIT,
            DataType.REGEX2);

    /** One function of libpmix between a write and a read. */
    private interface Way {
        PmixValue through(Arena arena, MemorySegment written, DataType type);
    }

    private static void overAll(String way, Way test, UnaryOperator<PmixValue> expected) {
        SoftAssertions all = new SoftAssertions();
        for (PmixValue value : Boundaries.values()) {
            try (Arena arena = Arena.ofConfined()) {
                PmixValue result = test.through(arena, ValueCodec.allocate(arena, value), value.type());
                PmixValue wanted = expected.apply(value);
                all.check(() -> assertThat(result.equals(wanted))
                        .as("%s of %s is %s", way, Boundaries.describe(wanted), Boundaries.describe(result))
                        .isTrue());
            }
        }
        all.assertAll();
    }

    private static void succeeds(int status) {
        assertThat(NativeTexts.get().status(status)).isEqualTo("PMIX_SUCCESS");
    }

    private static PmixValue readAndDestruct(MemorySegment value) {
        PmixValue result = ValueCodec.read(value);
        PMIx.PMIx_Value_destruct(value);
        return result;
    }

    /** All in one process, in which {@code pmix} has the library initialised. */
    @PmixTest(ranks = 1)
    void agreesWithLibpmix(Pmix pmix) throws Throwable {
        whatIsWrittenIsRead();
        transfer();
        copy();
        load();
        unload();
        packAndUnpack();
        compare();
        theSizeOfAMessageIsNotUnderestimated();
        everyTypeOfTheHeaderIsKnown();
        processStatesHaveTheNamesOfTheLibrary();
        everyTypeOccurs();
        whatLibpmixCannotCarryIsRefused();
    }

    private static void whatIsWrittenIsRead() {
        overAll("a read", (arena, written, type) -> ValueCodec.read(written), value -> value);
    }

    private static void transfer() {
        overAll(
                "PMIx_Value_xfer",
                (arena, written, type) -> {
                    MemorySegment target = pmix_value.allocate(arena);
                    succeeds(PMIx.PMIx_Value_xfer(target, written));
                    return readAndDestruct(target);
                },
                value -> value);
    }

    private static void copy() {
        overAll(
                "PMIx_Data_copy",
                (arena, written, type) -> {
                    MemorySegment pointer = arena.allocate(ValueLayout.ADDRESS);
                    succeeds(PMIx.PMIx_Data_copy(pointer, written, VALUE));
                    MemorySegment copy = pointer.get(ValueLayout.ADDRESS, 0).reinterpret(pmix_value.sizeof());
                    PmixValue result = ValueCodec.read(copy);
                    PMIx.PMIx_Value_free(copy, 1);
                    return result;
                },
                value -> value);
    }

    private static void load() {
        overAll(
                "PMIx_Value_load",
                (arena, written, type) -> {
                    MemorySegment data = written.asSlice(ValueCodec.DATA);
                    MemorySegment target = pmix_value.allocate(arena);
                    succeeds(PMIx.PMIx_Value_load(
                            target,
                            POINTERS.contains(type) ? data.get(ValueLayout.ADDRESS, 0) : data,
                            pmix_value.type(written)));
                    return readAndDestruct(target);
                },
                value ->
                        // libpmix forgets the state.
                        value instanceof ProcInfo info
                                ? new ProcInfo(
                                        info.proc(),
                                        info.hostname(),
                                        info.executable(),
                                        info.pid(),
                                        info.exitCode(),
                                        ProcState.UNDEFINED)
                                : value);
    }

    private static void unload() {
        overAll(
                "PMIx_Value_unload",
                (arena, written, type) -> {
                    // What fits here is put here; the rest is allocated, and left to the end of the process.
                    MemorySegment room = arena.allocate(1024, 8);
                    MemorySegment pointer = arena.allocateFrom(ValueLayout.ADDRESS, room);
                    MemorySegment size = arena.allocate(ValueLayout.JAVA_LONG);
                    succeeds(PMIx.PMIx_Value_unload(written, pointer, size));
                    MemorySegment unloaded = pointer.get(ValueLayout.ADDRESS, 0);
                    MemorySegment value = pmix_value.allocate(arena);
                    pmix_value.type(value, pmix_value.type(written));
                    if (POINTERS.contains(type)) {
                        value.set(ValueLayout.ADDRESS, ValueCodec.DATA, unloaded);
                    } else {
                        long bytes = size.get(ValueLayout.JAVA_LONG, 0);
                        MemorySegment.copy(unloaded.reinterpret(bytes), 0, value, ValueCodec.DATA, bytes);
                    }
                    return ValueCodec.read(value);
                },
                value -> value);
    }

    private static void packAndUnpack() {
        overAll(
                "PMIx_Data_pack and unpack",
                (arena, written, type) -> {
                    MemorySegment buffer = PMIx.PMIx_Data_buffer_create();
                    succeeds(PMIx.PMIx_Data_pack(MemorySegment.NULL, buffer, written, 1, VALUE));
                    MemorySegment target = pmix_value.allocate(arena);
                    MemorySegment one = arena.allocateFrom(ValueLayout.JAVA_INT, 1);
                    succeeds(PMIx.PMIx_Data_unpack(MemorySegment.NULL, buffer, target, one, VALUE));
                    PMIx.PMIx_Data_buffer_release(buffer);
                    return readAndDestruct(target);
                },
                Boundaries::sent);
    }

    private static void compare() {
        SoftAssertions all = new SoftAssertions();
        for (PmixValue value : Boundaries.values()) {
            try (Arena arena = Arena.ofConfined()) {
                int result =
                        PMIx.PMIx_Value_compare(ValueCodec.allocate(arena, value), ValueCodec.allocate(arena, value));
                all.check(() -> assertThat(result)
                        .as("PMIx_Value_compare of %s", Boundaries.describe(value))
                        .isIn(comparison(value)));
            }
        }
        all.assertAll();
    }

    private static Set<Integer> comparison(PmixValue value) {
        if (!(value instanceof PmixValue.Array array) || array.elements().isEmpty()) {
            return Set.of(EQUAL);
        }
        return switch (array.elementType()) {
            // libpmix compares the pointers as if they were the strings.
            case STRING -> Set.of(0, 1, 2);
            // It compares the first of the arrays alone.
            case DATA_ARRAY -> comparison(array.elements().getFirst());
            case VALUE, APP, QUERY, PDATA, COMMAND, INFO_DIRECTIVES, IOF_CHANNEL -> Set.of(NOT_AVAILABLE);
            default -> Set.of(EQUAL);
        };
    }

    private static void theSizeOfAMessageIsNotUnderestimated() {
        SoftAssertions all = new SoftAssertions();
        for (PmixValue value : Boundaries.values()) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment buffer = PMIx.PMIx_Data_buffer_create();
                succeeds(PMIx.PMIx_Data_pack(MemorySegment.NULL, buffer, ValueCodec.allocate(arena, value), 1, VALUE));
                long size = pmix_data_buffer.bytes_used(buffer.reinterpret(pmix_data_buffer.sizeof()));
                PMIx.PMIx_Data_buffer_release(buffer);
                all.check(() -> assertThat(PackedSize.of(value))
                        .as("the size of %s", Boundaries.describe(value))
                        .isBetween(size, size + size / 4 + 2048));
            }
        }
        all.assertAll();
    }

    /** Numbers that are no type of ours, and why. */
    private static final Map<Integer, String> NO_TYPES = Map.of(
            0, "PMIX_UNDEF, no type",
            26, "PMIX_BUFFER, removed from the header, internal to libpmix",
            29, "PMIX_MODEX, removed from the header",
            44, "PMIX_INFO_ARRAY, removed from the header",
            28, "PMIX_KVAL, a structure that the header does not define",
            31, "PMIX_POINTER, an address in another process",
            42, "PMIX_COMPRESSED_STRING, removed from the header, read as a string",
            49, "PMIX_REGEX, removed from the header, PMIX_REGEX2 since libpmix 6");

    private static void everyTypeOfTheHeaderIsKnown() throws Throwable {
        Map<String, Integer> types = new TreeMap<>();
        for (Method method : PMIxConstants.class.getMethods()) {
            if (method.getName().startsWith("PMIX_") && method.getReturnType() == int.class) {
                int code = (int) MethodHandles.lookup()
                        .findStatic(PMIxConstants.class, method.getName(), MethodType.methodType(int.class))
                        .invoke();
                // The library has the name of a number that is a type.
                if (code >= 0
                        && code < PMIxConstants.PMIX_DATA_TYPE_MAX()
                        && name(code).equals(method.getName())) {
                    types.put(method.getName(), code);
                }
            }
        }
        assertThat(types).hasSizeGreaterThan(60).containsKeys("PMIX_BOOL", "PMIX_REGEX2", "PMIX_ALLOC_INHERIT");
        types.forEach((name, code) -> {
            if (!NO_TYPES.containsKey(code)) {
                assertThat("PMIX_" + DataType.of(code)).isEqualTo(name);
            }
        });
        // And what the library knows besides the header.
        for (int code = 0; code < PMIxConstants.PMIX_DATA_TYPE_MAX(); code++) {
            boolean known = name(code).startsWith("PMIX_");
            assertThat(known && DataType.of(code) == DataType.UNKNOWN && !NO_TYPES.containsKey(code))
                    .as("%d is %s", code, name(code))
                    .isFalse();
        }
    }

    private static String name(int code) {
        MemorySegment name = PMIx.PMIx_Data_type_string((short) code);
        return name.address() == 0 ? "" : name.getString(0);
    }

    private static void processStatesHaveTheNamesOfTheLibrary() {
        assertThat(ProcState.RUNNING).hasToString("PROC EXECUTING (5)");
        assertThat(new ProcState(255).name()).isNotEmpty();
    }

    private static void everyTypeOccurs() {
        Set<DataType> written = EnumSet.noneOf(DataType.class);
        Set<DataType> inArrays = EnumSet.noneOf(DataType.class);
        for (PmixValue value : Boundaries.values()) {
            written.add(value.type());
            if (value instanceof PmixValue.Array array && !array.elements().isEmpty()) {
                inArrays.add(array.elementType());
            }
        }
        Set<DataType> neither = EnumSet.complementOf(EnumSet.copyOf(written));
        neither.removeAll(inArrays);
        // A topology cannot be sent; a type is garbled; UNKNOWN is none.
        assertThat(neither).containsExactly(DataType.DATA_TYPE, DataType.TOPO, DataType.UNKNOWN);
        assertThat(EnumSet.complementOf(EnumSet.copyOf(inArrays)))
                .containsExactly(DataType.DATA_TYPE, DataType.TOPO, DataType.UNKNOWN);
    }

    private static void whatLibpmixCannotCarryIsRefused() {
        List<PmixValue> refused = Boundaries.refused();
        assertThat(refused).hasSizeGreaterThan(10);
        for (PmixValue value : refused) {
            try (Arena arena = Arena.ofConfined()) {
                assertThatIllegalArgumentException()
                        .as(Boundaries.describe(value))
                        .isThrownBy(() -> ValueCodec.allocate(arena, value));
            }
        }
    }
}
