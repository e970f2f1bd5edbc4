// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.ffi;

import java.lang.foreign.MemorySegment;

/** Receives all events of libpmix, on its progress thread. */
public interface EventSink {
    /** Receives an event of one or the default handler. Returns false if it must be given back at once. */
    boolean arrived(
            boolean isDefault,
            int status,
            MemorySegment source,
            MemorySegment info,
            long count,
            MemorySegment results,
            long resultCount,
            GivenEvent event);
}
