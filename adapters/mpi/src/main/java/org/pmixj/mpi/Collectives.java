// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpi;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.pmixj.mpi.ffi.MPIConstants;
import org.pmixj.mpi.ffi.MpiFunction;

/**
 * Offers the collective operations of a {@link Comm}. All its processes call them in the same order, with the same root and with
 * counts that match. A form that begins with {@code i} returns at once, and its buffers must stay as they are until its
 * request is complete.
 */
public abstract sealed class Collectives permits Comm {
    private static final MpiFunction ALLREDUCE = new MpiFunction("MPI_Allreduce_c");

    final Handle handle;

    private final String name;
    private final boolean isInter;
    private final int rank;
    private final int size;

    Collectives(Handle handle, String name, boolean isPredefined) {
        this.handle = handle;
        this.name = name;
        about("MPI_Comm_set_errhandler", isPredefined).with(Mpi.ERRORS_RETURN).run();
        rank = about("MPI_Comm_rank", isPredefined).number();
        size = about("MPI_Comm_size", isPredefined).number();
        isInter = about("MPI_Comm_test_inter", isPredefined).number() != 0;
    }

    /** Starts a call during the creation, which for a predefined one is that of MPI. */
    private Call about(String function, boolean isBeforeInit) {
        Call call = new Call(function, name).with(handle.value());
        return isBeforeInit ? call.beforeInit() : call;
    }

    // --- what it is ------------------------------------------------------------------------------------------------

    /** {@return the rank of this process} */
    public int rank() {
        return rank;
    }

    /** {@return how many processes there are; on this side, where two are connected} */
    public int size() {
        return size;
    }

    /** {@return whether the processes of two sides are connected, {@code MPI_Comm_test_inter}} */
    public boolean isInter() {
        return isInter;
    }

    @Override
    public String toString() {
        return name;
    }

    long handle() {
        return handle.value();
    }

    Call call(String operation) {
        return new Call(operation, this);
    }

    /** Checks the call of a collective that moves data. */
    private Call collective(Call call, Buf own) {
        Objects.requireNonNull(own, "data");
        if (isInter()) {
            throw call.refuse("collectives on connected sides are not supported; merge() them to one communicator");
        }
        return call;
    }

    static void checkApart(Call call, Buf one, Buf other) {
        if (Objects.requireNonNull(other, "data").overlaps(one)) {
            throw call.refuse("the buffers overlap; use two, or a form with one buffer");
        }
    }

    // --- barrier and broadcast -------------------------------------------------------------------------------------

    /** Waits until all processes have called it, {@code MPI_Barrier}. */
    public void barrier() {
        call("MPI_Barrier").with(handle()).run();
    }

    /** {@return a request that is complete when all processes have called it, {@code MPI_Ibarrier}} */
    public Request ibarrier() {
        return call("MPI_Ibarrier").with(handle()).start();
    }

    /** Describes a broadcast: the root reads what all others overwrite. */
    private Call broadcast(Call call, Buf data, int root) {
        collective(call, data).checkRank("the root", root, size());
        return call.with(data, true, rank() != root).elements(data).with(root, handle());
    }

    /**
     * Sends the root's elements to all, {@code MPI_Bcast}.
     *
     * @param data what is sent by the root and received by the others
     * @param root the rank that sends
     */
    public void bcast(Buf data, int root) {
        broadcast(call("MPI_Bcast_c"), data, root).run();
    }

    /**
     * Starts a {@linkplain #bcast broadcast}, {@code MPI_Ibcast}.
     *
     * @param data what is sent by the root and received by the others
     * @param root the rank that sends
     * @return its request
     */
    public Request ibcast(Buf data, int root) {
        return broadcast(call("MPI_Ibcast_c"), data, root).start();
    }

    // --- reductions ------------------------------------------------------------------------------------------------

    /** Describes a reduction of as many results as there are elements. */
    private Call reduction(Call call, Buf send, Buf recv, Op op) {
        collective(call, send);
        checkReduced(call, send, recv, send.count());
        return call.in(send).out(recv).elements(send).op(op, send.type());
    }

    private static void checkReduced(Call call, Buf send, Buf recv, long results) {
        checkApart(call, send, recv);
        if (recv.type() != send.type() || recv.count() < results) {
            throw call.refuse("the buffer to receive has " + recv + ", but " + results + " elements of " + send.type()
                    + " are reduced; use one like that");
        }
    }

