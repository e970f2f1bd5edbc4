// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** An operation that is answered by a status alone. */
abstract class Action extends Operation<Void> {
    Action(Context context, String what) {
        super(context, what);
    }

    /** Throws for a status that is a failure. */
    void check(int status) {
        Status.check(what, status);
    }

    @Override
    final @Nullable Void decode(int status, MemorySegment none, long count) {
        check(status);
        return null;
    }
}
