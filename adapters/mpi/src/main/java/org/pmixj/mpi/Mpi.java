// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpi;

import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleSupplier;
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
    /** Has errors reported by the status of a function. */
    static final long ERRORS_RETURN = MPIConstants.MPI_ERRORS_RETURN().address();

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
        world = new Comm(this, MPIConstants.MPI_COMM_WORLD().address(), "MPI_COMM_WORLD", true);
        self = new Comm(this, MPIConstants.MPI_COMM_SELF().address(), "MPI_COMM_SELF", true);
        Call ask = new Call("MPI_Comm_get_attr", world).beforeInit();
        ask.with(world.handle(), MPIConstants.MPI_TAG_UB()).answer();
        MemorySegment limit = MemorySegment.ofAddress(ask.answer().get(call -> call.answered(0)));
        // A buffer has no var handles, for which a JVM spins classes.
        ByteBuffer bytes = limit.reinterpret(Integer.BYTES).asByteBuffer();
        tagLimit = bytes.order(ByteOrder.nativeOrder()).getInt();
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
        if (beforeInit("MPI_Finalized").number() != 0) {
            throw new IllegalStateException("MPI_Init_thread: C code has finalized MPI in this process");
        }
        boolean isOwner = beforeInit("MPI_Initialized").number() == 0;
        if (isOwner) {
            refuseAfterPmix();
        }
        Call start = beforeInit(isOwner ? "MPI_Init_thread" : "MPI_Query_thread");
        int code = (isOwner ? start.with(0, 0, required.code) : start).number();
        // If C code has initialised MPI, another level can still be required later.
        used = isOwner;
        ThreadLevel granted = ThreadLevel.of(code);
        if (granted.compareTo(required) < 0) {
            if (isOwner) {
                beforeInit("MPI_Finalize").run();
            }
            throw new IllegalStateException("MPI_Init_thread: " + required + " was required, but the library grants "
                    + granted + " only; require that, or use a library that was built for it");
        }
        used = true;
        Mpi result = new Mpi(granted, isOwner);
        current = result;
        return result;
    }

    private static Call beforeInit(String function) {
        return new Call(function, "this process").beforeInit();
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
        byte[] text = new byte[MPIConstants.MPI_MAX_LIBRARY_VERSION_STRING() + 1];
        beforeInit("MPI_Get_library_version").out(Buf.of(text)).answer().run();
        return string(text);
    }

    private static String string(byte[] text) {
        return new String(text, StandardCharsets.UTF_8).split("\0", 2)[0].strip();
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
        return Comm.some(this, new Call("MPI_Comm_get_parent", world).get(), "the parent");
    }

    /** {@return which threads may call MPI} It may be more than was required. */
    public ThreadLevel threadLevel() {
        return level;
    }

    /** {@return the largest tag} */
    public int tagLimit() {
        return tagLimit;
    }

    private static double seconds(String function, DoubleSupplier clock) {
        enter(function);
        try {
            return clock.getAsDouble();
        } finally {
            exit();
        }
    }

    /** {@return seconds since some time in the past, {@code MPI_Wtime}} */
    public double wtime() {
        return seconds("MPI_Wtime", MPI::MPI_Wtime);
    }

    /** {@return the resolution of {@link #wtime} in seconds, {@code MPI_Wtick}} */
    public double wtick() {
        return seconds("MPI_Wtick", MPI::MPI_Wtick);
    }

    /** {@return the name of this node as MPI knows it, {@code MPI_Get_processor_name}} */
    public String processorName() {
        byte[] text = new byte[MPIConstants.MPI_MAX_PROCESSOR_NAME() + 1];
        new Call("MPI_Get_processor_name", world).out(Buf.of(text)).answer().run();
        return string(text);
    }

    /**
     * Opens a port at which other jobs can connect, {@code MPI_Open_port}.
     *
     * @param info settings that the library knows
     * @return its name, for {@link Comm#accept} and {@link Comm#connect}
     * @throws MpiException if the library cannot
     */
    public String openPort(Map<String, String> info) {
        byte[] text = new byte[MPIConstants.MPI_MAX_PORT_NAME() + 1];
        try (Handle known = Handle.info(info)) {
            Call open = new Call("MPI_Open_port", world).with(known.value());
            open.out(Buf.of(text)).run();
        }
        return string(text);
    }

    /**
     * Closes a port, {@code MPI_Close_port}.
     *
     * @param port its name
     */
    public void closePort(String port) {
        new Call("MPI_Close_port", "this process").text(port).run();
    }

    // --- its end ---------------------------------------------------------------------------------------------------

    /**
     * Ends all processes of the job at once, {@code MPI_Abort}. Does not return.
     *
     * @param status the exit status
     */
    public void abort(int status) {
        new Call("MPI_Abort", world).with(world.handle(), status).run();
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
                LOG.log(Level.WARNING, "MPI is finalized before these requests are complete: {0}", pending);
            }
            Window.invalidateAll();
            if (isOwner) {
                beforeInit("MPI_Finalize").run();
            }
        }
    }

    @Override
    public String toString() {
        return "Mpi[" + library() + ", " + level + "]";
    }
}
