// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.ffi;

import java.lang.foreign.MemorySegment;

/** Receives all events of libpmix, on its progress thread. */
public interface EventSink {
    /**
     * Receives an event.
     *
     * @param isDefault whether the default handler, for any code, received it
     * @return false if the caller must give the event back at once
     */
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
