// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.data;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.ffi.pmix_value;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.codec.ProcCodec;
import org.pmixj.internal.codec.ValueCodec;
import org.pmixj.internal.ffi.CallMemory;
import org.pmixj.internal.ffi.Libpmix;

/** Gets values from this process's memory alone ({@code PMIX_OPTIONAL}), without waiting. */
public final class LocalGet {
    private LocalGet() {}

    /** Created once, for the many gets without other directives. */
    private static final class Plain {
        static final InfoArray INFOS =
                InfoArray.allocate(Arena.global(), 1).flag(Arena.global(), PMIxConstants.PMIX_OPTIONAL());
    }

    /** Returns {@code PMIX_OPTIONAL} alone. */
    public static InfoArray plain() {
        return Plain.INFOS;
    }

    /** Returns the value with some qualifiers, or null if it is not known here. */
    public static @Nullable PmixValue get(Session session, ProcId proc, String key, Attributes qualifiers) {
        if (qualifiers.isEmpty()) {
            return get(session, proc, key, plain());
        }
        try (Arena arena = Arena.ofConfined()) {
            InfoArray infos = InfoArray.allocate(arena, qualifiers, 1).flag(arena, PMIxConstants.PMIX_OPTIONAL());
            return get(session, proc, key, infos);
        }
    }

    /** Returns the value, or null if it is not known here. The infos must have {@code PMIX_OPTIONAL}. */
    public static @Nullable PmixValue get(Session session, ProcId proc, String key, InfoArray infos) {
        // libpmix would wait for ever, or answer that it knows nothing.
        session.refuseOnProgressThread("get");
        session.enter("get");
        try (CallMemory memory = CallMemory.ofFunction()) {
            MemorySegment result = memory.allocate(ValueLayout.ADDRESS);
            int status = Libpmix.getLocal(ProcCodec.proc(memory, proc), memory.allocateFrom(key), infos, result);
            if (status != StatusCodes.SUCCESS) {
                return null;
            }
            // As a number: the handle for addresses is spun by its first use, at the start of a rank.
            MemorySegment value = MemorySegment.ofAddress(result.get(ValueLayout.JAVA_LONG, 0));
            try {
                return ValueCodec.read(ProcCodec.at(value, pmix_value.sizeof()));
            } finally {
                Libpmix.freeValue(value);
            }
        } finally {
            session.exit();
        }
    }
}