    private Call forRoot(Call call, Buf send, @Nullable Buf recv, Op op, int root) {
        collective(call, send).checkRank("the root", root, size());
        if (rank() != root) {
            call.in(send).with(0).elements(send).op(op, send.type());
        } else if (recv == null) {
            throw call.refuse("the root needs a buffer for the results; only the others pass null");
        } else {
            reduction(call, send, recv, op);
        }
        return call.with(root, handle());
    }

    private Call forAll(Call call, Buf send, Buf recv, Op op) {
        return reduction(call, send, recv, op).with(handle());
    }

    /**
     * Combines the elements of all processes for the root, {@code MPI_Reduce}.
     *
     * @param send the own elements
     * @param recv the results, on the root; null on the others
     * @param op combines them
     * @param root the rank that receives
     */
    public void reduce(Buf send, @Nullable Buf recv, Op op, int root) {
        forRoot(call("MPI_Reduce_c"), send, recv, op, root).run();
    }

    /**
     * Starts a {@linkplain #reduce reduction}, {@code MPI_Ireduce}.
     *
     * @param send the own elements
     * @param recv the results, on the root; null on the others
     * @param op combines them
     * @param root the rank that receives
     * @return its request
     */
    public Request ireduce(Buf send, @Nullable Buf recv, Op op, int root) {
        return forRoot(call("MPI_Ireduce_c"), send, recv, op, root).start();
    }

    /**
     * Combines the elements of all processes for all, {@code MPI_Allreduce}.
     *
     * @param send the own elements
     * @param recv the results
     * @param op combines them
     */
    public void allreduce(Buf send, Buf recv, Op op) {
        forAll(new Call(ALLREDUCE, this, Call.NONE, Call.NONE), send, recv, op).run();
    }

    /**
     * Combines the elements of all processes for all, in place: {@code MPI_Allreduce} with {@code MPI_IN_PLACE}.
     *
     * @param data the own elements, and afterwards the results
     * @param op combines them
     */
    public void allreduce(Buf data, Op op) {
        Call call = collective(call("MPI_Allreduce_c"), data)
                .with(MPIConstants.MPI_IN_PLACE().address());
        call.out(data).elements(data).op(op, data.type()).with(handle()).run();
    }

    /**
     * Starts an {@linkplain #allreduce(Buf, Buf, Op) reduction for all}, {@code MPI_Iallreduce}.
     *
     * @param send the own elements
     * @param recv the results
     * @param op combines them
     * @return its request
     */
    public Request iallreduce(Buf send, Buf recv, Op op) {
        return forAll(call("MPI_Iallreduce_c"), send, recv, op).start();
    }

    /**
     * Combines the elements of the ranks up to the own one, {@code MPI_Scan}.
     *
     * @param send the own elements
     * @param recv the results
     * @param op combines them
     */
    public void scan(Buf send, Buf recv, Op op) {
        forAll(call("MPI_Scan_c"), send, recv, op).run();
    }

    /**
     * Starts a {@linkplain #scan scan}, {@code MPI_Iscan}.
     *
     * @param send the own elements
     * @param recv the results
     * @param op combines them
     * @return its request
     */
    public Request iscan(Buf send, Buf recv, Op op) {
        return forAll(call("MPI_Iscan_c"), send, recv, op).start();
    }

    /**
     * Combines the elements of the ranks before the own one, {@code MPI_Exscan}. Rank 0 receives nothing.
     *
     * @param send the own elements
     * @param recv the results
     * @param op combines them
     */
    public void exscan(Buf send, Buf recv, Op op) {
        forAll(call("MPI_Exscan_c"), send, recv, op).run();
    }

    private Call byParts(Call call, Buf send, Buf recv, int[] counts, Op op) {
        collective(call, send);
        long[] starts = places(call, send, counts, null);
        int last = size() - 1;
        long sum = starts[last] + counts[last];
        if (sum != send.count()) {
            throw call.refuse("the counts add up to " + sum + ", not to the " + send.count() + " elements");
        }
        checkReduced(call, send, recv, counts[rank()]);
        call.in(send).out(recv).in(longs(counts)).with(send.type().handle());
        return call.op(op, send.type()).with(handle());
    }

    /**
     * Combines the elements of all processes, and gives each its part of the results, {@code MPI_Reduce_scatter}.
     *
     * @param send the own elements
     * @param recv the own part of the results
     * @param counts how many results each rank receives
     * @param op combines them
     */
    public void reduceScatter(Buf send, Buf recv, int[] counts, Op op) {
        byParts(call("MPI_Reduce_scatter_c"), send, recv, counts, op).run();
    }

