// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The operations libpmix has not answered yet, by the token that it carries as {@code cbdata}. An entry is the ownership
 * token of what the operation lent to libpmix: it is put in before the downcall, because the answer may come before the
 * call returns, and whoever takes it out is the only one to complete the operation.
 */
final class Inflight {
    private static final ConcurrentHashMap<Long, Operation<?>> OPERATIONS = new ConcurrentHashMap<>();
    // From 1: NULL is no token.
    private static final AtomicLong NEXT = new AtomicLong(1);

    private Inflight() {}

    static long nextToken() {
        return NEXT.getAndIncrement();
    }

    static void put(Operation<?> operation) {
        OPERATIONS.put(operation.token, operation);
    }

    static @Nullable Operation<?> take(long token) {
        return OPERATIONS.remove(token);
    }

    static int size() {
        return OPERATIONS.size();
    }

    static List<Operation<?>> all() {
        return new ArrayList<>(OPERATIONS.values());
    }

    /** After finalize: no answer can come any more. */
    static void clear() {
        OPERATIONS.clear();
    }
}
