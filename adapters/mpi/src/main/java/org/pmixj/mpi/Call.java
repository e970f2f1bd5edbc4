// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpi;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.pmixj.mpi.ffi.MPIConstants;
import org.pmixj.mpi.ffi.MpiFunction;

/**
 * Makes one call of MPI. It is described first: the function and its arguments in their order, each by a method. Then it runs
 * once: {@link #run}, {@link #get} and so on enter MPI, check the status, copy back what MPI has written to arrays, and leave
 * it; or {@link #start} begins a non-blocking operation. It has the native memory that the function needs: copies of
 * arrays, and room for answers. That of a non-blocking operation lives until it is complete.
 */
final class Call {
    /** No peer, or no tag. */
    static final int NONE = Integer.MIN_VALUE;

    /** The arguments of a call, and native memory for what it answers: a status, then up to four numbers or handles. */
    private static final class Room {
        /** Where the answers are, in longs. */
        static final int ANSWERS = 4;

        private static final int BYTES = 64;
        private static final ThreadLocal<Room> OWN = ThreadLocal.withInitial(() -> new Room(Thread.currentThread()));
        /** The last one of all threads: most often only one thread calls MPI, and a thread local takes longer. */
        private static Room last = new Room(null);

        final long[] arguments = new long[MpiFunction.MOST_ARGUMENTS];
        final LongBuffer values;
        final long address;
        private final Pool.Block block = Pool.take(BYTES);
        /** Whose calls use it, one after the other; null if a non-blocking operation keeps it. */
        private final @Nullable Thread thread;

        private boolean isTaken;

        Room(@Nullable Thread thread) {
            this.thread = thread;
            address = block.memory().address();
            ByteBuffer bytes = block.memory().asByteBuffer();
            values = bytes.order(ByteOrder.nativeOrder()).asLongBuffer();
        }

        /** Returns that of this thread. Where a call has it, perhaps one that is never made, the thread gets another one. */
        static Room take() {
            Room room = last;
            Thread current = Thread.currentThread();
            if (!current.equals(room.thread) || room.isTaken) {
                room = OWN.get();
                if (room.isTaken) {
                    room = new Room(current);
                    OWN.set(room);
                }
                last = room;
            }
            room.isTaken = true;
            return room;
        }

        long answer(int index) {
            return address + JAVA_LONG.byteSize() * (ANSWERS + index);
        }

        void give() {
            isTaken = false;
            if (thread == null) {
                Pool.give(block);
            }
        }
    }

    /** Calls that ended because a process had failed, with their memory: MPI may still write what the others send. */
    private static final Set<Call> KEPT = ConcurrentHashMap.newKeySet();

    /** A copy of an array in native memory, and the array that MPI's answer is copied back to. */
    private record Copy(
            Pool.Block block, @Nullable Buf back, @Nullable Copy next) {}

    private final MpiFunction function;
    private final Object on;
    private final int peer;
    private final int tag;

    private final long[] arguments;
    private int count;
    private int answers;
    private boolean isBeforeInit;
    /** Whether a process has failed that takes part. */
    private boolean hasLost;

    private @Nullable Room room;
    private @Nullable Copy copies;
    /** Native memory that MPI reads or writes, which must stay reachable. */
    private @Nullable Buf first;

    private @Nullable Buf second;
    private @Nullable Op op;
    /** The array of a receive, of which only what was received is copied back. */
    private @Nullable Buf received;

    Call(MpiFunction function, Object on, int peer, int tag) {
        this.function = function;
        this.on = on;
        this.peer = peer;
        this.tag = tag;
        Room taken = Room.take();
        room = taken;
        arguments = taken.arguments;
    }

    /** Creates a call that has neither peer nor tag. */
    Call(String function, Object on) {
        this(MpiFunction.of(function), on, NONE, NONE);
    }

    // --- its arguments ---------------------------------------------------------------------------------------------

    /** Adds a number or a handle. */
    Call with(long value) {
        arguments[count++] = value;
        return this;
    }

    /** Adds several of them. */
    Call with(long value, long... more) {
        arguments[count++] = value;
        for (long each : more) {
            arguments[count++] = each;
        }
        return this;
    }

    /** Adds memory that MPI reads. */
    Call in(Buf data) {
        return with(data, true, false);
    }

    /** Adds memory that MPI overwrites, perhaps in part. */
    Call out(Buf data) {
        return with(data, true, true);
    }

