// SPDX-License-Identifier: Apache-2.0
package org.pmixj.collectives;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BinaryOperator;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.group.GroupOperations;
import org.pmixj.group.Members;

/**
 * Holds the collectives of MPI for small values, as a program needs them while it sets up: a broadcast, a gather and
 * reductions. {@link Group#fence} is the barrier. Immutable; creating one costs nothing.
 *
 * {@snippet file="CollectivesSnippets.java" region="collectives"}
 *
 * <p>Each is one {@linkplain Group#exchange exchange}. Every value
 * goes to every member through the host, so a broadcast and a gather cost as much as an exchange, which
 * grows with the members, and all values together have at most 4 MiB. Its rules for order, timeouts, lost
 * members, C programs and groups by fences, and its limits, hold here.
 *
 * <p>They are for the set-up of a program. A reduction of one number takes about a millisecond with two members and
 * twenty with 16 on a machine of two cores, where {@code MPI_Allreduce} takes under a microsecond and fifty. For bulk
 * data and for the loops of a computation, use a transport of your own, such as sockets whose addresses the members
 * have exchanged, or an MPI library in the process.
 *
 * <p>All members call the same collectives of a group in the same order, with the same root and type. A member whose
 * arguments are refused has not called the collective: the others time out if it does not call it again.
 */
public final class Collectives {
    /** The name of a reduction in messages. */
    static final String REDUCE = "allReduce";

    private final Group group;
    private final CollectiveOptions options;

    private Collectives(Group group, CollectiveOptions options) {
        this.group = Objects.requireNonNull(group, "group");
        this.options = Objects.requireNonNull(options, "options");
    }

    /**
     * {@return the collectives of a group}
     *
     * @param group a group of which this process is a member
     */
    public static Collectives of(Group group) {
        return new Collectives(group, CollectiveOptions.defaults());
    }

    /**
     * {@return the same collectives with a timeout} With directives each of them throws {@link IllegalArgumentException}. A
     * name in the options has no effect.
     *
     * @param options the timeout
     */
    public Collectives with(CollectiveOptions options) {
        return new Collectives(group, options);
    }

    /** Returns this process, which a group names by its rank alone. */
    static ProcId self(Group group) {
        Members members;
        int rank;
        do {
            members = group.members();
            rank = group.rank();
            // The ranks move up when a member departs.
        } while (!members.equals(group.members()));
        return members.get(rank);
    }

    /** Returns the operations of the group, whose exchanges are called as an operation of this class. */
    private GroupOperations as(String operation) {
        return group.with(options.named(operation));
    }

    // --- broadcast -----------------------------------------------------------------------------------------------

    /**
     * Sends the value of one member to all ({@code MPI_Bcast}).
     *
     * @param root the group rank of the member that sends, the same on all members
     * @param type how the value is sent
     * @param value the value to send; members other than the root may pass null, and what they pass is ignored
     * @param <T> the Java type of the value
     * @return the value of the root
     * @throws IndexOutOfBoundsException if the group has no such rank
     * @throws NullPointerException if the root passes null
     * @throws IllegalArgumentException if the type is refused, or the value is too large
     * @throws PmixException.Timeout if a member did not call in time
     * @throws PmixException.MemberLost if a member ended; in a fault-tolerant group, if the root did
     * @throws PmixException.BadParameter if members name different roots, also because some do not yet know that a
     *     member departed and the ranks behind it have moved up
     */
    public <T> T broadcast(int root, ValueType<T> type, @Nullable T value) {
        RootedCall<T> call = RootedCall.broadcast(group, root, type, value);
        return call.broadcasted(as("broadcast").exchange(ValueType.ATTRIBUTES, call.message));
    }

    /**
     * Starts {@link #broadcast} without waiting.
     *
     * @param root the group rank of the member that sends
     * @param type how the value is sent
     * @param value the value to send; members other than the root may pass null
     * @param <T> the Java type of the value
     * @return completed with the value of the root
     */
    public <T> CompletableFuture<T> broadcastAsync(int root, ValueType<T> type, @Nullable T value) {
        RootedCall<T> call = RootedCall.broadcast(group, root, type, value);
        return as("broadcast").exchangeAsync(ValueType.ATTRIBUTES, call.message).thenApply(call::broadcasted);
    }

    // --- gather --------------------------------------------------------------------------------------------------

    /**
     * Sends the value of each member to one of them ({@code MPI_Gather}). {@link Group#exchange(ValueType, Object)}
     * returns them to all, at the same cost.
     *
     * @param root the group rank of the member that receives, the same on all members
     * @param type how the values are sent
     * @param value the value of this process
     * @param <T> the Java type of the value
     * @return at the root, the values of the members in the order of their ranks, immutable; empty at the others
     * @throws IndexOutOfBoundsException if the group has no such rank
     * @throws IllegalArgumentException if the type is refused, or the value is too large
     * @throws PmixException.Timeout if a member did not call in time
     * @throws PmixException.MemberLost if a member ended; in a fault-tolerant group, if the root did
     * @throws PmixException.BadParameter if members name different roots, as in a broadcast
     * @throws PmixException if a member gave another type
     */
    public <T> Optional<Map<ProcId, T>> gather(int root, ValueType<T> type, T value) {
        RootedCall<T> call = RootedCall.gather(group, root, type, value);
        return call.gathered(as("gather").exchange(ValueType.ATTRIBUTES, call.message));
    }

