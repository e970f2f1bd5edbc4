// SPDX-License-Identifier: Apache-2.0
package org.pmixj.group;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.ValueType;

/**
 * Offers the operations of a {@link Group}: each waits, or returns a future in its {@code Async} form. Those of the
 * group itself have the default timeout of its handle; {@link Group#with} returns them with a timeout and directives.
 *
 * <p>An operation throws {@link IllegalStateException} if the group has ended; its {@code Async} form does so too,
 * while every {@link PmixException} completes the future.
 */
public interface GroupOperations {
    // --- fence ---------------------------------------------------------------------------------------------------

    /**
     * Waits until all members have called it, and exchanges what they have put and committed ({@code PMIx_Fence} with
     * {@code PMIX_COLLECT_DATA}, which members written in C must pass too).
     *
     * <p>The host distinguishes fences by their participants alone, and so takes a fence of this group for that of
     * another group of the same members. All members call the fences of such groups in the same order; several threads
     * agree upon it, or use exchanges, which the host distinguishes.
     *
     * @throws IllegalStateException if a connect or disconnect of exactly these processes, or an {@linkplain #extend
     *     extension} of this group, is under way in this process
     * @throws PmixException.Timeout if a member did not call in time
     * @throws PmixException.MemberLost if a member ended or left meanwhile, unless the group is {@linkplain
     *     GroupRequest.Builder#faultTolerant fault-tolerant}
     */
    void fence();

    /** {@return a future of {@link #fence}, completed when all members have called it} */
    CompletableFuture<Void> fenceAsync();

    // --- exchange ------------------------------------------------------------------------------------------------

    /**
     * Sends a value, such as an address, to every member and returns the values of all: a collective. The values pass
     * through the host's {@linkplain org.pmixj.directory.Directory directory}, which keeps each until the next exchange
     * or the end of the group. Together they may have 4 MiB, because PRRTE keeps 16 MiB for a user and discards the
     * oldest values.
     *
     * <p>Exchanges of one group take place in the order in which they are called, which must be the same on all
     * members. A member written in C cannot take part.
     *
     * <p>Where members construct groups by fences ({@link org.pmixj.host.Capabilities.GroupMethod#FENCES}), values are put
     * and stay; each process may put 32 MiB. After a timeout call the exchange again with the same value: others may
     * have read it. If a member ends there, the exchange fails with {@link PmixException.LostConnection}, which names
     * no member, or by the timeout.
     *
     * <p>If a member ends before it has sent its value, the exchange fails on all others, also on those that call it
     * later; the next exchange goes on without that member. In a {@linkplain GroupRequest.Builder#faultTolerant
     * fault-tolerant} group the result omits it at once. A value that was sent before counts, also if all of the
     * job of its sender has ended; in a group of several jobs the member with the lowest rank withdraws it afterwards. A member
     * that left is not waited for. After it left, its value stays until the job of all members has ended, the longest
     * timeout of its exchanges (at most 10 minutes) has passed, or the values of the groups that it left later need the
     * room (4 MiB of all members). If this process has not read it by then, the exchange fails here by {@link
     * PmixException.NotFound}, or omits the value in a fault-tolerant group. Do not call the exchange again then, because
     * others may have completed it. A fence between the last exchange and the leave avoids this.
     *
     * <p>The artifact {@code pmixj-collectives} has a broadcast, a gather and reductions, which are exchanges.
     *
     * @param type how the value is sent; all members must give the same
     * @param value the value of this process
     * @param <T> the Java type of the value
     * @return the values of the members, in the order of their ranks; immutable
     * @throws IllegalArgumentException if the value is too large, or one that libpmix cannot send to another node
     * @throws PmixException.Timeout if a member did not call in time
     * @throws PmixException.MemberLost if a member ended and the host constructs groups
     * @throws PmixException.NotFound if a member left after it had sent its value, and the value is no longer there
     * @throws PmixException if a member gave another type
     */
    <T> Map<ProcId, T> exchange(ValueType<T> type, T value);

    /**
     * Starts {@link #exchange(ValueType, Object)} without waiting. Several run one after the other.
     *
     * @param type how the value is sent
     * @param value the value of this process
     * @param <T> the Java type of the value
     * @return completed with the values of the members, in the order of their ranks
     */
    <T> CompletableFuture<Map<ProcId, T>> exchangeAsync(ValueType<T> type, T value);

    // --- new groups ----------------------------------------------------------------------------------------------

    /**
     * Divides the group as {@code MPI_Comm_split} does (MPI 4.1, Section 7.4.2): members with the same colour construct
     * a group of their own, ordered by key, and by their rank in this group where keys are equal. All members call it.
     * The timeout covers the exchange and the constructions together. The new groups are fault-tolerant, notify of
     * terminations and have a context id if this one does; their ids derive from this one's. This group does not
     * change.
     *
     * @param colour selects the new group of this process; less than 0 for none ({@code MPI_UNDEFINED})
     * @param key this process's place in it
     * @return the group of this process's colour, empty if it has none
     * @throws PmixException.Timeout if a member did not call in time
     * @throws PmixException.MemberLost if a member ended, as {@link #exchange(ValueType, Object)}
     * @throws PmixException.NotFound if the value of a member is no longer there, as for an exchange
     */
    Optional<Group> split(int colour, int key);

