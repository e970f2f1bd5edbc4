// SPDX-License-Identifier: Apache-2.0
package org.pmixj.group;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.pmixj.Key;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.event.Registration;
import org.pmixj.job.Job;

/**
 * Represents a process group that this process is a member of (RFC 0033). The view is live: when another member departs
 * (it leaves, or the host reports its end), the ranks behind it move up. A caller that iterates reads {@link
 * #members()} once and uses that snapshot.
 *
 * <p>The group ends for this process with {@link #destruct}, which all members call, or with {@link #leave}, which this
 * process calls alone. After either, {@link #rank} and all collectives throw {@link IllegalStateException}; the other
 * methods still report the last state.
 *
 * <p>A collective throws {@link IllegalStateException} if the group has ended; its {@code Async} form does so too,
 * while every {@link PmixException} completes the future.
 */
public interface Group extends AutoCloseable {
    /** Lists what a group is to this process. */
    enum State {
        /** This process is a member. */
        ACTIVE,
        /** {@link Group#destruct} was called here and has not ended. */
        DESTRUCTING,
        /** {@link Group#destruct} has ended here, whatever the outcome. */
        DESTRUCTED,
        /** This process has left. */
        LEFT
    }

    /** {@return the identifier of the group, as it was requested} */
    String id();

    /**
     * {@return a snapshot of the members by group rank, immutable} Their order is that in which the construction
     * returned them, the same in every process. A member that departs is removed, and those behind it move up.
     */
    Members members();

    /**
     * {@return the processes that were to be members at the construction and did not take part: they had ended before,
     * declined, or were left out by the leader} Empty unless the group was requested to go on without them ({@link
     * GroupRequest.Builder#optional}, {@link GroupRequest.Builder#faultTolerant}, {@link LeaderPolicy}). It does not
     * change when a member departs.
     */
    Members missing();

    /** {@return how often {@link #extend} has added processes to the group of this id: 0 for a new group} */
    int epoch();

    /** {@return the number of members, 1 or more while the group is active} */
    int size();

    /**
     * {@return this process's current rank in the group, 0 to size - 1} It decreases when a lower rank departs.
     *
     * @throws IllegalStateException if the group has ended
     */
    int rank();

    /**
     * {@return the process identifier of the member with a group rank}
     *
     * @param rank 0 to size - 1
     * @throws IndexOutOfBoundsException if there is no such rank
     */
    ProcId member(int rank);

    /**
     * {@return the group rank of a process, empty if it is not a member}
     *
     * @param proc a process
     */
    OptionalInt rankOf(ProcId proc);

    /**
     * {@return the context id that the host assigned ({@code PMIX_GROUP_CONTEXT_ID}), empty if there is none} It is the
     * same for all members, and no other group of this host has it. PRRTE counts down from 4294967295 (2<sup>32</sup> -
     * 1): so the first group has a number that looks like an error. There is one if a member {@linkplain
     * GroupRequest.Builder#assignContextId requested} it, and also if the construction could do without a member
     * ({@code leader}, {@code optional}, {@code faultTolerant}). In a job without a launcher there is none. Where the
     * members construct groups ({@link org.pmixj.host.Capabilities.GroupMethod#FENCES}), the first member assigns it, see
     * {@link GroupRequest.Builder#assignContextId}.
     */
    OptionalLong contextId();

    /**
     * {@return what a member contributed at the construction ({@link GroupRequest.Builder#info}, {@code
     * PMIX_GROUP_INFO}), empty if it contributed nothing under this key} The value arrived with the construction, so
     * this asks no other process. It stays after the member departs.
     *
     * @param member a process, or {@code new ProcId(group id, rank)}
     * @param key the key under which it was contributed
     * @param <T> the Java type of the value
     * @throws IndexOutOfBoundsException if there is no such group rank
     */
    <T> Optional<T> info(ProcId member, Key<T> key);

