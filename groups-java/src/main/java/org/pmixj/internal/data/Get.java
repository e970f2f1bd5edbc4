// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.function.Function;
import org.pmixj.GetOptions;
import org.pmixj.GetOptions.Reach;
import org.pmixj.PmixException;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.ffi.pmix_value;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.CallWorker;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.codec.MessageSize;
import org.pmixj.internal.codec.ProcCodec;
import org.pmixj.internal.codec.ValueCodec;
import org.pmixj.internal.ffi.Libpmix;

/** Gets one key of one process from the server. */
public class Get<T> extends NativeCall<T> {
    protected final ProcId proc;
    protected final String key;
    protected final GetOptions options;
    private final Function<PmixValue, T> conversion;

    protected Get(Handle handle, ProcId proc, String key, GetOptions options, Function<PmixValue, T> conversion) {
        super(handle, title(proc, key));
        this.proc = proc;
        this.key = key;
        this.options = options;
        this.conversion = conversion;
        if (!options.qualifiers().isEmpty()) {
            MessageSize.check(what, MessageSize.of(options.qualifiers()));
        }
    }

    static String title(ProcId proc, String key) {
        return "get of " + key + " of " + proc;
    }

    /** Returns whether libpmix must fetch fresh data, which it does before {@link #start} returns. */
    protected boolean refreshes() {
        return options.refreshCache();
    }

    @Override
    protected boolean chooseWorker() {
        return refreshes();
    }

    @Override
    protected final void startOnWorker(Runnable start) {
        CallWorker.executeGet(start);
    }

    @Override
    protected boolean endsMemory() {
        return true;
    }

    // A program reads many values, mostly one after the other, and each acknowledgement costs CPU time.
    @Override
    public final boolean precedesMessage() {
        return false;
    }

    @Override
    protected final int start(SegmentAllocator memory, MemorySegment cbdata) {
        InfoArray infos = InfoArray.allocate(memory, options.qualifiers(), 3);
        direct(infos, memory);
        return Libpmix.get(ProcCodec.proc(memory, proc), memory.allocateFrom(key), infos, cbdata);
    }

    /** Adds the directives of the call, at most three. */
    protected void direct(InfoArray infos, SegmentAllocator memory) {
        if (refreshes()) {
            infos.flag(memory, PMIxConstants.PMIX_GET_REFRESH_CACHE());
        }
        if (options.reach() == Reach.IMMEDIATE) {
            infos.flag(memory, PMIxConstants.PMIX_IMMEDIATE());
        }
    }

    @Override
    protected PmixException timedOut(long nanos) {
        return proc.isWildcard() || Checks.isReserved(key)
                ? super.timedOut(nanos)
                : StatusCodes.timeout(what, nanos, ": " + proc + " has not put it, or not committed");
    }

    @Override
    protected T decode(int status, MemorySegment value, long count) {
        StatusCodes.check(what, status);
        if (count == 0) {
            throw StatusCodes.failure(what, StatusCodes.NOT_FOUND);
        }
        return conversion.apply(ValueCodec.read(ProcCodec.at(value, pmix_value.sizeof())));
    }
}
