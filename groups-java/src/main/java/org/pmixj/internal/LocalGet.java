// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.ffi.pmix_value;

/** A get that looks at this process's memory alone ({@code PMIX_OPTIONAL}): it asks nobody and never waits. */
final class LocalGet {
    private LocalGet() {}

    /** Made once, for the many that have no other directive. */
    private static final class Plain {
        static final Infos INFOS =
                Infos.allocate(Arena.global(), 1).flag(Arena.global(), PMIxConstants.PMIX_OPTIONAL());
    }

    /** {@code PMIX_OPTIONAL} and nothing else. */
    static Infos plain() {
        return Plain.INFOS;
    }

    /** The value with some qualifiers, or null if it is not known here. */
    static @Nullable PmixValue get(Session session, ProcId proc, String key, Attributes qualifiers) {
        if (qualifiers.isEmpty()) {
            return get(session, proc, key, plain());
        }
        try (Arena arena = Arena.ofConfined()) {
            return get(
                    session,
                    proc,
                    key,
                    Infos.allocate(arena, qualifiers, 1).flag(arena, PMIxConstants.PMIX_OPTIONAL()));
        }
    }

    /**
     * The value, or null if it is not known here.
     *
     * @param infos {@code PMIX_OPTIONAL} is one of them
     */
    static @Nullable PmixValue get(Session session, ProcId proc, String key, Infos infos) {
        session.enter("get");
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment result = arena.allocate(ValueLayout.ADDRESS);
            int status = Native.getLocal(Marshal.proc(arena, proc), arena.allocateFrom(key), infos, result);
            if (status != Status.SUCCESS) {
                return null;
            }
            MemorySegment value = result.get(ValueLayout.ADDRESS, 0);
            try {
                return ValueCodec.read(value.reinterpret(pmix_value.sizeof()));
            } finally {
                Native.freeValue(value);
            }
        } finally {
            session.exit();
        }
    }
}
