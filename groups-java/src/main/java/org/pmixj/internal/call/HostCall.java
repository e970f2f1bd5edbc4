// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.internal.base.HostPowers;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.codec.InfoArray;

/** A call that the host answers with attributes. */
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

    /** Creates the result from the answer of the host; may throw. */
    protected abstract @Nullable T result(Attributes answer);

    protected PmixException failure(int status) {
        return failure(handle(), what, status);
    }

    /** Throws if the status is a failure; for a call that the host answers with a status alone. */
    public static void check(Handle handle, String what, int status) {
        if (!StatusCodes.isSuccess(status)) {
            throw failure(handle, what, status);
        }
    }

    public static PmixException failure(Handle handle, String what, int status) {
        if (status == StatusCodes.UNREACH && HostPowers.isHostOtherThanPrrte()) {
            // The library in a server without queries answers that it reaches nobody who has them.
            return handle.session.failure(what, StatusCodes.NOT_SUPPORTED);
        }
        // For a fence it means a lost participant; here it came without attributes, so nothing was found.
        return status == StatusCodes.PARTIAL_SUCCESS
                ? new PmixException.NotFound(what + " failed: " + new PmixStatus(status), new PmixStatus(status))
                : handle.session.failure(what, status);
    }
}