    /**
     * Starts a {@linkplain #reduceScatter reduction by parts}, {@code MPI_Ireduce_scatter}.
     *
     * @param send the own elements
     * @param recv the own part of the results
     * @param counts how many results each rank receives
     * @param op combines them
     * @return its request
     */
    public Request ireduceScatter(Buf send, Buf recv, int[] counts, Op op) {
        return byParts(call("MPI_Ireduce_scatter_c"), send, recv, counts, op).start();
    }

    // --- gather and scatter ----------------------------------------------------------------------------------------

    private static Buf longs(int[] values) {
        return Buf.of(Arrays.stream(values).asLongStream().toArray());
    }

    /** Returns the displacements, those of parts in a row if there are none, after it has checked them. */
    private long[] places(Call call, Buf whole, int[] counts, int @Nullable [] displacements) {
        Objects.requireNonNull(counts, "counts");
        if (counts.length != size() || (displacements != null && displacements.length != size())) {
            throw call.refuse("there must be a count and a displacement for each of the " + size() + " processes");
        }
        long[] places = new long[counts.length];
        long end = 0;
        for (int i = 0; i < counts.length; i++) {
            places[i] = displacements == null ? end : displacements[i];
            end = places[i] + counts[i];
            if (counts[i] < 0 || places[i] < 0 || end > whole.count()) {
                throw call.refuse("the part of rank " + i + " is " + counts[i] + " elements from " + places[i]
                        + ", which are not in a buffer of " + whole);
            }
        }
        return places;
    }

    /** The buffer of all processes: in equal parts, or in parts of these sizes, in a row unless there are displacements. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Parts(
            boolean areEqual, @Nullable Buf whole, int @Nullable [] counts, int @Nullable [] displacements) {
        Parts(@Nullable Buf whole) {
            this(true, whole, null, null);
        }
    }

    /** Adds the parts of all processes, after it has checked them and, if there is one, the own part. */
    private Call all(Call call, Parts parts, @Nullable Buf own, boolean isRead) {
        Buf whole = Objects.requireNonNull(parts.whole(), "data");
        int[] counts = parts.areEqual() ? null : Objects.requireNonNull(parts.counts(), "counts");
        long[] places = counts == null ? null : places(call, whole, counts, parts.displacements());
        if (own != null) {
            checkApart(call, whole, own);
            checkPart(call, whole, own, counts);
        }
        call.with(whole, true, !isRead);
        if (counts == null || places == null) {
            call.with(whole.count() / size());
        } else {
            call.in(longs(counts)).in(Buf.of(places));
        }
        return call.with(whole.type().handle());
    }

    /** Checks that the part of this process is as large as its share of all. */
    private void checkPart(Call call, Buf whole, Buf part, int @Nullable [] counts) {
        long size = whole.type().size();
        if (counts == null && (whole.count() % size() != 0 || whole.count() / size() * size != part.data())) {
            throw call.refuse("a buffer of " + whole + " is shared by " + size()
                    + " processes, which does not fit the part of " + part + "; it needs " + size() + " times as many");
        }
        if (counts != null && counts[rank()] * size != part.data()) {
            throw call.refuse("the own part is " + part + ", but the count for this rank is " + counts[rank()] + " of "
                    + whole.type());
        }
    }

    /** Adds the parts of all processes on the root, and none on the others. */
    private Call ofRoot(Call call, Parts parts, Buf own, int root, boolean isRead) {
        if (rank() != root) {
            // Neither memory, nor counts and displacements.
            Call passed = parts.areEqual() ? call : call.with(0);
            return passed.with(0, 0, own.type().handle());
        }
        if (parts.whole() == null || (parts.counts() == null && !parts.areEqual())) {
            String lacks = parts.whole() == null ? "a buffer for all" : "the counts of all";
            throw call.refuse("the root needs " + lacks + "; only the others pass null");
        }
        return all(call, parts, own, isRead);
    }

    private Call gathering(Call call, Buf send, Parts recv, int root) {
        collective(call, send).checkRank("the root", root, size());
        call.in(send).elements(send);
        return ofRoot(call, recv, send, root, false).with(root, handle());
    }

    private Call scattering(Call call, Parts send, Buf recv, int root) {
        collective(call, recv).checkRank("the root", root, size());
        ofRoot(call, send, recv, root, true).out(recv).elements(recv);
        return call.with(root, handle());
    }

