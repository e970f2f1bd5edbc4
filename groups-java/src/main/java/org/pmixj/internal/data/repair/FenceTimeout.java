// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.data.repair;

import java.lang.foreign.SegmentAllocator;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.ffi.Libpmix;

/**
 * Keeps the timeout of a fence from the server, where the server answers an expired one with success. Only this process
 * then ends the fence, and {@link FenceQueue} has the next one continue it.
 */
public final class FenceTimeout {
    private FenceTimeout() {}

    /** Adds the timeout to the directives of a fence. */
    public static void add(InfoArray infos, SegmentAllocator memory, long seconds) {
        // libpmix 7.0 has not got the defect.
        if (Libpmix.isAtLeast7() || !Defect.FAILED_FENCE_SUCCEEDS.isHere()) {
            infos.timeout(memory, seconds);
        }
    }
}
