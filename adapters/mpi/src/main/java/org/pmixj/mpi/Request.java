// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpi;

import java.lang.System.Logger.Level;
import java.lang.ref.Cleaner;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Represents a non-blocking operation that was started, {@code MPI_Request}. It is complete once {@link #await}, {@link #test} or
 * {@link #future} has said so: that is what ends it in MPI and frees its memory. A request that the program drops before
 * is reported to the log {@code org.pmixj.mpi}, and its memory stays. Safe for use by several threads.
 */
public final class Request {
    private static final System.Logger LOG = System.getLogger("org.pmixj.mpi");
    private static final Cleaner CLEANER = Cleaner.create();
    /** Those that are not complete. This keeps what MPI reads and writes. */
    private static final Set<State> PENDING = ConcurrentHashMap.newKeySet();

    private final State state;

    /** Holds the state of a request, and outlives a request that is dropped. */
    private static final class State implements Runnable {
        final Call call;

        /** Held by the thread that is in MPI for it. */
        private final ReentrantLock lock = new ReentrantLock();

        /** Whether that thread waits. */
        private volatile boolean isWaiting;

        private volatile boolean complete;
        private @Nullable Status status;
        private @Nullable RuntimeException failure;

        State(Call call) {
            this.call = call;
        }

        /** Tests or waits, unless it is complete or another thread waits, and returns whether it is. */
        boolean complete(boolean waits) {
            if (waits) {
                lock.lock();
            } else if (!lock.tryLock()) {
                return complete;
            }
            try {
                isWaiting = waits;
                return complete || end(waits);
            } finally {
                isWaiting = false;
                lock.unlock();
            }
        }

        private boolean end(boolean waits) {
            try {
                if (!call.complete(waits)) {
                    return false;
                }
                status = call.answeredStatus();
            } catch (MpiException e) {
                if (e.errorClass() == ErrorClass.PROC_FAILED_PENDING) {
                    // MPI may still write to the buffer.
                    throw e;
                }
                failure = e;
            }
            complete = true;
            PENDING.remove(this);
            call.free();
            return true;
        }

        Status outcome() {
            if (failure != null) {
                throw failure;
            }
            return Objects.requireNonNull(status, "it is not complete");
        }

        /** Runs when nobody has the request any more. */
        @Override
        public void run() {
            if (PENDING.contains(this)) {
                LOG.log(
                        Level.WARNING,
                        "the request of {0} was dropped before it was complete, and its memory cannot be freed;"
                                + " call await(), test() or future()",
                        call);
            }
        }
    }

    private volatile @Nullable CompletableFuture<Status> future;

    private Request(State state) {
        this.state = state;
    }

    static Request started(Call call) {
        State state = new State(call);
        PENDING.add(state);
        Request request = new Request(state);
        CLEANER.register(request, state);
        return request;
    }

    /** Lists what is not complete, for the log of finalize. */
    static List<String> pending() {
        return PENDING.stream().map(each -> each.call.toString()).sorted().toList();
    }

    /**
     * Waits until it is complete, {@code MPI_Wait}.
     *
     * @return what was received; of a request that sent, or of a collective, nothing useful
     * @throws MpiException if the operation has failed; with {@link ErrorClass#PROC_FAILED_PENDING} it is not complete
     */
    public Status await() {
        CompletableFuture<Status> shared = future;
        if (shared != null) {
            try {
                Status _ = shared.join();
            } catch (CompletionException | CancellationException _) {
                // The state knows why. Or the request is still in progress: the program may complete a future, too.
            }
        }
        boolean _ = state.complete(true);
        return state.outcome();
    }

    /**
     * Asks whether it is complete, {@code MPI_Test}, and lets MPI make progress.
     *
     * @return what was received, empty if it is not complete
     * @throws MpiException if the operation has failed; with {@link ErrorClass#PROC_FAILED_PENDING} it is not complete
     */
    public Optional<Status> test() {
        return state.complete(false) ? Optional.of(state.outcome()) : Optional.empty();
    }

    /**
     * Returns a future that is completed when the operation is. A thread of this library asks MPI for it, more and more
     * seldom, at most each millisecond. What depends on the future runs in the common pool. The operation goes on if the
     * program cancels or completes the future.
     *
     * @return always the same future
     * @throws IllegalStateException if MPI was not initialised with {@link ThreadLevel#MULTIPLE}
     */
    public synchronized CompletableFuture<Status> future() {
        CompletableFuture<Status> result = future;
        if (result == null) {
            Mpi.needsThreads(state.call);
            result = new CompletableFuture<>();
            future = result;
            Progress.add(this);
        }
        return result;
    }

    /** Completes the future if the operation is complete, and returns whether it is. */
    boolean progress() {
        try {
            return state.complete(false) && completeFuture(state::outcome);
        } catch (RuntimeException e) {
            return completeFuture(() -> {
                throw e;
            });
        }
    }

    /** Completes the future, since MPI will not complete the operation. */
    void fail() {
        boolean _ = completeFuture(() -> {
            throw new IllegalStateException(this + " was not complete when MPI was finalized");
        });
    }

    private boolean completeFuture(Supplier<Status> outcome) {
        CompletableFuture<Status> _ = Objects.requireNonNull(future).completeAsync(outcome);
        return true;
    }

    /**
     * Asks MPI to give up a receive that has not matched a message yet, {@code MPI_Cancel}. The request must still be
     * completed; {@link Status#isCancelled} then says whether it was cancelled.
     *
     * @throws IllegalStateException if another thread waits for it; {@link #test} in that thread leaves room for this
     */
    public void cancel() {
        while (!state.lock.tryLock()) {
            if (state.isWaiting) {
                throw new IllegalStateException(this + " cannot be given up while another thread waits for it; let that"
                        + " use test() or future()");
            }
            // A test by another thread, such as the one that completes futures, ends at once.
            Thread.onSpinWait();
        }
        try {
            if (!state.complete) {
                state.call.cancel();
            }
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * Waits for several requests, {@code MPI_Waitall}, also if one of them fails.
     *
     * @param requests the requests
     * @return what each has received, in their order
     * @throws MpiException if one has failed: that of the first one
     */
    public static List<Status> awaitAll(Collection<Request> requests) {
        for (Request each : requests) {
            try {
                Status _ = each.await();
            } catch (RuntimeException _) {
                // It is reported below, after all others are complete.
            }
        }
        return requests.stream().map(Request::await).toList();
    }

    @Override
    public String toString() {
        return "the request of " + state.call;
    }
}
