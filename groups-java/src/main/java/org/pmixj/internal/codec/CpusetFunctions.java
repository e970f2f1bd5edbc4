// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.codec;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Calls the cpuset functions of libpmix. The ffi room sets it when it loads libpmix. */
public abstract class CpusetFunctions {
    private static volatile @Nullable CpusetFunctions loaded;

    public static void set(CpusetFunctions functions) {
        loaded = functions;
    }

    static CpusetFunctions get() {
        CpusetFunctions known = loaded;
        if (known == null) {
            throw new IllegalStateException("libpmix is not loaded");
        }
        return known;
    }

    /** Creates a cpuset from its text, in memory of libpmix that is freed when the arena closes. */
    public abstract MemorySegment parse(String text, Arena memory);

    /** Returns a text such as {@code hwloc:0-3}, or null if libpmix cannot read the cpuset. */
    public abstract @Nullable String text(MemorySegment cpuset);
}
