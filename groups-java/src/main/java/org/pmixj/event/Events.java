// SPDX-License-Identifier: Apache-2.0
package org.pmixj.event;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.pmixj.PmixStatus;

/**
 * Registers handlers for events and sends notifications (PMIx Standard, Event Notification). Events report what
 * happened to processes, jobs, groups and programming models. Each goes to the handlers of its code.
 *
 * {@snippet file="EventSnippets.java" region="handler"}
 *
 * {@snippet file="EventSnippets.java" region="async"}
 *
 * <p><b>The chain.</b> The handlers of an event are called one after the other, each when the preceding one has given
 * its outcome. First come the handlers for this one code, then those for several codes, then those for any code; within
 * each of these categories the order is that of registration. {@link HandlerBuilder} can change the order. The outcome
 * {@linkplain EventOutcome#complete() complete} ends the chain. All handles of this process share one chain. libpmix
 * knows it as one handler: handlers of C libraries in this process are called before and after the whole chain, and can
 * end it as the Standard says. A handler in Java that is the first or last of all, or beside one of a C library, is
 * called at its place among those of C libraries; {@link HandlerBuilder} states the limits.
 *
 * <p><b>Order.</b> A handler is called for one event at a time, in the order in which the events arrived. Events of one
 * source arrive in the order in which they were sent. A slow handler therefore delays its own next events and the
 * following handlers of its chains, but neither libpmix nor handlers of other codes. Two handlers for different codes
 * may run at the same time; one handler for both codes sees the events in order. There are three exceptions. For
 * codes with a handler that has a place among those of C libraries, an event of another code may overtake one that
 * passes such a handler, also on its way to a handler for both codes; and an event that excludes default handlers may
 * reach the last handler of all before an earlier event that does not. While the first handler of a code is being
 * registered, events of the code may be overtaken on their way to a handler of any code.
 *
 * <p>A handler receives no event that arrived before it was registered, also if the event passes its place later.
 *
 * <p>An event has been sent when the sender's server has it. A fence does not order events: an event that was sent
 * before the fence may arrive after it.
 *
 * <p><b>Threads and timeouts.</b> Handlers run where the futures of their handle are completed ({@link
 * org.pmixj.Pmix.Builder#executor}): by default each on a thread of its own. They may block, compute, and call
 * anything. If more than 256 handlers and futures are busy at a time, the further ones run on virtual threads. On an
 * executor each call is a task of its own. {@linkplain HandlerBuilder#inline Inline} handlers alone run on libpmix's
 * progress thread, and must not block.
 *
 * <p>A handler that exceeds its timeout ({@link HandlerBuilder#answerWithin}) counts as having taken no action. The log
 * names it, the chain goes on, and its late call may overlap with its next one. The time counts from the handler's
 * turn; if the executor does not start the call in time, the handler is not called for this event.
 *
 * <p><b>The end.</b> Closing a handle closes its handlers and discards the events that wait for them; {@link
 * #awaitIdle} waits for these events. A call under way goes on.
 *
 * <p><b>Events that came before their handler.</b> An event is kept for later handlers if its sender asks for it
 * ({@link Notification#cached()}); one of a C program or the host is kept unless it has {@code
 * PMIX_EVENT_DO_NOT_CACHE}. A handler receives kept events if it asks for them ({@link HandlerBuilder#withCached}).
 * This process keeps the newest 512 events of the codes it has or had handlers for, up to 64 MiB. A server keeps 512
 * events of all codes and loses newer ones.
 *
 * <p><b>Memory.</b> Events wait in this process's memory. The log warns if 10,000 or more wait for one handler.
 * An event for which the JVM has too little memory is lost, and logged with the cause.
 */
public interface Events {
    /**
     * {@return a builder of a handler for some codes}
     *
     * @param codes one or more; duplicates count once
     * @throws IllegalArgumentException if no code is given; see {@link #onAny}
     */
    HandlerBuilder on(PmixStatus... codes);

    /**
     * {@return a builder of a default handler, for events of every code} It receives what the host reports, and
     * notifications with {@link Notification#toDefaultHandlersToo}. It does not receive an event whose sender excludes
     * default handlers ({@code PMIX_EVENT_NON_DEFAULT}).
     */
    HandlerBuilder onAny();

    /**
     * Registers a listener for a code: a handler without a name or place that always answers {@link
     * EventOutcome#noAction}. {@link #on} has more options.
     *
     * @param code the code of the events
     * @param listener receives one event at a time; what it throws is logged
     * @return removes the listener when it is closed
     */
    default Registration listen(PmixStatus code, Consumer<? super Event> listener) {
        return on(code).register(EventHandler.listening(listener));
    }

    /**
     * {@return a future of {@link #listen}, completed with the registration, or with what {@link #listen} throws}
     *
     * @param code the code of the events
     * @param listener receives one event at a time; what it throws is logged
     */
    default CompletableFuture<Registration> listenAsync(PmixStatus code, Consumer<? super Event> listener) {
        return on(code).registerAsync(EventHandler.listening(listener));
    }

    /**
     * {@return a new notification}
     *
     * @param code what happened; the application's own codes are below {@code PMIX_EXTERNAL_ERR_BASE}, -3000
     * @throws IllegalArgumentException if the code is none of an event: 0 and more, {@code PMIX_ERROR}, and those down
     *     to -3000 that neither this library nor libpmix knows; or if only the host and libpmix may send the code, because
     *     others act on it: the end of a process, after which Open MPI would end its own process; the end of a job,
     *     after which PRRTE ends all; a lost connection; the departure of a member of a group; a complete construction
     *     of a group
     */
    Notification notify(PmixStatus code);

    /**
     * Waits until every event that has arrived in this process has been handled. An event that a handler of a C library
     * has not given back yet does not count.
     *
     * @param timeout more than zero
     * @return whether all were handled in time; false if the thread is interrupted, whose interrupt status is then set,
     *     and always false in a handler, whose own event is still being handled
     */
    boolean awaitIdle(Duration timeout);
}
