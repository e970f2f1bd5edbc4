// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.pmixj.mpi.ffi.MPI;
import org.pmixj.mpi.ffi.MPIConstants;
import org.pmixj.mpi.ffi.MpiLibrary;

/**
 * Represents MPI in this process, from {@code MPI_Init_thread} to {@code MPI_Finalize}. A process has it once: after {@link #close}
 * it cannot be initialised again.
 *
 * {@snippet :
 * try (Mpi mpi = Mpi.init()) {
 *     Comm world = mpi.world();
 *     double[] sum = {world.rank()};
 *     world.allreduce(Buf.of(sum), Op.SUM);
 * }
 * }
 *
 * <p>The library is {@code libmpi_abi.so.1} of the dynamic linker, or what {@code -Dpmixj.mpi.library} or the environment
 * variable {@code PMIXJ_MPI} names. It must be that of the launcher: Open MPI's under {@code prterun} and {@code mpirun},
 * MPICH's under its own {@code mpiexec}. Where Open MPI and pmixj are in one process, MPI is initialised first, see
 * {@link #init(ThreadLevel)}. They end in any order, but where PMIx ends first, all groups are destructed before: Open MPI
 * would end the job for an event of a group.
 *
 * <p>Safe for use by as many threads as the {@linkplain #threadLevel level} allows. A virtual thread keeps its carrier
 * while it waits in MPI.
 */
