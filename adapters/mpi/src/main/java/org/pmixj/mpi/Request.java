// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpi;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.pmixj.mpi.ffi.MPI;

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
        /** Keeps the buffers, types and operations of the call. */
        final Call.Form form;

        private boolean complete;
        private @Nullable Status status;
        private @Nullable RuntimeException failure;

        State(Call call, Call.Form form) {
            this.call = call;
            this.form = form;
        }

        /** Tests or waits, unless it is complete, and returns whether it is. */
        synchronized boolean complete(boolean wait) {
            if (complete) {
                return true;
            }
            Mpi.enter(call);
            try {
                int code;
                if (wait) {
                    code = MPI.MPI_Wait(call.out(), call.status());
                } else {
                    code = MPI.MPI_Test(call.out(), call.second(), call.status());
                    if (code == 0 && call.second().get(JAVA_INT, 0) == 0) {
                        return false;
                    }
                }
                try {
                    call.check(code);
                    status = new Status(call.status());
                    call.finish(call.status());
                } catch (RuntimeException e) {
                    if (isInProgress(e)) {
                        // MPI may still write to the buffer.
                        throw e;
                    }
                    failure = e;
                }
                complete = true;
                PENDING.remove(this);
                call.free();
                return true;
            } finally {
                Reference.reachabilityFence(form);
                Mpi.exit();
            }
        }

        private static boolean isInProgress(RuntimeException failure) {
            return failure instanceof MpiException reported && reported.errorClass() == ErrorClass.PROC_FAILED_PENDING;
        }

        synchronized Status outcome() {
            if (failure != null) {
                throw failure;
            }
            if (status == null) {
                throw new IllegalStateException(call + " is not complete");
            }
            return status;
        }

        synchronized void cancel() {
            if (!complete) {
                Mpi.enter(call);
                try {
                    call.check(MPI.MPI_Cancel(call.out()));
                } finally {
                    Mpi.exit();
                }
            }
        }

        /** Runs when nobody has the request any more. */
        @Override
        public void run() {
            if (PENDING.contains(this)) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "the request of {0} was dropped before it was complete, and its memory cannot be freed;"
                                + " call await(), test() or future()",
                        call);
            }
        }
    }

    private @Nullable CompletableFuture<Status> future;

    private Request(State state) {
        this.state = state;
    }

    static Request started(Call call, Call.Form form) {
        State state = new State(call, form);
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
        CompletableFuture<Status> shared;
        synchronized (this) {
            shared = future;
        }
        if (shared != null) {
            try {
                return shared.join();
            } catch (CompletionException _) {
                // The state knows why, or the request is still in progress.
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
     * seldom, at most each millisecond. What depends on the future runs in the common pool.
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
            Progress.add(this, result);
        }
        return result;
    }

    /** Completes a future if the operation is complete, and returns whether it is. */
    boolean progress(CompletableFuture<Status> shared) {
        boolean done;
        try {
            done = state.complete(false);
        } catch (RuntimeException e) {
            CompletableFuture<Status> _ = shared.completeAsync(() -> {
                throw e;
            });
            return true;
        }
        if (done) {
            CompletableFuture<Status> _ = shared.completeAsync(state::outcome);
        }
        return done;
    }

    /**
     * Asks MPI to give up a receive that has not matched a message yet, {@code MPI_Cancel}. The request must still be
     * completed; {@link Status#isCancelled} then says whether it was cancelled.
     */
    public void cancel() {
        state.cancel();
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
            if (each.future == null) {
                try {
                    boolean _ = each.state.complete(true);
                } catch (RuntimeException _) {
                    // It is reported below, after all others are complete.
                }
            }
        }
        return requests.stream().map(Request::await).toList();
    }

    @Override
    public String toString() {
        return "the request of " + state.call;
    }
}
