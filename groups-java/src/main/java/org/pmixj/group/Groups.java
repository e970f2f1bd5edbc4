// SPDX-License-Identifier: Apache-2.0
package org.pmixj.group;

import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import org.pmixj.PmixException;

/**
 * Makes process groups (RFC 0033). Obtained from {@link org.pmixj.Pmix#groups()}.
 *
 * <p>Blocking:
 *
 * <pre>{@code
 * Group group = pmix.groups().construct(
 *         GroupRequest.named("myapp-solvers").members(pmix.job().members()).build());
 * }</pre>
 *
 * <p>Asynchronous:
 *
 * <pre>{@code
 * pmix.groups().constructAsync(request).thenAccept(group -> solve(group));
 * }</pre>
 */
public interface Groups {
    /**
     * Constructs a group by the collective method: completes when every member has called it with the same request.
     *
     * @param request what group
     * @return the group
     * @throws IllegalArgumentException if this process is not among the members, a member does not exist, or the id is
     *     that of a namespace
     * @throws IllegalStateException if a group of this id lives or is being constructed in this process, the session is
     *     closed, or this is libpmix's progress thread
     * @throws PmixException.Timeout if a member did not call in time
     * @throws PmixException.Aborted if a member died, or (across nodes) another member's bound ran out first
     * @throws PmixException if libpmix or its host refuses
     */
    Group construct(GroupRequest request);

    /**
     * Constructs a group by the collective method without waiting. Several may be under way at once, with different ids.
     *
     * <p>Cancelling the future detaches it: the other members still see this process take part. If the construction
     * then succeeds, this process leaves the group at once and the others see it go. A session
     * that is closed meanwhile cannot: see {@link org.pmixj.Pmix#close}.
     *
     * @param request what group
     * @return completed with the group, or with what {@link #construct} throws as a {@link PmixException}
     * @throws IllegalArgumentException as {@link #construct}
     * @throws IllegalStateException if a group of this id lives or is being constructed in this process, or the session
     *     is closed
     */
    CompletableFuture<Group> constructAsync(GroupRequest request);

    /**
     * The groups this process is a member of.
     *
     * @return a snapshot
     */
    Collection<Group> active();
}
