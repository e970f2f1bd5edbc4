// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpi;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.pmixj.mpi.ffi.MPI;
import org.pmixj.mpi.ffi.MPIConstants;

/**
 * Represents memory of each process of a communicator that the others read and write, {@code MPI_Win}. An access is inside an epoch:
 * between two {@link #fence}s of all, or between {@link #lock} and {@link #unlock}; it is complete when the epoch ends, or
 * after {@link #flush}. Until then an array that is read or written must stay as it is. Displacements are in bytes. A
 * window is used by one thread at a time.
 */
public final class Window implements AutoCloseable {
    private static final Set<Window> OPEN = ConcurrentHashMap.newKeySet();

    private final Comm comm;
    private final MemorySegment handle;
    private final String name;
    /** How many bytes each process has. */
    private final long[] sizes;
    /** Ends with the window: a segment of it is then refused instead of being a wild pointer. */
    private final Arena arena = Arena.ofShared();

    private final MemorySegment memory;
    private final boolean isShared;

    /** Accesses that are not complete, with what they copy. Their forms keep the buffers. */
    private final List<Access> accesses = new ArrayList<>();

    private record Access(Call call, int rank, Call.Form form) {}

    private volatile boolean freed;

    private Window(Comm comm, MemorySegment handle, MemorySegment base, long bytes, String name, boolean isShared) {
        this.comm = comm;
        this.handle = handle;
        this.name = name + " of " + comm;
        this.isShared = isShared;
        this.memory = bytes == 0
                ? MemorySegment.NULL
                : MemorySegment.ofAddress(base.address()).reinterpret(bytes, arena, null);
        new Call("MPI_Win_set_errhandler", this.name)
                .check(MPI.MPI_Win_set_errhandler(handle, MPIConstants.MPI_ERRORS_RETURN()));
        OPEN.add(this);
        this.sizes = new long[comm.size()];
    }

    private Window withSizes(long bytes) {
        comm.allgather(Buf.of(new long[] {bytes}), Buf.of(sizes));
        return this;
    }

    /**
     * Allocates memory in each process for a window, {@code MPI_Win_allocate}. All processes call it.
     *
     * @param comm the processes
     * @param bytes how much this process has, 0 or more
     * @return the window, to be freed by {@link #close}
     */
    public static Window allocate(Comm comm, long bytes) {
        return allocate("MPI_Win_allocate", comm, bytes, false);
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
        return allocate("MPI_Win_allocate_shared", comm, bytes, true);
    }

    private static Window allocate(String function, Comm comm, long bytes, boolean isShared) {
        Call call = comm.call(function);
        if (bytes < 0) {
            throw call.refuse(bytes + " bytes; allocate 0 or more");
        }
        return call.get(each -> {
                    MemorySegment base = each.status();
                    MemorySegment none = MPIConstants.MPI_INFO_NULL();
                    each.check(
                            isShared
                                    ? MPI.MPI_Win_allocate_shared_c(bytes, 1, none, comm.handle(), base, each.out())
                                    : MPI.MPI_Win_allocate_c(bytes, 1, none, comm.handle(), base, each.out()));
                    MemorySegment start = MemorySegment.ofAddress(base.get(JAVA_LONG, 0));
                    return new Window(comm, each.handle(), start, bytes, "a window", isShared);
                })
                .withSizes(bytes);
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
        Call call = comm.call("MPI_Win_create");
        if (!memory.isNative() || memory.isReadOnly()) {
            throw call.refuse("the memory must be native and writable; allocate it in an Arena");
        }
        return call.get(each -> {
                    each.check(MPI.MPI_Win_create_c(
                            memory, memory.byteSize(), 1, MPIConstants.MPI_INFO_NULL(), comm.handle(), each.out()));
                    return new Window(comm, each.handle(), memory, memory.byteSize(), "a window", false);
                })
                .withSizes(memory.byteSize());
    }

    /** {@return the memory of this process, until the window is freed} */
    public MemorySegment memory() {
        MemorySegment _ = handle();
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
        Call call = call("MPI_Win_shared_query", rank);
        if (!isShared) {
            throw call.refuse("its memory is not shared; use allocateShared(), or get() and put()");
        }
        checkRank(call, rank);
        return call.get(each -> {
            MemorySegment size = each.out();
            each.check(MPI.MPI_Win_shared_query_c(handle(), rank, size, each.status(), each.second()));
            long bytes = size.get(JAVA_LONG, 0);
            return bytes == 0
                    ? MemorySegment.NULL
                    : MemorySegment.ofAddress(each.second().get(JAVA_LONG, 0)).reinterpret(bytes, arena, null);
        });
    }

    private MemorySegment handle() {
        if (freed) {
            throw new IllegalStateException(name + " was freed; use it before close()");
        }
        return handle;
    }

    private Call call(String operation, int rank) {
        MemorySegment _ = handle();
        return new Call(operation, name, rank, Call.NONE);
    }

    private void checkRank(Call call, int rank) {
        if (rank < 0 || rank >= sizes.length) {
            throw call.refuse("there is no rank " + rank + "; the ranks are 0 to " + (sizes.length - 1));
        }
    }

    private Call access(String operation, Buf data, int rank, long at) {
        Objects.requireNonNull(data, "data");
        Call call = call(operation, rank);
        checkRank(call, rank);
        if (at < 0 || data.bytes() > sizes[rank] - at) {
            throw call.refuse(data + " at byte " + at + " are not in the " + sizes[rank] + " bytes of rank " + rank);
        }
        return call;
    }

    /** Starts an access, whose copies live until it is complete. */
    private void start(Call call, int rank, Call.Form form) {
        call.begin(form);
        synchronized (accesses) {
            accesses.add(new Access(call, rank, form));
        }
    }

