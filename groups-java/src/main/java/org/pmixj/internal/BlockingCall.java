// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;

/**
 * A function of libpmix that has no non-blocking form and may wait for the server, as an operation: the call is made on
 * the thread of {@link BoundedCalls}.
 *
 * @param <T> the result
 */
abstract class BlockingCall<T> extends Operation<T> {
    BlockingCall(Context context, String what) {
        super(context, what);
    }

    /** Calls the function. If it succeeds, {@link #decode} is called next, and then {@link #free}. */
    abstract int call(SegmentAllocator memory);

    /** Gives back what the function has allocated. */
    void free() {}

    @Override
    final boolean startBlocks() {
        return true;
    }

    @Override
    final int start(SegmentAllocator memory, MemorySegment cbdata) {
        int status = call(memory);
        if (status == Status.SUCCESS) {
            try {
                if (Inflight.take(token) != null) {
                    arrived(status, MemorySegment.NULL, 0);
                }
            } finally {
                free();
            }
        }
        return status;
    }
}
