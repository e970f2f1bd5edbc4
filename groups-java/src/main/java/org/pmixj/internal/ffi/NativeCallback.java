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

    /** Returns whether the server may send an event right after the answer. */
    default boolean precedesEvent() {
        return false;
    }

    /** Returns the thread that has called libpmix, or calls it; null before. libpmix answers some calls before they return. */
    @Nullable
    Thread launcher();

    /** Fails the call, because the session has ended. */
    void sessionEnded();
}
