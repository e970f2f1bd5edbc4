// SPDX-License-Identifier: Apache-2.0
package org.pmixj.group;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.event.Registration;

/**
 * Constructs process groups (RFC 0033). {@link org.pmixj.Pmix#groups()} returns it.
 *
 * {@snippet file="GroupSnippets.java" region="construct"}
 *
 * {@snippet file="GroupSnippets.java" region="construct-async"}
 */
public interface Groups {
    /**
     * Constructs a group: waits until every member has called it, by the collective method with the same request. If
     * another member is on its node, the server counts a process that has ended before its call as one that has called.
     * Requests with {@link GroupRequest.Builder#optional optional}, {@link GroupRequest.Builder#faultTolerant
     * faultTolerant} or a leader that all name notice it. By others it is a member at first, if it ended in good order
     * or before this process constructed a group at all: the group loses it when the host reports it or is asked, which
     * it is a second later and while an operation waits.
     *
     * @param request the group
     * @return the group
     * @throws IllegalArgumentException if this process is not among the members, a member does not exist or is not on
     *     this node as {@link GroupRequest.Builder#localOnly} requires, the order is not one of the members, the id
     *     is that of a namespace, or this process has committed more than its share of the 100 MiB that PRRTE sends to
     *     other nodes with a construct
     * @throws IllegalStateException if a group of this id exists or is being constructed in this process
     * @throws PmixException.Timeout if a member did not call in time
     * @throws PmixException.MemberLost if a member ended, unless the group is constructed without it
     * @throws PmixException.Aborted if a member ended, or (across nodes) another member's timeout expired first
     * @throws PmixException.Exists if another group of this id was constructed meanwhile, or members named others
     * @throws PmixException.BadParameter if this process requested another {@linkplain GroupRequest.Builder#finalOrder
     *     final order} than the others; a process that requests none receives the order of libpmix
     */
    Group construct(GroupRequest request);

    /**
     * Starts {@link #construct} without waiting. Several constructions may be under way at once, with different ids. A
     * construction that {@linkplain GroupRequest.Builder#collectData collects data} contains a fence, which is in its
     * place among the fences of these members that this process calls before and afterwards, if all members are known
     * here.
     *
     * <p>Cancelling the future does not withdraw this process: the other members still see it take part. If the
     * construction then succeeds, this process leaves the group at once, and the others see its departure. It cannot
     * leave if the session is closed meanwhile, see {@link org.pmixj.Pmix#close}.
     *
     * @param request the group
     * @return completed with the group, or with the {@link PmixException} of {@link #construct}; if it names a job of
     *     which this process knows nothing yet, also with the other exceptions
     * @throws IllegalArgumentException as {@link #construct}
     * @throws IllegalStateException as {@link #construct}
     */
    CompletableFuture<Group> constructAsync(GroupRequest request);

    /**
     * Constructs a group of some processes by {@link #construct(GroupRequest)}, with the default timeout and nothing
     * else requested.
     *
     * @param id the identifier, as in {@link GroupRequest#named}
     * @param members the members, the same on all of them; this process is one
     * @return the group
     */
    default Group construct(String id, Collection<ProcId> members) {
        return construct(GroupRequest.named(id).members(members).build());
    }

    /**
     * {@return the future of a {@link #construct(String, Collection)} that is started without waiting}
     *
     * @param id the identifier
     * @param members the members, the same on all of them; this process is one
     */
    default CompletableFuture<Group> constructAsync(String id, Collection<ProcId> members) {
        return constructAsync(GroupRequest.named(id).members(members).build());
    }

    /**
     * Constructs a group by invitation ({@code PMIx_Group_invite}). It asks the processes, and completes when all of
     * them have accepted, or the {@linkplain InviteRequest.Builder#policy policy} has decided about the others. This
     * process leads the construction and is the first member. The invited processes must answer invitations, see {@link
     * #onInvitation}; programs in C that use libpmix alone can be invited as well. Several invitations may be pending
     * at once, also to the same processes.
     *
     * @param request the group and the processes to invite
     * @return the group
     * @throws IllegalArgumentException if a job that this process knows has no such process, or the id is that of a
     *     namespace
     * @throws IllegalStateException if a group of this id exists or is being constructed in this process
     * @throws PmixException.Timeout if a process did not answer in time
     * @throws PmixException.Aborted if a process declined, or the policy or another participant aborted the
     *     construction; the message names it
     * @throws PmixException.MemberLost if a process ended, or the host knows nothing of its job
     */
    Group invite(InviteRequest request);

    /**
     * Starts {@link #invite} without waiting. Cancelling the future aborts the construction for all.
     *
     * @param request the group and the processes to invite
     * @return completed with the group, or with the {@link PmixException} of {@link #invite}
     * @throws IllegalArgumentException as {@link #invite}
     * @throws IllegalStateException as {@link #invite}
     */
    CompletableFuture<Group> inviteAsync(InviteRequest request);

    /**
     * Registers a handler that answers invitations ({@code PMIX_GROUP_INVITED}), including those that are already open.
     * Without a handler this process does not answer. Several handlers are asked in the order of their registration.
     *
     * @param handler answers the invitations
     * @return removes the handler when it is closed
     */
    Registration onInvitation(InvitationHandler handler);

    /**
     * Waits until this process is invited, and returns the invitation, for {@link Invitation#accept()} or {@link
     * Invitation#decline}. If there are several that have not been answered, it returns the first of them, at once.
     * Answer each invitation before you wait for the next one. Handlers receive it, too.
     *
     * @param timeout more than zero
     * @return an invitation that nobody has answered yet
     * @throws PmixException.Closed if {@code Pmix} is closed meanwhile
     * @throws PmixException.Timeout if this process was not invited in time
     */
    Invitation awaitInvitation(Duration timeout);

    /** {@return a snapshot of the invitations that have not been answered} */
    List<Invitation> invitations();

    /**
     * {@return an identifier for a group that no other group has, 1 to 255 bytes in UTF-8} It consists of the prefix,
     * the number of calls with this prefix, and the namespace of this process's job. It asks no other process.
     * Processes of one job that call it equally often with a prefix receive the same identifiers, so each place in a
     * program should use a prefix of its own. Processes of other jobs receive other identifiers; one process must send
     * them its own.
     *
     * @param prefix names the place in the program; not empty, without NUL
     * @throws IllegalArgumentException if the prefix is empty, contains NUL or makes the identifier too long
     */
    String uniqueId(String prefix);

    /** {@return a snapshot of the groups this process is a member of} */
    Collection<Group> active();
}
