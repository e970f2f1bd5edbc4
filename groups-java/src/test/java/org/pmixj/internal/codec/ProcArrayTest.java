// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.pmixj.DataType;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.pmix_proc;
import org.pmixj.internal.ffi.Libpmix;

/** Arrays of processes, which are written and read as a whole. */
class ProcArrayTest {
    private static final String LONG = "n".repeat(255);

    @BeforeAll
    static void load() {
        Libpmix.load();
    }

    /** Returns processes of several namespaces, one after the other, each with so many. */
    private static List<ProcId> procs(int... counts) {
        List<ProcId> procs = new ArrayList<>();
        for (int i = 0; i < counts.length; i++) {
            // Different lengths, so that what is left of a longer name would be seen.
            String nspace = i % 3 == 0 ? LONG : i % 3 == 1 ? "job" : "job-2é";
            IntStream.range(0, counts[i]).forEach(rank -> procs.add(new ProcId(nspace, rank * 3)));
        }
        return procs;
    }

    private static PmixValue value(List<ProcId> procs) {
        return new PmixValue.Array(
                DataType.PROC,
                procs.stream().<PmixValue>map(PmixValue.Proc::new).toList());
    }

    @Test
    void eachProcessIsWrittenAsIfAlone() {
        for (List<ProcId> procs : List.of(
                procs(1), procs(2), procs(3), procs(512), procs(1, 1, 1), procs(2, 7, 1, 16, 5), procs(0, 4, 9))) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment array = ProcCodec.procs(arena, procs);
                for (int i = 0; i < procs.size(); i++) {
                    MemorySegment alone = ProcCodec.proc(arena, procs.get(i));
                    MemorySegment one = array.asSlice(i * alone.byteSize(), alone.byteSize());
                    assertThat(one.mismatch(alone)).isEqualTo(-1);
                }
                MemorySegment value = ValueCodec.allocate(arena, value(procs));
                assertThat(InfoArray.isSame(value, array)).isTrue();
                assertThat(ValueCodec.read(value)).isEqualTo(value(procs));
            }
        }
    }

    @Test
    void aProcessThatIsNone() {
        try (Arena arena = Arena.ofConfined()) {
            List<ProcId> procs = procs(2, 2);
            MemorySegment value = ValueCodec.allocate(arena, value(procs));
            MemorySegment array = ArrayCodec.elements(value, DataType.PROC);
            assertThat(array).isNotNull();
            pmix_proc.nspace(pmix_proc.asSlice(array, 1)).fill((byte) 0);
            assertThat(ValueCodec.read(value))
                    .isEqualTo(new PmixValue.Array(
                            DataType.PROC,
                            List.of(
                                    new PmixValue.Proc(procs.get(0)),
                                    new PmixValue.Opaque(DataType.PROC.code()),
                                    new PmixValue.Proc(procs.get(2)),
                                    new PmixValue.Proc(procs.get(3)))));
            assertThat(ArrayCodec.elements(value, DataType.STRING)).isNull();
            assertThat(ArrayCodec.elements(ValueCodec.allocate(arena, new PmixValue.Bool(true)), DataType.PROC))
                    .isNull();
        }
    }
}
