// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.pmixj.mpi.ffi.MPI;
import org.pmixj.mpi.ffi.MPIConstants;

/**
 * Makes one call of MPI: enters and leaves it, checks the status, and has the native memory that the call needs: copies of
 * arrays, and room for a status and for handles. That of a non-blocking call lives until its request is complete.
 */
final class Call {
    /** No peer, or no tag. */
    static final int NONE = Integer.MIN_VALUE;

    private static final int STATUS_BYTES = 32;
    private static final long UNLIMITED = Long.MAX_VALUE;

    /** Calls a function and returns its status. */
    interface Form {
        int call(Call call);
    }

    /** Room for what a function writes. */
    private static final class Scratch {
        private static final ArrayDeque<Scratch> FREE = new ArrayDeque<>();
        private static final int MOST = 256;
        /** The one that a thread has used last. */
        private static final ThreadLocal<@Nullable Scratch> OWN = new ThreadLocal<>();

        final MemorySegment status;
        final MemorySegment out;
        final MemorySegment second;

        Scratch() {
            MemorySegment all = Arena.ofAuto().allocate(STATUS_BYTES + 4 * JAVA_LONG.byteSize(), 64);
            status = all.asSlice(0, STATUS_BYTES);
            out = all.asSlice(STATUS_BYTES, 2 * JAVA_LONG.byteSize());
            second = all.asSlice(STATUS_BYTES + 2 * JAVA_LONG.byteSize(), 2 * JAVA_LONG.byteSize());
        }

        static Scratch take() {
            Scratch own = OWN.get();
            if (own != null) {
                OWN.set(null);
                return own;
            }
            synchronized (FREE) {
                Scratch free = FREE.poll();
                if (free != null) {
                    return free;
                }
            }
            return new Scratch();
        }

        static void give(Scratch scratch) {
            if (OWN.get() == null) {
                OWN.set(scratch);
                return;
            }
            synchronized (FREE) {
                if (FREE.size() < MOST) {
                    FREE.push(scratch);
                }
            }
        }
    }

    /** A copy of an array in native memory. */
    private static final class Copy {
        final Pool.Block block;
        final @Nullable Buf back;
        final @Nullable Copy next;

        Copy(Pool.Block block, @Nullable Buf back, @Nullable Copy next) {
            this.block = block;
            this.back = back;
            this.next = next;
        }
    }

    private final String operation;
    private final Object on;
    private final int peer;
    private final int tag;

    private @Nullable Scratch scratch;
    private @Nullable Copy copies;
    private @Nullable Op op;
    /** The buffer of a receive, of which only what was received is copied back. */
    private @Nullable Buf received;

    Call(String operation, Object on, int peer, int tag) {
        this.operation = operation;
        this.on = on;
        this.peer = peer;
        this.tag = tag;
    }

    /** Creates a call that has neither peer nor tag. */
    Call(String operation, Object on) {
        this(operation, on, NONE, NONE);
    }

    // --- how it runs -----------------------------------------------------------------------------------------------

    /** Calls MPI and waits until it returns. */
    void run(Form form) {
        Mpi.enter(this);
        try {
            check(form.call(this));
            finish(null);
        } finally {
            free();
            Mpi.exit();
        }
    }

    /** Calls MPI and waits until it returns; the status says what was received. */
    Status receive(Form form) {
        Mpi.enter(this);
        try {
            check(form.call(this));
            Status result = new Status(status());
            finish(status());
            return result;
        } finally {
            free();
            Mpi.exit();
        }
    }

    /** Calls MPI one time or several times, and returns what is made of its answers. */
    <T> T get(Function<Call, T> form) {
        Mpi.enter(this);
        try {
            return form.apply(this);
        } finally {
            free();
            Mpi.exit();
        }
    }

    /** Calls MPI, which returns before the operation is complete. This keeps the memory. */
    void begin(Form form) {
        boolean started = false;
        Mpi.enter(this);
        try {
            check(form.call(this));
            started = true;
        } finally {
            if (!started) {
                free();
            }
            Mpi.exit();
        }
    }

    /** Starts a non-blocking operation. The request has this call, which keeps the memory. */
    Request start(Form form) {
        begin(form);
        return Request.started(this, form);
    }

    /** Frees what a handle refers to. */
    void free(MemorySegment handle, ToIntFunction<MemorySegment> function) {
        run(each -> {
            each.out().set(ADDRESS, 0, handle);
            return function.applyAsInt(each.out());
        });
    }