    /**
     * Puts the elements of all processes into one buffer of the root, in the order of the ranks, {@code MPI_Gather}.
     *
     * @param send the own elements
     * @param recv those of all, on the root; null on the others
     * @param root the rank that receives
     */
    public void gather(Buf send, @Nullable Buf recv, int root) {
        gathering(call("MPI_Gather_c"), send, new Parts(recv), root).run();
    }

    /**
     * Starts a {@linkplain #gather gather}, {@code MPI_Igather}.
     *
     * @param send the own elements
     * @param recv those of all, on the root; null on the others
     * @param root the rank that receives
     * @return its request
     */
    public Request igather(Buf send, @Nullable Buf recv, int root) {
        return gathering(call("MPI_Igather_c"), send, new Parts(recv), root).start();
    }

    /**
     * Gives each process its part of the root's buffer, in the order of the ranks, {@code MPI_Scatter}.
     *
     * @param send the parts of all, on the root; null on the others
     * @param recv the own part
     * @param root the rank that sends
     */
    public void scatter(@Nullable Buf send, Buf recv, int root) {
        scattering(call("MPI_Scatter_c"), new Parts(send), recv, root).run();
    }

    /**
     * Starts a {@linkplain #scatter scatter}, {@code MPI_Iscatter}.
     *
     * @param send the parts of all, on the root; null on the others
     * @param recv the own part
     * @param root the rank that sends
     * @return its request
     */
    public Request iscatter(@Nullable Buf send, Buf recv, int root) {
        return scattering(call("MPI_Iscatter_c"), new Parts(send), recv, root).start();
    }

    /**
     * Puts different numbers of elements of all processes into one buffer of the root, {@code MPI_Gatherv}.
     *
     * @param send the own elements
     * @param recv those of all, on the root; null on the others
     * @param counts how many come from each rank, on the root
     * @param displacements at which element those of each rank are put; null to put them in a row
     * @param root the rank that receives
     */
    public void gatherv(
            Buf send, @Nullable Buf recv, int @Nullable [] counts, int @Nullable [] displacements, int root) {
        gathering(call("MPI_Gatherv_c"), send, new Parts(false, recv, counts, displacements), root)
                .run();
    }

    /**
     * Starts a {@linkplain #gatherv gather}, {@code MPI_Igatherv}.
     *
     * @param send the own elements
     * @param recv those of all, on the root; null on the others
     * @param counts how many come from each rank, on the root
     * @param displacements at which element those of each rank are put; null to put them in a row
     * @param root the rank that receives
     * @return its request
     */
    public Request igatherv(
            Buf send, @Nullable Buf recv, int @Nullable [] counts, int @Nullable [] displacements, int root) {
        return gathering(call("MPI_Igatherv_c"), send, new Parts(false, recv, counts, displacements), root)
                .start();
    }

    /**
     * Gives each process a part of the root's buffer, of different sizes, {@code MPI_Scatterv}.
     *
     * @param send the parts of all, on the root; null on the others
     * @param counts how many elements go to each rank, on the root
     * @param displacements at which element the part of each rank begins; null if they are in a row
     * @param recv the own part
     * @param root the rank that sends
     */
    public void scatterv(
            @Nullable Buf send, int @Nullable [] counts, int @Nullable [] displacements, Buf recv, int root) {
        scattering(call("MPI_Scatterv_c"), new Parts(false, send, counts, displacements), recv, root)
                .run();
    }

    /**
     * Starts a {@linkplain #scatterv scatter}, {@code MPI_Iscatterv}.
     *
     * @param send the parts of all, on the root; null on the others
     * @param counts how many elements go to each rank, on the root
     * @param displacements at which element the part of each rank begins; null if they are in a row
     * @param recv the own part
     * @param root the rank that sends
     * @return its request
     */
    public Request iscatterv(
            @Nullable Buf send, int @Nullable [] counts, int @Nullable [] displacements, Buf recv, int root) {
        return scattering(call("MPI_Iscatterv_c"), new Parts(false, send, counts, displacements), recv, root)
                .start();
    }

    private Call everywhere(Call call, Buf send, Parts recv) {
        collective(call, send);
        call.in(send).elements(send);
        return all(call, recv, send, false).with(handle());
    }

    /**
     * Puts the elements of all processes into a buffer of each, in the order of the ranks, {@code MPI_Allgather}.
     *
     * @param send the own elements
     * @param recv those of all
     */
    public void allgather(Buf send, Buf recv) {
        everywhere(call("MPI_Allgather_c"), send, new Parts(recv)).run();
    }

