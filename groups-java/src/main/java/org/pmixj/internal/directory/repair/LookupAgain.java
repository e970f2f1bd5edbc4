// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.directory.repair;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.ToIntBiFunction;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.ffi.InFlight;

/** Calls libpmix once more for a lookup that it has not answered. The lookup keeps its turn, and the first answer counts. */
public final class LookupAgain extends NativeCall<Void> {
    private final NativeCall<?> lookup;
    private final ToIntBiFunction<SegmentAllocator, MemorySegment> ask;
    private final BooleanSupplier isAwaited;

    private LookupAgain(
            NativeCall<?> lookup, ToIntBiFunction<SegmentAllocator, MemorySegment> ask, BooleanSupplier isAwaited) {
        super(lookup.handle().own(), lookup.what);
        this.lookup = lookup;
        this.ask = ask;
        this.isAwaited = isAwaited;
    }

    /**
     * Repeats a lookup whose answer is due.
     *
     * @param ask calls libpmix
     * @param attempt returns a number that changes when the lookup is answered
     */
    public static void launch(
            NativeCall<?> lookup, ToIntBiFunction<SegmentAllocator, MemorySegment> ask, IntSupplier attempt) {
        int number = attempt.getAsInt();
        new LookupAgain(lookup, ask, () -> attempt.getAsInt() == number).launch();
    }

    @Override
    protected int start(SegmentAllocator memory, MemorySegment cbdata) {
        return ask.applyAsInt(memory, cbdata);
    }

    @Override
    protected @Nullable Void decode(int status, MemorySegment data, long count) {
        if (isAwaited.getAsBoolean() && InFlight.take(lookup.token) != null) {
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
