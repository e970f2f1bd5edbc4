// SPDX-License-Identifier: Apache-2.0
package org.pmixj.elastic.internal;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.pmixj.Attributes;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.Statuses;
import org.pmixj.elastic.AllocatedNode;
import org.pmixj.elastic.NodeRequest;
import org.pmixj.elastic.Reservation;
import org.pmixj.event.Event;
import org.pmixj.event.EventHandler;
import org.pmixj.event.Registration;
import org.pmixj.host.Control;

/**
 * Runs one change of the DVM's size, on a thread of its own. Its caller may stop waiting; a change that the host has
 * started is followed to its end all the same, because no other may start before.
 */
public abstract class SizeChange<T> {
    /** The statuses by which the host refuses a request. Any other may come from a change that has started. */
    private static final Set<PmixStatus> REFUSALS = Set.of(
            Statuses.ERR_BAD_PARAM,
            Statuses.ERR_NOT_FOUND,
            Statuses.ERR_NO_PERMISSIONS,
            Statuses.ERR_NOT_SUPPORTED,
            Statuses.ERR_NOT_AVAILABLE);

    private static final int MOST_LISTED = 5;

    final Pmix pmix;
    final String what;
    final NodeRequest request;
    final HostView host;
    private final Control.AllocationKind kind;
    private final Pending pending;
    private final Duration timeout;
    private final CompletableFuture<T> done = new CompletableFuture<>();
    // Guarded by this.
    private boolean begun;
    /** The ledger before this change. Only the thread of the change uses this field and the next one. */
    Ledger before = Ledger.EMPTY;
    /** The ledger after this change, as far as the change has come. */
    Ledger after = Ledger.EMPTY;

    SizeChange(Pending pending, String verb, Control.AllocationKind kind, NodeRequest request) {
        this.pending = pending;
        this.kind = kind;
        this.pmix = pending.pmix;
        if (pmix.isClosed()) {
            throw new IllegalStateException("this Pmix handle is closed");
        }
        this.request = request;
        List<String> nodes = request.nodes();
        int more = nodes.size() - MOST_LISTED;
        this.what = verb + (more > 0 ? " " + nodes.subList(0, MOST_LISTED) + " and " + more + " more" : " " + nodes);
        this.host = new HostView(pmix);
        this.timeout = request.timeout().orElse(pmix.defaultTimeout());
    }

    /** Checks what does not depend on other changes, before the turn is taken. */
    void checkRequest() {}

    /**
     * Checks whether the request is possible now. Returns the nodes that the host is asked for.
     *
     * @param listed the nodes that the host lists
     */
    abstract List<String> prepare(List<AllocatedNode> listed);

    /** Records what the change has led to. Returns what the caller receives. */
    abstract T outcome(List<String> nodes, Attributes answer);

    // --- the caller ----------------------------------------------------------------------------------------------

    /** Starts the change. The future fails when the time of the caller is over; cancelling it gives the change up. */
    public CompletableFuture<T> start() {
        CompletableFuture<Boolean> timer = new CompletableFuture<Boolean>()
                .completeOnTimeout(true, TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
        CompletableFuture<?> _ = timer.thenRun(this::expire);
        CompletableFuture<?> _ = done.whenComplete((_, _) -> timer.cancel(false));
        pending.start(this::run);
        return done;
    }

    /** Runs the change, and waits for it as long as the caller does. */
    public T await() {
        try {
            return start().get();
        } catch (InterruptedException e) {
            done.cancel(false);
            Thread.currentThread().interrupt();
            throw new PmixException.Interrupted("interrupted during " + what, Statuses.ERROR);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                // Its stack trace is the one of another thread.
                failure.fillInStackTrace();
                throw failure;
            }
            throw new IllegalStateException(what + " failed", e.getCause());
        }
    }

    private synchronized void expire() {
        String state = begun
                ? "it has begun and goes on; see reservations() later"
                : "other changes of this DVM were under way; nothing was changed";
        done.completeExceptionally(new PmixException.Timeout(
                what + " timed out after " + timeout.toMillis() + " ms: " + state, Statuses.ERR_TIMEOUT));
    }

    /** Throws if nobody waits for this any more. */
    void checkWanted() {
        if (done.isDone()) {
            throw new PmixException.Interrupted("interrupted during " + what, Statuses.ERROR);
        }
        pending.checkOpen(what);
    }

    private void run() {
        CompletableFuture<Void> over = new CompletableFuture<>();
        try {
            if (System.getenv("SLURM_JOB_ID") != null || System.getenv("SLURM_JOBID") != null) {
                throw notSupported(": this DVM is in an allocation of Slurm, whose nodes PRRTE cannot choose by name,"
                        + " and Debian's PRRTE is built without changes of such an allocation; request all nodes from"
                        + " Slurm at the start");
            }
            checkRequest();
            pending.add(over);
            checkWanted();
            T value = inTurn();
            if (!done.complete(value) && value instanceof Reservation made) {
                Log.warning(
                        what + ": the nodes were added after the caller had stopped waiting, as reservation "
                                + made.id(),
                        pmix);
            }
        } catch (Throwable e) {
            done.completeExceptionally(pending.orClosed(what, e));
        } finally {
            over.complete(null);
        }
    }