    /**
     * Starts an {@linkplain #allgather gather for all}, {@code MPI_Iallgather}.
     *
     * @param send the own elements
     * @param recv those of all
     * @return its request
     */
    public Request iallgather(Buf send, Buf recv) {
        return everywhere(call("MPI_Iallgather_c"), send, new Parts(recv)).start();
    }

    /**
     * Puts different numbers of elements of all processes into a buffer of each, {@code MPI_Allgatherv}.
     *
     * @param send the own elements
     * @param recv those of all
     * @param counts how many come from each rank
     * @param displacements at which element those of each rank are put; null to put them in a row
     */
    public void allgatherv(Buf send, Buf recv, int[] counts, int @Nullable [] displacements) {
        everywhere(call("MPI_Allgatherv_c"), send, new Parts(false, recv, counts, displacements))
                .run();
    }

    /**
     * Starts an {@linkplain #allgatherv gather for all}, {@code MPI_Iallgatherv}.
     *
     * @param send the own elements
     * @param recv those of all
     * @param counts how many come from each rank
     * @param displacements at which element those of each rank are put; null to put them in a row
     * @return its request
     */
    public Request iallgatherv(Buf send, Buf recv, int[] counts, int @Nullable [] displacements) {
        return everywhere(call("MPI_Iallgatherv_c"), send, new Parts(false, recv, counts, displacements))
                .start();
    }

    // --- all to all ------------------------------------------------------------------------------------------------

    private Call exchange(Call call, Parts send, Parts recv) {
        Buf from = Objects.requireNonNull(send.whole(), "data");
        Buf to = Objects.requireNonNull(recv.whole(), "data");
        collective(call, from);
        checkApart(call, from, to);
        if (send.areEqual() && (from.count() % size() != 0 || to.count() % size() != 0 || from.data() != to.data())) {
            throw call.refuse("buffers of " + from + " and " + to + " are not as many equal parts as there are"
                    + " processes, " + size());
        }
        all(call, send, null, true);
        return all(call, recv, null, false).with(handle());
    }

    /**
     * Sends a part of the buffer to each process, and receives one of each, {@code MPI_Alltoall}.
     *
     * @param send the parts for all, in the order of the ranks
     * @param recv the parts of all
     */
    public void alltoall(Buf send, Buf recv) {
        exchange(call("MPI_Alltoall_c"), new Parts(send), new Parts(recv)).run();
    }

    /**
     * Starts an {@linkplain #alltoall exchange of parts}, {@code MPI_Ialltoall}.
     *
     * @param send the parts for all, in the order of the ranks
     * @param recv the parts of all
     * @return its request
     */
    public Request ialltoall(Buf send, Buf recv) {
        return exchange(call("MPI_Ialltoall_c"), new Parts(send), new Parts(recv))
                .start();
    }

    /**
     * Sends a part of the buffer to each process, and receives one of each, of different sizes, {@code MPI_Alltoallv}.
     *
     * @param send the parts for all
     * @param sendCounts how many elements go to each rank
     * @param sendDisplacements at which element the part for each rank begins; null if they are in a row
     * @param recv the parts of all
     * @param recvCounts how many elements come from each rank
     * @param recvDisplacements at which element those of each rank are put; null to put them in a row
     */
    public void alltoallv(
            Buf send,
            int[] sendCounts,
            int @Nullable [] sendDisplacements,
            Buf recv,
            int[] recvCounts,
            int @Nullable [] recvDisplacements) {
        Parts from = new Parts(false, send, sendCounts, sendDisplacements);
        Parts to = new Parts(false, recv, recvCounts, recvDisplacements);
        exchange(call("MPI_Alltoallv_c"), from, to).run();
    }

    /**
     * Starts an {@linkplain #alltoallv exchange of parts}, {@code MPI_Ialltoallv}.
     *
     * @param send the parts for all
     * @param sendCounts how many elements go to each rank
     * @param sendDisplacements at which element the part for each rank begins; null if they are in a row
     * @param recv the parts of all
     * @param recvCounts how many elements come from each rank
     * @param recvDisplacements at which element those of each rank are put; null to put them in a row
     * @return its request
     */
    public Request ialltoallv(
            Buf send,
            int[] sendCounts,
            int @Nullable [] sendDisplacements,
            Buf recv,
            int[] recvCounts,
            int @Nullable [] recvDisplacements) {
        Parts from = new Parts(false, send, sendCounts, sendDisplacements);
        Parts to = new Parts(false, recv, recvCounts, recvDisplacements);
        return exchange(call("MPI_Ialltoallv_c"), from, to).start();
    }
}
