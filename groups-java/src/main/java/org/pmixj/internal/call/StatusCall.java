// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** A call whose answer is a status alone. */
public abstract class StatusCall extends NativeCall<Void> {
    public StatusCall(Handle handle, String what) {
        super(handle, what);
    }

    protected void check(int status) {
        handle().session.check(what, status);
    }

    @Override
    protected final @Nullable Void decode(int status, MemorySegment none, long count) {
        check(status);
        return null;
    }
}
