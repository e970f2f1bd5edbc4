// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.ffi;

import java.lang.foreign.MemorySegment;

/** A call that libpmix answers later. */
public interface NativeCallback {
    /** Returns what libpmix is given as {@code cbdata}. */
    long token();

    /** Returns the name of the call, for messages. */
    String what();

    /** libpmix has answered. The data dies when this returns. */
    void arrived(int status, MemorySegment data, long count);

    /** Returns whether this thread made the call: libpmix answers some before the call returns. */
    boolean launchedHere();

    /** The session has ended: no answer is waited for any more. */
    void sessionEnded();
}
