// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.ffi;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.ffi.pmix_event_notification_cbfunc_fn_t;

/** An event that libpmix waits to have back, exactly once: it does not survive a second time. */
public final class GivenEvent {
    private final MemorySegment completion;
    private final MemorySegment cbdata;
    private final AtomicBoolean completed = new AtomicBoolean();

    GivenEvent(MemorySegment completion, MemorySegment cbdata) {
        this.completion = completion;
        this.cbdata = cbdata;
    }

    /** Returns whether it was given back. */
    public boolean isCompleted() {
        return completed.get();
    }

    /** Gives it back without results; does nothing if it was given back before. */
    public void complete(int status) {
        complete(status, MemorySegment.NULL, 0, MemorySegment.NULL, MemorySegment.NULL);
    }

    /** Gives it back as one that nobody did anything about: nobody wants it, or the session ends. */
    public void abandon() {
        complete(PMIxConstants.PMIX_EVENT_NO_ACTION_TAKEN());
    }

    /**
     * Gives it back with results, which libpmix reads until it calls a function.
     *
     * @param read the function, called with {@code ownCbdata}
     * @return false if it was given back before
     */
    public boolean complete(
            int status, MemorySegment results, long count, MemorySegment read, MemorySegment ownCbdata) {
        if (!completed.compareAndSet(false, true)) {
            return false;
        }
        if (completion.address() != 0) {
            pmix_event_notification_cbfunc_fn_t.invoke(completion, status, results, count, read, ownCbdata, cbdata);
        }
        return true;
    }
}
