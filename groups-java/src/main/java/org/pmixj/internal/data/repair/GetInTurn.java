// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.data.repair;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.pmixj.GetOptions;
import org.pmixj.GetOptions.Reach;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.data.Get;

/**
 * Gets a value while other gets of the same process wait for the server. While the server has a request for the data of
 * a process, libpmix sends no other for that process: a later get waits for the first answer, and fails if that is a
 * failure or lacks its key. So the server is given short timeouts, a timer here keeps the caller's, a get behind
 * another refreshes the local data first, and a get that was answered for another is repeated.
 */
public final class GetInTurn<T> extends GetOfExistingJob<T> {
    /** After so many NOT_FOUND in sequence the server has no value. */
    private static final int NOT_FOUND_FOR_GOOD = 3;

    private int notFound;
    private boolean refreshed;
    private boolean behind;

    /** Returns a get as its superclass: otherwise the bytecode verifier would load this class with the caller. */
    public static <T> Get<T> of(
            Handle handle, ProcId proc, String key, GetOptions options, Function<PmixValue, T> conversion) {
        return new GetInTurn<>(handle, proc, key, options, conversion);
    }

    private GetInTurn(Handle handle, ProcId proc, String key, GetOptions options, Function<PmixValue, T> conversion) {
        super(handle, proc, key, options, conversion);
    }

    @Override
    protected boolean refreshes() {
        return behind || (super.refreshes() && !refreshed);
    }

    /** Returns whether another get is ahead that waits for another key, and so may delay this one. */
    private boolean isBehind(@Nullable Object ahead) {
        return ahead instanceof GetInTurn<?> other
                && other != this
                && (!other.key.equals(key) || other.options.reach() != options.reach());
    }

    @Override
    protected boolean chooseWorker() {
        behind = isBehind(turns().putIfAbsent(proc, this));
        return super.chooseWorker();
    }

    @Override
    protected void direct(InfoArray infos, SegmentAllocator memory) {
        infos.timeout(memory, Patience.SLICE / Patience.SECOND);
        if (refreshes()) {
            refreshed = true;
            infos.flag(memory, PMIxConstants.PMIX_GET_REFRESH_CACHE());
        }
        if (options.reach() == Reach.IMMEDIATE) {
            infos.flag(memory, behind ? PMIxConstants.PMIX_OPTIONAL() : PMIxConstants.PMIX_IMMEDIATE());
        }
    }

    @Override
    protected long decideRetry(int status, long count) {
        boolean first = turns().remove(proc, this);
        if (options.reach() == Reach.IMMEDIATE) {
            // The server answers at once, so this is the timeout of another get. Until that one is repeated, this one
            // goes first.
            return status == StatusCodes.TIMEOUT && !isReserved() ? 0 : NO_RETRY;
        } else if (isReserved() && !behind) {
            // A reserved key that the host does not provide now is not provided later.
            return NO_RETRY;
        } else if (status == StatusCodes.TIMEOUT) {
            notFound = 0;
            // The get that was first pauses. Those behind it start at once, and the next of them becomes the first.
            return first ? Patience.GET_YIELD : 0;
        } else if (status != StatusCodes.NOT_FOUND) {
            return NO_RETRY;
        } else if (behind) {
            return 0;
        }
        // The first get repeats: NOT_FOUND again is the answer of the server, not the one to another get.
        notFound++;
        return notFound < NOT_FOUND_FOR_GOOD ? Patience.GET_YIELD : NO_RETRY;
    }

    private boolean isReserved() {
        return key.startsWith("pmix.");
    }

    @Override
    protected void ended() {
        turns().remove(proc, this);
    }

    @Override
    protected T decode(int status, MemorySegment value, long count) {
        if (status == StatusCodes.TIMEOUT && isReserved()) {
            String text = what + " failed: the host does not provide it for this process; get a value of the whole job"
                    + " from ProcId.all";
            throw StatusCodes.notFound(text);
        }
        return super.decode(status, value, count);
    }

    /** Returns whether no get waits for the server. For tests. */
    public static boolean isIdle(Session session) {
        return session.part(Turns.SLOT).gets.isEmpty();
    }

    private ConcurrentHashMap<ProcId, Object> turns() {
        return handle().session.part(Turns.SLOT).gets;
    }

    /** Keeps for each process the get that waits for the server. */
    private static final class Turns implements SessionPart {
        static final SessionPart.Slot<Turns> SLOT = SessionPart.Slot.of(12, _ -> new Turns());

        final ConcurrentHashMap<ProcId, Object> gets = new ConcurrentHashMap<>();
    }
}