    /**
     * {@return the result of {@link #info}, or its {@link PmixException}, as a future}
     *
     * @param member a process, or {@code new ProcId(group id, rank)}
     * @param key the key under which it was contributed
     * @param <T> the Java type of the value
     * @throws IndexOutOfBoundsException if there is no such group rank
     */
    <T> CompletableFuture<Optional<T>> infoAsync(ProcId member, Key<T> key);

    /**
     * {@return the context id that a member uses for itself ({@link GroupRequest.Builder#localContextId}, {@code
     * PMIX_GROUP_LOCAL_CID}), empty if it contributed none}
     *
     * @param member a process, or {@code new ProcId(group id, rank)}
     * @throws IndexOutOfBoundsException if there is no such group rank
     */
    OptionalLong localContextId(ProcId member);

    /**
     * {@return the job-level information of the members' jobs, this process's own included; immutable, by namespace}
     * What is not known here is requested from the server, within the default timeout. It is read when this is called
     * first, or at the construction with {@link GroupRequest.Builder#collectData}. It remains available after a job or
     * the group has ended; a job that has ended before it is read is missing.
     *
     * @throws PmixException.Timeout if the server does not answer
     */
    Map<String, Job> jobs();

    /** {@return whether this process still is a member: it has called neither {@link #destruct} nor {@link #leave}} */
    boolean isActive();

    /** {@return what the group is to this process now} */
    State state();

    /**
     * {@return the member that leads the group ({@code PMIX_GROUP_LEADER}); empty if the group was constructed by the
     * collective method without a leader, or after the leader departed}
     */
    Optional<ProcId> leader();

    /**
     * Registers a listener for what happens to the group from now on, whether or not the members requested {@linkplain
     * GroupRequest.Builder#notifyTermination notification}. Each listener receives one event at a time, in order, on
     * the executor of the handle or a thread of the library. It may call PMIx and block, which delays its own events
     * only. Its exceptions are logged. It receives nothing after {@link GroupEvent.Destructed}, or after this process
     * left.
     *
     * @param listener called for each event
     * @return removes the listener when it is closed
     * @throws IllegalStateException if the group has ended
     */
    Registration onChange(Consumer<? super GroupEvent> listener);

    // --- fence ---------------------------------------------------------------------------------------------------

    /**
     * Waits until all members have called it, and exchanges what they have put and committed ({@code PMIx_Fence} with
     * {@code PMIX_COLLECT_DATA}, which members written in C must pass too).
     *
     * <p>The host distinguishes fences by their participants alone, and so takes a fence of this group for that of another
     * group of the same members, such as a {@linkplain #duplicate duplicate}. All members call the fences of such groups in
     * the same order; several threads agree upon it, or use exchanges, which the host distinguishes.
     *
     * @param options the timeout
     * @throws IllegalStateException if a connect or disconnect of exactly these processes, or an {@linkplain #extend
     *     extension} of this group, is under way in this process
     * @throws PmixException.Timeout if a member did not call in time
     * @throws PmixException.MemberLost if a member ended or left meanwhile, unless the group is {@linkplain
     *     GroupRequest.Builder#faultTolerant fault-tolerant}
     */
    void fence(CollectiveOptions options);

    /** Runs {@link #fence(CollectiveOptions)} with the default timeout. */
    default void fence() {
        fence(CollectiveOptions.defaults());
    }

    /**
     * {@return a future of {@link #fence(CollectiveOptions)}, completed when all members have called it}
     *
     * @param options the timeout
     */
    CompletableFuture<Void> fenceAsync(CollectiveOptions options);