    /** Adds memory of which MPI overwrites the start, which its status tells. */
    Call receive(Buf data) {
        Datatype type = Objects.requireNonNull(data, "data").type();
        // A part of an element may arrive, whose bytes are not at its start in some derived types.
        boolean isAtStart = type.isDense() && type.kind != Datatype.Kind.DERIVED;
        received = isAtStart ? data : null;
        return with(data, !isAtStart, true);
    }

    /** Adds memory that MPI reads or writes; a copy of an array has what is read. */
    Call with(Buf data, boolean isRead, boolean isWritten) {
        MemorySegment memory = Objects.requireNonNull(data, "data").segment();
        if (isWritten && memory.isReadOnly()) {
            throw refuse("the buffer to receive into is read-only");
        }
        if (memory.isNative()) {
            second = first;
            first = data;
        } else {
            Pool.Block block = Pool.take(data.bytes);
            copies = new Copy(block, isWritten ? data : null, copies);
            if (isRead) {
                MemorySegment.copy(memory, 0, block.memory(), 0, data.bytes);
            }
            memory = block.memory();
        }
        return with(MpiFunction.address(memory));
    }

    /** Adds how many elements a buffer has, and their type. */
    Call elements(Buf of) {
        return with(of.count()).with(of.type().handle());
    }

    /** Adds a text. */
    Call text(String value) {
        return in(Buf.of(value.concat("\0").getBytes(StandardCharsets.UTF_8)));
    }

    /** Adds an array of texts. */
    Call texts(List<String> values) {
        long[] addresses = new long[values.size() + 1];
        for (int i = 0; i < values.size(); i++) {
            addresses[i] = text(values.get(i)).arguments[--count];
        }
        return in(Buf.of(addresses));
    }

    /** Adds an operation that combines elements of a type. */
    Call op(Op combines, Datatype type) {
        op = Objects.requireNonNull(combines, "op");
        return with(combines.handle(type, false));
    }

    /** Adds room for an answer. */
    Call answer() {
        return with(room().answer(answers++));
    }

    /** Adds room for an answer in which there is a value that MPI reads, such as a handle to be freed. */
    Call answer(long before) {
        room().values.put(Room.ANSWERS, before);
        return answer();
    }

    /** Adds room for a status. */
    Call status() {
        return with(room().address);
    }

    /** Adds a status that was received before. */
    Call status(Status known) {
        known.write(room().values);
        return status();
    }

    private Room room() {
        return Objects.requireNonNull(room);
    }

    // --- how it runs -----------------------------------------------------------------------------------------------

    /** Lets it run also before MPI is initialised, and while it is. */
    Call beforeInit() {
        isBeforeInit = true;
        return this;
    }

    /** Calls MPI and waits until it returns. */
    void run() {
        try {
            invoke(true);
        } finally {
            free();
        }
    }

    /** Calls MPI, and returns what is made of its answers. */
    <T> T get(Function<Call, T> reader) {
        try {
            invoke(true);
            return reader.apply(this);
        } finally {
            free();
        }
    }

    /** Calls MPI with room for a handle or a long number as the last argument, and returns that. */
    long get() {
        return answer().get(call -> call.answered(0));
    }

    /** Calls MPI with room for an integer as the last argument, and returns that. */
    int number() {
        return answer().get(call -> call.answeredNumber(0));
    }

    /** Calls MPI with room for a status as the last argument, and returns that. */
    Status receive() {
        return status().get(Call::answeredStatus);
    }

    /** Calls MPI, which returns before the operation is complete. This keeps the memory. */
    void begin() {
        begin(null);
    }

    /** Starts a non-blocking operation with room for its request as the last argument. */
    Request start() {
        // Another thread may complete it.
        Room kept = new Room(null);
        with(kept.answer(0));
        begin(kept);
        return Request.started(this);
    }

    private void begin(@Nullable Room kept) {
        try {
            invoke(false);
        } catch (RuntimeException | Error e) {
            free();
            throw e;
        }
        room().give();
        room = kept;
    }

    /**
     * Waits until the operation that was started is complete, or asks whether it is. Where this returns true or throws,
     * it is over in MPI, but for the failure of a process that might still send.
     */
    boolean complete(boolean waits) {
        Mpi.enter(this);
        try {
            Room in = room();
            check(
                    waits
                            ? MpiFunction.of("MPI_Wait").call(in.answer(0), in.address)
                            : MpiFunction.of("MPI_Test").call(in.answer(0), in.answer(1), in.address));
            if (!waits && answeredNumber(1) == 0) {
                return false;
            }
            // The operation has ended, so an earlier reported failure did not end it.
            hasLost = false;
            finish();
            return true;
        } finally {
            Reference.reachabilityFence(first);
            Reference.reachabilityFence(second);
            Mpi.exit();
        }
    }

