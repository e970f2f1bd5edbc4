// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.pmixj.mpi.ffi.MPIConstants;
import org.pmixj.mpi.ffi.MpiFunction;

/**
 * Represents memory of each process of a communicator that the others read and write, {@code MPI_Win}. An access is inside an epoch:
 * between two {@link #fence}s of all, or between {@link #lock} and {@link #unlock}; it is complete when the epoch ends, or
 * after {@link #flush}. Until then an array that is read or written must stay as it is. Displacements are in bytes. A
 * window is used by one thread at a time.
 */
public final class Window implements AutoCloseable {
    private static final Set<Window> OPEN = ConcurrentHashMap.newKeySet();
    /** Windows that MPI has not freed, and whose memory it may still use. */
    private static final Set<Window> KEPT = ConcurrentHashMap.newKeySet();

    private final Handle handle;
    private final String name;
    /** How many bytes each process has. */
    private final long[] sizes;
    /** Ends with the window: a segment of it is then refused instead of being a wild pointer. */
    private final Arena arena = Arena.ofShared();

    private final MemorySegment memory;
    /** The segment of the program, which must stay reachable. */
    private @Nullable MemorySegment kept;

    private final boolean isShared;

    /** Accesses that are not complete, with what they read, write and copy. */
    private final List<Access> accesses = new ArrayList<>();

    private record Access(Call call, int rank) {}

    private Window(Comm comm, long handle, long address, long bytes, boolean isShared) {
        this.name = "a window of " + comm;
        this.handle = new Handle(name, handle, "MPI_Win_free");
        this.isShared = isShared;
        this.memory = segment(address, bytes);
        new Call("MPI_Win_set_errhandler", name).with(handle, Mpi.ERRORS_RETURN).run();
        OPEN.add(this);
        this.sizes = new long[comm.size()];
        comm.allgather(Buf.of(new long[] {bytes}), Buf.of(sizes));
    }

    private MemorySegment segment(long address, long bytes) {
        return bytes == 0
                ? MemorySegment.NULL
                : MemorySegment.ofAddress(address).reinterpret(bytes, arena, null);
    }

    /**
     * Allocates memory in each process for a window, {@code MPI_Win_allocate}. All processes call it.
     *
     * @param comm the processes
     * @param bytes how much this process has, 0 or more
     * @return the window, to be freed by {@link #close}
     */
    public static Window allocate(Comm comm, long bytes) {
        return allocate("MPI_Win_allocate_c", comm, bytes, false);
    }

    /**
     * Allocates memory that the processes of a node share, {@code MPI_Win_allocate_shared}. All processes of the
     * communicator call it. {@link #memory(int)} is the memory of each, to read and write in place.
     *
     * @param comm processes of one node, such as {@link Comm#splitType} returns
     * @param bytes how much this process has, 0 or more
     * @return the window, to be freed by {@link #close}
     */
    public static Window allocateShared(Comm comm, long bytes) {
        return allocate("MPI_Win_allocate_shared_c", comm, bytes, true);
    }

    private static Window allocate(String function, Comm comm, long bytes, boolean isShared) {
        Call call = comm.call(function);
        if (bytes < 0) {
            throw call.refuse(bytes + " bytes; allocate 0 or more");
        }
        call.with(bytes, 1, Comm.NO_INFO, comm.handle()).answer().answer();
        return call.get(each -> new Window(comm, each.answered(1), each.answered(0), bytes, isShared));
    }

    /**
     * Makes a window of native memory that the program has, {@code MPI_Win_create}. All processes call it. The memory must
     * live until the window is freed.
     *
     * @param comm the processes
     * @param memory a native segment
     * @return the window, to be freed by {@link #close}
     */
    public static Window of(Comm comm, MemorySegment memory) {
        Call call = comm.call("MPI_Win_create_c");
        if (!memory.isNative() || memory.isReadOnly()) {
            throw call.refuse("the memory must be native and writable; allocate it in an Arena");
        }
        Buf all = Buf.of(memory, Datatype.BYTE);
        call.out(all).with(all.count(), 1, Comm.NO_INFO, comm.handle());
        Window made = new Window(comm, call.get(), memory.address(), all.count(), false);
        made.kept = memory;
        return made;
    }

