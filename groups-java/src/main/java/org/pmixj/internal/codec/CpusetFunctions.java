// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.codec;

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

    /** Creates an empty cpuset in libpmix's own memory. The caller must free it. */
    public abstract MemorySegment create();

    public abstract void free(MemorySegment cpuset);

    /** Writes a text into a cpuset; returns the status. */
    public abstract int parse(MemorySegment text, MemorySegment cpuset);

    /** Returns a text such as {@code hwloc:0-3}, or null if libpmix cannot read the cpuset. */
    public abstract @Nullable String text(MemorySegment cpuset);
}
