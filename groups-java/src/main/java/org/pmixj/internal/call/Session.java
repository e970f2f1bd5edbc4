// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.ffi.InFlight;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.internal.ffi.Upcalls;

/** The one native PMIx session of this process: the gate of its native calls, and the parts of its features. */
public final class Session {
    private static volatile @Nullable Session current;
    // Changes whenever libpmix was finalized: knowledge of one generation is void in the next.
    private static final AtomicInteger GENERATION = new AtomicInteger();
    private static volatile SessionPart.@Nullable Slot<? extends AddressBook> addressBook;
    private static volatile SessionPart.@Nullable Slot<? extends AddressBook.Jobs> jobs;

    /** The infos of {@code PMIx_Init}. Two are equal if they write the same infos. */
    public interface InitInfos {
        InfoArray write(Arena memory);
    }

    /** Set in {@link #gate} when no native call may start any more. */
    private static final int CLOSED = 1 << 30;

    private final ProcId self;
    private final boolean singleton;
    public final Timers timers = new Timers();
    /** Whether the handle that is being closed is the last one, with which the session ends. */
    public volatile boolean isLast;

    // More slots than there are parts.
    private static final int MOST = 19;

    /** The parts of features by the indices of their slots, each created on first use. */
    private final AtomicReferenceArray<@Nullable SessionPart> parts = new AtomicReferenceArray<>(MOST);
    /** Whether the session has ended. Guarded by {@link #parts}. */
    private boolean ended;

    /** True if another library had initialised PMIx before. */
    public final boolean joins;
    /** True if this process had an earlier session. */
    public volatile boolean follows;

    /** The infos of {@code PMIx_Init}, until {@link #consumeIfBegunWith} has found them. */
    private @Nullable InitInfos initial;

    // The number of threads in a downcall, and the CLOSED bit.
    private final AtomicInteger gate = new AtomicInteger();

    Session(ProcId self, boolean singleton, boolean joins, @Nullable InitInfos initial) {
        this.self = self;
        this.singleton = singleton;
        this.joins = joins;
        this.initial = initial;
    }

    /** Returns whether libpmix was initialised with a model; true once only. */
    public synchronized boolean consumeIfBegunWith(InitInfos model) {
        boolean same = model.equals(initial);
        if (same) {
            initial = null;
        }
        return same;
    }

    // --- parts -------------------------------------------------------------------------------------------------------

    /** Returns a part, which is created on first use. */
    @SuppressWarnings("unchecked") // the index belongs to one slot
    public <T extends SessionPart> T part(SessionPart.Slot<T> slot) {
        SessionPart known = parts.get(slot.index);
        return known != null ? (T) known : create(slot);
    }

    /** Creates a part, with a monitor held. The creation may create other parts. */
    @SuppressWarnings("unchecked")
    private <T extends SessionPart> T create(SessionPart.Slot<T> slot) {
        synchronized (parts) {
            SessionPart known = parts.get(slot.index);
            if (known == null) {
                known = slot.create(this);
                if (ended) {
                    known.sessionEnded();
                }
                parts.set(slot.index, known);
            }
            return (T) known;
        }
    }

    /** Returns a part, or null if nobody has used it. */
    @SuppressWarnings("unchecked")
    public <T extends SessionPart> @Nullable T known(SessionPart.Slot<T> slot) {
        return (T) parts.get(slot.index);
    }

    /** Returns whether this thread may wait for libpmix's progress thread: it is another, and holds no lock of it. */
    public boolean mayAwaitProgress() {
        boolean may = !Upcalls.onProgressThread();
        for (int i = 0; i < MOST && may; i++) {
            SessionPart part = parts.get(i);
            may = part == null || !part.blocksProgress();
        }
        return may;
    }

    /** Returns what this process has not closed, each after a comma. */
    String unclosed() {
        StringBuilder unclosed = new StringBuilder();
        for (int i = 0; i < MOST; i++) {
            SessionPart part = parts.get(i);
            String open = part == null ? "" : part.unclosed();
            unclosed.append(open.isEmpty() ? "" : ", " + open);
        }
        return unclosed.toString();
    }

    void handleClosed(Handle handle) {
        for (int i = MOST - 1; i >= 0; i--) {
            close(parts.get(i), part -> part.handleClosed(handle));
        }
    }

    // A part may create others, which leave, too.
    void leave() {
        for (int i = 0; i < MOST; i++) {
            close(parts.get(i), SessionPart::leave);
        }
    }

    /** Ends the parts. One that is created from now on ends at once. */
    void endParts() {
        List<@Nullable SessionPart> created = new ArrayList<>();
        synchronized (parts) {
            ended = true;
            for (int i = 0; i < MOST; i++) {
                created.add(parts.get(i));
            }
        }
        created.forEach(part -> close(part, SessionPart::sessionEnded));
    }