    /** {@return the memory of this process, until the window is freed} */
    public MemorySegment memory() {
        long _ = handle.value();
        return memory;
    }

    /**
     * Returns the memory of another process of this node, to read and write in place, {@code MPI_Win_shared_query}. {@link
     * #sync} and a barrier order these accesses.
     *
     * @param rank its rank
     * @return its memory, until the window is freed
     * @throws IllegalArgumentException if the memory is not shared, or there is no such rank
     */
    public MemorySegment memory(int rank) {
        Call call = at("MPI_Win_shared_query_c", rank);
        if (!isShared) {
            throw call.refuse("its memory is not shared; use allocateShared(), or get() and put()");
        }
        call.with(handle.value(), rank).answer().answer().answer();
        return call.get(each -> segment(each.answered(2), each.answered(0)));
    }

    /** Starts the call of a function on the memory of a process. */
    private Call at(String operation, int rank) {
        Call call = new Call(MpiFunction.of(operation), name, rank, Call.NONE);
        if (rank < 0 || rank >= sizes.length) {
            throw call.refuse("there is no rank " + rank + "; the ranks are 0 to " + (sizes.length - 1));
        }
        return call;
    }

    private Call access(String operation, Buf data, int rank, long at) {
        Objects.requireNonNull(data, "data");
        Call call = at(operation, rank);
        if (at < 0 || data.bytes > sizes[rank] - at) {
            throw call.refuse(data + " at byte " + at + " are not in the " + sizes[rank] + " bytes of rank " + rank);
        }
        return call;
    }

    /** Starts an access, whose copies live until it is complete. */
    private void start(Call call, int rank) {
        call.with(handle.value()).begin();
        synchronized (accesses) {
            accesses.add(new Access(call, rank));
        }
    }

    /** Copies what the accesses to a rank, or to all, have read. */
    private void complete(int rank) {
        synchronized (accesses) {
            accesses.removeIf(each -> {
                boolean isDone = rank == Call.NONE || each.rank == rank;
                if (isDone) {
                    each.call.finish();
                    each.call.free();
                }
                return isDone;
            });
        }
    }

    // --- accesses --------------------------------------------------------------------------------------------------

    /** Describes how elements move between this process and another one, which has as many of the same type. */
    private Call transfer(String operation, Buf data, int rank, long at, boolean isRead) {
        Call call = access(operation, data, rank, at);
        return call.with(data, true, !isRead).elements(data).with(rank, at).elements(data);
    }

    /**
     * Writes to the memory of a process, {@code MPI_Put}.
     *
     * @param data the elements
     * @param rank the process
     * @param at the byte of its memory where they go
     */
    public void put(Buf data, int rank, long at) {
        start(transfer("MPI_Put_c", data, rank, at, true), rank);
    }

    /**
     * Reads from the memory of a process, {@code MPI_Get}.
     *
     * @param data where the elements go, once the access is complete
     * @param rank the process
     * @param at the byte of its memory where they are
     */
    public void get(Buf data, int rank, long at) {
        start(transfer("MPI_Get_c", data, rank, at, false), rank);
    }

    /**
     * Combines elements with those in the memory of a process, {@code MPI_Accumulate}.
     *
     * @param data the elements
     * @param rank the process
     * @param at the byte of its memory where the others are
     * @param op one of MPI's operations
     */
    public void accumulate(Buf data, int rank, long at, Op op) {
        Objects.requireNonNull(op, "op");
        Call call = transfer("MPI_Accumulate_c", data, rank, at, true);
        start(call.with(op.handle(data.type(), true)), rank);
    }

