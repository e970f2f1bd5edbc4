// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Translates between values and texts by the running libpmix. The ffi room sets it when it loads libpmix. */
public abstract class NativeTexts {
    private static volatile @Nullable NativeTexts loaded;

    public static void set(NativeTexts texts) {
        loaded = texts;
    }

    /** Returns null while libpmix is not loaded. */
    public static @Nullable NativeTexts get() {
        return loaded;
    }

    /** Returns null if libpmix has no name for the status. */
    public abstract @Nullable String status(int code);

    public abstract String procState(int code);

    /** Creates a cpuset from its text, in memory of libpmix that is freed when the arena closes. */
    public abstract MemorySegment parseCpuset(String text, Arena memory);

    /** Returns a text such as {@code hwloc:0-3}, or null if libpmix cannot read the cpuset. */
    public abstract @Nullable String cpuset(MemorySegment cpuset);
}
