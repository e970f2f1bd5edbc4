// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.directory.repair;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.function.LongSupplier;
import java.util.function.ToIntBiFunction;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.ffi.InFlight;

/**
 * Asks once more for a lookup that libpmix has not answered for a second: its server may have lost the answer, or keep it
 * until it sends this process something else. The first answer counts.
 */
public final class LookupAgain extends NativeCall<Void> {
    private final NativeCall<?> lookup;
    private final ToIntBiFunction<SegmentAllocator, MemorySegment> ask;
    private final LongSupplier askedAt;

    private LookupAgain(
            NativeCall<?> lookup, ToIntBiFunction<SegmentAllocator, MemorySegment> ask, LongSupplier askedAt) {
        super(lookup.handle().own(), lookup.what);
        this.lookup = lookup;
        this.ask = ask;
        this.askedAt = askedAt;
    }

    /**
     * Looks after a lookup until it has an outcome.
     *
     * @param ask calls libpmix
     * @param askedAt returns when the lookup has called it last
     */
    public static void watch(
            NativeCall<?> lookup, ToIntBiFunction<SegmentAllocator, MemorySegment> ask, LongSupplier askedAt) {
        lookup.handle().session.timers.later(Patience.GRACE, () -> {
            if (lookup.wanted()) {
                watch(lookup, ask, askedAt);
                LookupAgain again = new LookupAgain(lookup, ask, askedAt);
                if (again.isOverdue()) {
                    again.launch();
                }
            }
        });
    }

    private boolean isOverdue() {
        return Deadline.since(askedAt.getAsLong()) > Patience.GRACE;
    }

    @Override
    protected int start(SegmentAllocator memory, MemorySegment cbdata) {
        return ask.applyAsInt(memory, cbdata);
    }

    @Override
    protected @Nullable Void decode(int status, MemorySegment data, long count) {
        if (isOverdue() && InFlight.take(lookup.token) != null) {
            lookup.arrived(status, data, count);
        }
        return null;
    }

    // A recording shows the lookup.
    @Override
    public String verb() {
        return "";
    }
}