    /** Asks MPI to give up what was started. */
    void cancel() {
        new Call("MPI_Cancel", this).with(room().answer(0)).run();
    }

    private void invoke(boolean waits) {
        if (!isBeforeInit) {
            Mpi.enter(this);
        }
        try {
            check(function.call(arguments, count));
            if (waits) {
                finish();
            }
        } finally {
            Reference.reachabilityFence(first);
            Reference.reachabilityFence(second);
            if (!isBeforeInit) {
                Mpi.exit();
            }
        }
    }

    // --- what it has answered --------------------------------------------------------------------------------------

    /** Returns a handle or a long number that MPI has written. */
    long answered(int index) {
        return room().values.get(Room.ANSWERS + index);
    }

    /** Returns an integer that MPI has written. */
    int answeredNumber(int index) {
        return Status.firstOfTwo(answered(index));
    }

    Status answeredStatus() {
        return new Status(room().values);
    }

    /** Copies back what MPI has written to copies, and reports what an operation in Java has thrown. */
    void finish() {
        for (Copy copy = copies; copy != null; copy = copy.next()) {
            Buf back = copy.back();
            if (back != null) {
                long bytes = back == received ? receivedBytes(back) : back.bytes;
                MemorySegment.copy(copy.block().memory(), 0, back.segment(), 0, bytes);
            }
        }
        if (op != null) {
            op.rethrow(function.operation());
        }
    }

    private long receivedBytes(Buf data) {
        Room in = room();
        check(MpiFunction.of("MPI_Get_count_c").call(in.address, Datatype.BYTE.handle(), in.answer(2)));
        long bytes = answered(2);
        return bytes < 0 ? data.bytes : Math.min(data.bytes, bytes);
    }

    void free() {
        if (room != null) {
            room.give();
            room = null;
        }
        if (hasLost && (copies != null || first != null)) {
            // Keep the buffers of the program, too: MPI may still write to them.
            KEPT.add(this);
            return;
        }
        for (Copy copy = copies; copy != null; copy = copy.next()) {
            Pool.give(copy.block());
        }
        copies = null;
    }

    // --- its errors ------------------------------------------------------------------------------------------------

    /** Reports the error of a status, by an exception. */
    private void check(int status) {
        if (status != 0) {
            throw failure(status);
        }
    }

    private MpiException failure(int status) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment number = arena.allocate(JAVA_LONG);
            MemorySegment text = arena.allocate(MPIConstants.MPI_MAX_ERROR_STRING() + 1L);
            int described = MpiFunction.of("MPI_Error_string").call(status, text.address(), number.address());
            String words = described == 0 ? text.getString(0) : "code " + status;
            ErrorClass kind = MpiFunction.of("MPI_Error_class").call(status, number.address()) == 0
                    ? ErrorClass.of(number.get(JAVA_INT, 0), words)
                    : ErrorClass.OF_THE_LIBRARY;
            hasLost |= kind == ErrorClass.PROC_FAILED
                    || kind == ErrorClass.PROC_FAILED_PENDING
                    || kind == ErrorClass.REVOKED;
            String remedy = kind.remedy.isEmpty() ? "" : "; " + kind.remedy;
            String what = this + ": " + words.strip().replaceAll("\\s*\n\\s*", "; ") + " (" + kind + ")" + remedy;
            return new MpiException(function.operation(), kind, status, what, null);
        }
    }

    /** Returns what to throw for an argument. */
    IllegalArgumentException refuse(String why) {
        free();
        return new IllegalArgumentException(this + ": " + why);
    }

    /** Checks that a number is a rank. */
    Call checkRank(String what, int rank, int ranks) {
        if (rank < 0 || rank >= ranks) {
            throw refuse(what + " " + rank + " is no rank of 0 to " + (ranks - 1));
        }
        return this;
    }

    /** Returns what is attempted, for messages. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(function.operation());
        if (peer != NONE) {
            text.append(tag == NONE ? " with rank " : " with peer ").append(peer == -1 ? "any" : peer);
        }
        if (tag != NONE) {
            text.append(", tag ").append(tag == -2 ? "any" : tag);
        }
        return text.append(" on ").append(on).toString();
    }
}
