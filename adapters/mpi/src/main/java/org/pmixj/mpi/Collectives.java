// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpi;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.pmixj.mpi.ffi.MPI;
import org.pmixj.mpi.ffi.MPIConstants;

/**
 * Offers the collective operations of a {@link Comm}. All its processes call them in the same order, with the same root and with
 * counts that match. A form that begins with {@code i} returns at once, and its buffers must stay as they are until its
 * request is complete.
 */
public abstract sealed class Collectives permits Comm {
    Collectives() {}

    abstract MemorySegment handle();

    /** {@return the rank of this process} */
    public abstract int rank();

    /** {@return how many processes there are on this side} */
    public abstract int size();

    /** {@return whether the processes of two sides are connected, {@code MPI_Comm_test_inter}} */
    public abstract boolean isInter();

    abstract Call call(String operation);

    /** Starts the call of a collective that moves data. */
    private Call collective(String operation, Buf... buffers) {
        for (Buf each : buffers) {
            Objects.requireNonNull(each, "a buffer");
        }
        Call call = call(operation);
        if (isInter()) {
            throw call.refuse("collectives on connected sides are not supported; merge() them to one communicator");
        }
        if (buffers.length == 2) {
            checkApart(call, buffers[0], buffers[1]);
        }
        return call;
    }

    private static void checkApart(Call call, Buf one, Buf other) {
        if (overlap(one, other)) {
            throw call.refuse("the buffers overlap; use two, or a form with one buffer");
        }
    }

    private static boolean overlap(Buf a, Buf b) {
        MemorySegment one = a.segment();
        MemorySegment other = b.segment();
        return one.isNative() == other.isNative()
                && one.heapBase().equals(other.heapBase())
                && one.address() < other.address() + b.bytes()
                && other.address() < one.address() + a.bytes();
    }

    private void checkRoot(Call call, int root) {
        if (root < 0 || root >= size()) {
            throw call.refuse("the root " + root + " is no rank of 0 to " + (size() - 1));
        }
    }

    private static void checkSame(Call call, Buf send, Buf recv) {
        if (recv.type() != send.type() || recv.count() < send.count()) {
            throw call.refuse(
                    "the buffer to receive has " + recv + ", but " + send + " are reduced; use one like that");
        }
    }

