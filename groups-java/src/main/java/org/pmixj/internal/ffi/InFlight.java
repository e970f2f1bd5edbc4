// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.ffi;

import java.lang.foreign.MemorySegment;
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
    /** A call that libpmix answers later. */
    public interface Callback {
        /** Returns the {@code cbdata} of the call. */
        long token();

        /** Returns the name of the call, for messages. */
        String what();

        /** Receives the answer of libpmix. The data is invalid after the return. */
        void arrived(int status, MemorySegment data, long count);

        /**
         * Returns whether the server may send another message right after the answer: an event, or a further answer.
         */
        default boolean precedesMessage() {
            return true;
        }

        /**
         * Returns the thread that made the last downcall of this call, null before the first. An answer on this thread
         * came within the downcall: it does not show which thread is libpmix's own.
         */
        @Nullable
        Thread launcher();

        /** Fails the call, because the session has ended. */
        void sessionEnded();
    }

    private static final ConcurrentHashMap<Long, Callback> OPERATIONS = new ConcurrentHashMap<>();
    // 0 is NULL, which is no token.
    private static final AtomicLong NEXT = new AtomicLong(1);

    private InFlight() {}

    public static long nextToken() {
        return NEXT.getAndIncrement();
    }

    /** Keeps a call until libpmix has answered it. Before the downcall. */
    public static void put(Callback operation) {
        OPERATIONS.put(operation.token(), operation);
    }

    /** Returns the call of a token, and keeps it no longer. Returns null if another thread has taken it. */
    public static @Nullable Callback take(long token) {
        return OPERATIONS.remove(token);
    }

    public static int size() {
        return OPERATIONS.size();
    }

    public static List<Callback> all() {
        return new ArrayList<>(OPERATIONS.values());
    }

    /** Removes all calls. After PMIx_Finalize no answer can come. */
    public static void clear() {
        OPERATIONS.clear();
    }
}
