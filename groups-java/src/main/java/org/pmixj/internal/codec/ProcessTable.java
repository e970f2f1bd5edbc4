// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.codec;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.DataType;
import org.pmixj.ffi.pmix_proc_info;
import org.pmixj.value.ProcInfo;
import org.pmixj.value.ProcState;

/**
 * Holds what the host says of the processes of a job.
 *
 * @param size how many there are
 * @param ended those that have ended
 */
public record ProcessTable(int size, List<ProcInfo> ended) {
    /** Reads a value of libpmix; returns null if it is no array of processes. */
    public static @Nullable ProcessTable read(MemorySegment value) {
        MemorySegment array = ArrayCodec.elements(value, DataType.PROC_INFO);
        if (array == null) {
            return null;
        }
        int size = ProcCodec.count(array, pmix_proc_info.sizeof());
        List<ProcInfo> ended = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            MemorySegment process = pmix_proc_info.asSlice(array, i);
            if (new ProcState(Byte.toUnsignedInt(pmix_proc_info.state(process))).isEnded()) {
                ended.add(ProcessCodec.readProcInfo(process));
            }
        }
        return new ProcessTable(size, ended);
    }
}