    /**
     * Starts {@link #gather} without waiting.
     *
     * @param root the group rank of the member that receives
     * @param type how the values are sent
     * @param value the value of this process
     * @param <T> the Java type of the value
     * @return completed at the root with the values by rank, at the others with empty
     */
    public <T> CompletableFuture<Optional<Map<ProcId, T>>> gatherAsync(int root, ValueType<T> type, T value) {
        RootedCall<T> call = RootedCall.gather(group, root, type, value);
        return as("gather").exchangeAsync(ValueType.ATTRIBUTES, call.message).thenApply(call::gathered);
    }

    // --- reductions ----------------------------------------------------------------------------------------------

    /**
     * Computes one value from those of all members ({@code MPI_Allreduce}). Each member applies the operator itself, in
     * the order of the ranks: {@code ((v0 op v1) op v2) op …}. So the result is the same on all, rounding included, if
     * the operator depends on nothing but its arguments. The operator must not change its arguments.
     *
     * @param type how the values are sent; all members must give the same
     * @param value the value of this process
     * @param operator one of {@link Reductions} or another; not called if there is one member
     * @param <T> the Java type of the value
     * @return the result, the same on all members
     * @throws IllegalArgumentException if the type is refused, the value is too large, the operator throws an exception
     *     (the cause) or returns null, or its result is no value of the type. The last three happen on all members,
     *     after the exchange
     * @throws PmixException.Timeout if a member did not call in time
     * @throws PmixException.MemberLost if a member ended; a fault-tolerant group goes on without it
     * @throws PmixException if a member gave another type
     */
    public <T> T allReduce(ValueType<T> type, T value, BinaryOperator<T> operator) {
        ReduceCall<T> call = new ReduceCall<>(group, type, value, operator);
        return call.reduced(as(REDUCE).exchange(type, value));
    }

    /**
     * Starts {@link #allReduce} without waiting. A thread that
     * completes futures of this library calls the operator, or the caller's if all is there.
     *
     * @param type how the values are sent
     * @param value the value of this process
     * @param operator combines two values
     * @param <T> the Java type of the value
     * @return completed with the result
     */
    public <T> CompletableFuture<T> allReduceAsync(ValueType<T> type, T value, BinaryOperator<T> operator) {
        ReduceCall<T> call = new ReduceCall<>(group, type, value, operator);
        return as(REDUCE).exchangeAsync(type, value).thenApply(call::reduced);
    }

    // --- reductions of arrays ------------------------------------------------------------------------------------

    /**
     * Computes one array from those of all members ({@code MPI_Allreduce} of several elements): each element from those
     * in the same place, as {@link #allReduce(ValueType, Object, BinaryOperator)} does it. The array of this process
     * does not change.
     *
     * {@snippet file="CollectivesSnippets.java" region="arrays"}
     *
     * @param values the array of this process; all members give as many elements
     * @param operator one of {@link ArrayReduction} or another, such as {@code (one, other) -> one | other}
     * @return a new array, the same on all members
     * @throws IllegalArgumentException if the array is too large, or the operator throws an exception (the cause), which
     *     happens on all members, after the exchange
     * @throws PmixException.BadParameter if members gave arrays of different types or lengths
     * @throws PmixException.Timeout if a member did not call in time
     * @throws PmixException.MemberLost if a member ended; a fault-tolerant group goes on without it
     */
    public int[] allReduce(int[] values, IntBinaryOperator operator) {
        return reduce(ArrayCall.of(group, values, operator));
    }

    /**
     * Starts {@link #allReduce(int[], IntBinaryOperator)} without waiting.
     *
     * @param values the array of this process, which is read before this returns
     * @param operator combines two elements
     * @return completed with a new array
     */
    public CompletableFuture<int[]> allReduceAsync(int[] values, IntBinaryOperator operator) {
        return reduceAsync(ArrayCall.of(group, values, operator));
    }

    /**
     * Does {@link #allReduce(int[], IntBinaryOperator)} for longs.
     *
     * @param values the array of this process; all members give as many elements
     * @param operator one of {@link ArrayReduction} or another
     * @return a new array, the same on all members
     */
    public long[] allReduce(long[] values, LongBinaryOperator operator) {
        return reduce(ArrayCall.of(group, values, operator));
    }

    /**
     * Starts {@link #allReduce(long[], LongBinaryOperator)} without waiting.
     *
     * @param values the array of this process, which is read before this returns
     * @param operator combines two elements
     * @return completed with a new array
     */
    public CompletableFuture<long[]> allReduceAsync(long[] values, LongBinaryOperator operator) {
        return reduceAsync(ArrayCall.of(group, values, operator));
    }

    /**
     * Does {@link #allReduce(int[], IntBinaryOperator)} for doubles, which arrive as they are.
     *
     * @param values the array of this process; all members give as many elements
     * @param operator one of {@link ArrayReduction} or another
     * @return a new array, the same on all members, rounding included
     */
    public double[] allReduce(double[] values, DoubleBinaryOperator operator) {
        return reduce(ArrayCall.of(group, values, operator));
    }

    /**
     * Starts {@link #allReduce(double[], DoubleBinaryOperator)} without waiting.
     *
     * @param values the array of this process, which is read before this returns
     * @param operator combines two elements
     * @return completed with a new array
     */
    public CompletableFuture<double[]> allReduceAsync(double[] values, DoubleBinaryOperator operator) {
        return reduceAsync(ArrayCall.of(group, values, operator));
    }

    private <A> A reduce(ArrayCall<A> call) {
        return call.reduced(as(REDUCE).exchange(ValueType.BYTES, call.message));
    }

    private <A> CompletableFuture<A> reduceAsync(ArrayCall<A> call) {
        return as(REDUCE).exchangeAsync(ValueType.BYTES, call.message).thenApply(call::reduced);
    }
}
