// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.elastic;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.Keys;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.elastic.AllocatedNode;
import org.pmixj.elastic.AllocationEvent;
import org.pmixj.elastic.NodeRequest;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.host.AllocationRequest;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Delivery;
import org.pmixj.internal.call.Dispatcher;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.elastic.repair.FailedChange;
import org.pmixj.internal.elastic.repair.Turns;
import org.pmixj.internal.host.AllocationCall;
import org.pmixj.internal.notice.ReceivedEvent;

/**
 * One change of the DVM's size, on a thread of its own. Its caller may stop waiting; a change that the host has begun
 * is followed to its end all the same, because no other may begin before.
 */
abstract class SizeChange<T> {
    /** The statuses by which the host refuses a request as it is. Any other may come from a change that has begun. */
    private static final Set<Integer> REFUSALS =
            Set.of(StatusCodes.BAD_PARAM, StatusCodes.NOT_FOUND, PMIxConstants.PMIX_ERR_NO_PERMISSIONS());

    final Handle handle;
    final String what;
    final NodeRequest request;
    final HostView host;
    private final SizeEvents events;
    private final long nanos;
    private final CompletableFuture<T> done = new CompletableFuture<>();
    // Guarded by this.
    private boolean begun;

    SizeChange(Handle user, String what, NodeRequest request) {
        this.handle = user.own();
        this.what = what;
        this.request = request;
        this.host = new HostView(handle);
        this.events = SizeEvents.of(handle.session);
        this.nanos = Deadline.toNanos(request.timeout().orElse(handle.defaultTimeout));
    }

    /** Checks what does not depend on other changes, before the turn is taken. */
    void checkRequest() {}

    /** Checks whether the request is possible now. May notify those who are affected. */
    abstract void prepare(Ledger before, List<AllocatedNode> nodes);

    abstract AllocationRequest.Kind kind();

    /** Returns what the host is asked for, without the name of the request. */
    abstract Attributes.Builder directives();

    /** Returns the ledger after the change. */
    abstract Ledger after(Ledger before, Attributes answer) throws Failed;

    abstract AllocationEvent report(Attributes answer);

    abstract T result(Attributes answer);

    /** Receives the result if the caller no longer waits. */
    abstract void late(T result);

    // --- the caller ----------------------------------------------------------------------------------------------

    /** Starts the change. The future fails when the time of the caller is over. */
    CompletableFuture<T> start() {
        Future<?> timer = handle.session.timers.schedule(this::expire, nanos);
        CompletableFuture<?> _ = done.whenComplete((_, _) -> timer.cancel(false));
        Dispatcher.apart(this::run);
        return done;
    }

    T await() {
        return Delivery.await(start(), what, this::giveUp);
    }

    /** Notes that nobody waits any more. A change that has not begun does not happen. */
    void giveUp() {
        done.cancel(false);
    }

    private synchronized void begin() {
        checkWanted();
        begun = true;
    }

    private synchronized void expire() {
        String state = begun
                ? ": it has begun and goes on; see reservations() later"
                : ": other changes of this DVM were under way; nothing was changed";
        done.completeExceptionally(StatusCodes.timeout(what, nanos, state));
    }

    void checkWanted() {
        if (done.isDone()) {
            throw StatusCodes.interrupted(what);
        } else if (events.isEnding()) {
            throw StatusCodes.closed(what);
        }
    }

    private void run() {
        CompletableFuture<Void> over = new CompletableFuture<>();
        try {
            checkRequest();
            events.awaitAtEnd(over);
            checkWanted();
            T value = inTurn();
            if (!done.complete(value)) {
                late(value);
            }
        } catch (Throwable e) {
            done.completeExceptionally(e);
        } finally {
            over.complete(null);
        }
    }

    // --- the change ----------------------------------------------------------------------------------------------

    private T inTurn() {
        events.register(handle, what, nanos);
        Turns turns = Turns.take(handle, what, this::checkWanted);
        Ledger before = turns.await();
        Ledger after = before;
        try {
            FailedChange.refuse(what, before);
            prepare(before, host.nodes());
            AllocationCall call = request(turns.name());
            begin();
            turns.begin(what + " by " + self());
            // Unless the host refuses it, or reports its end.
            after = before.failed(failed("its outcome is not known", null).reason, request.names());
            Attributes answer;
            try {
                answer = change(turns.name(), call);
                after = after(before, answer);
            } catch (Refused e) {
                after = before;
                throw e.refusal;
            } catch (Failed e) {
                after = before.failed(e.reason, request.names());
                events.report(handle, new AllocationEvent.Failed(self(), request.names(), e.reason), job());
                throw e.failure();
            } finally {
                if (!call.wasCalled()) {
                    // The host knows nothing of it.
                    after = before;
                }
            }
            T result = result(answer);
            events.report(handle, report(answer), job());
            return result;
        } finally {
            turns.end(after);
        }
    }

