// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.ffi;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** A call that libpmix answers later. */
public interface NativeCallback {
    /** Returns the {@code cbdata} of the call. */
    long token();

    /** Returns the name of the call, for messages. */
    String what();

    /** Receives the answer of libpmix. The data is invalid after the return. */
    void arrived(int status, MemorySegment data, long count);

    /** Returns whether the server may send another message right after the answer: an event, or a further answer. */
    default boolean precedesMessage() {
        return true;
    }

    /**
     * Returns the thread that made the last downcall of this call, null before the first. An answer on this thread came
     * within the downcall: it does not show which thread is libpmix's own.
     */
    @Nullable
    Thread launcher();

    /** Fails the call, because the session has ended. */
    void sessionEnded();
}
