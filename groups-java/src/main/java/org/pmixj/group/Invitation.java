// SPDX-License-Identifier: Apache-2.0
package org.pmixj.group;

import java.util.concurrent.CompletableFuture;
import org.pmixj.PmixException;
import org.pmixj.ProcId;

/**
 * Represents an invitation to a group (RFC 0033, {@code PMIX_GROUP_INVITED}), to be accepted or declined once, at any
 * time before it is over. All methods may be called by any thread.
 */
public interface Invitation {
    /**
     * Returns the id of the group.
     *
     * @return as the leader named it
     */
    String groupId();

    /**
     * Returns who leads the construction.
     *
     * @return who invites, or has taken over since
     */
    ProcId leader();

    /**
     * Returns who takes part: who invited, then the invited in order. One that was replaced or left out may still be
     * here.
     *
     * @return an immutable snapshot
     */
    Members participants();

    /**
     * Returns whether it can be answered.
     *
     * @return false once it was answered, aborted, or completed without this process
     */
    boolean isOpen();

    /**
     * Accepts ({@code PMIx_Group_join} with {@code PMIX_GROUP_ACCEPT}), and waits until the group is complete.
     *
     * @return the group
     * @throws IllegalStateException if it was answered before, a group of this id lives or is being constructed in this
     *     process, or the session is closed
     * @throws PmixException.Timeout if the group is not complete within the session's default timeout
     * @throws PmixException.Aborted if the construction was aborted, or goes on without this process; it says who did
     *     that
     * @throws PmixException.MemberLost if the leader failed and nobody took over
     */
    Group accept();

    /**
     * Runs {@link #accept()} with options.
     *
     * @param options limits it, and says what to do if the leader fails
     * @return the group
     */
    Group accept(AcceptOptions options);

    /**
     * Starts {@link #accept()} without waiting. Cancelling the future takes the acceptance back.
     *
     * @return completed with the group, or with what {@link #accept()} throws as a {@link PmixException}
     * @throws IllegalStateException if it was answered before, a group of this id lives or is being constructed in this
     *     process, or the session is closed
     */
    CompletableFuture<Group> acceptAsync();

    /**
     * Runs {@link #acceptAsync()} with options.
     *
     * @param options limits it, and says what to do if the leader fails
     * @return completed with the group
     */
    CompletableFuture<Group> acceptAsync(AcceptOptions options);

    /**
     * Declines ({@code PMIx_Group_join} with {@code PMIX_GROUP_DECLINE}). Waits for nobody; does nothing if the
     * construction is over.
     *
     * @throws IllegalStateException if it was answered before, or the session is closed
     */
    void decline();

    /**
     * Returns what becomes of it, whoever answers: for an {@link InvitationHandler} that has accepted.
     *
     * @return a future of its own for each call: the group; or, as a {@link PmixException}, why there is none. One that
     *     this process declined ends with {@link PmixException.Aborted}
     */
    CompletableFuture<Group> outcome();
}
