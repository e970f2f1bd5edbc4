// SPDX-License-Identifier: Apache-2.0
package org.pmixj.event;

import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import org.pmixj.Key;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.group.Group;

/**
 * Describes an event to be sent ({@code PMIx_Notify_event}): to whom, and what comes with it. Not for use by several
 * threads at once; may be sent more than once. Whom it is for is given at most once; unless given, it is {@link
 * #toNamespace()}.
 *
 * <p>Unless set otherwise, default handlers do not see it and nobody keeps it. The first because a default handler of a
 * library, such as Open MPI's, takes any event for an error and ends its process; the second because a server keeps 512
 * events and then loses others.
 */
public interface Notification {
    /**
     * Addresses handlers of this process alone ({@code PMIX_RANGE_PROC_LOCAL}).
     *
     * @return this
     * @throws IllegalStateException if whom it is for was given already
     */
    Notification toProcess();

    /**
     * Addresses all processes on this node, those of other jobs too ({@code PMIX_RANGE_LOCAL}).
     *
     * @return this
     * @throws IllegalStateException if whom it is for was given already
     */
    Notification toNode();

    /**
     * Addresses all processes of this job, and no others. ({@code PMIX_RANGE_NAMESPACE} of OpenPMIx 7.0.0rc1 reaches
     * every job, so the event is sent with {@code PMIX_RANGE_CUSTOM}.)
     *
     * @return this
     * @throws IllegalStateException if whom it is for was given already
     */
    Notification toNamespace();

    /**
     * Addresses all processes of a job, and no others.
     *
     * @param nspace its namespace
     * @return this
     * @throws IllegalArgumentException if the namespace is empty, too long or contains NUL
     * @throws IllegalStateException if whom it is for was given already
     */
    Notification toNamespace(String nspace);

    /**
     * Addresses all processes of this session, that is allocation ({@code PMIX_RANGE_SESSION}); with PRRTE, all of its
     * daemons.
     *
     * @return this
     * @throws IllegalStateException if whom it is for was given already
     */
    Notification toSession();

    /**
     * Addresses all processes there are ({@code PMIX_RANGE_GLOBAL}).
     *
     * @return this
     * @throws IllegalStateException if whom it is for was given already
     */
    Notification toAll();

    /**
     * Addresses the host and this process ({@code PMIX_RANGE_RM}).
     *
     * @return this
     * @throws IllegalStateException if whom it is for was given already
     */
    Notification toHost();

    /**
     * Addresses certain processes, and no others ({@code PMIX_RANGE_CUSTOM}).
     *
     * @param procs at least one; with {@link ProcId#all} for a whole namespace; the identifier of a group this process
     *     is a member of, alone or with a group rank, stands for its members at the time of sending
     * @return this
     * @throws IllegalArgumentException if there are none
     * @throws IllegalStateException if whom it is for was given already
     */
    Notification to(Collection<ProcId> procs);

    /**
     * Addresses one process, and no other.
     *
     * @param proc as in {@link #to(Collection)}
     * @return this
     * @throws IllegalStateException if whom it is for was given already
     */
    Notification to(ProcId proc);

    /**
     * Addresses the members of a group at the time of sending, this process among them, and no others.
     *
     * @param group a group this process is a member of
     * @return this
     * @throws IllegalStateException if it no longer is, or whom it is for was given already
     */
    Notification toGroup(Group group);

    /**
     * Addresses some members of a group, and no others.
     *
     * @param group a group this process is a member of
     * @param ranks ranks in the group, at least one
     * @return this
     * @throws IllegalArgumentException if there are none
     * @throws IndexOutOfBoundsException if the group has no such rank
     * @throws IllegalStateException if this process is no longer a member, or whom it is for was given already
     */
    Notification toGroupRanks(Group group, int... ranks);

    /**
     * Names whom the event affects ({@code PMIX_EVENT_AFFECTED_PROC}, {@code PMIX_EVENT_AFFECTED_PROCS}). May be called
     * several times.
     *
     * @param procs the processes; groups as in {@link #to(Collection)}
     * @return this
     */
    Notification affecting(Collection<ProcId> procs);

    /**
     * Names whom the event affects.
     *
     * @param proc as in {@link #affecting(Collection)}
     * @return this
     */
    Notification affecting(ProcId proc);

    /**
     * Adds a message to read ({@code PMIX_EVENT_TEXT_MESSAGE}).
     *
     * @param message the text
     * @return this
     * @throws IllegalArgumentException if it contains NUL
     */
    Notification text(String message);

    /**
     * Adds a value that travels with the event. libpmix hands it on as it is.
     *
     * @param key its name and type
     * @param value its value
     * @param <T> the Java type of the value
     * @return this
     * @throws IllegalArgumentException if the value is out of the type's range, or the key is a directive of events,
     *     for which there is a method here or in {@link HandlerBuilder}
     */
    <T> Notification with(Key<T> key, T value);

    /**
     * Includes default handlers. Beside Open MPI this ends the processes it reaches, unless a handler before Open
     * MPI's answers {@link EventOutcome#complete()}.
     *
     * @return this
     */
    Notification toDefaultHandlersToo();

    /**
     * Requests that the event is kept, by the server of each node and each process it reaches, for handlers that are
     * registered later and ask for it ({@link HandlerBuilder#withCached}).
     *
     * @return this
     */
    Notification cached();

    /**
     * Sets the timeout of the sending; the default of the handle unless set.
     *
     * @param bound more than zero
     * @return this
     * @throws IllegalArgumentException if it is not positive
     */
    Notification timeout(Duration bound);

    /**
     * Sends it, and waits until the server has accepted it, which is before others have seen it. libpmix
     * leaves Nagle's algorithm on: an event and its answer between two processes take some 44 ms, in C too, and one of
     * several sends in a row may; where they follow each other closely {@link #sendAsync} does not wait.
     *
     * @throws IllegalArgumentException if it is more than a message of libpmix can carry, 32 MiB, or has a value that
     *     libpmix cannot carry
     * @throws IllegalStateException if the handle is closed, this process is no longer a member of the group it is for,
     *     or this is libpmix's progress thread
     * @throws PmixException.NotFound if a process or namespace it is for never existed; one that has ended is not told,
     *     and nor is the sender
     * @throws PmixException.Timeout if the server does not answer in time
     * @throws PmixException.NotSupported if it is for others and this process has no server
     * @throws PmixException if libpmix refuses
     */
    void send();

    /**
     * Starts {@link #send} without waiting.
     *
     * @return completed when the server has accepted it
     * @throws IllegalArgumentException if it is more than a message of libpmix can carry, 32 MiB, or has a value that
     *     libpmix cannot carry
     * @throws IllegalStateException if the handle is closed, or this process is no longer a member of the group it is
     *     for
     */
    CompletableFuture<Void> sendAsync();
}
