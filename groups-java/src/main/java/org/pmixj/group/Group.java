// SPDX-License-Identifier: Apache-2.0
package org.pmixj.group;

import java.time.Duration;
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

/**
 * A process group this process is a member of (RFC 0033). The view is live: when another member leaves, the ranks
 * behind it move up. A caller that iterates takes {@link #members()} once and uses that.
 *
 * <p>A group ends here with {@link #destruct}, which all members call, or with {@link #close}, which is this process
 * leaving alone. After either, {@link #rank}, fences and destruct throw {@link IllegalStateException}; the rest goes on
 * telling what was.
 */
public interface Group extends AutoCloseable {
    /** What a group is to this process. */
    enum State {
        /** This process is a member. */
        ACTIVE,
        /** {@link Group#destruct} has been called here, and has not ended. */
        DESTRUCTING,
        /** {@link Group#destruct} has ended here, whatever the outcome. */
        DESTRUCTED,
        /** This process has left. */
        LEFT
    }

    /** A listener that is told. */
    interface Subscription extends AutoCloseable {
        /**
         * Ends it; the second time does nothing. Once this has returned no call of the listener begins any more; one
         * under way goes on. Waits for nothing, and may be called by the listener.
         */
        @Override
        void close();
    }

    /**
     * The identifier.
     *
     * @return as it was requested
     */
    String id();

    /**
     * The members by group rank: in the order in which the construction returned them, which is the same everywhere.
     * One that leaves, or whose end the host tells, is taken out, and those behind it move up.
     *
     * @return an immutable snapshot
     */
    Members members();

    /**
     * The number of members.
     *
     * @return 1 or more while the group lives
     */
    int size();

    /**
     * This process's rank in the group now. It is less by one after a member before it has gone.
     *
     * @return 0 to size - 1
     * @throws IllegalStateException if the group has ended
     */
    int rank();

    /**
     * The member with a group rank.
     *
     * @param rank 0 to size - 1
     * @return its process identifier
     * @throws IndexOutOfBoundsException if there is no such rank
     */
    ProcId member(int rank);

    /**
     * The group rank of a process.
     *
     * @param proc a process
     * @return empty if it is not a member
     */
    OptionalInt rankOf(ProcId proc);

    /**
     * The context id the host assigned ({@code PMIX_GROUP_CONTEXT_ID}).
     *
     * @return empty if no member asked for one, and in a job without a launcher, where nobody assigns any
     */
    OptionalLong contextId();

    /**
     * What a member has told with the construction ({@link GroupRequest.Builder#info}, {@code PMIX_GROUP_INFO}). It is
     * here since then, so nobody is asked. A member that has gone has told what it has told.
     *
     * @param member a process, or {@code new ProcId(group id, rank)}
     * @param key the key it was told under
     * @param <T> the Java type of the value
     * @return empty if it told nothing under this key
     * @throws PmixException if the value is of another type than the key
     * @throws IndexOutOfBoundsException if there is no such group rank
     * @throws IllegalStateException if the session is closed
     */
    <T> Optional<T> info(ProcId member, Key<T> key);

    /**
     * As {@link #info}, with a future as the other operations.
     *
     * @param member a process, or {@code new ProcId(group id, rank)}
     * @param key the key it was told under
     * @param <T> the Java type of the value
     * @return completed with what {@link #info} returns, or with what it throws as a {@link PmixException}
     * @throws IndexOutOfBoundsException if there is no such group rank
     * @throws IllegalStateException if the session is closed
     */
    <T> CompletableFuture<Optional<T>> infoAsync(ProcId member, Key<T> key);

    /**
     * The context id that a member uses for itself ({@link GroupRequest.Builder#localContextId},
     * {@code PMIX_GROUP_LOCAL_CID}).
     *
     * @param member a process, or {@code new ProcId(group id, rank)}
     * @return empty if it told none
     * @throws IndexOutOfBoundsException if there is no such group rank
     * @throws IllegalStateException if the session is closed
     */
    OptionalLong localContextId(ProcId member);

    /**
     * Whether this process still is a member.
     *
     * @return false once {@link #destruct} or {@link #close} has begun
     */
    boolean isActive();

    /**
     * What the group is to this process now.
     *
     * @return its state
     */
    State state();

    /**
     * The member that leads the group ({@code PMIX_GROUP_LEADER}).
     *
     * @return empty if none does, as in a group that was made by the collective method without one, and once the leader
     *     has gone
     */
    Optional<ProcId> leader();

