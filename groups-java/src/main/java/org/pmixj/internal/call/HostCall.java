// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.codec.InfoArray;

/** An operation that the host answers with attributes. */
public abstract class HostCall<T> extends NativeCall<T> {
    public HostCall(Handle handle, String what) {
        super(handle, what);
    }

    @Override
    protected final @Nullable T decode(int status, MemorySegment infos, long count) {
        if (status != StatusCodes.SUCCESS && !(status == StatusCodes.PARTIAL_SUCCESS && count > 0)) {
            throw failure(status);
        }
        return result(InfoArray.read(infos, count));
    }

    /** Makes the result out of what the host answered; may throw. */
    protected abstract @Nullable T result(Attributes answer);

    /** What to throw for a status that is a failure. */
    protected PmixException failure(int status) {
        return failure(handle(), what, status);
    }

    /** For what the host answers by a status alone. */
    public static void check(Handle handle, String what, int status) {
        if (!StatusCodes.isSuccess(status)) {
            throw failure(handle, what, status);
        }
    }

    public static PmixException failure(Handle handle, String what, int status) {
        // Of a fence this means a lost participant; here some of what was asked for, and nothing came.
        return status == StatusCodes.PARTIAL_SUCCESS
                ? new PmixException.NotFound(what + " failed: " + new PmixStatus(status), new PmixStatus(status))
                : handle.session.failure(what, status);
    }
}
