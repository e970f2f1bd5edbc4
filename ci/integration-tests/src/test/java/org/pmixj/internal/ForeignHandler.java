// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.pmixj.Attributes;
import org.pmixj.PmixStatus;
import org.pmixj.ffi.PMIx;
import org.pmixj.ffi.pmix_event_notification_cbfunc_fn_t;
import org.pmixj.ffi.pmix_notification_fn_t;

/** An event handler of the kind that a C library in this process has: libpmix calls it, with the results before it. */
public final class ForeignHandler implements pmix_notification_fn_t.Function {
    private final BlockingQueue<Attributes> seen = new LinkedBlockingQueue<>();

    private ForeignHandler() {}

    /** libpmix calls the handler of a code that is registered last first. */
    public static ForeignHandler register(PmixStatus code) {
        ForeignHandler handler = new ForeignHandler();
        try (Arena arena = Arena.ofConfined()) {
            int id = PMIx.PMIx_Register_event_handler(
                    arena.allocateFrom(ValueLayout.JAVA_INT, code.code()),
                    1,
                    MemorySegment.NULL,
                    0,
                    pmix_notification_fn_t.allocate(handler, Arena.global()),
                    MemorySegment.NULL,
                    MemorySegment.NULL);
            if (id < 0) {
                throw new IllegalStateException("not registered: " + id);
            }
        }
        return handler;
    }

    /** The results of those before it, for each of its calls. */
    public BlockingQueue<Attributes> seen() {
        return seen;
    }

    @Override
    public void apply(
            long handler,
            int status,
            MemorySegment source,
            MemorySegment info,
            long count,
            MemorySegment results,
            long resultCount,
            MemorySegment completion,
            MemorySegment cbdata) {
        seen.add(Infos.read(results, resultCount));
        pmix_event_notification_cbfunc_fn_t.invoke(
                completion, Status.SUCCESS, MemorySegment.NULL, 0, MemorySegment.NULL, MemorySegment.NULL, cbdata);
    }
}