    /**
     * Starts {@link #split(int, int)} without waiting. Splits and exchanges take place in the order in
     * which they are called.
     *
     * @param colour selects the new group of this process; less than 0 for none
     * @param key this process's place in it
     * @return completed with the group of this process's colour, empty if it has none
     */
    CompletableFuture<Optional<Group>> splitAsync(int colour, int key);

    /**
     * Divides the group as {@code MPI_Comm_split_type} does with {@code MPI_COMM_TYPE_SHARED}: the members on each node
     * construct a group of their own, in the order of their ranks. It is a {@link #split(int, int) split} by the names
     * that the host reports of the nodes.
     *
     * @return the group of the members on the node of this process
     * @throws PmixException.NotFound if the host does not report the name of this node, or as a split
     * @throws PmixException.Timeout if a member did not call in time
     * @throws PmixException.MemberLost if a member ended, as {@link #exchange(ValueType, Object)}
     */
    Group splitByNode();

    /** {@return a future of {@link #splitByNode}, completed with the group of the members on this node} */
    CompletableFuture<Group> splitByNodeAsync();

    /**
     * Adds processes to the group: a collective, which all members call with the same processes. The processes are
     * invited as by {@link Groups#invite}, and {@linkplain Groups#onInvitation answer} as they like. The members accept
     * without being asked. This object then has ended, and the result is the group with its new members: it has the
     * same id and the traits of this one, but not what members {@linkplain Group#info contributed}; its leader is the
     * member that invited. The ranks of the members stay; those that have accepted follow, in the order given. A
     * process that declines, ends or does not answer within half of the timeout is in {@link Group#missing}.
     *
     * <p>No member may call another collective of this group until this has ended, in the asynchronous form too: it
     * throws {@link IllegalStateException}. A member written in C cannot take part. If a member does not call it in
     * time, or ends before all have called it, the extension fails, and the group goes on; it may be called again. If
     * one ends later, the result is without it. A failure after all have called it ends the group for this process.
     *
     * @param added the processes, one or more; {@link ProcId#all} for all of a job
     * @return the group with the new members
     * @throws IllegalArgumentException if there are none; if one is a member, this process, named twice, or has ended;
     *     if a job has ended; or if the members do not name the same processes. The group goes on
     * @throws IllegalStateException if another extension of this group is under way in this process
     * @throws PmixException.NotSupported if the members construct groups
     *     {@linkplain org.pmixj.host.Capabilities.GroupMethod#FENCES by fences}
     * @throws PmixException.Timeout if a member did not call in time
     * @throws PmixException.MemberLost if a member ended before all had called it
     */
    Group extend(Collection<ProcId> added);

    /**
     * {@return a future of {@link #extend(Collection)}, completed with the group with its new members}
     *
     * @param added the processes, one or more
     */
    CompletableFuture<Group> extendAsync(Collection<ProcId> added);

    // --- the end -------------------------------------------------------------------------------------------------

    /**
     * Ends the group for all members and waits until every member has called it ({@code PMIx_Group_destruct}). Whatever
     * the outcome, the group has ended for this process. Its id can be used again when this returns; after an interrupt
     * or a timeout, once libpmix has answered. It starts when the exchanges of this process have ended, and does not
     * wait for members that leave.
     *
     * <p>On one node libpmix counts a member that ends during the destruct as one that has called it, and the host
     * reports its end some milliseconds later (seen with 7.0.0rc1): then the destruct succeeds for the others.
     *
     * @throws PmixException.Timeout if a member did not call in time
     * @throws PmixException.MemberLost if a member had ended without leaving, unless the group {@linkplain
     *     GroupRequest.Builder#notifyTermination notifies} of that or is {@linkplain GroupRequest.Builder#faultTolerant
     *     fault-tolerant}; the group has ended all the same
     */
    void destruct();

    /** {@return a future of {@link #destruct}, completed when every member has called it} */
    CompletableFuture<Void> destructAsync();

    /**
     * Leaves the group ({@code PMIx_Group_leave}). It waits until libpmix in this process has sent the
     * departure, and for no other process. The others receive the {@code PMIX_GROUP_LEFT} event and go on without this
     * process; higher ranks decrease by one. A fence that waits for this process fails within two seconds for all
     * others with {@link PmixException.MemberLost}, and can be repeated. A fence of a fault-tolerant group goes on, and
     * so does an exchange or a destruct of any group. To end the group for all, {@link #destruct} scales better. Before
     * anybody constructs another group of this id, each member must have left or destructed this one: libpmix takes a
     * construct and a destruct of one id for one operation, and a late departure for one from the next group, whose
     * construction then fails for all. Its timeout is 5 s unless set; the others receive its directives with the event.
     *
     * @throws IllegalStateException if the group has ended
     * @throws PmixException.NotSupported if the host does not deliver the event, as those of Slurm and Flux; this
     *     process is still a member then
     * @throws PmixException if libpmix fails; this process has left all the same
     */
    void leave();

    /**
     * Starts {@link #leave} without waiting. This process is no longer a member when this returns.
     *
     * @return completed when libpmix has sent the departure, or with the {@link PmixException} of the leave
     * @throws IllegalStateException if the group has ended
     */
    CompletableFuture<Void> leaveAsync();
}