    /** {@return the future of a {@link #fence()} that is started without waiting} */
    default CompletableFuture<Void> fenceAsync() {
        return fenceAsync(CollectiveOptions.defaults());
    }

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
     * <p>Where members construct groups ({@link org.pmixj.host.Capabilities.GroupMethod#FENCES}), the values are put and
     * stay; each process may put 32 MiB. After a timeout call the exchange again with the same value: others may have read it.
     * If a member ends there, the exchange fails with {@link PmixException.LostConnection}, which names no member, or by
     * the timeout.
     *
     * <p>If a member ends before it has sent its value, the exchange fails on all others, also on those that call it
     * later; the next exchange goes on without that member. In a {@linkplain GroupRequest.Builder#faultTolerant
     * fault-tolerant} group the result omits it at once. A member that left is not waited for. After it left, its value
     * stays until its job has ended, the longest timeout of its exchanges (at most 10 minutes) has passed, or the values
     * of the groups that it left later need the room (4 MiB of all members). If this process has not read it by then, the exchange fails here by {@link PmixException.NotFound}, or omits the value in
     * a fault-tolerant group. Do not call the exchange again then, because others may have completed it. A fence
     * between the last exchange and the leave avoids this.
     *
     * <p>{@link Collectives} has a broadcast, a gather and reductions, which are exchanges.
     *
     * @param type how the value is sent; all members must give the same
     * @param value the value of this process
     * @param options the timeout
     * @param <T> the Java type of the value
     * @return the values of the members, in the order of their ranks; immutable
     * @throws IllegalArgumentException if the value is too large, or one that libpmix cannot send to another node
     * @throws PmixException.Timeout if a member did not call in time
     * @throws PmixException.MemberLost if a member ended and the host constructs groups
     * @throws PmixException.NotFound if a member left after it had sent its value, and the value is gone
     * @throws PmixException if a member gave another type
     */
    <T> Map<ProcId, T> exchange(ValueType<T> type, T value, CollectiveOptions options);

    /**
     * {@return the result of {@link #exchange(ValueType, Object, CollectiveOptions)} with the default timeout}
     *
     * @param type how the value is sent
     * @param value the value of this process
     * @param <T> the Java type of the value
     */
    default <T> Map<ProcId, T> exchange(ValueType<T> type, T value) {
        return exchange(type, value, CollectiveOptions.defaults());
    }

    /**
     * Starts {@link #exchange(ValueType, Object, CollectiveOptions)} without waiting. Several run one after the other.
     *
     * @param type how the value is sent
     * @param value the value of this process
     * @param options the timeout
     * @param <T> the Java type of the value
     * @return completed with the values of the members, in the order of their ranks
     */
    <T> CompletableFuture<Map<ProcId, T>> exchangeAsync(ValueType<T> type, T value, CollectiveOptions options);

    /**
     * {@return the future of an {@link #exchange(ValueType, Object)} that is started without waiting}
     *
     * @param type how the value is sent
     * @param value the value of this process
     * @param <T> the Java type of the value
     */
    default <T> CompletableFuture<Map<ProcId, T>> exchangeAsync(ValueType<T> type, T value) {
        return exchangeAsync(type, value, CollectiveOptions.defaults());
    }

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
     * @param options the timeout
     * @return the group of this process's colour, empty if it has none
     * @throws PmixException.Timeout if a member did not call in time
     * @throws PmixException.MemberLost if a member ended, as {@link #exchange(ValueType, Object)}
     * @throws PmixException.NotFound if what a member has sent is gone, as {@link #exchange(ValueType, Object)}
     */
    Optional<Group> split(int colour, int key, CollectiveOptions options);

    /**
     * {@return the result of {@link #split(int, int, CollectiveOptions)} with the default timeout}
     *
     * @param colour selects the new group of this process; less than 0 for none
     * @param key this process's place in it
     */
    default Optional<Group> split(int colour, int key) {
        return split(colour, key, CollectiveOptions.defaults());
    }

    /**
     * Starts {@link #split(int, int, CollectiveOptions)} without waiting. Splits and exchanges take place in the order in
     * which they are called.
     *
     * @param colour selects the new group of this process; less than 0 for none
     * @param key this process's place in it
     * @param options the timeout
     * @return completed with the group of this process's colour, empty if it has none
     */
    CompletableFuture<Optional<Group>> splitAsync(int colour, int key, CollectiveOptions options);

    /**
     * {@return the future of a {@link #split(int, int)} that is started without waiting}
     *
     * @param colour selects the new group of this process; less than 0 for none
     * @param key this process's place in it
     */
    default CompletableFuture<Optional<Group>> splitAsync(int colour, int key) {
        return splitAsync(colour, key, CollectiveOptions.defaults());
    }

    /**
     * Constructs a group of the same members in the same order ({@code MPI_Comm_dup}). It is fault-tolerant, notifies
     * of terminations and has a context id if this one does. All members call it with the same id. Its operations are
     * independent of those of this group, except for fences: see {@link #fence(CollectiveOptions)}.
     *
     * @param newId the identifier of the new group, as in {@link GroupRequest#named}
     * @param options the timeout
     * @return the new group
     * @throws PmixException as {@link Groups#construct}
     */
    Group duplicate(String newId, CollectiveOptions options);

    /**
     * {@return the result of {@link #duplicate(String, CollectiveOptions)} with the default timeout}
     *
     * @param newId the identifier of the new group
     */
    default Group duplicate(String newId) {
        return duplicate(newId, CollectiveOptions.defaults());
    }

    /**
     * {@return a future of {@link #duplicate(String, CollectiveOptions)}, completed with the new group}
     *
     * @param newId the identifier of the new group
     * @param options the timeout
     */
    CompletableFuture<Group> duplicateAsync(String newId, CollectiveOptions options);

    /**
     * {@return the future of a {@link #duplicate(String)} that is started without waiting}
     *
     * @param newId the identifier of the new group
     */
    default CompletableFuture<Group> duplicateAsync(String newId) {
        return duplicateAsync(newId, CollectiveOptions.defaults());
    }

    /**
     * Adds processes to the group: a collective, which all members call with the same processes. The processes are
     * invited as by {@link Groups#invite}, and {@linkplain Groups#onInvitation answer} as they like. The members accept
     * without being asked. This object then has ended, and the result is the group with its new members: it has the same
     * id, the next {@link #epoch}, and the traits of this one. The ranks of the members stay; those that have accepted
     * follow, in the order given. A process that declines, ends or does not answer within half of the timeout is in
     * {@link #missing}.
     *
     * <p>No member may call another collective of this group until this has ended, in the asynchronous form too: it throws
     * {@link IllegalStateException}. A member written in C cannot take part. If a member does not call it in time, or ends before all have called it, the extension
     * fails, and the group goes on; it may be called again. If one ends later, the result is without it. A failure after
     * all have called it ends the group for this process.
     *
     * @param added the processes, one or more; {@link ProcId#all} for all of a job
     * @param options the timeout
     * @return the group with the new members
     * @throws IllegalArgumentException if there are none; if one is a member, this process, named twice, or has ended; if
     *     a job has ended; or if the members do not name the same processes. The group goes on
     * @throws IllegalStateException if another extension of this group is under way in this process
     * @throws PmixException.NotSupported if the members {@linkplain
     *     org.pmixj.host.Capabilities.GroupMethod#FENCES construct groups}
     * @throws PmixException.Timeout if a member did not call in time
     * @throws PmixException.MemberLost if a member ended before all had called it
     */
    Group extend(Collection<ProcId> added, CollectiveOptions options);

    /**
     * {@return the result of {@link #extend(Collection, CollectiveOptions)} with the default timeout}
     *
     * @param added the processes, one or more
     */
    default Group extend(Collection<ProcId> added) {
        return extend(added, CollectiveOptions.defaults());
    }

    /**
     * {@return a future of {@link #extend(Collection, CollectiveOptions)}, completed with the group with its new members}
     *
     * @param added the processes, one or more
     * @param options the timeout
     */
    CompletableFuture<Group> extendAsync(Collection<ProcId> added, CollectiveOptions options);

    /**
     * {@return the future of an {@link #extend(Collection)} that is started without waiting}
     *
     * @param added the processes, one or more
     */
    default CompletableFuture<Group> extendAsync(Collection<ProcId> added) {
        return extendAsync(added, CollectiveOptions.defaults());
    }

    // --- the end -------------------------------------------------------------------------------------------------

    /**
     * Ends the group for all members and waits until every member has called it ({@code PMIx_Group_destruct}). Whatever
     * the outcome, the group has ended for this process. Its id can be used again when this returns; after an interrupt or a
     * timeout, once libpmix has answered. It starts when the exchanges of this process have ended, and does not wait for
     * members that leave.
     *
     * <p>On one node libpmix counts a member that ends during the destruct as one that has called it, and the host
     * reports its end some milliseconds later (seen with 7.0.0rc1): then the destruct succeeds for the others.
     *
     * @param options the timeout
     * @throws PmixException.Timeout if a member did not call in time
     * @throws PmixException.MemberLost if a member had ended without leaving, unless the group {@linkplain
     *     GroupRequest.Builder#notifyTermination notifies} of that or is {@linkplain GroupRequest.Builder#faultTolerant
     *     fault-tolerant}; the group has ended all the same
     */
    void destruct(CollectiveOptions options);

    /** Runs {@link #destruct(CollectiveOptions)} with the default timeout. */
    default void destruct() {
        destruct(CollectiveOptions.defaults());
    }

    /**
     * {@return a future of {@link #destruct(CollectiveOptions)}, completed when every member has called it}
     *
     * @param options the timeout
     */
    CompletableFuture<Void> destructAsync(CollectiveOptions options);

    /** {@return the future of a {@link #destruct()} that is started without waiting} */
    default CompletableFuture<Void> destructAsync() {
        return destructAsync(CollectiveOptions.defaults());
    }

    /**
     * Leaves the group ({@code PMIx_Group_leave}). It waits until libpmix in this process has sent the
     * departure, and for no other process. The others receive the {@code PMIX_GROUP_LEFT} event and go on without this
     * process; higher ranks decrease by one. A fence that waits for this process fails within two seconds for all
     * others with {@link PmixException.MemberLost}, and can be repeated. A fence of a fault-tolerant group goes on, and
     * so does an exchange or a destruct of any group. To end the group for all, {@link #destruct} scales better. Before
     * anybody constructs another group of this id, each member must have left or destructed this one: libpmix takes a
     * construct and a destruct of one id for one operation, and a late departure for one from the next group, whose
     * construction then fails for all.
     *
     * @param options the timeout, 5 s unless set, and directives, which the others receive with the event
     * @throws IllegalStateException if the group has ended
     * @throws PmixException.NotSupported if the host does not deliver the event, as those of Slurm and Flux; this
     *     process is still a member then
     * @throws PmixException if libpmix fails; this process has left all the same
     */
    void leave(CollectiveOptions options);

    /** Runs {@link #leave(CollectiveOptions)} with the default timeout. */
    default void leave() {
        leave(CollectiveOptions.defaults());
    }

    /**
     * Starts {@link #leave(CollectiveOptions)} without waiting. This process is no longer a member when this returns.
     *
     * @param options the timeout, 5 s unless set, and directives
     * @return completed when libpmix has sent the departure, or with the {@link PmixException} of the leave
     * @throws IllegalStateException if the group has ended
     */
    CompletableFuture<Void> leaveAsync(CollectiveOptions options);

    /** {@return the future of a {@link #leave()} that is started without waiting} */
    default CompletableFuture<Void> leaveAsync() {
        return leaveAsync(CollectiveOptions.defaults());
    }

    /**
     * Runs {@link #leave} if this process still is a member. It waits for no other process, so it is safe while an
     * exception unwinds.
     */
    @Override
    void close();
}
