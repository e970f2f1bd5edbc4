// SPDX-License-Identifier: Apache-2.0
package org.pmixj.event;

import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Range;

/**
 * Describes a handler before it is registered ({@code PMIx_Register_event_handler}): its name, its place in the chain,
 * which events it wants. It must not be used by several threads at once; may be registered more than once if it has no
 * name.
 *
 * <p>A place is given at most once. Handlers keep their order when others are closed. What is promised to a handler
 * that is first or last, of all or of its category, holds as long as it is registered: one that wants a place before or
 * after it against that is refused.
 */
public interface HandlerBuilder {
    /**
     * Names the handler, for results, the log, and the place of others ({@code PMIX_EVENT_HDLR_NAME}).
     *
     * @param name no other handler of this process has it
     * @return this
     * @throws IllegalArgumentException if the name is empty, longer than 511 bytes in UTF-8, or contains NUL
     */
    HandlerBuilder named(String name);

    // --- place ---------------------------------------------------------------------------------------------------

    /**
     * Places the handler before all others, of whatever category ({@code PMIX_EVENT_HDLR_FIRST}). A code has at most
     * one such.
     *
     * @return this
     * @throws IllegalStateException if a place was given already
     */
    HandlerBuilder first();

    /**
     * Places the handler after all others, of whatever category ({@code PMIX_EVENT_HDLR_LAST}). A code has at most one
     * such.
     *
     * @return this
     * @throws IllegalStateException if a place was given already
     */
    HandlerBuilder last();

    /**
     * Places the handler before the others of its category, but for one that is the first of all
     * ({@code PMIX_EVENT_HDLR_FIRST_IN_CATEGORY}). At most one for a code.
     *
     * @return this
     * @throws IllegalStateException if a place was given already
     */
    HandlerBuilder firstInCategory();

    /**
     * Places the handler after the others of its category, but for one that is the last of all
     * ({@code PMIX_EVENT_HDLR_LAST_IN_CATEGORY}). At most one for a code.
     *
     * @return this
     * @throws IllegalStateException if a place was given already
     */
    HandlerBuilder lastInCategory();

    /**
     * Places the handler immediately before another, of whatever category, for the codes they share ({@code
     * PMIX_EVENT_HDLR_BEFORE}).
     *
     * @param name of a handler that is registered
     * @return this
     * @throws IllegalArgumentException if the name is none, see {@link #named}
     * @throws IllegalStateException if a place was given already
     */
    HandlerBuilder before(String name);

    /**
     * Places the handler immediately after another, of whatever category, for the codes they share ({@code
     * PMIX_EVENT_HDLR_AFTER}).
     *
     * @param name of a handler that is registered
     * @return this
     * @throws IllegalArgumentException if the name is none, see {@link #named}
     * @throws IllegalStateException if a place was given already
     */
    HandlerBuilder after(String name);

    /**
     * Places the handler before those of its category that are registered already, but not before its first
     * ({@code PMIX_EVENT_HDLR_PREPEND}).
     *
     * @return this
     * @throws IllegalStateException if a place was given already
     */
    HandlerBuilder prepend();

    /**
     * Places the handler after those of its category that are registered already, but not after its last
     * ({@code PMIX_EVENT_HDLR_APPEND}): where a handler without a place is too.
     *
     * @return this
     * @throws IllegalStateException if a place was given already
     */
    HandlerBuilder append();

    // --- which events --------------------------------------------------------------------------------------------

    /**
     * Selects only events sent by certain processes ({@code PMIX_RANGE_CUSTOM} of a registration).
     *
     * @param sources with {@link ProcId#all} for a whole namespace; the identifier of a group of this process stands
     *     for its members at the time of the event
     * @return this
     * @throws IllegalArgumentException if there are none
     */
    HandlerBuilder from(Collection<ProcId> sources);

    /**
     * Selects only events sent by one process.
     *
     * @param source as in {@link #from(Collection)}
     * @return this
     */
    HandlerBuilder from(ProcId source);