    /**
     * Combines an element with one in the memory of a process, and reads the old one, in a single step for all others:
     * {@code MPI_Fetch_and_op}, such as for a shared counter.
     *
     * @param data the element
     * @param result where the old one goes, once the access is complete
     * @param rank the process
     * @param at the byte of its memory where it is
     * @param op one of MPI's operations
     */
    public void fetchAndOp(Buf data, Buf result, int rank, long at, Op op) {
        Objects.requireNonNull(op, "op");
        Call call = access("MPI_Fetch_and_op", data, rank, at);
        if (data.count() != 1 || result.count() != 1 || data.type() != result.type()) {
            throw call.refuse("it takes one element and returns one of the same type, not " + data + " and " + result);
        }
        Collectives.checkApart(call, data, result);
        call.in(data).out(result).with(data.type().handle(), rank, at);
        start(call.with(op.handle(data.type(), true)), rank);
    }

    // --- epochs ----------------------------------------------------------------------------------------------------

    /** Ends an epoch of all processes and begins one, {@code MPI_Win_fence}. All processes call it. */
    public void fence() {
        new Call("MPI_Win_fence", name).with(0, handle.value()).run();
        complete(Call.NONE);
    }

    /**
     * Begins an epoch with one process, {@code MPI_Win_lock}.
     *
     * @param rank the process
     * @param exclusive whether nobody else may have it at the same time
     */
    public void lock(int rank, boolean exclusive) {
        int kind = exclusive ? MPIConstants.MPI_LOCK_EXCLUSIVE() : MPIConstants.MPI_LOCK_SHARED();
        at("MPI_Win_lock", rank).with(kind, rank, 0, handle.value()).run();
    }

    /**
     * Ends the epoch with one process, {@code MPI_Win_unlock}: accesses to it are complete.
     *
     * @param rank the process
     */
    public void unlock(int rank) {
        at("MPI_Win_unlock", rank).with(rank, handle.value()).run();
        complete(rank);
    }

    /** Begins an epoch with all processes, which others may have too, {@code MPI_Win_lock_all}. */
    public void lockAll() {
        new Call("MPI_Win_lock_all", name).with(0, handle.value()).run();
    }

    /** Ends the epoch with all processes, {@code MPI_Win_unlock_all}: accesses are complete. */
    public void unlockAll() {
        new Call("MPI_Win_unlock_all", name).with(handle.value()).run();
        complete(Call.NONE);
    }

    /**
     * Completes the accesses to a process inside an epoch, {@code MPI_Win_flush}.
     *
     * @param rank the process
     */
    public void flush(int rank) {
        at("MPI_Win_flush", rank).with(rank, handle.value()).run();
        complete(rank);
    }

    /** Orders accesses in place to shared memory and those of MPI, {@code MPI_Win_sync}, inside an epoch of lockAll. */
    public void sync() {
        new Call("MPI_Win_sync", name).with(handle.value()).run();
    }

    // --- its end ---------------------------------------------------------------------------------------------------

    /** Ends its segments, and returns whether they were not ended before. */
    private synchronized boolean invalidate() {
        if (!OPEN.contains(this)) {
            return false;
        }
        arena.close();
        return OPEN.remove(this);
    }

    /** Ends all before MPI ends, which frees what the segments of windows refer to. */
    static void invalidateAll() {
        OPEN.forEach(each -> {
            boolean _ = each.invalidate() && each.handle.end();
        });
    }

    /**
     * Frees it, {@code MPI_Win_free}. All processes call it, outside of an epoch. Its segments must not be used any more,
     * which is refused. A second call does nothing, as one after MPI was finalized.
     *
     * @throws IllegalStateException if another thread uses a segment of it, which stays as it is
     * @throws MpiException if MPI does not free it; its memory then stays
     */
    @Override
    public void close() {
        if (OPEN.contains(this)) {
            // Refused before anything has ended.
            Mpi.enter(name);
            Mpi.exit();
        }
        try {
            if (invalidate()) {
                KEPT.add(this);
                handle.close();
                KEPT.remove(this);
                complete(Call.NONE);
            }
        } finally {
            Reference.reachabilityFence(kept);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
