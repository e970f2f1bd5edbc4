// SPDX-License-Identifier: Apache-2.0
package org.pmixj.group;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.pmixj.PmixException;
import org.pmixj.event.Registration;

/**
 * Constructs process groups (RFC 0033). Obtained from {@link org.pmixj.Pmix#groups()}.
 *
 * <p>Blocking:
 *
 * {@snippet file="GroupSnippets.java" region="construct"}
 *
 * <p>Asynchronous:
 *
 * {@snippet file="GroupSnippets.java" region="construct-async"}
 */
public interface Groups {
    /**
     * Constructs a group: completes when every member has called it, by the collective method with the same request.
     *
     * @param request what group
     * @return the group
     * @throws IllegalArgumentException if this process is not among the members, a member does not exist or is not on
     *     this node where it must be, the order is not one of the members, or the id is that of a namespace
     * @throws IllegalStateException if a group of this id lives or is being constructed in this process, the session is
     *     closed, or this is libpmix's progress thread
     * @throws PmixException.Timeout if a member did not call in time
     * @throws PmixException.MemberLost if a member that this process knows of died, unless the group is created without
     *     it
     * @throws PmixException.Aborted if a member died, or (across nodes) another member's timeout expired first
     * @throws PmixException.Exists if another group of this id was constructed at the same time, or the members did not
     *     all name the same ones
     * @throws PmixException.BadParameter if this process asked for another {@linkplain GroupRequest.Builder#finalOrder
     *     final order} than the others; without one libpmix decides, and nobody is notified
     * @throws PmixException if libpmix or its host refuses
     */
    Group construct(GroupRequest request);

    /**
     * Constructs a group without waiting. Several may be under way at once, with different ids.
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
     * Constructs a group by invitation ({@code PMIx_Group_invite}): asks processes, and completes when all who are
     * asked have accepted, or what the {@linkplain InviteRequest.Builder#policy policy} made of those who did not. This
     * process leads until then, and is the first member. The others must answer invitations, see {@link #onInvitation};
     * programs in C that use libpmix alone can be invited as well.
     *
     * <p>Several invitations may be pending at once, also to the same processes.
     *
     * @param request whom to what
     * @return the group
     * @throws IllegalArgumentException if a process does not exist, or the id is that of a namespace
     * @throws IllegalStateException if a group of this id lives or is being constructed in this process, the session is
     *     closed, or this is libpmix's progress thread
     * @throws PmixException.Timeout if a process did not answer in time
     * @throws PmixException.Aborted if a process declined, or the policy or the others have ended it; it says who
     * @throws PmixException.MemberLost if a process ended
     */
    Group invite(InviteRequest request);

    /**
     * Starts {@link #invite} without waiting. Cancelling the future aborts the construction, and everyone who was
     * invited is notified.
     *
     * @param request whom to what
     * @return completed with the group, or with what {@link #invite} throws as a {@link PmixException}
     * @throws IllegalArgumentException as {@link #invite}
     * @throws IllegalStateException if a group of this id lives or is being constructed in this process, or the session
     *     is closed
     */
    CompletableFuture<Group> inviteAsync(InviteRequest request);

    /**
     * Registers a handler that answers invitations ({@code PMIX_GROUP_INVITED}, {@code PMIx_Group_join}), those that
     * are open already too. Until a process calls this it is silent to those who invite it. Of several handlers the
     * first that was registered is asked first.
     *
     * @param handler answers them
     * @return ends it
     */
    Registration onInvitation(InvitationHandler handler);

    /**
     * Returns the invitations that have not been answered.
     *
     * @return a snapshot
     */
    List<Invitation> invitations();

    /**
     * Constructs a group that others construct and {@linkplain GroupRequest.Builder#addMembers add} this process to. It
     * waits until the construction completes, whichever of the two calls comes first. It is {@link #construct} of
     * {@link GroupRequest#added}, which has the options.
     *
     * @param id the identifier of the group
     * @return the group
     * @throws IllegalArgumentException if the identifier is empty, too long, contains NUL or is that of a namespace
     * @throws IllegalStateException as {@link #construct}
     * @throws PmixException.Timeout if the group was not complete in time, for instance because nobody adds this
     *     process
     */
    default Group constructAdded(String id) {
        return construct(GroupRequest.added(id).build());
    }

    /**
     * Starts {@link #constructAdded} without waiting.
     *
     * @param id the identifier of the group
     * @return completed with the group, or with what {@link #constructAdded} throws as a {@link PmixException}
     */
    default CompletableFuture<Group> constructAddedAsync(String id) {
        return constructAsync(GroupRequest.added(id).build());
    }

    /**
     * Returns an identifier for a group that no other has: the prefix, the number of this call with it, and the
     * namespace of this process's job. Processes of one job that call it equally often with one prefix get the same, so
     * that each place in a program takes a prefix of its own. It asks nobody. Processes of other jobs get others: one
     * hands it on to them.
     *
     * @param prefix names the place in the program, not empty, without NUL
     * @return 1 to 255 bytes in UTF-8
     * @throws IllegalArgumentException if the prefix is empty, contains NUL or makes it too long
     */
    String uniqueId(String prefix);

    /**
     * Returns the groups this process is a member of.
     *
     * @return a snapshot
     */
    Collection<Group> active();
}