    /** Returns a number that a function writes; also before init and while it runs. */
    int number(ToIntFunction<MemorySegment> function) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment number = arena.allocate(JAVA_INT);
            check(function.applyAsInt(number));
            return number.get(JAVA_INT, 0);
        }
    }

    /** Returns a text that a function writes; also before init. */
    String text(int most, ToIntFunction<MemorySegment> function) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocate(most + 1L);
            check(function.applyAsInt(text));
            return text.getString(0).strip();
        }
    }

    /** Copies back what MPI has written to copies, and reports what an operation in Java has thrown. */
    void finish(@Nullable MemorySegment status) {
        if (copies != null) {
            copyBack(status);
        }
        if (op != null) {
            op.rethrow(operation);
        }
    }

    private void copyBack(@Nullable MemorySegment status) {
        long limit = UNLIMITED;
        Buf dense = received;
        if (status != null && dense != null) {
            MemorySegment count = out();
            check(MPI.MPI_Get_count_c(status, dense.type().handle(), count));
            limit = count.get(JAVA_LONG, 0) < 0
                    ? UNLIMITED
                    : count.get(JAVA_LONG, 0) * dense.type().size();
        }
        for (Copy copy = copies; copy != null; copy = copy.next) {
            if (copy.back != null) {
                long bytes = copy.back.bytes();
                MemorySegment.copy(
                        copy.block.memory(),
                        0,
                        copy.back.segment(),
                        0,
                        copy.back == dense ? Math.min(bytes, limit) : bytes);
            }
        }
    }

    void free() {
        if (scratch != null) {
            Scratch.give(scratch);
            scratch = null;
        }
        for (Copy copy = copies; copy != null; copy = copy.next) {
            Pool.give(copy.block);
        }
        copies = null;
    }

    // --- its memory ------------------------------------------------------------------------------------------------

    private Scratch scratch() {
        Scratch result = scratch;
        if (result == null) {
            result = Scratch.take();
            scratch = result;
        }
        return result;
    }

    /** Returns room for a status. */
    MemorySegment status() {
        return scratch().status;
    }

    /** Returns room for a handle, an integer or a pointer; that of a request. */
    MemorySegment out() {
        return scratch().out;
    }

    /** Returns the handle that a function has written there. */
    MemorySegment handle() {
        return MemorySegment.ofAddress(out().get(JAVA_LONG, 0));
    }

    /** Returns room for another one. */
    MemorySegment second() {
        return scratch().second;
    }

    /** Returns native memory that MPI reads. */
    MemorySegment in(Buf data) {
        return data.segment().isNative() ? data.segment() : copy(data, true, null);
    }

    /** Returns native memory that MPI overwrites, perhaps in part. */
    MemorySegment out(Buf data) {
        if (data.segment().isReadOnly()) {
            throw refuse("the buffer to receive into is read-only");
        }
        return data.segment().isNative() ? data.segment() : copy(data, true, data);
    }

    /** Returns native memory of which MPI overwrites the start, which its status tells. */
    MemorySegment receive(Buf data) {
        if (data.segment().isNative()
                || data.segment().isReadOnly()
                || !data.type().isDense()) {
            return out(data);
        }
        received = data;
        return copy(data, false, data);
    }

    private MemorySegment copy(Buf data, boolean read, @Nullable Buf back) {
        long bytes = data.bytes();
        Pool.Block block = Pool.take(bytes);
        copies = new Copy(block, back, copies);
        if (read) {
            MemorySegment.copy(data.segment(), 0, block.memory(), 0, bytes);
        }
        return block.memory();
    }

    /** Returns native memory with 64-bit numbers, for counts and displacements. */
    MemorySegment longs(long[] values) {
        Pool.Block block = Pool.take(values.length * JAVA_LONG.byteSize());
        copies = new Copy(block, null, copies);
        MemorySegment.copy(values, 0, block.memory(), JAVA_LONG, 0, values.length);
        return block.memory();
    }

    /** Returns native memory with these numbers as 64-bit ones. */
    MemorySegment longs(int[] values) {
        return longs(Arrays.stream(values).asLongStream().toArray());
    }

    /** Returns the handle of an operation that combines elements of a type. */
    MemorySegment op(Op combines, Datatype type) {
        op = combines;
        return combines.handle(type, false);
    }

    /** Calls a function with an {@code MPI_Info} that has the entries of a map. */
    int withInfo(Map<String, String> entries, Function<MemorySegment, Integer> function) {
        if (entries.isEmpty()) {
            return function.apply(MPIConstants.MPI_INFO_NULL());
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment place = arena.allocate(JAVA_LONG);
            check(MPI.MPI_Info_create(place));
            MemorySegment info = MemorySegment.ofAddress(place.get(JAVA_LONG, 0));
            try {
                entries.forEach((key, value) ->
                        check(MPI.MPI_Info_set(info, arena.allocateFrom(key), arena.allocateFrom(value))));
                return function.apply(info);
            } finally {
                check(MPI.MPI_Info_free(place));
            }
        }
    }

    // --- its errors ------------------------------------------------------------------------------------------------

    /** Reports the error of a status, by an exception. */
    void check(int status) {
        if (status != 0) {
            throw failure(status);
        }
    }

    private MpiException failure(int status) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment number = arena.allocate(JAVA_INT);
            MemorySegment text = arena.allocate(MPIConstants.MPI_MAX_ERROR_STRING() + 1L);
            String words = MPI.MPI_Error_string(status, text, number) == 0 ? text.getString(0) : "code " + status;
            ErrorClass kind = MPI.MPI_Error_class(status, number) == 0
                    ? ErrorClass.of(number.get(JAVA_INT, 0), words)
                    : ErrorClass.OF_THE_LIBRARY;
            String remedy = kind.remedy().isEmpty() ? "" : "; " + kind.remedy();
            return new MpiException(
                    operation,
                    kind,
                    status,
                    this + ": " + words.strip().replaceAll("\\s*\n\\s*", "; ") + " (" + kind + ")" + remedy);
        }
    }

    /** Returns what to throw for an argument. */
    IllegalArgumentException refuse(String why) {
        return new IllegalArgumentException(this + ": " + why);
    }

    String operation() {
        return operation;
    }

    /** Returns what is attempted, for messages. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(operation);
        if (peer != NONE) {
            text.append(tag == NONE && !operation.contains("robe") ? " with rank " : " with peer ")
                    .append(peer == -1 ? "any" : peer);
        }
        if (tag != NONE) {
            text.append(", tag ").append(tag == -2 ? "any" : tag);
        }
        return text.append(" on ").append(on).toString();
    }
}