public final class Mpi implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("org.pmixj.mpi");

    /** Added to {@link #CALLS} when MPI is finalized: nobody may enter any more. */
    private static final int CLOSED = Integer.MIN_VALUE / 2;

    /** How many calls are in progress. */
    private static final AtomicInteger CALLS = new AtomicInteger();

    private static volatile @Nullable Mpi current;
    private static boolean used;

    private final ThreadLevel level;
    /** Whether only the thread that has initialised MPI may call it. */
    private final boolean isFunneled;

    private final Thread initializer = Thread.currentThread();
    /** Whether this library has initialised MPI, not C code before it. */
    private final boolean isOwner;

    private final int tagLimit;
    private final Comm world;
    private final Comm self;

    private Mpi(ThreadLevel level, boolean isOwner) {
        this.level = level;
        this.isFunneled = level.compareTo(ThreadLevel.FUNNELED) <= 0;
        this.isOwner = isOwner;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment place = arena.allocate(JAVA_LONG);
            MemorySegment flag = arena.allocate(JAVA_INT);
            Call call = new Call("MPI_Init_thread", "MPI_COMM_WORLD");
            for (MemorySegment comm : List.of(MPIConstants.MPI_COMM_WORLD(), MPIConstants.MPI_COMM_SELF())) {
                call.check(MPI.MPI_Comm_set_errhandler(comm, MPIConstants.MPI_ERRORS_RETURN()));
            }
            call.check(MPI.MPI_Comm_get_attr(MPIConstants.MPI_COMM_WORLD(), MPIConstants.MPI_TAG_UB(), place, flag));
            tagLimit = place.get(ADDRESS, 0).reinterpret(JAVA_INT.byteSize()).get(JAVA_INT, 0);
            world = Comm.predefined(this, MPIConstants.MPI_COMM_WORLD(), "MPI_COMM_WORLD");
            self = Comm.predefined(this, MPIConstants.MPI_COMM_SELF(), "MPI_COMM_SELF");
        }
    }

    /**
     * Initialises MPI for any number of threads.
     *
     * @return MPI, to be closed by the same thread
     * @throws MpiLibraryException if there is no library of the standard ABI
     * @throws IllegalStateException as {@link #init(ThreadLevel)}
     * @throws MpiException if MPI reports an error
     */
    public static Mpi init() {
        return init(ThreadLevel.MULTIPLE);
    }

    /**
     * Initialises MPI, {@code MPI_Init_thread}. Where C code has initialised it before, it is used as it is, and is not
     * finalized by {@link #close}.
     *
     * <p>Open MPI 6.0 aborts the process if PMIx was initialised in it before MPI. So with pmixj, call this before {@code
     * Pmix.init()}, or by {@code Pmix.builder().beforePmix(…)}. This method refuses the wrong order.
     *
     * @param required the threads that the program needs
     * @return MPI, to be closed by the same thread
     * @throws MpiLibraryException if there is no library of the standard ABI
     * @throws IllegalStateException if MPI was initialised or finalized before, if it does not grant the level, or if it is
     *     Open MPI and PMIx is initialised already
     * @throws MpiException if MPI reports an error
     */
    public static synchronized Mpi init(ThreadLevel required) {
        Objects.requireNonNull(required, "required");
        if (used) {
            throw new IllegalStateException(
                    current == null
                            ? "MPI_Init_thread: MPI was finalized, and a process has it once; keep one Mpi open"
                            : "MPI_Init_thread: MPI is initialised; use that Mpi, or Mpi.current()");
        }
        MpiLibrary.load();
        Call call = new Call("MPI_Init_thread", "this process");
        if (call.number(MPI::MPI_Finalized) != 0) {
            throw new IllegalStateException("MPI_Init_thread: C code has finalized MPI in this process");
        }
        boolean isOwner = call.number(MPI::MPI_Initialized) == 0;
        if (isOwner) {
            refuseAfterPmix();
        }
        int code = call.number(
                isOwner
                        ? level -> MPI.MPI_Init_thread(MemorySegment.NULL, MemorySegment.NULL, required.code, level)
                        : MPI::MPI_Query_thread);
        used = true;
        ThreadLevel granted = ThreadLevel.of(code);
        if (granted.compareTo(required) < 0) {
            if (isOwner) {
                call.check(MPI.MPI_Finalize());
            }
            throw new IllegalStateException("MPI_Init_thread: " + required + " was required, but the library grants "
                    + granted + " only; require that, or use a library that was built for it");
        }
        Mpi result = new Mpi(granted, isOwner);
        current = result;
        return result;
    }

    private static void refuseAfterPmix() {
        if (libraryVersion().startsWith("Open MPI") && MpiLibrary.isPmixInitialized()) {
            throw new IllegalStateException("MPI_Init_thread: PMIx is initialised in this process already, and Open MPI"
                    + " would abort it; initialise MPI first, such as by Pmix.builder().beforePmix(…)");
        }
    }

    /** {@return MPI if this class has initialised it, empty before and after} */
    public static Optional<Mpi> current() {
        return Optional.ofNullable(current);
    }

    /**
     * {@return what the library says of itself, {@code MPI_Get_library_version}, such as {@code Open MPI v6.0.0…}} It may be
     * called at any time.
     *
     * @throws MpiLibraryException if there is no library of the standard ABI
     */
    public static String libraryVersion() {
        MpiLibrary.load();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment length = arena.allocate(JAVA_INT);
            return new Call("MPI_Get_library_version", "this process")
                    .text(
                            MPIConstants.MPI_MAX_LIBRARY_VERSION_STRING(),
                            text -> MPI.MPI_Get_library_version(text, length));
        }
    }

    /** {@return the name or path by which the library is looked for} */
    public static String library() {
        return MpiLibrary.configured();
    }

    // --- entering MPI ----------------------------------------------------------------------------------------------

    /** Checks that this thread may call MPI now. {@link #exit} follows in any case. */
    static void enter(Object operation) {
        Mpi mpi = current;
        if (mpi == null) {
            throw new IllegalStateException(operation + ": MPI is not initialised, or was finalized; call it between"
                    + " Mpi.init() and close()");
        }
        if (mpi.isFunneled && !Thread.currentThread().equals(mpi.initializer)) {
            throw new IllegalStateException(operation + ": MPI was initialised with " + mpi.level
                    + ", so that only the thread " + mpi.initializer.getName()
                    + " may call it; initialise it with MULTIPLE");
        }
        if (CALLS.incrementAndGet() <= 0) {
            CALLS.decrementAndGet();
            throw new IllegalStateException(operation + ": MPI was finalized; call it before close()");
        }
    }

    static void exit() {
        CALLS.decrementAndGet();
    }

    static void needsThreads(Object operation) {
        Mpi mpi = current;
        if (mpi != null && mpi.level != ThreadLevel.MULTIPLE) {
            throw new IllegalStateException(
                    operation + ": a future needs MPI to be initialised with MULTIPLE, but it has " + mpi.level
                            + "; use await() or test()");
        }
    }

    // --- what it has -----------------------------------------------------------------------------------------------

    /** {@return all processes of the job, {@code MPI_COMM_WORLD}} */
    public Comm world() {
        return world;
    }

    /** {@return this process alone, {@code MPI_COMM_SELF}} */
    public Comm self() {
        return self;
    }

    /** {@return the processes that have spawned this job, {@code MPI_Comm_get_parent}, empty if it was launched} */
    public Optional<Comm> parent() {
        return new Call("MPI_Comm_get_parent", "MPI_COMM_WORLD").get(call -> {
            call.check(MPI.MPI_Comm_get_parent(call.out()));
            MemorySegment handle = MemorySegment.ofAddress(call.out().get(JAVA_LONG, 0));
            return handle.equals(MPIConstants.MPI_COMM_NULL())
                    ? Optional.empty()
                    : Optional.of(Comm.made(this, handle, "the parent"));
        });
    }

    /** {@return which threads may call MPI} It may be more than was required. */
    public ThreadLevel threadLevel() {
        return level;
    }

    /** {@return the largest tag} */
    public int tagLimit() {
        return tagLimit;
    }

    /** {@return seconds since some time in the past, {@code MPI_Wtime}} */
    public double wtime() {
        enter("MPI_Wtime");
        try {
            return MPI.MPI_Wtime();
        } finally {
            exit();
        }
    }

    /** {@return the resolution of {@link #wtime} in seconds, {@code MPI_Wtick}} */
    public double wtick() {
        enter("MPI_Wtick");
        try {
            return MPI.MPI_Wtick();
        } finally {
            exit();
        }
    }

    /** {@return the name of this node as MPI knows it, {@code MPI_Get_processor_name}} */
    public String processorName() {
        return new Call("MPI_Get_processor_name", "this process")
                .get(call -> call.text(
                        MPIConstants.MPI_MAX_PROCESSOR_NAME(), text -> MPI.MPI_Get_processor_name(text, call.out())));
    }

    /**
     * Opens a port at which other jobs can connect, {@code MPI_Open_port}.
     *
     * @param info settings that the library knows
     * @return its name, for {@link Comm#accept} and {@link Comm#connect}
     * @throws MpiException if the library cannot
     */
    public String openPort(Map<String, String> info) {
        Map<String, String> copy = Map.copyOf(info);
        return new Call("MPI_Open_port", "this process")
                .get(call -> call.text(
                        MPIConstants.MPI_MAX_PORT_NAME(),
                        text -> call.withInfo(copy, handle -> MPI.MPI_Open_port(handle, text))));
    }

    /**
     * Closes a port, {@code MPI_Close_port}.
     *
     * @param port its name
     */
    public void closePort(String port) {
        Objects.requireNonNull(port, "port");
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocateFrom(port);
            new Call("MPI_Close_port", "this process").run(call -> MPI.MPI_Close_port(text));
        }
    }

    // --- its end ---------------------------------------------------------------------------------------------------

    /**
     * Ends all processes of the job at once, {@code MPI_Abort}. Does not return.
     *
     * @param status the exit status
     */
    public void abort(int status) {
        new Call("MPI_Abort", "MPI_COMM_WORLD").run(call -> MPI.MPI_Abort(MPIConstants.MPI_COMM_WORLD(), status));
    }

    /**
     * Finalizes MPI, {@code MPI_Finalize}. All processes of the job do so. Requests that are not complete are named in the
     * log {@code org.pmixj.mpi}. A second call does nothing.
     *
     * @throws IllegalStateException if another thread is in MPI, or if this is not the thread that initialised it
     * @throws MpiException if MPI reports an error
     */
    @Override
    public void close() {
        synchronized (Mpi.class) {
            if (current != this) {
                return;
            }
            if (!Thread.currentThread().equals(initializer)) {
                throw new IllegalStateException("MPI_Finalize: this thread is not " + initializer.getName()
                        + ", which has initialised MPI; let that one close it");
            }
            Progress.stop();
            int calls = CALLS.compareAndExchange(0, CLOSED);
            if (calls != 0) {
                Progress.goOn();
                throw new IllegalStateException("MPI_Finalize: " + calls
                        + " calls of other threads are in MPI; end these threads, and close it then");
            }
            Progress.fail();
            current = null;
            List<String> pending = Request.pending();
            if (!pending.isEmpty()) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "MPI is finalized before these requests are complete: {0}",
                        pending);
            }
            Window.invalidateAll();
            if (isOwner) {
                new Call("MPI_Finalize", "this process").check(MPI.MPI_Finalize());
            }
        }
    }

    @Override
    public String toString() {
        return "Mpi[" + library() + ", " + level + "]";
    }
}
