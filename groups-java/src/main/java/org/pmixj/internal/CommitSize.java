// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.pmixj.PmixValue;
import org.pmixj.Scope;

/**
 * The size of what was put and not yet committed. libpmix sends it in one message, and a server that gets one of more
 * than 32 MiB ({@code ptl_base_max_msg_size}) drops the connection: the process has then lost its job.
 */
final class CommitSize {
    /** A little less than the server takes, for what surrounds the values. */
    private static final long LIMIT = (32L << 20) - (1 << 16);

    private static final int OVERHEAD = 64;

    private final AtomicLong bytes = new AtomicLong();

    /** Counts a value that is about to be put. */
    void add(Scope scope, String key, PmixValue value) {
        // A global value is sent for this node and for the others.
        long size = (size(value) + (long) key.length() * 3 + OVERHEAD) * (scope == Scope.GLOBAL ? 2 : 1);
        long total = bytes.addAndGet(size);
        if (total > LIMIT) {
            bytes.addAndGet(-size);
            throw new IllegalArgumentException(
                    "put of " + key + ": with it, what is put and not yet committed comes to "
                            + total + " bytes (a GLOBAL value counts twice), libpmix takes " + LIMIT
                            + " in one commit; commit before, or put less");
        }
    }

    void committed() {
        bytes.set(0);
    }

    private static long size(PmixValue value) {
        if (value instanceof PmixValue.Bytes content) {
            return content.length();
        } else if (value instanceof PmixValue.Str text) {
            return text.value().getBytes(StandardCharsets.UTF_8).length;
        }
        return 0;
    }
}
