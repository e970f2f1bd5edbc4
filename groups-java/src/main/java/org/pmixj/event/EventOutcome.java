// SPDX-License-Identifier: Apache-2.0
package org.pmixj.event;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.Key;
import org.pmixj.PmixStatus;
import org.pmixj.Statuses;
import org.pmixj.internal.base.Checks;

/**
 * Describes a handler's answer to an event: a status, results for the following handlers, and whether the job is to
 * end. Immutable.
 *
 * <p>After the chain of this process, the last handler that called {@link #wantTermination} or {@link #noTermination}
 * decides. If it wants termination, this process aborts its job as {@link org.pmixj.Pmix#abort} does, with status 1.
 * The following handlers see the wish as the result {@code PMIX_EVENT_WANT_TERMINATION} or {@code
 * PMIX_EVENT_NO_TERMINATION}. The document on hybrid programming models defines the two as status codes; in OpenPMIx
 * they are withdrawn attributes that nothing reads.
 */
public final class EventOutcome {
    private static final EventOutcome NO_ACTION = new EventOutcome(Statuses.EVENT_NO_ACTION_TAKEN);
    private static final EventOutcome PARTIAL = new EventOutcome(Statuses.EVENT_PARTIAL_ACTION_TAKEN);
    private static final EventOutcome DEFERRED = new EventOutcome(Statuses.EVENT_ACTION_DEFERRED);
    private static final EventOutcome COMPLETE = new EventOutcome(Statuses.EVENT_ACTION_COMPLETE);

    private final PmixStatus status;
    private final Attributes results;
    private final @Nullable Boolean termination;
    private final @Nullable CompletionStage<EventOutcome> stage;

    private EventOutcome(PmixStatus status) {
        this(status, Attributes.none(), null, null);
    }

    private EventOutcome(
            PmixStatus status,
            Attributes results,
            @Nullable Boolean termination,
            @Nullable CompletionStage<EventOutcome> stage) {
        this.status = status;
        this.results = results;
        this.termination = termination;
        this.stage = stage;
    }

    /** {@return the outcome of a handler that did nothing ({@code PMIX_EVENT_NO_ACTION_TAKEN})} The chain goes on. */
    public static EventOutcome noAction() {
        return NO_ACTION;
    }

    /** {@return the outcome of a handler that acted in part ({@code PMIX_EVENT_PARTIAL_ACTION_TAKEN})} */
    public static EventOutcome partial() {
        return PARTIAL;
    }

    /** {@return the outcome of a handler that queued an action ({@code PMIX_EVENT_ACTION_DEFERRED})} */
    public static EventOutcome deferred() {
        return DEFERRED;
    }

    /**
     * {@return the outcome of a handler that resolved the event completely ({@code PMIX_EVENT_ACTION_COMPLETE})} No
     * following handler is called, neither of this chain nor of a C library in this process. For codes that Open MPI
     * handles in the same process, {@link #partial} is the better answer.
     */
    public static EventOutcome complete() {
        return COMPLETE;
    }

    /**
     * {@return an outcome that is known later} The chain waits for it, at most for the timeout of the handler.
     *
     * @param stage completes with the outcome, which may again be one that is known later, up to 100 deep; null or an
     *     exception is logged and counts as no action
     */
    public static EventOutcome when(CompletionStage<EventOutcome> stage) {
        return new EventOutcome(
                Statuses.EVENT_ACTION_DEFERRED, Attributes.none(), null, Objects.requireNonNull(stage, "stage"));
    }

    /**
     * {@return a copy of this outcome with one more result for the following handlers} If libpmix cannot carry one of
     * the results of an event, only the handlers in Java receive them.
     *
     * @param key the name and type of the result
     * @param value its value
     * @param <T> the Java type of the value
     * @throws IllegalStateException if this outcome is known later; add the result to the outcome of its stage
     */
    public <T> EventOutcome with(Key<T> key, T value) {
        return with(Attributes.of(key, Objects.requireNonNull(value, "value")));
    }

    /**
     * {@return a copy of this outcome with more results for the following handlers}
     *
     * @param more the results
     * @throws IllegalStateException as {@link #with(Key, Object)}
     */
    public EventOutcome with(Attributes more) {
        refuseLater();
        return new EventOutcome(status, results.and(more), termination, null);
    }

    /**
     * {@return a copy of this outcome that asks for the end of the job, see {@link EventOutcome}}
     *
     * @throws IllegalStateException as {@link #with(Key, Object)}
     */
    public EventOutcome wantTermination() {
        refuseLater();
        return new EventOutcome(status, results, true, null);
    }

    /**
     * {@return a copy of this outcome that asks for the job to go on, see {@link EventOutcome}}
     *
     * @throws IllegalStateException as {@link #with(Key, Object)}
     */
    public EventOutcome noTermination() {
        refuseLater();
        return new EventOutcome(status, results, false, null);
    }

    private void refuseLater() {
        Checks.state(
                stage == null,
                "event outcome: nothing can be added before the stage completes; add it to the outcome of the stage");
    }

    /** {@return the status; {@code PMIX_EVENT_ACTION_DEFERRED} if the outcome is known later} */
    public PmixStatus status() {
        return status;
    }

    /** {@return the results that were added} */
    public Attributes results() {
        return results;
    }

    /** {@return whether the job is to end, empty if the handler did not decide} */
    public Optional<Boolean> termination() {
        return Optional.ofNullable(termination);
    }

    /** {@return the stage that completes with the outcome, empty if the outcome is known} */
    public Optional<CompletionStage<EventOutcome>> stage() {
        return Optional.ofNullable(stage);
    }

    @Override
    public String toString() {
        return "EventOutcome[" + (stage != null ? stage : status + ", " + results) + "]";
    }
}
