// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.directory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.pmixj.DataType;
import org.pmixj.Key;
import org.pmixj.PmixValue;
import org.pmixj.ValueType;
import org.pmixj.directory.Lookup;
import org.pmixj.directory.LookupRequest;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.ffi.pmix_pdata;
import org.pmixj.ffi.pmix_value;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.codec.MessageSize;
import org.pmixj.internal.codec.ProcCodec;
import org.pmixj.internal.codec.RequestCodec;
import org.pmixj.internal.directory.repair.LookupAgain;
import org.pmixj.internal.directory.repair.OneAtATime;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.value.Published;

/**
 * Calls {@code PMIx_Lookup_nb}, and converts the answer to a result. Where the host must not be asked to wait, it calls again
 * and again until all awaited values are there.
 */
public class LookupCall<T> extends NativeCall<T> {
    private final LookupRequest request;
    private final long seconds;
    private final Function<Lookup, T> conversion;
    /** Whether it calls again and again. Where there are turns, a lookup that waits at the host would keep its own. */
    private final boolean polls;

    /** Has an answer start no attempt, because another one has, and keeps the call under way. */
    private static final long NO_ATTEMPT_OF_ITS_OWN = Patience.LONGEST_OPERATION;

    private final long began = Deadline.now();
    /**
     * Odd while an answer is due: counts the calls that this class starts, and the answers after which a further
     * attempt follows.
     */
    private final AtomicInteger attempt = new AtomicInteger();

    public LookupCall(Handle handle, LookupRequest request, Duration timeout, Function<Lookup, T> conversion) {
        this(handle, "lookup of " + request.keys(), request, timeout, conversion);
    }

    /** Prepares a lookup as a part of another operation. */
    protected LookupCall(
            Handle handle, String what, LookupRequest request, Duration timeout, Function<Lookup, T> conversion) {
        super(handle, what);
        this.request = request;
        this.seconds = Deadline.seconds(timeout);
        this.conversion = conversion;
        this.polls = request.waitFor().isPresent()
                && Defect.WAITING_LOOKUP_ANSWERED_AGAIN.isHere()
                && !Libpmix.hostConstructsGroups();
        MessageSize.check("lookup", MessageSize.ofNames(request.keys()) + MessageSize.of(request.directives()));
    }

    static List<String> names(List<Key<?>> keys) {
        return keys.stream().<String>map(Key::name).toList();
    }

    @Override
    protected boolean endsMemory() {
        return true;
    }

    /** Returns whether the server may lose the answer to a lookup while it sends this process another message. */
    private static boolean answersGetLost() {
        return Defect.LOOKUP_ANSWER_LOST.isHere() && !Libpmix.isServerAtLeast7();
    }

    /** Gives a call its turn, or queues it, if there are turns. Returns whether it has to wait. */
    static boolean mustWaitForTurn(NativeCall<?> call, @Nullable Runnable again) {
        return answersGetLost() && !OneAtATime.of(call.handle().session).takesTurn(call, again);
    }

    /** Ends the turn of a call, if there are turns. */
    static void endTurn(NativeCall<?> call) {
        if (answersGetLost()) {
            OneAtATime.of(call.handle().session).endTurn(call);
        }
    }

    @Override
    protected int start(SegmentAllocator memory, MemorySegment cbdata) {
        // Checked here, too: to link the method reference takes time at the start, for nothing where no answer is lost.
        if (answersGetLost() && mustWaitForTurn(this, this::askAgain)) {
            return StatusCodes.SUCCESS;
        }
        attempt.incrementAndGet();
        return ask(memory, cbdata);
    }

    private void askAgain() {
        LookupAgain.launch(this, this::ask, attempt::get);
    }

    /** Calls libpmix. */
    private int ask(SegmentAllocator memory, MemorySegment cbdata) {
        InfoArray infos = InfoArray.allocate(memory, request.directives(), 3)
                .add(memory, PMIxConstants.PMIX_RANGE(), ValueType.RANGE.wrap(request.range()))
                .timeout(memory, seconds);
        if (request.waitFor().isPresent() && !polls) {
            int count = request.waitFor().getAsInt();
            infos.add(memory, PMIxConstants.PMIX_WAIT(), new PmixValue.Int(DataType.INT, count));
        }
        return Libpmix.lookup(ProcCodec.texts(memory, names(request.keys())), infos, cbdata);
    }

    /** Returns whether only some of the values are there. libpmix 5 then returns none of them. */
    protected static boolean isPartial(int status) {
        return status == StatusCodes.PARTIAL_SUCCESS || status == StatusCodes.QUERY_PARTIAL_SUCCESS;
    }

    private static List<MemorySegment> entries(MemorySegment data, long count) {
        List<MemorySegment> entries = new ArrayList<>(Math.toIntExact(count));
        if (data.address() != 0) {
            MemorySegment array = ProcCodec.at(data, count * pmix_pdata.sizeof());
            for (long i = 0; i < count; i++) {
                entries.add(pmix_pdata.asSlice(array, i));
            }
        }
        return entries;
    }

    @Override
    protected long decideRetry(int status, MemorySegment data, long count) {
        endTurn(this);
        boolean some = isPartial(status) || status == StatusCodes.NOT_FOUND || status == StatusCodes.SUCCESS;
        if (!polls || !some) {
            return NO_RETRY;
        }
        int awaited = request.waitFor().orElse(0);
        // PRRTE 3 returns all values of a key that was published several times.
        long keys = entries(data, count).stream()
                .map(entry -> ProcCodec.readName(pmix_pdata.key(entry)))
                .distinct()
                .count();
        if (keys >= (awaited == 0 ? request.keys().size() : awaited)) {
            return NO_RETRY;
        } else if (attempt.get() % 2 == 0) {
            // Another answer has already scheduled the next attempt, so this one must not.
            return NO_ATTEMPT_OF_ITS_OWN;
        }
        attempt.incrementAndGet();
        // A quarter of the time that has passed, so that it learns of a value at most so much later than it could.
        return Math.clamp(Deadline.since(began) / 4, Patience.NEXT_LOOKUP, Patience.NEXT_LOOKUP_MOST);
    }

    @Override
    protected void ended() {
        endTurn(this);
    }

    @Override
    protected T decode(int status, MemorySegment data, long count) {
        // Some of the keys were found.
        if (!isPartial(status)) {
            if (status == StatusCodes.TIMEOUT) {
                throw StatusCodes.timeout(what, seconds * Patience.SECOND);
            }
            handle().session.check(what, status);
        }
        List<Published> found = new ArrayList<>();
        for (MemorySegment entry : entries(data, count)) {
            // By pmix.h such an entry stands for a missing key; libpmix itself leaves it out.
            if (pmix_value.type(pmix_pdata.value(entry)) != PMIxConstants.PMIX_UNDEF()) {
                found.add(RequestCodec.readPublished(entry));
            }
        }
        if (found.isEmpty()) {
            throw StatusCodes.failure(what, StatusCodes.NOT_FOUND);
        }
        return conversion.apply(LookupResult.of(request.keys(), found));
    }
}
