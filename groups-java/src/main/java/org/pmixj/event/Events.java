// SPDX-License-Identifier: Apache-2.0
package org.pmixj.event;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;

/**
 * Registers handlers for events and sends notifications. Events report what happened to processes, jobs, groups and
 * programming models, told to whoever registered for its code (PMIx Standard, Event Notification).
 *
 * {@snippet file="EventSnippets.java" region="handler"}
 *
 * <p>Asynchronous:
 *
 * {@snippet file="EventSnippets.java" region="async"}
 *
 * <p><b>The chain.</b> The handlers of an event are called one after the other, each when the one before it has given
 * its outcome: first the handlers for this one code, then those for several codes, then those for any; within each of
 * these categories in the order of their registration. Directives of the registration change that
 * ({@link HandlerBuilder}). An outcome of {@linkplain EventOutcome#complete() complete} ends the chain. All handles of
 * this process have one chain together. libpmix knows it as one handler, so that handlers of C libraries in the
 * same process are called before and after it, and end or go without it as the Standard says.
 *
 * <p><b>Order.</b> A handler is called for one event at a time, in the order in which the events arrived here; those of
 * one source arrive in the order it sent them. So a handler that takes long holds up the events it is wanted for, and
 * handlers behind it in their chains, and no others: neither libpmix nor handlers of other codes. Between different
 * handlers there is no order but that of the chain: events of two codes that each have a handler of their own are
 * handled at the same time. One handler for both sees them in order.
 *
 * <p>An event has been sent when the sender's server has it. A fence is no barrier for events: those that were sent
 * before it may arrive after it.
 *
 * <p><b>Threads and bounds.</b> Handlers run where the futures of their handle are completed ({@link
 * org.pmixj.Pmix.Builder#executor}), by default each on a virtual thread, never on libpmix's progress thread: they may
 * block and call anything. One that computes for long without blocking does not let go of its processor, and as many of
 * these as there are processors keep every handler on a virtual thread waiting, whatever its code and its timeout: they
 * belong on an executor. On an executor each call is a task of its own. A handler that has given no outcome within its
 * timeout ({@link HandlerBuilder#answerWithin}) counts as having taken no action, the log names it, and the chain goes
 * on; its late call may then overlap with the next. The bound counts from the handler's turn: where an executor of the
 * application's does not get to it in time, the handler is not called for this event at all.
 *
 * <p><b>The end.</b> When a handle is closed its handlers are, and what waits for them is not handled any more;
 * {@link #awaitIdle} waits before. A call under way goes on.
 *
 * <p><b>Events that came before their handler.</b> An event whose sender asks for it ({@link Notification#cached()}),
 * or that a C program or the host sends without {@code PMIX_EVENT_DO_NOT_CACHE}, is kept for handlers that are
 * registered later; those that want it ask for it ({@link HandlerBuilder#withCached}). This process keeps the newest
 * 512 of the codes it has or had handlers for, up to 64 MiB; a server keeps 512 of all codes, and loses newer ones.
 *
 * <p><b>Memory.</b> Events wait for their handler in this process's memory; the log warns of a handler with 10,000 and
 * more.
 */
public interface Events {
    /**
     * Creates a builder for a handler of some codes.
     *
     * @param codes one, or several; the same twice counts once
     * @return a builder
     * @throws IllegalArgumentException if there is none; see {@link #onAny}
     */
    HandlerBuilder on(PmixStatus... codes);

    /**
     * Creates a builder for a default handler, which sees what the host reports, and notifications whose sender asks
     * for it ({@link Notification#toDefaultHandlersToo}): for events of every code but those whose sender asks that no
     * default handler be notified ({@code PMIX_EVENT_NON_DEFAULT}).
     *
     * @return a builder
     */
    HandlerBuilder onAny();

    /**
     * Registers a listener for a code: a handler without a name or place that always answers {@link
     * EventOutcome#noAction}. {@link #on} has the options.
     *
     * @param code what happens
     * @param listener receives one event at a time; what it throws is logged
     * @return removes the listener when it is closed
     * @throws PmixException.Timeout if the server does not answer in time
     * @throws PmixException if libpmix refuses
     */
    default Registration listen(PmixStatus code, Consumer<? super Event> listener) {
        return on(code).register(EventHandler.listening(listener));
    }

    /**
     * Starts {@link #listen} without waiting.
     *
     * @param code what happens
     * @param listener receives one event at a time; what it throws is logged
     * @return completed with the registration; exceptionally with what {@link #listen} throws
     */
    default CompletableFuture<Registration> listenAsync(PmixStatus code, Consumer<? super Event> listener) {
        return on(code).registerAsync(EventHandler.listening(listener));
    }

    /**
     * Creates a notification.
     *
     * @param code what happened; one of the application's own is below {@code PMIX_EXTERNAL_ERR_BASE}, -3000
     * @return a builder
     * @throws IllegalArgumentException if the host and libpmix alone tell it, because others act upon it: the end of a
     *     process, which Open MPI would believe and end its own; the end of a job, upon which PRRTE ends all; a lost
     *     connection; that a member left a group or a group is complete
     */
    Notification notify(PmixStatus code);

    /**
     * Waits until no event that has arrived in this process waits for a handler or is with one, before the session is
     * closed for example.
     *
     * @param timeout more than zero
     * @return false if there still are some when the time is over, or the thread is interrupted, whose interrupt status
     *     is then set; in a handler, whose own event it is, always
     * @throws IllegalArgumentException if the timeout is not positive
     */
    boolean awaitIdle(Duration timeout);
}