    /** Returns how many elements come from or go to each process. */
    private long share(Buf whole) {
        return whole.count() / size();
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

    /** Checks that the part of this process is as large as its share of all. */
    private void checkPart(Call call, Buf whole, Buf part, int @Nullable [] counts) {
        if (counts != null && counts[rank()] * whole.type().size() != part.data()) {
            throw call.refuse("the own part is " + part + ", but the count for this rank is " + counts[rank()] + " of "
                    + whole.type());
        }
        if (counts == null
                && (whole.count() % size() != 0 || share(whole) * whole.type().size() != part.data())) {
            throw call.refuse(
                    "a buffer of " + whole + " is shared by " + size() + " processes, which does not fit the part "
                            + "of " + part + "; it needs " + size() + " times as many");
        }
    }

    // --- barrier and broadcast -------------------------------------------------------------------------------------

    /** Waits until all processes have called it, {@code MPI_Barrier}. */
    public void barrier() {
        call("MPI_Barrier").run(call -> MPI.MPI_Barrier(handle()));
    }

    /** {@return a request that is complete when all processes have called it, {@code MPI_Ibarrier}} */
    public Request ibarrier() {
        return call("MPI_Ibarrier").start(call -> MPI.MPI_Ibarrier(handle(), call.out()));
    }

    private Call broadcast(String operation, Buf data, int root) {
        Call call = collective(operation, data);
        checkRoot(call, root);
        return call;
    }

    /** Returns the memory that the root reads and all others overwrite. */
    private MemorySegment shared(Call call, Buf data, int root) {
        return rank() == root ? call.in(data) : call.out(data);
    }

    /**
     * Sends the root's elements to all, {@code MPI_Bcast}.
     *
     * @param data what is sent by the root and received by the others
     * @param root the rank that sends
     */
    public void bcast(Buf data, int root) {
        broadcast("MPI_Bcast", data, root)
                .run(call -> MPI.MPI_Bcast_c(
                        shared(call, data, root), data.count(), data.type().handle(), root, handle()));
    }

    /**
     * Starts a {@linkplain #bcast broadcast}, {@code MPI_Ibcast}.
     *
     * @param data what is sent by the root and received by the others
     * @param root the rank that sends
     * @return its request
     */
    public Request ibcast(Buf data, int root) {
        return broadcast("MPI_Ibcast", data, root)
                .start(call -> MPI.MPI_Ibcast_c(
                        shared(call, data, root), data.count(), data.type().handle(), root, handle(), call.out()));
    }

    // --- reductions ------------------------------------------------------------------------------------------------

    private Call reduction(String operation, Buf send, Buf recv, Op op) {
        Objects.requireNonNull(op, "op");
        Call call = collective(operation, send, recv);
        checkSame(call, send, recv);
        return call;
    }

    private Call rooted(String operation, Buf send, @Nullable Buf recv, Op op, int root) {
        Objects.requireNonNull(op, "op");
        Call call = collective(operation, send);
        checkRoot(call, root);
        if (rank() != root) {
            return call;
        }
        if (recv == null) {
            throw call.refuse("the root needs a buffer for the results; only the others pass null");
        }
        return reduction(operation, send, recv, op);
    }

    /** A function that combines elements for several processes. */
    private interface Reduction {
        int call(
                MemorySegment send,
                MemorySegment recv,
                long count,
                MemorySegment type,
                MemorySegment op,
                MemorySegment comm);
    }

    /** The form of it that returns at once. */
    private interface StartedReduction {
        int call(
                MemorySegment send,
                MemorySegment recv,
                long count,
                MemorySegment type,
                MemorySegment op,
                MemorySegment comm,
                MemorySegment request);
    }

    private void reduce(String operation, Buf send, Buf recv, Op op, Reduction function) {
        reduction(operation, send, recv, op)
                .run(call -> function.call(
                        call.in(send),
                        call.out(recv),
                        send.count(),
                        send.type().handle(),
                        call.op(op, send.type()),
                        handle()));
    }

    private Request start(String operation, Buf send, Buf recv, Op op, StartedReduction function) {
        return reduction(operation, send, recv, op)
                .start(call -> function.call(
                        call.in(send),
                        call.out(recv),
                        send.count(),
                        send.type().handle(),
                        call.op(op, send.type()),
                        handle(),
                        call.out()));
    }

    /** The memory that only the root has. */
    private MemorySegment onRoot(Call call, @Nullable Buf recv, int root) {
        return recv == null || rank() != root ? MemorySegment.NULL : call.out(recv);
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
        rooted("MPI_Reduce", send, recv, op, root)
                .run(call -> MPI.MPI_Reduce_c(
                        call.in(send),
                        onRoot(call, recv, root),
                        send.count(),
                        send.type().handle(),
                        call.op(op, send.type()),
                        root,
                        handle()));
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
        return rooted("MPI_Ireduce", send, recv, op, root)
                .start(call -> MPI.MPI_Ireduce_c(
                        call.in(send),
                        onRoot(call, recv, root),
                        send.count(),
                        send.type().handle(),
                        call.op(op, send.type()),
                        root,
                        handle(),
                        call.out()));
    }

    /**
     * Combines the elements of all processes for all, {@code MPI_Allreduce}.
     *
     * @param send the own elements
     * @param recv the results
     * @param op combines them
     */
    public void allreduce(Buf send, Buf recv, Op op) {
        reduce("MPI_Allreduce", send, recv, op, MPI::MPI_Allreduce_c);
    }

    /**
     * Combines the elements of all processes for all, in place: {@code MPI_Allreduce} with {@code MPI_IN_PLACE}.
     *
     * @param data the own elements, and afterwards the results
     * @param op combines them
     */
    public void allreduce(Buf data, Op op) {
        Objects.requireNonNull(op, "op");
        collective("MPI_Allreduce", data)
                .run(call -> MPI.MPI_Allreduce_c(
                        MPIConstants.MPI_IN_PLACE(),
                        call.out(data),
                        data.count(),
                        data.type().handle(),
                        call.op(op, data.type()),
                        handle()));
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
        return start("MPI_Iallreduce", send, recv, op, MPI::MPI_Iallreduce_c);
    }

    /**
     * Combines the elements of the ranks up to the own one, {@code MPI_Scan}.
     *
     * @param send the own elements
     * @param recv the results
     * @param op combines them
     */
    public void scan(Buf send, Buf recv, Op op) {
        reduce("MPI_Scan", send, recv, op, MPI::MPI_Scan_c);
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
        return start("MPI_Iscan", send, recv, op, MPI::MPI_Iscan_c);
    }

    /**
     * Combines the elements of the ranks before the own one, {@code MPI_Exscan}. Rank 0 receives nothing.
     *
     * @param send the own elements
     * @param recv the results
     * @param op combines them
     */
    public void exscan(Buf send, Buf recv, Op op) {
        reduce("MPI_Exscan", send, recv, op, MPI::MPI_Exscan_c);
    }

    private Call scattered(String operation, Buf send, Buf recv, int[] counts, Op op) {
        Objects.requireNonNull(op, "op");
        Call call = collective(operation, send, recv);
        int last = size() - 1;
        long sum = places(call, send, counts, null)[last] + counts[last];
        if (sum != send.count()) {
            throw call.refuse("the counts add up to " + sum + ", not to the " + send.count() + " elements");
        }
        if (recv.type() != send.type() || recv.count() < counts[rank()]) {
            throw call.refuse(
                    "a buffer of " + recv + " does not hold " + counts[rank()] + " elements of " + send.type());
        }
        return call;
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
        scattered("MPI_Reduce_scatter", send, recv, counts, op)
                .run(call -> MPI.MPI_Reduce_scatter_c(
                        call.in(send),
                        call.out(recv),
                        call.longs(counts),
                        send.type().handle(),
                        call.op(op, send.type()),
                        handle()));
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
        return scattered("MPI_Ireduce_scatter", send, recv, counts, op)
                .start(call -> MPI.MPI_Ireduce_scatter_c(
                        call.in(send),
                        call.out(recv),
                        call.longs(counts),
                        send.type().handle(),
                        call.op(op, send.type()),
                        handle(),
                        call.out()));
    }

    // --- gather and scatter ----------------------------------------------------------------------------------------

    /** The memory of a side, how much of it goes to or comes from each process, and where that is if it differs. */
    private record Side(MemorySegment at, long count, MemorySegment counts, MemorySegment places, MemorySegment type) {}

    /** A function that moves parts. */
    private interface Moved {
        int call(Side send, Side recv);
    }

    /** The form of it that returns at once. */
    private interface StartedMove {
        int call(Side send, Side recv, MemorySegment request);
    }

    /** A call that moves parts, and how it makes its sides once it is in MPI. */
    private record Move(Call call, Function<Call, Side> send, Function<Call, Side> recv) {
        void run(Moved function) {
            call.run(each -> function.call(send.apply(each), recv.apply(each)));
        }

        Request start(StartedMove function) {
            return call.start(each -> function.call(send.apply(each), recv.apply(each), each.out()));
        }
    }

    private static Side side(MemorySegment at, long count, Buf of) {
        return new Side(
                at, count, MemorySegment.NULL, MemorySegment.NULL, of.type().handle());
    }

    /** Returns the side of a process that has its own part alone. */
    private static Side own(Call call, Buf part, boolean isRead) {
        return side(isRead ? call.in(part) : call.out(part), part.count(), part);
    }

    /** The buffer of all, in parts that are equal, or of different sizes if there are counts. */
    private static final class Parts {
        final @Nullable Buf whole;
        final int @Nullable [] counts;
        final int @Nullable [] displacements;
        final boolean areEqual;

        Parts(@Nullable Buf whole) {
            this(whole, null, null, true);
        }

        Parts(@Nullable Buf whole, int @Nullable [] counts, int @Nullable [] displacements) {
            this(whole, counts, displacements, false);
        }

        private Parts(@Nullable Buf whole, int @Nullable [] counts, int @Nullable [] displacements, boolean areEqual) {
            this.whole = whole;
            this.counts = counts;
            this.displacements = displacements;
            this.areEqual = areEqual;
        }
    }

    /** Returns the side of all, after it has checked it and, if there is one, the own part. */
    private Side all(Call call, Parts parts, @Nullable Buf own, boolean isRead) {
        Buf whole = Objects.requireNonNull(parts.whole, "a buffer");
        int[] counts = parts.areEqual ? null : Objects.requireNonNull(parts.counts, "counts");
        long[] places = counts == null ? null : places(call, whole, counts, parts.displacements);
        if (own != null) {
            checkApart(call, own, whole);
            checkPart(call, whole, own, counts);
        }
        MemorySegment at = isRead ? call.in(whole) : call.out(whole);
        return counts == null || places == null
                ? side(at, share(whole), whole)
                : new Side(
                        at,
                        0,
                        call.longs(counts),
                        call.longs(places),
                        whole.type().handle());
    }

    /** Returns the side of the root, and nothing on the others. */
    private Side ofRoot(Call call, Parts parts, Buf own, int root, boolean isRead) {
        if (rank() != root) {
            return side(MemorySegment.NULL, 0, own);
        }
        if (parts.whole == null) {
            throw call.refuse("the root needs a buffer for all; only the others pass null");
        }
        if (parts.counts == null && !parts.areEqual) {
            throw call.refuse("the root needs the counts of all; only the others pass null");
        }
        return all(call, parts, own, isRead);
    }

    private Move gathering(String operation, Buf send, Parts recv, int root) {
        Call checked = collective(operation, send);
        checkRoot(checked, root);
        return new Move(checked, call -> own(call, send, true), call -> ofRoot(call, recv, send, root, false));
    }

    private Move scattering(String operation, Parts send, Buf recv, int root) {
        Call checked = collective(operation, recv);
        checkRoot(checked, root);
        return new Move(checked, call -> ofRoot(call, send, recv, root, true), call -> own(call, recv, false));
    }

    /**
     * Puts the elements of all processes into one buffer of the root, in the order of the ranks, {@code MPI_Gather}.
     *
     * @param send the own elements
     * @param recv those of all, on the root; null on the others
     * @param root the rank that receives
     */
    public void gather(Buf send, @Nullable Buf recv, int root) {
        gathering("MPI_Gather", send, new Parts(recv), root)
                .run((s, r) ->
                        MPI.MPI_Gather_c(s.at(), s.count(), s.type(), r.at(), r.count(), r.type(), root, handle()));
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
        return gathering("MPI_Igather", send, new Parts(recv), root)
                .start((s, r, request) -> MPI.MPI_Igather_c(
                        s.at(), s.count(), s.type(), r.at(), r.count(), r.type(), root, handle(), request));
    }

    /**
     * Gives each process its part of the root's buffer, in the order of the ranks, {@code MPI_Scatter}.
     *
     * @param send the parts of all, on the root; null on the others
     * @param recv the own part
     * @param root the rank that sends
     */
    public void scatter(@Nullable Buf send, Buf recv, int root) {
        scattering("MPI_Scatter", new Parts(send), recv, root)
                .run((s, r) ->
                        MPI.MPI_Scatter_c(s.at(), s.count(), s.type(), r.at(), r.count(), r.type(), root, handle()));
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
        return scattering("MPI_Iscatter", new Parts(send), recv, root)
                .start((s, r, request) -> MPI.MPI_Iscatter_c(
                        s.at(), s.count(), s.type(), r.at(), r.count(), r.type(), root, handle(), request));
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
        gathering("MPI_Gatherv", send, new Parts(recv, counts, displacements), root)
                .run((s, r) -> MPI.MPI_Gatherv_c(
                        s.at(), s.count(), s.type(), r.at(), r.counts(), r.places(), r.type(), root, handle()));
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
        return gathering("MPI_Igatherv", send, new Parts(recv, counts, displacements), root)
                .start((s, r, request) -> MPI.MPI_Igatherv_c(
                        s.at(),
                        s.count(),
                        s.type(),
                        r.at(),
                        r.counts(),
                        r.places(),
                        r.type(),
                        root,
                        handle(),
                        request));
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
        scattering("MPI_Scatterv", new Parts(send, counts, displacements), recv, root)
                .run((s, r) -> MPI.MPI_Scatterv_c(
                        s.at(), s.counts(), s.places(), s.type(), r.at(), r.count(), r.type(), root, handle()));
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
        return scattering("MPI_Iscatterv", new Parts(send, counts, displacements), recv, root)
                .start((s, r, request) -> MPI.MPI_Iscatterv_c(
                        s.at(),
                        s.counts(),
                        s.places(),
                        s.type(),
                        r.at(),
                        r.count(),
                        r.type(),
                        root,
                        handle(),
                        request));
    }

    private Move everywhere(String operation, Buf send, Buf recv, Parts parts) {
        return new Move(
                collective(operation, send, recv),
                call -> own(call, send, true),
                call -> all(call, parts, send, false));
    }

    /**
     * Puts the elements of all processes into a buffer of each, in the order of the ranks, {@code MPI_Allgather}.
     *
     * @param send the own elements
     * @param recv those of all
     */
    public void allgather(Buf send, Buf recv) {
        everywhere("MPI_Allgather", send, recv, new Parts(recv))
                .run((s, r) -> MPI.MPI_Allgather_c(s.at(), s.count(), s.type(), r.at(), r.count(), r.type(), handle()));
    }

    /**
     * Starts an {@linkplain #allgather gather for all}, {@code MPI_Iallgather}.
     *
     * @param send the own elements
     * @param recv those of all
     * @return its request
     */
    public Request iallgather(Buf send, Buf recv) {
        return everywhere("MPI_Iallgather", send, recv, new Parts(recv))
                .start((s, r, request) -> MPI.MPI_Iallgather_c(
                        s.at(), s.count(), s.type(), r.at(), r.count(), r.type(), handle(), request));
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
        everywhere("MPI_Allgatherv", send, recv, new Parts(recv, counts, displacements))
                .run((s, r) -> MPI.MPI_Allgatherv_c(
                        s.at(), s.count(), s.type(), r.at(), r.counts(), r.places(), r.type(), handle()));
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
        return everywhere("MPI_Iallgatherv", send, recv, new Parts(recv, counts, displacements))
                .start((s, r, request) -> MPI.MPI_Iallgatherv_c(
                        s.at(), s.count(), s.type(), r.at(), r.counts(), r.places(), r.type(), handle(), request));
    }

    // --- all to all ------------------------------------------------------------------------------------------------

    private Move exchange(String operation, Buf send, Buf recv) {
        Move move = exchange(operation, send, recv, new Parts(send), new Parts(recv));
        if (send.count() % size() != 0 || recv.count() % size() != 0 || send.data() != recv.data()) {
            throw move.call.refuse("buffers of " + send + " and " + recv + " are not as many equal parts as there are"
                    + " processes, " + size());
        }
        return move;
    }

    private Move exchange(String operation, Buf send, Buf recv, Parts from, Parts to) {
        return new Move(
                collective(operation, send, recv),
                call -> all(call, from, null, true),
                call -> all(call, to, null, false));
    }

    /**
     * Sends a part of the buffer to each process, and receives one of each, {@code MPI_Alltoall}.
     *
     * @param send the parts for all, in the order of the ranks
     * @param recv the parts of all
     */
    public void alltoall(Buf send, Buf recv) {
        exchange("MPI_Alltoall", send, recv)
                .run((s, r) -> MPI.MPI_Alltoall_c(s.at(), s.count(), s.type(), r.at(), r.count(), r.type(), handle()));
    }

    /**
     * Starts an {@linkplain #alltoall exchange of parts}, {@code MPI_Ialltoall}.
     *
     * @param send the parts for all, in the order of the ranks
     * @param recv the parts of all
     * @return its request
     */
    public Request ialltoall(Buf send, Buf recv) {
        return exchange("MPI_Ialltoall", send, recv)
                .start((s, r, request) -> MPI.MPI_Ialltoall_c(
                        s.at(), s.count(), s.type(), r.at(), r.count(), r.type(), handle(), request));
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
        exchange(
                        "MPI_Alltoallv",
                        send,
                        recv,
                        new Parts(send, sendCounts, sendDisplacements),
                        new Parts(recv, recvCounts, recvDisplacements))
                .run((s, r) -> MPI.MPI_Alltoallv_c(
                        s.at(), s.counts(), s.places(), s.type(), r.at(), r.counts(), r.places(), r.type(), handle()));
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
        return exchange(
                        "MPI_Ialltoallv",
                        send,
                        recv,
                        new Parts(send, sendCounts, sendDisplacements),
                        new Parts(recv, recvCounts, recvDisplacements))
                .start((s, r, request) -> MPI.MPI_Ialltoallv_c(
                        s.at(),
                        s.counts(),
                        s.places(),
                        s.type(),
                        r.at(),
                        r.counts(),
                        r.places(),
                        r.type(),
                        handle(),
                        request));
    }
}
