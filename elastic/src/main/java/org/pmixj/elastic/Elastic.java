// SPDX-License-Identifier: Apache-2.0
package org.pmixj.elastic;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.pmixj.Attributes;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixValue;
import org.pmixj.elastic.internal.Growth;
import org.pmixj.elastic.internal.HostView;
import org.pmixj.elastic.internal.Pending;
import org.pmixj.elastic.internal.Shrinking;

/**
 * Adds nodes to the running DVM and gives them back.
 *
 * {@snippet file="ElasticSnippets.java" region="grow"}
 *
 * {@snippet file="ElasticSnippets.java" region="grow-async"}
 *
 * <p>PRRTE 5 does this if it was started with {@code --prtemca prte_elastic_mode 1}: {@code prte} or {@code prterun},
 * on a part of the nodes, such as {@code --host node0:4}. Nodes are named; PRRTE cannot choose them.
 *
 * <p><b>One change at a time.</b> Two changes at once end the DVM or hang (seen with 5.0.0rc1). So all processes of the
 * DVM that use pmixj make their changes one after the other. They do not have their turns in the order in which they
 * called: the first that hears of the end of a change has the next one, most often a process on the node of the launcher.
 * Six processes on three nodes that asked again and again all had their turns, those near the launcher two to four times
 * as often. Nothing protects from programs that do not use pmixj, or from {@code --add-host}, at the same time. If a
 * process ends, or closes its {@code Pmix}, while it waits for its turn, the next one follows; if it ends during its
 * change, that counts as failed. So closing the handle waits for a change that has started, 12 s at most.
 *
 * <p><b>After a failure</b>, such as an unknown node or a daemon that does not start, the next change would hang for
 * ever (seen with 5.0.0rc1). So every further change of this DVM fails here at once, for all processes, with a {@link
 * PmixException} of status {@code PMIX_ERR_DVM_MOD} that names the first failure. Running jobs continue, and jobs can
 * be spawned on the nodes there are.
 *
 * <p><b>Timeouts.</b> {@link PmixException.Timeout} before a change has started withdraws it. A change that has started
 * goes on after the caller's timeout; it counts as failed if PRRTE does not report its end within that timeout, or 10 s
 * if that is longer. A future that is cancelled is the same as one that expires.
 *
 * <p>Every method can also fail with these exceptions, which also complete the futures:
 *
 * <ul>
 *   <li>{@link PmixException.NotSupported} if the DVM is not elastic, was started inside an allocation of Slurm, or
 *       there is none because the process was started without a launcher; or, for added nodes, while a job runs of which
 *       a process has failed: PRRTE (seen with 5.0.0rc1) would lose the new nodes;
 *   <li>{@link IllegalStateException} if a node is not in the state that the change needs: it is reserved already, or
 *       the reservation has ended on which processes are to run;
 *   <li>{@link IllegalArgumentException} if a node must not be changed: the head node, a node with which the DVM was
 *       started, a node of another job.
 * </ul>
 */
public final class Elastic {
    private static final Map<Pmix, Elastic> OPEN = new ConcurrentHashMap<>();

    private final Pmix pmix;
    private final Pending pending;
    private final HostView host;

    private Elastic(Pmix pmix) {
        this.pmix = pmix;
        this.pending = new Pending(pmix);
        this.host = new HostView(pmix);
        pmix.beforeClose(() -> OPEN.remove(pmix));
    }

    /**
     * {@return the operations for a handle, the same object for each call}
     *
     * @param pmix an open handle
     */
    public static Elastic of(Pmix pmix) {
        return OPEN.computeIfAbsent(pmix, Elastic::new);
    }

    // --- changes -------------------------------------------------------------------------------------------------

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
    public Reservation grow(NodeRequest request) {
        return new Growth(pending, request).await();
    }

    /**
     * {@return a future of {@link #grow(NodeRequest)}, completed when the nodes are ready}
     *
     * @param request the nodes and the timeout
     */
    public CompletableFuture<Reservation> growAsync(NodeRequest request) {
        return pmix.deliver(new Growth(pending, request).start());
    }

    /**
     * Gives back nodes of this job's reservations ({@code PMIX_ALLOC_RELEASE}). Returns when no further process starts
     * on them. It neither warns the processes there nor waits for them: PRRTE (seen with 5.0.0rc1) reports them as ended
     * at once, with exit status 0, and kills them about two seconds later. Their calls in these seconds may hang; so let
     * them leave their groups and end before this is called. The same node may be added again. The request names nodes,
     * whichever reservation of this job has them now.
     *
     * @param request the nodes and the timeout
     * @throws IllegalArgumentException if a node is the head node or the node of this process, or was not added by this
     *     job; or if the request has numbers of slots
     * @throws IllegalStateException if a node was given back before
     * @throws PmixException.NotFound if a node is not in the DVM
     * @throws PmixException with {@code PMIX_ERR_DVM_MOD} if PRRTE fails, or an earlier change has failed
     * @throws PmixException.Timeout if PRRTE has not reported it in time
     */
    public void release(NodeRequest request) {
        new Shrinking(pending, request).await();
    }

    /**
     * {@return a future of {@link #release(NodeRequest)}, completed when no further process starts on the nodes}
     *
     * @param request the nodes and the timeout
     */
    public CompletableFuture<Void> releaseAsync(NodeRequest request) {
        return pmix.deliver(new Shrinking(pending, request).start());
    }

    /** Runs an operation of a group on a thread of its own. Its future receives Closed if the handle was closed meanwhile. */
    <T> CompletableFuture<T> apart(String what, Supplier<T> operation) {
        return pmix.deliver(CompletableFuture.supplyAsync(operation, pending::start)
                .exceptionallyCompose(e -> CompletableFuture.failedFuture(pending.orClosed(what, e))));
    }

    // --- what there is -------------------------------------------------------------------------------------------

    /**
     * {@return the nodes of the DVM, the head node first ({@code PMIX_QUERY_ALLOCATION})} Nodes that a process with
     * pmixj has given back, or could not add, are left out; PRRTE (seen with 5.0.0rc1) lists them for ever.
     */
    public List<AllocatedNode> nodes() {
        return host.nodes();
    }

    /**
     * {@return the reservations of all running jobs that were made by pmixj and have nodes, in the order in
     * which they were added}
     */
    public List<Reservation> reservations() {
        return host.reservations();
    }

    /**
     * {@return the attributes of a spawned job that uses the nodes of a reservation ({@code PMIX_SPAWN_TARGET}), for
     * {@link org.pmixj.process.SpawnRequest.Builder#directives}} Other jobs do not use them.
     *
     * @param reservation a reservation of this process's job
     * @throws IllegalStateException if the reservation has ended
     */
    public Attributes onto(Reservation reservation) {
        Objects.requireNonNull(reservation, "reservation");
        if (!host.latest().places().containsValue(reservation.id())) {
            throw new IllegalStateException("spawn: reservation " + reservation.id() + " has ended; add nodes again");
        }
        return Attributes.of(Keys.SPAWN_TARGET, new PmixValue.Str(reservation.id()));
    }
}
