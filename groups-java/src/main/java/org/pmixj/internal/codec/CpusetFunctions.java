// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.codec;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** What libpmix does with the cpusets of hwloc. The ffi room sets it when it loads libpmix. */
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

    /** Creates a cpuset in libpmix's own memory, to be filled in and to be freed. */
    public abstract MemorySegment create();

    public abstract void free(MemorySegment cpuset);

    /** Fills in a cpuset; returns the status. */
    public abstract int parse(MemorySegment text, MemorySegment cpuset);

    /** Returns such as {@code hwloc:0-3}, or null for what libpmix cannot read. */
    public abstract @Nullable String text(MemorySegment cpuset);
}
