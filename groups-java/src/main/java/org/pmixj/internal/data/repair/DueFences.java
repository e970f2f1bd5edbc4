// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.data.repair;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.data.FenceCall;

/**
 * Has fences of a {@link FenceQueue} ask libpmix, whose turn has come. libpmix may refuse one at once, which is the
 * turn of the next. A thousand of them would exceed the stack if each asked from the end of the one before.
 */
final class DueFences {
    // Guarded by this.
    private final Queue<FenceCall> due = new ArrayDeque<>();
    private boolean isAsking;

    /** Lets a fence ask libpmix, after those that are about to. */
    void ask(FenceCall fence) {
        synchronized (this) {
            due.add(fence);
            if (isAsking) {
                return;
            }
            isAsking = true;
        }
        for (FenceCall next = next(); next != null; next = next()) {
            try {
                next.ask();
            } catch (Throwable e) {
                next.fail(StatusCodes.cause(next.what, e));
                FenceQueue.drop(next);
            }
        }
    }

    private synchronized @Nullable FenceCall next() {
        FenceCall next = due.poll();
        isAsking = next != null;
        return next;
    }
}
