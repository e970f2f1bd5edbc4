// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.util.List;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.ProcId;

/**
 * How large a request to the server is. It takes a message of at most 32 MiB ({@code ptl_base_max_msg_size}); for a
 * larger one it drops the connection, which ends the job.
 */
final class MessageSize {
    /** A process, at most. */
    private static final long PROC = Checks.MAX_NSPACE_BYTES + 16;

    private MessageSize() {}

    static void check(String what, long bytes) {
        if (bytes > PutSizes.LIMIT) {
            throw new IllegalArgumentException(
                    what + " would need " + bytes + " bytes, more than the " + PutSizes.LIMIT + " libpmix can send");
        }
    }

    static long of(List<ProcId> procs) {
        return procs.size() * PROC;
    }

    static long of(Attributes attributes) {
        long sum = 0;
        for (Info info : attributes) {
            sum += PackedSize.of(info);
        }
        return sum;
    }
}
