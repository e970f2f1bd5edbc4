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
 * Describes what a handler answers to an event: a status, results for the handlers after it, and whether it wants the
 * job to end. Immutable.
 *
 * <p>Wanting termination, or not, is named by the document on hybrid programming models as a status code; OpenPMIx
 * knows the two only as withdrawn attributes that nothing reads. Here they are a part of any outcome, are seen by the
 * handlers after as the results {@code PMIX_EVENT_WANT_TERMINATION} and {@code PMIX_EVENT_NO_TERMINATION}, and mean:
 * when the chain of this process has ended, the last handler that said either decides, and if it wants termination this
 * process aborts its job as {@link org.pmixj.Pmix#abort} does, with status 1.
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

    /**
     * Returns the outcome of a handler that did nothing ({@code PMIX_EVENT_NO_ACTION_TAKEN}). The chain goes on.
     *
     * @return the outcome
     */
    public static EventOutcome noAction() {
        return NO_ACTION;
    }

    /**
     * Returns the outcome of a handler that did something, but did not fully resolve the situation ({@code
     * PMIX_EVENT_PARTIAL_ACTION_TAKEN}). The chain goes on.
     *
     * @return the outcome
     */
    public static EventOutcome partial() {
        return PARTIAL;
    }

    /**
     * Returns the outcome of a handler that has queued what is to be done ({@code PMIX_EVENT_ACTION_DEFERRED}). The
     * chain goes on.
     *
     * @return the outcome
     */
    public static EventOutcome deferred() {
        return DEFERRED;
    }

    /**
     * Returns the outcome of a handler that has completely resolved the event, so that no further handler is called
     * ({@code PMIX_EVENT_ACTION_COMPLETE}): neither of this chain nor one of a C library in this process that would
     * have its turn after it. For codes that Open MPI handles in the same process, {@link #partial} is the better
     * answer.
     *
     * @return the outcome
     */
    public static EventOutcome complete() {
        return COMPLETE;
    }

    /**
     * Returns an outcome that is known later. The chain waits for it, as long as the timeout of the handler allows.
     *
     * @param stage completes with the outcome, which may again be one that is known later, up to 100 deep;
     *     exceptionally, or with null, counts as no action and is logged
     * @return the outcome
     */
    public static EventOutcome when(CompletionStage<EventOutcome> stage) {
        return new EventOutcome(
                Statuses.EVENT_ACTION_DEFERRED, Attributes.none(), null, Objects.requireNonNull(stage, "stage"));
    }

    /**
     * Returns this outcome with one more result, for the handlers after this one. One that libpmix cannot carry is for
     * those in Java alone, and so are all others of the event.
     *
     * @param key its name and type
     * @param value its value
     * @param <T> the Java type of the value
     * @return a copy
     * @throws IllegalArgumentException if the value is out of the type's range
     * @throws IllegalStateException if this outcome is known later; the one that its stage completes with has results
     */
    public <T> EventOutcome with(Key<T> key, T value) {
        return with(Attributes.of(key, Objects.requireNonNull(value, "value")));
    }

    /**
     * Returns this outcome with more results, for the handlers after this one.
     *
     * @param more the results
     * @return a copy
     * @throws IllegalStateException if this outcome is known later; the one that its stage completes with has results
     */
    public EventOutcome with(Attributes more) {
        refuseLater();
        return new EventOutcome(
                status, Attributes.builder().addAll(results).addAll(more).build(), termination, null);
    }

    /**
     * Returns this outcome with the wish that the job ends. {@linkplain EventOutcome See above}.
     *
     * @return a copy
     * @throws IllegalStateException if this outcome is known later
     */
    public EventOutcome wantTermination() {
        refuseLater();
        return new EventOutcome(status, results, true, null);
    }

    /**
     * Returns this outcome with the wish that the job goes on. {@linkplain EventOutcome See above}.
     *
     * @return a copy
     * @throws IllegalStateException if this outcome is known later
     */
    public EventOutcome noTermination() {
        refuseLater();
        return new EventOutcome(status, results, false, null);
    }

    private void refuseLater() {
        Checks.state(stage == null, "this outcome is known later, and can have nothing added yet");
    }

    /**
     * Returns the status.
     *
     * @return such as {@code PMIX_EVENT_PARTIAL_ACTION_TAKEN}; deferred for one that is known later
     */
    public PmixStatus status() {
        return status;
    }

    /**
     * Returns the results.
     *
     * @return what was added
     */
    public Attributes results() {
        return results;
    }

    /**
     * Returns whether the job is to end.
     *
     * @return empty if the handler did not say
     */
    public Optional<Boolean> termination() {
        return Optional.ofNullable(termination);
    }

    /**
     * Returns where the outcome comes from, if it is known later.
     *
     * @return empty for an outcome that is known
     */
    public Optional<CompletionStage<EventOutcome>> stage() {
        return Optional.ofNullable(stage);
    }

    @Override
    public String toString() {
        return "EventOutcome[" + (stage != null ? stage : status + ", " + results) + "]";
    }
}