    private ProcId self() {
        return handle.session.self();
    }

    private List<ProcId> job() {
        return List.of(ProcId.all(self().nspace()));
    }

    /** The host has begun the change, and it has failed or nobody knows. */
    static final class Failed extends Exception {
        private static final long serialVersionUID = 1;

        final String reason;
        private final @Nullable RuntimeException known;

        Failed(String reason, @Nullable RuntimeException known) {
            super(reason);
            this.reason = reason;
            this.known = known;
        }

        PmixException failure() {
            PmixException failure = new PmixException(
                    reason + "; this DVM cannot change its size any more",
                    new PmixStatus(PMIxConstants.PMIX_ERR_DVM_MOD()));
            if (known != null) {
                failure.initCause(known);
            }
            return failure;
        }
    }

    Failed failed(String reason, @Nullable RuntimeException known) {
        return new Failed(what + " by " + self() + " failed: " + reason, known);
    }

    /** The host has not begun the change. */
    private static final class Refused extends Exception {
        private static final long serialVersionUID = 1;

        final PmixException refusal;

        Refused(PmixException refusal) {
            super(refusal);
            this.refusal = refusal;
        }
    }

    /** Asks the host, and waits for the event that the change has ended. Returns the answer of the host. */
    private Attributes change(String id, AllocationCall call) throws Failed, Refused {
        CompletableFuture<ReceivedEvent> end = events.expect(id);
        try {
            Attributes answer = ask(call);
            ReceivedEvent event = end.get(limit(), TimeUnit.NANOSECONDS);
            if (event.code == PMIxConstants.PMIX_DVM_IS_READY()) {
                return answer;
            }
            throw failed(
                    "the host reports " + new PmixStatus(event.code) + ", such as for a node that cannot be reached"
                            + " or on which no daemon starts",
                    null);
        } catch (TimeoutException e) {
            throw failed(
                    "the host has accepted it, and not reported its end within " + limit() / 1_000_000 + " ms", null);
        } catch (ExecutionException e) {
            throw failed("the session was closed meanwhile", StatusCodes.cause(what, e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed("its thread was interrupted", null);
        } finally {
            events.forget(id);
        }
    }

    private long limit() {
        return Math.max(nanos, Patience.ANSWER);
    }

    /** Returns the request, after it was checked. */
    private AllocationCall request(String id) {
        Attributes asked = directives().set(Keys.ALLOC_REQ_ID, id).build();
        return new AllocationCall(handle, new AllocationRequest(kind(), asked, Optional.empty()));
    }

    private Attributes ask(AllocationCall call) throws Failed, Refused {
        try {
            return handle.run(call, Duration.ofNanos(limit()));
        } catch (RuntimeException e) {
            if (!call.wasCalled()) {
                throw e;
            }
            if (!(e instanceof PmixException answer)) {
                throw failed("its answer could not be read: " + e, e);
            }
            PmixException refusal = refusal(answer);
            if (refusal != null) {
                throw new Refused(refusal);
            }
            throw failed("the host has not answered that it has begun or refused it: " + e.getMessage(), e);
        }
    }

    /** Returns the exception for an answer by which the host has not begun the change, or null for any other answer. */
    private @Nullable PmixException refusal(PmixException answer) {
        int status = answer.status().code();
        if (status == StatusCodes.NOT_SUPPORTED) {
            return StatusCodes.notSupported(
                    what + " failed: this DVM does not change its size; start it with --prtemca prte_elastic_mode 1");
        } else if (status == StatusCodes.NOT_AVAILABLE) {
            return new PmixException.NotSupported(
                    what + " failed: the host cannot change its size in this allocation; Debian's PRRTE is built"
                            + " without this for Slurm",
                    answer.status(),
                    null);
        }
        return REFUSALS.contains(status) ? answer : null;
    }
}