    /** Takes a step with a part, if it was created. If it fails, the others still take it. */
    private static void close(@Nullable SessionPart part, Consumer<SessionPart> step) {
        try {
            if (part != null) {
                step.accept(part);
            }
        } catch (RuntimeException e) {
            Log.warning("close failed in part, and continues", e);
        }
    }

    // --- the session -------------------------------------------------------------------------------------------------

    /** Sets the part that translates addresses, for all sessions. */
    public static void useAddressBook(SessionPart.Slot<? extends AddressBook> key) {
        addressBook = key;
    }

    public AddressBook addresses() {
        return part(Objects.requireNonNull(addressBook));
    }

    /** Sets the part that knows jobs, for all sessions. */
    public static void useJobs(SessionPart.Slot<? extends AddressBook.Jobs> key) {
        jobs = key;
    }

    public AddressBook.Jobs jobs() {
        return part(Objects.requireNonNull(jobs));
    }

    static void nextGeneration() {
        GENERATION.incrementAndGet();
    }

    public static int generation() {
        return GENERATION.get();
    }

    static void current(@Nullable Session session) {
        current = session;
    }

    public static @Nullable Session current() {
        return current;
    }

    /** Ends the session, and finalizes libpmix. */
    void leaveAndEnd() {
        try {
            leave();
        } finally {
            end();
        }
    }

    private void end() {
        int before = gate.getAndAdd(CLOSED);
        long deadline = Deadline.in(Patience.ANSWER);
        for (int busy = before; busy != 0 && Deadline.until(deadline) > 0; busy = gate.get() & ~CLOSED) {
            LockSupport.parkNanos(100_000);
        }
        for (InFlight.Callback operation : InFlight.all()) {
            operation.sessionEnded();
        }
        endParts();
        timers.stop();
        int busy = gate.get() & ~CLOSED;
        if (busy != 0) {
            Log.warning("close: " + busy + " calls of libpmix have not returned, so that PMIx is not finalized");
            return;
        }
        try {
            int status = CallWorker.runUninterruptibly("PMIx_Finalize", Patience.FINALIZE, new Finish());
            if (status != StatusCodes.SUCCESS && !singleton) {
                Log.warning("PMIx_Finalize failed: " + new PmixStatus(status));
            }
        } catch (PmixException e) {
            Log.warning(String.valueOf(e.getMessage()));
            return;
        }
        if (!Libpmix.isInitialized()) {
            // A C library may initialise libpmix again before the next session does.
            nextGeneration();
            // Not before, and not while a C library still uses libpmix: it may read the memory of calls in flight.
            Upcalls.forgetProgressThread();
        }
    }

    private static final class Finish implements Callable<Integer> {
        @Override
        public Integer call() {
            return Libpmix.finish();
        }
    }

    public ProcId self() {
        return self;
    }

    public boolean singleton() {
        return singleton;
    }

    /** Throws if the status is a failure, the exception of {@link #failure}. */
    public void check(String what, int status) {
        if (!StatusCodes.isSuccess(status)) {
            throw failure(what, status);
        }
    }

    /** Returns the exception for a status; {@code NotSupported} if this process never had a server. */
    public PmixException failure(String what, int status) {
        if (singleton && status == StatusCodes.UNREACH) {
            String text = what + " failed: this process was started without a launcher, and has no PMIx server";
            return new PmixException.NotSupported(text, new PmixStatus(status), null);
        }
        return StatusCodes.failure(what, status);
    }

    public void refuseClosed(String what) {
        if (!isOpen()) {
            throw new IllegalStateException(what + ": the PMIx session is closed");
        }
    }

    public boolean isOpen() {
        return (gate.get() & CLOSED) == 0;
    }

    /** Returns whether a thread is in a downcall. For tests, which wait until libpmix has received a call. */
    public boolean isInNativeCall() {
        return (gate.get() & ~CLOSED) != 0;
    }

    /** Allows one downcall, or throws if the session is closed. Each call needs an {@link #exit}. */
    public void enter(String what) {
        int count;
        do {
            count = gate.get();
            // If it is closed between the two, the exchange fails, and this throws then.
            refuseClosed(what);
        } while (!gate.compareAndSet(count, count + 1));
    }

    public void exit() {
        gate.decrementAndGet();
    }

    /** Throws on the progress thread, where blocking calls fail in libpmix; in older versions they deadlock. */
    public void refuseOnProgressThread(String what) {
        if (Upcalls.onProgressThread()) {
            throw new IllegalStateException(
                    what + " would block libpmix's progress thread; use the Async form, or another thread");
        }
    }
}
