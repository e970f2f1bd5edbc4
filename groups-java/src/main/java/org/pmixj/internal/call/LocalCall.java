// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.ffi.InFlight;

/** A call that this library answers, and not libpmix. */
public abstract class LocalCall<T> extends NativeCall<T> {
    private volatile @Nullable T result;
    private volatile @Nullable RuntimeException failure;

    public LocalCall(Handle handle, String what) {
        super(handle, what);
    }

    /** Answers the call with a result or a failure. Whoever does so first decides; a further result is late. */
    protected final void complete(@Nullable T answer, @Nullable RuntimeException cause) {
        if (InFlight.take(token) != null) {
            result = answer;
            failure = cause;
            arrived(StatusCodes.SUCCESS, MemorySegment.NULL, 0);
        } else if (answer != null) {
            late(answer);
        }
    }

    @Override
    protected final @Nullable T decode(int status, MemorySegment none, long count) {
        RuntimeException cause = failure;
        if (cause != null) {
            throw cause;
        }
        return result;
    }
}