    /**
     * Selects only events sent from within a range ({@code PMIX_RANGE} of a registration): {@code PROC_LOCAL} by this
     * process, {@code LOCAL} by processes on this node, {@code NAMESPACE} by those of this job; {@code SESSION} and
     * {@code GLOBAL} by any.
     *
     * @param range the range
     * @return this
     * @throws IllegalArgumentException if it is {@code CUSTOM}, for which there is {@link #from(Collection)}, or {@code
     *     RM}: the host raises its events in the name of the process concerned
     */
    HandlerBuilder from(Range range);

    /**
     * Selects only events that affect certain processes, or do not say whom they affect ({@code
     * PMIX_EVENT_AFFECTED_PROCS}).
     *
     * @param procs with {@link ProcId#all} for a whole namespace; groups as in {@link #from(Collection)}
     * @return this
     * @throws IllegalArgumentException if there are none
     */
    HandlerBuilder affecting(Collection<ProcId> procs);

    /**
     * Selects only events that affect one process, or do not say whom they affect ({@code PMIX_EVENT_AFFECTED_PROC}).
     *
     * @param proc as in {@link #affecting(Collection)}
     * @return this
     */
    HandlerBuilder affecting(ProcId proc);

    /**
     * Selects only events of jobs and their processes ({@code PMIX_EVENT_JOB_LEVEL}): all but those of the environment.
     * libpmix does not have this directive; the events are distinguished here, by their codes.
     *
     * @return this
     */
    HandlerBuilder jobLevel();

    /**
     * Selects only events of the environment ({@code PMIX_EVENT_ENVIRO_LEVEL}), such as a node that is down: those
     * whose codes the Standard has for the system, {@code PMIX_EVENT_SYS_BASE} to {@code PMIX_EVENT_SYS_OTHER}. libpmix
     * does not have this directive; the events are distinguished here.
     *
     * @return this
     */
    HandlerBuilder environmentLevel();

    /**
     * Selects only events that pass a test, which runs as a part of the handler.
     *
     * @param test one that throws lets the event pass by, with a warning
     * @return this
     */
    HandlerBuilder where(Predicate<? super Event> test);

    /**
     * Handles one event only: the handler is closed before it is called ({@code PMIX_EVENT_ONESHOT}).
     *
     * @return this
     */
    HandlerBuilder once();

    /**
     * Includes events that came before the registration and were kept ({@link Events}), each once, in their order and
     * before any new one. They are for this handler alone: other handlers are not called again, and learn nothing of
     * its outcome; a wish for termination is heeded.
     *
     * @return this
     */
    HandlerBuilder withCached();

    // --- bounds --------------------------------------------------------------------------------------------------

    /**
     * Sets how long a call of the handler may take, its stage and the wait for the executor included; 10 s unless set.
     *
     * @param bound more than zero
     * @return this
     * @throws IllegalArgumentException if it is not positive
     */
    HandlerBuilder answerWithin(Duration bound);

    /**
     * Sets the timeout of the registration; the default of the handle unless set.
     *
     * @param bound more than zero
     * @return this
     * @throws IllegalArgumentException if it is not positive
     */
    HandlerBuilder timeout(Duration bound);

    // --- registration --------------------------------------------------------------------------------------------

    /**
     * Registers the handler. An event that is sent after this has returned is not missed.
     *
     * @param handler what is called
     * @return to be closed; closing the handle closes it too
     * @throws IllegalArgumentException if there is no handler of the name it is to be before or after, or none for any
     *     of its codes
     * @throws IllegalStateException if its name or its place is taken, the handle is closed, or this is libpmix's
     *     progress thread
     * @throws PmixException.Timeout if the server does not answer in time
     * @throws PmixException if libpmix refuses
     */
    Registration register(EventHandler handler);

    /**
     * Starts {@link #register} without waiting.
     *
     * @param handler what is called
     * @return completed with the registration; exceptionally with what {@link #register} throws
     */
    CompletableFuture<Registration> registerAsync(EventHandler handler);
}
