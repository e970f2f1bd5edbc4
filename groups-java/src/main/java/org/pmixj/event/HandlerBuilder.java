// SPDX-License-Identifier: Apache-2.0
package org.pmixj.event;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.pmixj.ProcId;
import org.pmixj.Range;

/**
 * Describes a handler to register ({@code PMIx_Register_event_handler}): its name, its place in the chain, and the
 * events it receives. A builder must not be used by several threads at once. It can be registered again if it has no
 * name.
 *
 * <p>A handler has at most one place; giving a second one throws {@link IllegalStateException}. Handlers keep their
 * order when others are closed. A handler that is first or last, of all or of its category, remains so as long as it is
 * registered: a new handler whose place contradicts that is refused.
 *
 * <p><b>C libraries in this process.</b> libpmix knows the handlers in Java as one handler for each code, with the name
 * {@code org.pmixj}, except those with a place of their own: a handler that is {@link #first} or {@link #last}, or
 * {@link #before} or {@link #after} a handler of a C library. These libpmix calls at their places, and a handler of a C
 * library can be before or after one of them by its name. The limits:
 *
 * <ul>
 *   <li>A handler for any code has no such place, nor has one for a code that this library handles itself: the end of a
 *       process or job, events of groups, of connections, and the declaration and resources of a programming model. It
 *       is first or last among the handlers in Java.
 *   <li>libpmix has one first and one last handler in a process, whatever their codes, and keeps such a place until
 *       PMIx is finalized. If a C library has it, the registration is refused. After a handler in Java with the place
 *       is closed, the next one for its codes or some of them gets the place, with the name that C libraries know
 *       already. Any other one is first or last among the handlers in Java.
 *   <li>A handler is before or after one of a C library only if both are for one code, or both for several codes. It
 *       cannot be before the first or after the last of all. libpmix keeps this place, too: a handler in Java with the
 *       same place, codes and name gets it again, even if the C library has removed its own handler meanwhile.
 *   <li>A handler in C is before those of a code in Java by the name {@code org.pmixj}; after them only if no other
 *       code got its first handler in Java later.
 *   <li>Events of a code with such a place pass it one after the other. Meanwhile events of other codes may overtake
 *       them, also on their way to a handler for both codes. libpmix may pass an event that excludes default handlers
 *       to the last handler before an earlier one that does not. A handler with such a place decides about {@linkplain
 *       EventOutcome#wantTermination termination} alone: handlers at other places cannot change its decision.
 * </ul>
 */
public interface HandlerBuilder {
    /**
     * Names the handler, for results, the log, and the places of other handlers ({@code PMIX_EVENT_HDLR_NAME}).
     *
     * @param name a name that no other handler of this process has
     * @return this
     * @throws IllegalArgumentException if the name is empty, longer than 511 bytes in UTF-8, or contains NUL
     */
    HandlerBuilder named(String name);

    /**
     * {@return this, set to place the handler first of all, also before those of C libraries ({@code
     * PMIX_EVENT_HDLR_FIRST})} A code has at most one. For any code, and for codes that this library handles itself, it
     * is the first of those in Java.
     */
    HandlerBuilder first();

    /**
     * {@return this, set to place the handler last of all, also after those of C libraries ({@code
     * PMIX_EVENT_HDLR_LAST})} A code has at most one. For any code, and for codes that this library handles itself, it
     * is the last of those in Java.
     */
    HandlerBuilder last();

    /**
     * {@return this, set to place the handler before the others of its category, except one that is the first of all
     * ({@code PMIX_EVENT_HDLR_FIRST_IN_CATEGORY})} A code has at most one such handler.
     */
    HandlerBuilder firstInCategory();

    /**
     * {@return this, set to place the handler after the others of its category, except one that is the last of all
     * ({@code PMIX_EVENT_HDLR_LAST_IN_CATEGORY})} A code has at most one such handler.
     */
    HandlerBuilder lastInCategory();

    /**
     * Places the handler immediately before another one of any category, for the codes they share ({@code
     * PMIX_EVENT_HDLR_BEFORE}), or before one of the same category in a C library of this process.
     *
     * @param name the name of a registered handler; one in Java if there are two
     * @return this
     */
    HandlerBuilder before(String name);

    /**
     * Places the handler immediately after another one of any category, for the codes they share ({@code
     * PMIX_EVENT_HDLR_AFTER}), or after one of the same category in a C library of this process.
     *
     * @param name the name of a registered handler; one in Java if there are two
     * @return this
     */
    HandlerBuilder after(String name);

    /**
     * {@return this, set to place the handler before the handlers of its category that are registered now, but after
     * one with {@link #firstInCategory} ({@code PMIX_EVENT_HDLR_PREPEND})}
     */
    HandlerBuilder prepend();

    /**
     * {@return this, set to place the handler after the handlers of its category that are registered now, but before
     * one with {@link #lastInCategory} ({@code PMIX_EVENT_HDLR_APPEND})} This is the default.
     */
    HandlerBuilder append();