    final PmixException.NotSupported notSupported(String why) {
        return new PmixException.NotSupported(what + " failed" + why, Statuses.ERR_NOT_SUPPORTED, null);
    }

    // --- the change ----------------------------------------------------------------------------------------------

    private T inTurn() {
        Turns turns = new Turns(pending, what, this::checkWanted);
        before = turns.await();
        after = before;
        try {
            if (!before.failure().isEmpty()
                    && (Defect.FAILED_GROWTH_BLOCKS_NEXT.isHere()
                            || Defect.FAILED_GROWTH_LEAVES_DAEMON.isHere()
                            || Defect.SILENT_DAEMON_AWAITED.isHere())) {
                // PRRTE 5.0.0rc1 would accept it, and never start a job again.
                throw new PmixException(
                        what + " failed: this DVM cannot change its size any more, because PRRTE 5.0.0rc1 hangs at the"
                                + " next change after a failure; start a new DVM. The failure: " + before.failure(),
                        Statuses.ERR_DVM_MOD);
            }
            List<String> nodes = prepare(host.listed());
            synchronized (this) {
                checkWanted();
                begun = true;
            }
            turns.begin(what + " by " + pmix.self());
            return outcome(nodes, change(turns.name(), nodes));
        } finally {
            turns.end(after);
        }
    }

    /**
     * Records that the host may have started the change, and it has failed or nobody knows. Returns what the caller
     * receives.
     */
    final PmixException failed(String why) {
        return new PmixException(record(why) + "; this DVM cannot change its size any more", Statuses.ERR_DVM_MOD);
    }

    private String record(String why) {
        String reason = what + " by " + pmix.self() + " failed: " + why;
        after = before.failed(reason, request.names());
        return reason;
    }

    /** Asks the host, and waits for the event that the change has ended. Returns the answer of the host. */
    private Attributes change(String id, List<String> nodes) {
        CompletableFuture<Event> end = new CompletableFuture<>();
        try (Registration _ = onEnd(Statuses.DVM_IS_READY, id, end);
                Registration _ = onEnd(Statuses.ERR_DVM_MOD, id, end)) {
            Duration limit = timeout.compareTo(Pending.ANSWER) < 0 ? Pending.ANSWER : timeout;
            Attributes answer = ask(id, nodes, limit);
            CompletableFuture.anyOf(end, pending.closed)
                    .completeOnTimeout(id, TimeUnit.NANOSECONDS.convert(limit), TimeUnit.NANOSECONDS)
                    .join();
            Event event = end.getNow(null);
            if (event == null) {
                String reason = pending.closed.isDone()
                        ? "the session was closed meanwhile"
                        : "the host has accepted it, and not reported its end within " + limit.toMillis() + " ms";
                throw failed(reason);
            } else if (!event.code().equals(Statuses.DVM_IS_READY)) {
                throw failed("the host reports " + event.code() + ", such as for a node that cannot be reached or on"
                        + " which no daemon starts");
            }
            return answer;
        }
    }

    /**
     * Receives the end of a change before the handlers of the application, which may keep it from those behind, and without
     * the executor of the application, which the caller of this change may block.
     */
    private Registration onEnd(PmixStatus code, String id, CompletableFuture<Event> end) {
        return pmix.events()
                .on(code)
                .prepend()
                .inline()
                .where(event -> event.attributes().get(Keys.ALLOC_REQ_ID).equals(Optional.of(id)))
                .register(EventHandler.listening(end::complete));
    }

    private Attributes ask(String id, List<String> nodes, Duration limit) {
        Attributes asked =
                Attributes.of(Keys.ALLOC_NODE_LIST, String.join(",", nodes)).and(Attributes.of(Keys.ALLOC_REQ_ID, id));
        // Unless the host refuses it, or reports its end.
        String _ = record("its outcome is not known");
        try {
            return pmix.with(limit).control().allocate(kind, asked);
        } catch (PmixException e) {
            if (!REFUSALS.contains(e.status())) {
                String why = "the host has not answered that it has begun or refused it: " + e.getMessage();
                throw (PmixException) failed(why).initCause(e);
            }
            after = before;
            if (e.status().equals(Statuses.ERR_NOT_SUPPORTED)) {
                throw notSupported(": this DVM does not change its size; start it with --prtemca prte_elastic_mode 1");
            } else if (e.status().equals(Statuses.ERR_NOT_AVAILABLE)) {
                throw notSupported(": the host cannot change its size in this allocation; Debian's PRRTE is built"
                        + " without this for Slurm");
            }
            throw e;
        } catch (IllegalArgumentException | IllegalStateException e) {
            // It was not sent.
            after = before;
            throw e;
        } catch (RuntimeException e) {
            throw (PmixException) failed("its answer could not be read: " + e).initCause(e);
        }
    }
}
