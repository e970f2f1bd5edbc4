// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.ffi;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the calls that libpmix has not answered yet, by the token that libpmix receives as {@code cbdata}. An entry
 * keeps the memory of its call alive. It is put in before the downcall, because the answer may come before the downcall
 * returns. Only the thread that takes it out decodes the answer; a timeout completes a call that stays.
 */
public final class InFlight {
    private static final ConcurrentHashMap<Long, NativeCallback> OPERATIONS = new ConcurrentHashMap<>();
    // 0 is NULL, which is no token.
    private static final AtomicLong NEXT = new AtomicLong(1);

    private InFlight() {}

    public static long nextToken() {
        return NEXT.getAndIncrement();
    }

    public static void put(NativeCallback operation) {
        OPERATIONS.put(operation.token(), operation);
    }

    public static @Nullable NativeCallback take(long token) {
        return OPERATIONS.remove(token);
    }

    public static int size() {
        return OPERATIONS.size();
    }

    public static List<NativeCallback> all() {
        return new ArrayList<>(OPERATIONS.values());
    }

    /** Removes all calls. After PMIx_Finalize no answer can come. */
    public static void clear() {
        OPERATIONS.clear();
    }
}
