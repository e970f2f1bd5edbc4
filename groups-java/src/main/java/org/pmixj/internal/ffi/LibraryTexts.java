// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.ffi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;
import org.pmixj.ffi.pmix_cpuset_t;
import org.pmixj.ffi.pmix_value;
import org.pmixj.internal.base.NativeTexts;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.codec.ProcCodec;

/** Translates by the functions of libpmix. */
final class LibraryTexts extends NativeTexts {
    @Override
    public @Nullable String status(int code) {
        String name = Libpmix.errorString(code);
        return name.startsWith("PMIX") ? name : null;
    }

    @Override
    public String procState(int code) {
        return Libpmix.procStateString(code);
    }

    @Override
    public MemorySegment parseCpuset(String text, Arena memory) {
        // In memory of libpmix, because the arena's own may be freed before the bitmap is.
        MemorySegment owned = Libpmix.createCpuset().reinterpret(pmix_cpuset_t.sizeof(), memory, Libpmix::freeCpuset);
        StatusCodes.check("cpuset " + text, Libpmix.parseCpuset(memory.allocateFrom(text), owned));
        return owned;
    }

    // The function works in a client too, despite its name.
    @Override
    public @Nullable String cpuset(MemorySegment cpuset) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = pmix_value.allocate(arena);
            MemorySegment string = value.asSlice(pmix_value.data$offset());
            if (Libpmix.cpusetText(cpuset, string) != StatusCodes.SUCCESS) {
                return null;
            }
            MemorySegment text = MemorySegment.ofAddress(string.get(ValueLayout.JAVA_LONG, 0));
            try {
                return ProcCodec.readText(text);
            } finally {
                Libpmix.freeText(text);
            }
        } catch (LinkageError e) {
            return null;
        }
    }
}
