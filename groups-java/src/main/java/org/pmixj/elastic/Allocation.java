// SPDX-License-Identifier: Apache-2.0
package org.pmixj.elastic;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.pmixj.PmixException;
import org.pmixj.event.Registration;

/**
 * Adds nodes to the running DVM and gives them back. {@link org.pmixj.Pmix#allocation()} returns it.
 *
 * {@snippet file="HostSnippets.java" region="grow"}
 *
 * {@snippet file="HostSnippets.java" region="grow-async"}
 *
 * <p>PRRTE 5 does this if it was started with {@code --prtemca prte_elastic_mode 1}: {@code prte} or {@code prterun},
 * on a part of the nodes, such as {@code --host node0:4}. Nodes are named; PRRTE cannot choose them.
 *
 * <p><b>One change at a time.</b> Two changes at once end the DVM or hang (seen with 5.0.0rc1). So all processes of the
 * DVM that use pmixj make their changes one after the other. The order of concurrent calls is not defined. Nothing
 * protects from programs that do not use pmixj, or from {@code --add-host}, at the same time. If a process ends, or
 * closes its {@code Pmix}, while it waits for its turn, the next one follows; if it ends during its change, that counts
 * as failed.
 *
 * <p><b>After a failure</b>, such as an unknown node or a daemon that does not start, the next change would hang for
 * ever (seen with 5.0.0rc1). So every further change of this DVM fails here at once, for all processes, with a {@link
 * PmixException} of status {@code PMIX_ERR_DVM_MOD} that names the first failure. What runs goes on, and jobs can be
 * spawned on the nodes there are.
 *
 * <p><b>Timeouts.</b> {@link PmixException.Timeout} before a change has begun withdraws it. A change that has begun
 * goes on after the caller's timeout; it counts as failed if PRRTE does not report its end within that timeout, or 10 s
 * if that is longer. A future that is cancelled is the same as one that expires.
 *
 * <p>Every method can also fail with these exceptions, which also complete the futures:
 *
 * <ul>
 *   <li>{@link PmixException.NotSupported} if the DVM is not elastic, was started inside an allocation of Slurm, or
 *       there is none because the process was started without a launcher;
 *   <li>{@link IllegalStateException} if a node is not in the state that the change needs: it is reserved already, or
 *       the reservation has ended;
 *   <li>{@link IllegalArgumentException} if a node must not be changed: the head node, a node with which the DVM was
 *       started, a node of another job.
 * </ul>
 */
public interface Allocation {
    /**
     * Adds nodes to the DVM and reserves them for this job ({@code PMIX_ALLOC_NEW}). Returns when PRRTE reports that
     * they are ready ({@code PMIX_DVM_IS_READY}).
     *
     * @param request the nodes and the timeout
     * @return the reservation
     * @throws IllegalArgumentException if a node was in the DVM when it was started
     * @throws IllegalStateException if a node is in a reservation
     * @throws PmixException.NotFound if a name is not known here ({@link NodeRequest#checkHosts}); nothing has happened
     * @throws PmixException with {@code PMIX_ERR_DVM_MOD} if PRRTE could not add them, or an earlier change has failed
     * @throws PmixException.Timeout if they were not ready in time
     */
    Reservation grow(NodeRequest request);

    /**
     * {@return the result of {@link #grow(NodeRequest)} with the default timeout}
     *
     * @param nodes the names, each maybe with a colon and a number of slots
     */
    default Reservation grow(String... nodes) {
        return grow(NodeRequest.of(nodes));
    }

    /**
     * {@return a future of {@link #grow(NodeRequest)}, completed when the nodes are ready}
     *
     * @param request the nodes and the timeout
     */
    CompletableFuture<Reservation> growAsync(NodeRequest request);

    /**
     * {@return the future of a {@link #grow(String...)} that is started without waiting}
     *
     * @param nodes the names, each maybe with a colon and a number of slots
     */
    default CompletableFuture<Reservation> growAsync(String... nodes) {
        return growAsync(NodeRequest.of(nodes));
    }

    /**
     * Gives back nodes of this job's reservations ({@code PMIX_ALLOC_RELEASE}). Returns when no further process starts
     * on them. It does not wait for the processes there, which receive {@link AllocationEvent.Releasing} first: PRRTE
     * reports them as ended at once, with exit status 0, and kills them about two seconds later. What they call in
     * these seconds may hang; so let them leave their groups and end before this is called. The same node may be added
     * again.
     *
     * @param request the nodes, or a reservation, and the timeout
     * @throws IllegalArgumentException if a node is the head node or the node of this process, or was not added by this
     *     job; or if the request has numbers of slots
     * @throws IllegalStateException if a node was given back before, or the reservation has ended
     * @throws PmixException.NotFound if a node is not in the DVM
     * @throws PmixException with {@code PMIX_ERR_DVM_MOD} if PRRTE fails, or an earlier change has failed
     * @throws PmixException.Timeout if PRRTE has not reported it in time
     */
    void release(NodeRequest request);

    /**
     * Runs {@link #release(NodeRequest)} for all nodes of a reservation, with the default timeout.
     *
     * @param reservation the reservation
     */
    default void release(Reservation reservation) {
        release(NodeRequest.of(reservation));
    }

    /**
     * {@return a future of {@link #release(NodeRequest)}, completed when no further process starts on the nodes}
     *
     * @param request the nodes, or a reservation, and the timeout
     */
    CompletableFuture<Void> releaseAsync(NodeRequest request);

    /**
     * {@return the future of a {@link #release(Reservation)} that is started without waiting}
     *
     * @param reservation the reservation
     */
    default CompletableFuture<Void> releaseAsync(Reservation reservation) {
        return releaseAsync(NodeRequest.of(reservation));
    }

    /**
     * {@return the nodes of the DVM, the head node first ({@code PMIX_QUERY_ALLOCATION})} Nodes that a process with
     * pmixj has given back, or could not add, are left out; PRRTE (seen with 5.0.0rc1) lists them for ever.
     */
    List<AllocatedNode> nodes();

    /** {@return the future of a {@link #nodes} that is started without waiting} */
    CompletableFuture<List<AllocatedNode>> nodesAsync();

    /**
     * {@return the reservations of all running jobs that were made by pmixj and have nodes, in the order of their
     * making}
     */
    List<Reservation> reservations();

    /** {@return the future of a {@link #reservations} that is started without waiting} */
    CompletableFuture<List<Reservation>> reservationsAsync();

    /**
     * Registers a listener for changes: those of this process's job, and those that take away the node of this process.
     * Each listener receives one event at a time, in order, on the executor of the handle or a thread of the library.
     * It waits until the registration has reached the host.
     *
     * @param listener called for each event
     * @return removes the listener when it is closed
     * @throws PmixException.Timeout if the host does not answer
     */
    Registration onChange(Consumer<? super AllocationEvent> listener);
}
