// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;

/** An operation that the host answers with attributes. */
abstract class HostRequest<T> extends Operation<T> {
    HostRequest(Context context, String what) {
        super(context, what);
    }

    @Override
    final @Nullable T decode(int status, MemorySegment infos, long count) {
        if (status != Status.SUCCESS && !(status == Status.PARTIAL_SUCCESS && count > 0)) {
            throw failure(status);
        }
        return result(Infos.read(infos, count));
    }

    /** Makes the result out of what the host answered; may throw. */
    abstract @Nullable T result(Attributes answer);

    /** What to throw for a status that is a failure. */
    PmixException failure(int status) {
        return failure(context(), what, status);
    }

    /** For what the host answers by a status alone. */
    static void check(Context context, String what, int status) {
        if (!Status.isSuccess(status)) {
            throw failure(context, what, status);
        }
    }

    static PmixException failure(Context context, String what, int status) {
        // Of a fence this means a lost participant; here some of what was asked for, and nothing came.
        return status == Status.PARTIAL_SUCCESS
                ? new PmixException.NotFound(what + " failed: " + new PmixStatus(status), new PmixStatus(status))
                : context.session.failure(what, status);
    }
}
