// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.data;

import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.pmixj.FenceRequest;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.AddressBook;
import org.pmixj.internal.call.Delivery;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.PmixFuture;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.WorkerCall;
import org.pmixj.internal.codec.ValueCodec;
import org.pmixj.internal.data.repair.PutCheck;
import org.pmixj.internal.data.repair.PutSizes;
import org.pmixj.internal.ffi.CallMemory;
import org.pmixj.internal.ffi.Libpmix;

/** Implements put, commit, fence and abort. */
public record DataExchange(Handle handle) {
    /** The remedy that the message about a fence that would collect too much names, besides putting less. */
    public static final String REMEDY_NO_COLLECT =
            ", or use a FenceRequest with withoutData(), after which each value is sent to those that get it";

    /**
     * Whether this process has put anything, in any session. A process that puts nothing does not load {@link
     * PutSizes}: every first group and fence asks here, and loading classes is much of the time of a start.
     */
    private static volatile boolean hasPut;

    /** Whether this process has been warned of a number that no C program can read. */
    private static volatile boolean hasWarned;

    public void put(Scope scope, String key, PmixValue value) {
        Session session = handle.session;
        session.refuseOnProgressThread("put");
        check(value);
        hasPut = true;
        session.enter("put");
        try (CallMemory memory = CallMemory.ofFunction()) {
            if (Defect.LARGE_MESSAGE_DISCONNECTS.isHere()) {
                PutSizes.of(session).add(scope, key, value);
            }
            int status = Libpmix.put((byte) scope.code(), memory.allocateFrom(key), ValueCodec.allocate(memory, value));
            if (status != StatusCodes.SUCCESS) {
                checkReserved(key, status);
                StatusCodes.check("put of " + key, status);
            }
        } finally {
            session.exit();
        }
        if (!hasWarned && ValueCodec.hidesNumbers(value)) {
            hasWarned = true;
            Log.warning(
                    "put of " + key + ": a floating-point number in it is sent as its bits, since libpmix would round"
                            + " it to six digits; Java ranks receive it as it is, and a C program receives a time instead: put"
                            + " DOUBLE_BITS or DOUBLES for both, or ROUNDED_DOUBLE for C. This is said once");
        }
    }

    private static void checkReserved(String key, int status) {
        if (Checks.isReserved(key)) {
            throw new PmixException.BadParameter(
                    "put of " + key
                            + " failed: libpmix puts no keys of the Standard, which begin with \"pmix\"; put a key"
                            + " of your own (Key.of)",
                    new PmixStatus(status));
        }
    }

    /** Throws for a value that must not be handed to another process, which would crash. */
    public static void check(PmixValue value) {
        if (Defect.SHARED_VALUE_POINTERS.isHere()) {
            PutCheck.check(value);
        }
    }

    /**
     * Throws for an operation that collects what the participants have put, if it would be more than can be sent.
     * Asks nothing where this process has put nothing.
     *
     * @param atLeast how many participants there are at least, if not all of them are known
     * @param remedy what else the caller can do than to put less
     */
    public static void refuseTooMuchPut(
            Session session, String what, List<ProcId> participants, int atLeast, String remedy) {
        if (hasPut && Defect.LARGE_FENCE_DISCONNECTS.isHere()) {
            PutSizes.of(session).checkCollected(session, what, participants, atLeast, remedy);
        }
    }

    public void commit() {
        new Commit(handle).run();
    }

    public CompletableFuture<Void> commitAsync() {
        return new Commit(handle).submit();
    }

    /** Commits, and waits for the server of this node: on the thread for such calls. */
    static int commitNow(Session session) {
        if (Defect.LARGE_MESSAGE_DISCONNECTS.isHere()) {
            PutSizes.of(session).commit();
        }
        return Libpmix.commit();
    }

    private static final class Commit extends WorkerCall<Void> {
        Commit(Handle handle) {
            super(handle, "commit");
        }

        @Override
        protected int call(SegmentAllocator memory) {
            return commitNow(handle().session);
        }
    }

    public void fence(FenceRequest request) {
        Duration timeout = timeout(request);
        AddressBook.Operation<Void> group = group(request, timeout);
        if (group != null) {
            group.run();
        } else {
            FenceCall call = fence(request, timeout);
            try {
                call.run(Deadline.collectiveNanos(timeout));
            } catch (PmixException.Timeout e) {
                throw timedOut(call, timeout);
            }
        }
    }

    private PmixException timedOut(FenceCall call, Duration timeout) {
        return whoIsMissing().timedOut(call.what, call.name(), call.participants(), timeout, call.calledAt);
    }

    private AddressBook.WhoIsMissing whoIsMissing() {
        return handle.session.addresses().whoIsMissing(handle.session);
    }

    public CompletableFuture<Void> fenceAsync(FenceRequest request) {
        return Delivery.start(handle, () -> fencing(request));
    }

    private CompletableFuture<Void> fencing(FenceRequest request) {
        Duration timeout = timeout(request);
        AddressBook.Operation<Void> group = group(request, timeout);
        if (group != null) {
            return group.submit();
        }
        FenceCall call = fence(request, timeout);
        PmixFuture<Void> result = new PmixFuture<>(handle.dispatcher);
        PmixFuture<Void> called = call.submit(Deadline.collectiveNanos(timeout));
        CompletableFuture<?> _ =
                called.whenComplete((_, failure) -> ended(call, timeout, result, PmixFuture.cause(failure)));
        // A cancelled fence stays in flight until libpmix ends it: the next one would take its answer.
        CompletableFuture<?> _ = result.whenComplete((_, _) -> called.dropTimeout());
        return result;
    }

    private void ended(FenceCall call, Duration timeout, PmixFuture<Void> result, @Nullable Throwable failure) {
        if (failure == null) {
            Delivery.deliver(result, null, _ -> {});
        } else if (failure instanceof PmixException.Timeout && !result.isDone()) {
            // Whether the others have called it is asked on a thread that may wait.
            Delivery.apart(
                    handle,
                    call.what,
                    result,
                    () -> {
                        throw timedOut(call, timeout);
                    },
                    _ -> {});
        } else {
            result.completeExceptionally(failure);
        }
    }

    private Duration timeout(FenceRequest request) {
        return request.timeout().orElse(handle.defaultTimeout);
    }

    private FenceCall fence(FenceRequest request, Duration timeout) {
        List<ProcId> members = handle.session.addresses().resolve("fence", request.members());
        if (request.collectData()) {
            refuseTooMuchPut(handle.session, "fence", members, 0, REMEDY_NO_COLLECT);
        }
        FenceCall call = new FenceCall(handle, "fence", members, request.collectData(), timeout, null)
                .directed(request.directives())
                .ofApplication();
        call.beforeTimeout(
                Deadline.lastPartNanos(timeout),
                () -> whoIsMissing().begin(call.name(), call.participants(), timeout, call.calledAt));
        return call;
    }

    /** Returns the fence of a group, or null if the participants are not the members of one. */
    private AddressBook.@Nullable Operation<Void> group(FenceRequest request, Duration timeout) {
        AddressBook.Operation<Void> group = handle.session.addresses().fence(request, timeout);
        if (group == null && request.faultTolerant()) {
            throw new IllegalArgumentException("a fault-tolerant fence needs the members of one group as participants");
        }
        return group;
    }
}