    /**
     * Has a listener told of what happens to the group from now on, whether or not the members asked for
     * {@linkplain GroupRequest.Builder#notifyTermination notification}. Each listener is called for one event after the
     * other, in the order in which they happened, on the handle's executor or a virtual thread, never on libpmix's
     * progress thread; it may use PMIx and block, which holds up its own events alone. What it throws is logged. After
     * {@link GroupEvent.Destructed}, or once this process has left, it is told nothing more.
     *
     * @param listener called for each event
     * @return ends it
     * @throws IllegalStateException if the group has ended
     */
    Subscription onChange(Consumer<? super GroupEvent> listener);

    /**
     * Waits until all members have called it, within the session's default timeout, and exchanges what they have put
     * and committed ({@code PMIx_Fence} with {@code PMIX_COLLECT_DATA}, which members written in C must pass too).
     *
     * @throws IllegalStateException if the group has ended, or this is libpmix's progress thread
     * @throws PmixException.Timeout if a member did not call in time
     * @throws PmixException.MemberLost if a member ended or left meanwhile, unless the group is
     *     {@linkplain GroupRequest.Builder#faultTolerant fault-tolerant}
     */
    void fence();

    /**
     * As {@link #fence()}, with a bound.
     *
     * @param timeout more than zero; whole seconds, a fraction is rounded up
     */
    void fence(Duration timeout);

    /**
     * As {@link #fence()}, without waiting.
     *
     * @return completed when all members have called it
     * @throws IllegalStateException if the group has ended
     */
    CompletableFuture<Void> fenceAsync();

    /**
     * As {@link #fenceAsync()}, with a bound.
     *
     * @param timeout more than zero; whole seconds, a fraction is rounded up
     * @return completed when all members have called it
     */
    CompletableFuture<Void> fenceAsync(Duration timeout);

    /**
     * Tells every member a value, such as an address to connect to, and returns what all have told: a collective, within
     * the session's default timeout. The values pass through the host's {@linkplain org.pmixj.directory.Directory
     * directory}, which keeps each until the next exchange or the end of the group; together they may have 4 MiB, for
     * PRRTE keeps 16 MiB of a user and throws away what is oldest.
     *
     * <p>Exchanges of one group take place in the order in which they are called, which must be the same on all members,
     * and never mix with others. A member written in C cannot take part.
     *
     * <p>If a member ends before it has told its value, this fails on all others, also on those that call it later, and
     * the next exchange goes on without it; in a group that is {@linkplain GroupRequest.Builder#faultTolerant
     * fault-tolerant} the result is without it at once. Who leaves is not missed.
     *
     * @param type how the value is sent; all members must give the same. See {@link ValueType#DOUBLE} for what does not
     *     arrive as it is.
     * @param value what this process tells
     * @param <T> the Java type of the value
     * @return the values of the members, in the order of their ranks; immutable
     * @throws IllegalArgumentException if the value is out of the type's range, too large, or one that libpmix cannot
     *     share with another node
     * @throws IllegalStateException if the group has ended, or this is libpmix's progress thread
     * @throws PmixException.Timeout if a member did not call in time
     * @throws PmixException.MemberLost if a member ended
     * @throws PmixException if a member gave another type
     */
    <T> Map<ProcId, T> exchange(ValueType<T> type, T value);

    /**
     * As {@link #exchange(ValueType, Object)}, with a bound.
     *
     * @param type how the value is sent
     * @param value what this process tells
     * @param timeout more than zero
     * @param <T> the Java type of the value
     * @return the values of the members, in the order of their ranks; immutable
     */
    <T> Map<ProcId, T> exchange(ValueType<T> type, T value, Duration timeout);

    /**
     * As {@link #exchange(ValueType, Object)}, without waiting. Several may be under way, and take place one after the
     * other.
     *
     * @param type how the value is sent
     * @param value what this process tells
     * @param <T> the Java type of the value
     * @return completed with the values of the members, in the order of their ranks
     */
    <T> CompletableFuture<Map<ProcId, T>> exchangeAsync(ValueType<T> type, T value);

    /**
     * As {@link #exchangeAsync(ValueType, Object)}, with a bound.
     *
     * @param type how the value is sent
     * @param value what this process tells
     * @param timeout more than zero
     * @param <T> the Java type of the value
     * @return completed with the values of the members, in the order of their ranks
     */
    <T> CompletableFuture<Map<ProcId, T>> exchangeAsync(ValueType<T> type, T value, Duration timeout);

    /**
     * Divides the group as {@code MPI_Comm_split} does (MPI 4.1, Section 7.4.2): members of one colour make a group of
     * their own, in which they are ordered by key, and by their rank here where keys are equal. A collective that all
     * members call, within the session's default timeout for the exchange and the constructions together. The new groups
     * are fault-tolerant, notify of terminations and have a context id where this one does; their ids are made of this
     * one's. This group stays as it is.
     *
     * @param colour which group this process belongs to; less than 0 for none ({@code MPI_UNDEFINED})
     * @param key where in it
     * @return the group of this process's colour, empty if it has none
     * @throws IllegalStateException if the group has ended, or this is libpmix's progress thread
     * @throws PmixException.Timeout if a member did not call in time
     * @throws PmixException.MemberLost if a member ended, as {@link #exchange(ValueType, Object)}
     */
    Optional<Group> split(int colour, int key);