    /** Copies what the accesses to a rank, or to all, have read. */
    private void complete(int rank) {
        synchronized (accesses) {
            accesses.removeIf(each -> {
                boolean isDone = rank == Call.NONE || each.rank == rank;
                if (isDone) {
                    each.call.finish(null);
                    each.call.free();
                }
                return isDone;
            });
        }
    }

    // --- accesses --------------------------------------------------------------------------------------------------

    /** A function that moves elements between this process and another one, which has as many of the same type. */
    private interface Transfer {
        int call(
                MemorySegment own,
                long count,
                MemorySegment type,
                int rank,
                long at,
                long countThere,
                MemorySegment typeThere,
                MemorySegment window);
    }

    private void transfer(
            String operation, Buf data, int rank, long at, Function<Call, MemorySegment> own, Transfer function) {
        start(
                access(operation, data, rank, at),
                rank,
                call -> function.call(
                        own.apply(call),
                        data.count(),
                        data.type().handle(),
                        rank,
                        at,
                        data.count(),
                        data.type().handle(),
                        handle()));
    }

    /**
     * Writes to the memory of a process, {@code MPI_Put}.
     *
     * @param data the elements
     * @param rank the process
     * @param at the byte of its memory where they go
     */
    public void put(Buf data, int rank, long at) {
        transfer("MPI_Put", data, rank, at, call -> call.in(data), MPI::MPI_Put_c);
    }

    /**
     * Reads from the memory of a process, {@code MPI_Get}.
     *
     * @param data where the elements go, once the access is complete
     * @param rank the process
     * @param at the byte of its memory where they are
     */
    public void get(Buf data, int rank, long at) {
        transfer("MPI_Get", data, rank, at, call -> call.out(data), MPI::MPI_Get_c);
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
        transfer(
                "MPI_Accumulate",
                data,
                rank,
                at,
                call -> call.in(data),
                (own, count, type, to, place, there, typeThere, window) -> MPI.MPI_Accumulate_c(
                        own, count, type, to, place, there, typeThere, op.handle(data.type(), true), window));
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
        Call checked = access("MPI_Fetch_and_op", data, rank, at);
        if (data.count() != 1 || result.count() != 1 || data.type() != result.type()) {
            throw checked.refuse(
                    "it takes one element and returns one of the same type, not " + data + " and " + result);
        }
        start(
                checked,
                rank,
                call -> MPI.MPI_Fetch_and_op(
                        call.in(data),
                        call.out(result),
                        data.type().handle(),
                        rank,
                        at,
                        op.handle(data.type(), true),
                        handle()));
    }

    // --- epochs ----------------------------------------------------------------------------------------------------

    private void run(String operation, int rank, boolean completes, Call.Form form) {
        Call call = call(operation, rank);
        if (rank != Call.NONE) {
            checkRank(call, rank);
        }
        call.run(form);
        if (completes) {
            complete(rank);
        }
    }

    /** Ends an epoch of all processes and begins one, {@code MPI_Win_fence}. All processes call it. */
    public void fence() {
        run("MPI_Win_fence", Call.NONE, true, call -> MPI.MPI_Win_fence(0, handle()));
    }

    /**
     * Begins an epoch with one process, {@code MPI_Win_lock}.
     *
     * @param rank the process
     * @param exclusive whether nobody else may have it at the same time
     */
    public void lock(int rank, boolean exclusive) {
        int kind = exclusive ? MPIConstants.MPI_LOCK_EXCLUSIVE() : MPIConstants.MPI_LOCK_SHARED();
        run("MPI_Win_lock", rank, false, call -> MPI.MPI_Win_lock(kind, rank, 0, handle()));
    }

    /**
     * Ends the epoch with one process, {@code MPI_Win_unlock}: accesses to it are complete.
     *
     * @param rank the process
     */
    public void unlock(int rank) {
        run("MPI_Win_unlock", rank, true, call -> MPI.MPI_Win_unlock(rank, handle()));
    }

    /** Begins an epoch with all processes, which others may have too, {@code MPI_Win_lock_all}. */
    public void lockAll() {
        run("MPI_Win_lock_all", Call.NONE, false, call -> MPI.MPI_Win_lock_all(0, handle()));
    }

    /** Ends the epoch with all processes, {@code MPI_Win_unlock_all}: accesses are complete. */
    public void unlockAll() {
        run("MPI_Win_unlock_all", Call.NONE, true, call -> MPI.MPI_Win_unlock_all(handle()));
    }

    /**
     * Completes the accesses to a process inside an epoch, {@code MPI_Win_flush}.
     *
     * @param rank the process
     */
    public void flush(int rank) {
        run("MPI_Win_flush", rank, true, call -> MPI.MPI_Win_flush(rank, handle()));
    }

    /** Orders accesses in place to shared memory and those of MPI, {@code MPI_Win_sync}, inside an epoch of lockAll. */
    public void sync() {
        run("MPI_Win_sync", Call.NONE, false, call -> MPI.MPI_Win_sync(handle()));
    }

    // --- its end ---------------------------------------------------------------------------------------------------

    private synchronized boolean invalidate() {
        if (freed) {
            return false;
        }
        arena.close();
        freed = true;
        OPEN.remove(this);
        return true;
    }

    /** Ends all before MPI ends, which frees what the segments of windows refer to. */
    static void invalidateAll() {
        for (Window each : OPEN) {
            boolean _ = each.invalidate();
        }
    }

    /**
     * Frees it, {@code MPI_Win_free}. All processes call it, outside of an epoch. Its segments must not be used any more,
     * which is refused. A second call does nothing, as one after MPI was finalized.
     */
    @Override
    public void close() {
        if (invalidate()) {
            new Call("MPI_Win_free", name).free(handle, MPI::MPI_Win_free);
            complete(Call.NONE);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