    /**
     * Selects only events sent by certain processes ({@code PMIX_RANGE_CUSTOM} of a registration).
     *
     * @param sources the processes; {@link ProcId#all} stands for a whole namespace, or with the identifier of a group
     *     of this process for its members at the time of the event
     * @return this
     * @throws IllegalArgumentException if there are none
     */
    HandlerBuilder from(Collection<ProcId> sources);

    /**
     * Selects only events sent by one process, see {@link #from(Collection)}.
     *
     * @param source the process
     * @return this
     */
    default HandlerBuilder from(ProcId source) {
        return from(List.of(source));
    }

    /**
     * Selects only events sent from within a range ({@code PMIX_RANGE} of a registration): {@code PROC_LOCAL} by this
     * process, {@code LOCAL} by processes on this node, {@code NAMESPACE} by those of this job; {@code SESSION} and
     * {@code GLOBAL} by any.
     *
     * @param range the range
     * @return this
     * @throws IllegalArgumentException if it is {@code CUSTOM}, for which there is {@link #from(Collection)}, or {@code
     *     RM}, since the host sends its events in the name of the process concerned
     */
    HandlerBuilder from(Range range);

    /**
     * Selects only events that affect certain processes ({@code PMIX_EVENT_AFFECTED_PROCS}), or do not say whom.
     *
     * @param procs the processes, as in {@link #from(Collection)}
     * @return this
     * @throws IllegalArgumentException if there are none
     */
    HandlerBuilder affecting(Collection<ProcId> procs);

    /**
     * Selects only events that affect one process, see {@link #affecting(Collection)}.
     *
     * @param proc the process
     * @return this
     */
    default HandlerBuilder affecting(ProcId proc) {
        return affecting(List.of(proc));
    }

    /**
     * {@return this, set to select only events of jobs and their processes ({@code PMIX_EVENT_JOB_LEVEL}): all but
     * those of {@link #environmentLevel}} libpmix does not implement this directive; this library checks the codes.
     */
    HandlerBuilder jobLevel();

    /**
     * {@return this, set to select only events of the environment ({@code PMIX_EVENT_ENVIRO_LEVEL}), such as the
     * failure of a node: those with the system codes of the Standard, {@code PMIX_EVENT_SYS_BASE} to {@code
     * PMIX_EVENT_SYS_OTHER}} libpmix does not implement this directive; this library checks the codes.
     */
    HandlerBuilder environmentLevel();

    /**
     * Selects only events that pass a test, which runs as a part of the handler.
     *
     * @param test if it throws, the handler does not receive the event, and the log has a warning
     * @return this
     */
    HandlerBuilder where(Predicate<? super Event> test);

    /** {@return this, set to handle one event ({@code PMIX_EVENT_ONESHOT}): the handler is closed before its call} */
    HandlerBuilder once();

    /**
     * {@return this, set to include events that were kept before the registration (see {@link Events}), each once, in
     * their order and before any new event} Only this handler receives them. Other handlers are not called again and do
     * not see its outcome; if the outcome {@linkplain EventOutcome#wantTermination wants termination}, the job ends.
     */
    HandlerBuilder withCached();

    /**
     * {@return this, set to call the handler on the thread that brings the event, libpmix's progress thread, without a
     * change of threads} An event of this process to itself is handled in two thirds of the time, and late ones are
     * rarer. In return the handler and its {@linkplain #where test} must be short: while they run, libpmix does nothing
     * for this process, and no event or answer arrives. They may call everything that does not block, such as the
     * {@code Async} forms; a method that would block throws {@link IllegalStateException}. They must not wait for a
     * future, a lock or another thread: all operations of this process would time out. {@link #answerWithin} has the
     * handlers behind it go on, and does not end such a wait. The handler is called where others are if its turn comes
     * later, after a handler on another thread or for a kept event, and with {@link Range#LOCAL}, for which the host
     * may have to be asked.
     */
    HandlerBuilder inline();

    /**
     * Limits the time of one call of the handler, including its stage and the wait for the executor. Default: 10 s.
     *
     * @param bound more than zero
     * @return this
     */
    HandlerBuilder answerWithin(Duration bound);

    /**
     * Registers the handler. It receives every matching event that is sent after this has returned.
     *
     * @param handler the handler to call
     * @return the registration, to be closed; closing the handle closes it too
     * @throws IllegalArgumentException if no handler of these codes in Java, and none of this category in C, has the
     *     name in {@link #before} or {@link #after}
     * @throws IllegalStateException if the name or the place is taken, in Java or by a C library
     */
    Registration register(EventHandler handler);

    /**
     * {@return a future of {@link #register}, completed with the registration, or with what {@link #register} throws}
     *
     * @param handler the handler to call
     */
    CompletableFuture<Registration> registerAsync(EventHandler handler);
}
