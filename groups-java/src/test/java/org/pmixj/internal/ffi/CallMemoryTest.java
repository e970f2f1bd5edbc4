// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.ffi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.pmixj.PmixException;

class CallMemoryTest {
    private static final long TOO_MUCH = 1 << 20;

    private static long address(CallMemory memory) {
        return memory.allocate(Long.BYTES, Long.BYTES).address();
    }

    private static void release(CallMemory memory) {
        memory.close();
        memory.close();
    }

    @Test
    void isUsedAgainWhenBothHaveReleasedIt() {
        CallMemory first = CallMemory.take(true);
        long address = address(first);
        release(first);
        CallMemory second = CallMemory.take(true);
        assertThat(address(second)).isEqualTo(address);
        second.close();
        // libpmix has answered, but the function has not returned, or the other way round.
        CallMemory third = CallMemory.take(true);
        assertThat(address(third)).isNotEqualTo(address);
        release(third);
        second.close();
    }

    @Test
    void isZeroed() {
        for (int round = 0; round < 2; round++) {
            CallMemory memory = CallMemory.take(true);
            MemorySegment small = memory.allocate(3, 1);
            MemorySegment large = memory.allocate(TOO_MUCH, Long.BYTES);
            MemorySegment last = memory.allocate(100, Long.BYTES);
            for (MemorySegment segment : new MemorySegment[] {small, large, last}) {
                assertThat(segment.toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
                segment.fill((byte) 1);
            }
            assertThat(last.address() % Long.BYTES).isZero();
            release(memory);
        }
    }

    @Test
    void partsDoNotOverlap() {
        CallMemory memory = CallMemory.take(true);
        MemorySegment one = memory.allocate(5, 1);
        MemorySegment other = memory.allocate(5, 1);
        assertThat(one.asOverlappingSlice(other)).isEmpty();
        assertThat(other.byteSize()).isEqualTo(5);
        release(memory);
    }

    @Test
    void isNotUsedAgainIfLibpmixMayReadItAfterTheAnswer() {
        CallMemory memory = CallMemory.take(false);
        MemorySegment segment = memory.allocate(Long.BYTES, Long.BYTES);
        segment.fill((byte) 1);
        release(memory);
        CallMemory next = CallMemory.take(true);
        next.allocate(Long.BYTES, Long.BYTES).fill((byte) 2);
        assertThat(segment.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 1);
        release(next);
    }

    @Test
    void aFunctionAloneReleasesIt() {
        long address;
        MemorySegment large;
        try (CallMemory memory = CallMemory.ofFunction()) {
            address = address(memory);
            large = memory.allocate(TOO_MUCH, Long.BYTES);
        }
        assertThat(large.scope().isAlive()).isFalse();
        try (CallMemory memory = CallMemory.ofFunction()) {
            assertThat(address(memory)).isEqualTo(address);
        }
    }

    /** Returns the bytes of this process in memory. */
    private static long resident() throws IOException {
        return Long.parseLong(Files.readString(Path.of("/proc/self/statm")).split(" ")[1]) * 4096;
    }

    @Test
    void thousandsOfCallsNeedLittle() throws IOException {
        long before = resident();
        List<CallMemory> taken = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            CallMemory memory = CallMemory.take(true);
            memory.allocate(1000, Long.BYTES);
            taken.add(memory);
        }
        assertThat(resident() - before).isLessThan(80L << 20);
        taken.forEach(CallMemoryTest::release);
    }

    @Test
    void whereThereIsNoMoreTheExceptionSaysTheLimit() {
        CallMemory memory = CallMemory.take(true);
        assertThatExceptionOfType(PmixException.class)
                .isThrownBy(() -> memory.allocate(Long.MAX_VALUE / 2, Long.BYTES))
                .withMessageContaining("raise -XX:MaxDirectMemorySize")
                .withCauseInstanceOf(OutOfMemoryError.class);
        release(memory);
    }
}
