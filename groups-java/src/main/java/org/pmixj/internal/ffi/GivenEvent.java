// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.ffi;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.ffi.pmix_event_notification_cbfunc_fn_t;

/** An event that must be given back to libpmix exactly once; a second time crashes libpmix. */
public final class GivenEvent {
    private final MemorySegment completion;
    private final MemorySegment cbdata;
    private final AtomicBoolean completed = new AtomicBoolean();

    GivenEvent(MemorySegment completion, MemorySegment cbdata) {
        this.completion = completion;
        this.cbdata = cbdata;
    }

    /** Returns the address of the event's chain in libpmix, which a later chain may have, too. */
    public long chain() {
        return cbdata.address();
    }

    public boolean isCompleted() {
        return completed.get();
    }

    /** Gives the event back without results, unless it was given back before. */
    public void complete(int status) {
        complete(status, MemorySegment.NULL, 0, MemorySegment.NULL, MemorySegment.NULL);
    }

    /** Gives the event back because no handler wants it or the session ends. */
    public void giveBackUnhandled() {
        complete(PMIxConstants.PMIX_EVENT_NO_ACTION_TAKEN());
    }

    /** Gives back results, which libpmix reads until it calls {@code read}. Returns false the second time. */
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
