// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.ffi;

import java.lang.foreign.MemorySegment;

/** Receives all events of libpmix, on its progress thread. */
public interface EventSink {
    /**
     * An event has arrived.
     *
     * @param isDefault whether it came through the handler for any code
     * @return false if the event is given back at once, by the caller
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