    /**
     * As {@link #split(int, int)}, with a bound.
     *
     * @param colour which group this process belongs to; less than 0 for none
     * @param key where in it
     * @param timeout more than zero
     * @return the group of this process's colour, empty if it has none
     */
    Optional<Group> split(int colour, int key, Duration timeout);

    /**
     * As {@link #split(int, int)}, without waiting.
     *
     * @param colour which group this process belongs to; less than 0 for none
     * @param key where in it
     * @return completed with the group of this process's colour, empty if it has none
     */
    CompletableFuture<Optional<Group>> splitAsync(int colour, int key);

    /**
     * As {@link #splitAsync(int, int)}, with a bound.
     *
     * @param colour which group this process belongs to; less than 0 for none
     * @param key where in it
     * @param timeout more than zero
     * @return completed with the group of this process's colour, empty if it has none
     */
    CompletableFuture<Optional<Group>> splitAsync(int colour, int key, Duration timeout);

    /**
     * Constructs a group of the same members in the same order ({@code MPI_Comm_dup}), which is fault-tolerant, notifies
     * of terminations and has a context id if this one does. All members call it with the same id.
     *
     * @param newId the identifier of the new group, as in {@link GroupRequest#named}
     * @return the new group
     * @throws IllegalStateException if the group has ended, or this is libpmix's progress thread
     * @throws PmixException as {@link Groups#construct}
     */
    Group duplicate(String newId);

    /**
     * As {@link #duplicate(String)}, with a bound.
     *
     * @param newId the identifier of the new group
     * @param timeout more than zero; whole seconds, a fraction is rounded up
     * @return the new group
     */
    Group duplicate(String newId, Duration timeout);

    /**
     * As {@link #duplicate(String)}, without waiting.
     *
     * @param newId the identifier of the new group
     * @return completed with the new group
     */
    CompletableFuture<Group> duplicateAsync(String newId);

    /**
     * As {@link #duplicateAsync(String)}, with a bound.
     *
     * @param newId the identifier of the new group
     * @param timeout more than zero; whole seconds, a fraction is rounded up
     * @return completed with the new group
     */
    CompletableFuture<Group> duplicateAsync(String newId, Duration timeout);

    /**
     * Ends the group for all: completes when every member has called it ({@code PMIx_Group_destruct}). Whatever the
     * outcome, the group has ended for this process. Its id can be used again once libpmix has answered, which is before
     * this returns unless the thread is interrupted or libpmix overruns the bound. Members that leave meanwhile are not
     * waited for.
     *
     * <p>On one node libpmix takes a member that dies while the others wait in here for one that has called, and the host
     * tells of its end up to some milliseconds later (seen with 7.0.0rc1): to the others that is a success.
     *
     * @throws IllegalStateException if the group has ended, or this is libpmix's progress thread
     * @throws PmixException.Timeout if a member did not call within the session's default timeout
     * @throws PmixException.MemberLost if a member had ended without leaving, unless the group
     *     {@linkplain GroupRequest.Builder#notifyTermination tells of that}; the group has ended all the same
     */
    void destruct();

    /**
     * As {@link #destruct()}, with a bound.
     *
     * @param timeout more than zero; whole seconds, a fraction is rounded up
     */
    void destruct(Duration timeout);

    /**
     * As {@link #destruct()}, without waiting.
     *
     * @return completed when every member has called it
     * @throws IllegalStateException if the group has ended
     */
    CompletableFuture<Void> destructAsync();

    /**
     * As {@link #destructAsync()}, with a bound.
     *
     * @param timeout more than zero; whole seconds, a fraction is rounded up
     * @return completed when every member has called it
     */
    CompletableFuture<Void> destructAsync(Duration timeout);

    /**
     * Leaves the group if this process still is a member ({@code PMIx_Group_leave}), and does nothing after
     * {@link #destruct}. It waits for no other process, so that it is safe while an exception unwinds; the others learn
     * of it by the {@code PMIX_GROUP_LEFT} event and go on without this process, with a rank one less if theirs was
     * higher. A fence in which they are waiting for this process ends within two seconds for all of them, with {@link
     * org.pmixj.PmixException.MemberLost}, and can be repeated; that of a fault-tolerant group goes on, as an exchange or a
     * destruct does in any. Where all members end the group together, {@link #destruct} scales better.
     */
    @Override
    void close();
}
