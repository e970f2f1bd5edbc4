// SPDX-License-Identifier: Apache-2.0
package org.pmixj.event;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.pmixj.Key;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.group.Group;

/**
 * Describes an event to send ({@code PMIx_Notify_event}): its receivers and its information. A notification must not be
 * used by several threads at once, and may be sent more than once.
 *
 * <p>The receivers are addressed at most once; addressing others throws {@link IllegalStateException}. By default they
 * are those of {@link #toNamespace()}.
 *
 * <p>Unless set otherwise, default handlers do not receive the event and nobody keeps it. A default handler of a
 * library such as Open MPI regards every event as an error and ends its process.
 */
public interface Notification {
    /** {@return this, set to address the handlers of this process only ({@code PMIX_RANGE_PROC_LOCAL})} */
    Notification toProcess();

    /** {@return this, set to address all processes on this node, of all jobs ({@code PMIX_RANGE_LOCAL})} */
    Notification toNode();

    /**
     * {@return this, set to address all processes of this job, and no others} ({@code PMIX_RANGE_NAMESPACE} of OpenPMIx
     * 7.0.0rc1 reaches every job, so the event is sent with {@code PMIX_RANGE_CUSTOM}.)
     */
    Notification toNamespace();

    /**
     * Addresses all processes of a job, and no others.
     *
     * @param nspace the namespace of the job
     * @return this
     */
    default Notification toNamespace(String nspace) {
        return to(ProcId.all(nspace));
    }

    /**
     * {@return this, set to address all processes of the allocation ({@code PMIX_RANGE_SESSION}), with PRRTE those of
     * all its daemons}
     */
    Notification toSession();

    /** {@return this, set to address all processes ({@code PMIX_RANGE_GLOBAL})} */
    Notification toAll();

    /** {@return this, set to address the host and this process ({@code PMIX_RANGE_RM})} */
    Notification toHost();

    /**
     * Addresses certain processes, and no others ({@code PMIX_RANGE_CUSTOM}).
     *
     * @param procs at least one; {@link ProcId#all} stands for a whole namespace. The identifier of a group of this
     *     process, with the wildcard or a group rank, stands for its members at the time of sending
     * @return this
     */
    Notification to(Collection<ProcId> procs);

    /**
     * Addresses one process, see {@link #to(Collection)}.
     *
     * @param proc the process
     * @return this
     */
    default Notification to(ProcId proc) {
        return to(List.of(proc));
    }

    /**
     * Addresses the members of a group at the time of sending, including this process, and no others.
     *
     * @param group a group of this process
     * @return this
     * @throws IllegalStateException if this process is no longer a member
     */
    Notification toGroup(Group group);

    /**
     * Addresses some members of a group, and no others.
     *
     * @param group a group of this process
     * @param ranks ranks in the group, at least one
     * @return this
     * @throws IndexOutOfBoundsException if the group has no such rank
     * @throws IllegalStateException if this process is no longer a member
     */
    Notification toGroupRanks(Group group, int... ranks);

    /**
     * Names the processes that the event affects ({@code PMIX_EVENT_AFFECTED_PROC}, {@code PMIX_EVENT_AFFECTED_PROCS}).
     * Calls add up.
     *
     * @param procs the processes, as in {@link #to(Collection)}
     * @return this
     */
    Notification affecting(Collection<ProcId> procs);

    /**
     * Names a process that the event affects, see {@link #affecting(Collection)}.
     *
     * @param proc the process
     * @return this
     */
    default Notification affecting(ProcId proc) {
        return affecting(List.of(proc));
    }

    /**
     * Adds a message for people ({@code PMIX_EVENT_TEXT_MESSAGE}).
     *
     * @param message the text
     * @return this
     */
    Notification text(String message);

    /**
     * Adds a value to the event. libpmix forwards it unchanged.
     *
     * @param key the name and type of the value
     * @param value the value
     * @param <T> the Java type of the value
     * @return this
     * @throws IllegalArgumentException if the value is out of the type's range, or the key is a directive of events,
     *     for which this interface or {@link HandlerBuilder} has a method
     */
    <T> Notification with(Key<T> key, T value);

    /**
     * {@return this, set to include default handlers} The default handler of Open MPI ends its process, unless a
     * preceding handler answers {@link EventOutcome#complete()}.
     */
    Notification toDefaultHandlersToo();

    /**
     * {@return this, set to request that the event is kept for handlers that are registered later with {@link
     * HandlerBuilder#withCached}} The server of each node and each process that it reaches keep it; a server keeps 512
     * events and then loses others. An event to a whole namespace, by {@link #toNamespace()} or {@link
     * org.pmixj.ProcId#all}, is lost as soon as any process of it ends its session (seen with 7.0.0rc1): for one that
     * must last longer, use {@link #toAll} or name the processes one by one.
     */
    Notification cached();

    /**
     * Sends the event, and waits until the server has accepted it; the receivers see it later. libpmix leaves Nagle's
     * algorithm on: an event and its answer take 44 ms between programs in C. This library has messages acknowledged at
     * once, so that they take less than one between Java processes. For sends in quick succession, {@link #sendAsync}
     * does not wait.
     *
     * @throws IllegalArgumentException if the event exceeds 32 MiB or has a value that libpmix cannot carry
     * @throws IllegalStateException if this process is no longer a member of the group it addresses
     * @throws PmixException.NotFound if an addressed process or namespace never existed; one that has ended is ignored
     * @throws PmixException.NotSupported if it addresses other processes and this process has no server
     */
    void send();

    /**
     * {@return a future of {@link #send}, completed when the server has accepted the event}
     *
     * @throws IllegalArgumentException as {@link #send}
     * @throws IllegalStateException as {@link #send}
     */
    CompletableFuture<Void> sendAsync();
}
