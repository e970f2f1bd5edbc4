// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;

/**
 * How large a request to the server is. It takes a message of at most 32 MiB ({@code ptl_base_max_msg_size}); for a
 * larger one it drops the connection, which ends the job.
 */
final class MessageSize {
    /** A little less than what is taken, for what surrounds the values. */
    static final long LIMIT = (32L << 20) - (1 << 16);

    /** What a value needs beside its contents, at most, with the longest key. */
    private static final int OVERHEAD = 600;

    private MessageSize() {}

    static void check(String what, long bytes) {
        if (bytes > LIMIT) {
            throw new IllegalArgumentException(
                    what + " would need " + bytes + " bytes, more than the " + LIMIT + " libpmix can send");
        }
    }

    static long of(List<ProcId> procs) {
        return (long) procs.size() * OVERHEAD;
    }

    static long of(Attributes attributes) {
        long sum = 0;
        for (Info info : attributes) {
            sum += OVERHEAD + of(info.value());
        }
        return sum;
    }

    private static long of(PmixValue value) {
        if (value instanceof PmixValue.Bytes bytes) {
            return bytes.length();
        } else if (value instanceof PmixValue.Str text) {
            return text.value().getBytes(StandardCharsets.UTF_8).length;
        } else if (value instanceof PmixValue.Array array) {
            long sum = 0;
            for (PmixValue element : array.elements()) {
                sum += OVERHEAD + of(element);
            }
            return sum;
        } else if (value instanceof Info info) {
            return of(info.value());
        }
        return OVERHEAD;
    }
}
