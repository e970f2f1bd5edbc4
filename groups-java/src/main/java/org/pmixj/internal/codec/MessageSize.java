// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.codec;

import java.util.List;
import org.pmixj.Key;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.codec.repair.LargeMessage;

/**
 * Computes and checks the size of a request. The server accepts messages of at most 32 MiB ({@code
 * ptl_base_max_msg_size}); for a larger one it drops the connection, which ends the job.
 */
public final class MessageSize {
    /** Slightly below the limit of the server, which counts headers too. */
    public static final long LIMIT = (32L << 20) - (1 << 16);

    private static final int VALUE_HEADERS = 64;

    private MessageSize() {}

    public static void check(String what, long bytes) {
        if (bytes > LIMIT && Defect.LARGE_MESSAGE_DISCONNECTS.isHere()) {
            throw LargeMessage.refused(what, bytes);
        }
    }

    /**
     * Checks what one member contributes to a message that holds the contributions of all, and {@code others} bytes.
     */
    public static void checkShare(String what, long bytes, int members, long others) {
        long share = (LIMIT - others) / members;
        if (bytes > share && Defect.LARGE_MESSAGE_DISCONNECTS.isHere()) {
            throw LargeMessage.refusedShare(what, bytes, members, share);
        }
    }

    public static long ofProcs(List<ProcId> procs) {
        long sum = 0;
        long last = 0;
        String nspace = "";
        for (int i = 0; i < procs.size(); i++) {
            ProcId proc = procs.get(i);
            if (!proc.nspace().equals(nspace)) {
                nspace = proc.nspace();
                last = PackedSize.proc(proc);
            }
            sum += last;
        }
        return sum;
    }

    public static long of(Iterable<? extends PmixValue> values) {
        long sum = 0;
        for (PmixValue value : values) {
            sum += PackedSize.of(value);
        }
        return sum;
    }

    /** Returns how many bytes a value under its key takes in a message, at most. */
    public static long of(String key, PmixValue value) {
        return PackedSize.of(value) + (long) key.length() * 3 + VALUE_HEADERS;
    }

    public static long ofNames(List<Key<?>> keys) {
        return keys.stream().mapToLong(key -> PackedSize.text(key.name())).sum();
    }
}
