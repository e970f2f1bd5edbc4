// SPDX-License-Identifier: Apache-2.0
package org.pmixj.group;

import java.util.concurrent.CompletableFuture;
import org.pmixj.PmixException;
import org.pmixj.ProcId;

/** Represents an invitation to a group (RFC 0033, {@code PMIX_GROUP_INVITED}). It can be answered once. */
public interface Invitation {
    /** {@return the id of the group, as the leader named it} */
    String groupId();

    /** {@return the leader of the construction: the inviting process, or the one that has taken over since} */
    ProcId leader();

    /**
     * {@return a snapshot of the participants: the inviting process, then all that were invited, in order; immutable}
     */
    Members participants();

    /** {@return whether it can be answered: it was not, and the construction is not over for this process} */
    boolean isOpen();

    /**
     * {@return this invitation, to be accepted with options}
     *
     * {@snippet file="GroupSnippets.java" region="accept-options"}
     *
     * @param options the timeout, what to do if the leader fails, and information for the members
     */
    Invitation with(AcceptOptions options);

    /**
     * Accepts the invitation ({@code PMIx_Group_join} with {@code PMIX_GROUP_ACCEPT}). Waits until the group is
     * complete.
     *
     * @return the group
     * @throws IllegalArgumentException if the information of the {@linkplain #with options} is too large, or the leader
     *     cannot send it to the members
     * @throws IllegalStateException if it was answered, or a group of this id exists or is being constructed here
     * @throws PmixException.Timeout if the group is not complete in time
     * @throws PmixException.Aborted if the construction was aborted, or goes on without this process; the message says
     *     who decided that
     * @throws PmixException.MemberLost if the leader failed and nobody took over
     */
    Group accept();

    /**
     * Starts {@link #accept()} without waiting. Cancelling the future withdraws the acceptance.
     *
     * @return completed with the group, or with the {@link PmixException} of {@link #accept()}
     * @throws IllegalStateException as {@link #accept()}
     */
    CompletableFuture<Group> acceptAsync();

    /**
     * Declines the invitation ({@code PMIx_Group_join} with {@code PMIX_GROUP_DECLINE}). It waits for no other process,
     * and does nothing if the construction is over.
     *
     * @throws IllegalStateException if it was answered before
     */
    void decline();

    /**
     * {@return a new future of the group, whoever answers the invitation, for example for an {@link InvitationHandler}
     * that accepts} A {@link PmixException} completes it if there is no group: {@link PmixException.Aborted} if this
     * process declined.
     */
    CompletableFuture<Group> outcome();
}
