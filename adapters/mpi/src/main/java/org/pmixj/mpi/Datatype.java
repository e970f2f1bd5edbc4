// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpi;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.pmixj.mpi.ffi.MPIConstants;

/**
 * Describes the elements of a buffer: one of Java's primitives, a pair for {@link Op#MINLOC} and {@link Op#MAXLOC}, or a
 * type derived of others. Derived types are made between init and finalize, and are committed at once. Safe for use by
 * several threads.
 */
public final class Datatype implements AutoCloseable {
    private static final Map<Long, Datatype> BY_HANDLE = new ConcurrentHashMap<>();

    /** Says which reductions apply. */
    enum Kind {
        INTEGER,
        FLOATING,
        LOGICAL,
        PAIR,
        DERIVED
    }

    /** Java's {@code byte}, {@code MPI_INT8_T}. */
    public static final Datatype BYTE = primitive("BYTE", MPIConstants.MPI_INT8_T(), 1, Kind.INTEGER, byte.class);
    /** Java's {@code char}, {@code MPI_UINT16_T}. */
    public static final Datatype CHAR = primitive("CHAR", MPIConstants.MPI_UINT16_T(), 2, Kind.INTEGER, char.class);
    /** Java's {@code short}, {@code MPI_INT16_T}. */
    public static final Datatype SHORT = primitive("SHORT", MPIConstants.MPI_INT16_T(), 2, Kind.INTEGER, short.class);
    /** Java's {@code int}, {@code MPI_INT32_T}. */
    public static final Datatype INT = primitive("INT", MPIConstants.MPI_INT32_T(), 4, Kind.INTEGER, int.class);
    /** Java's {@code long}, {@code MPI_INT64_T}. */
    public static final Datatype LONG = primitive("LONG", MPIConstants.MPI_INT64_T(), 8, Kind.INTEGER, long.class);
    /** Java's {@code float}, {@code MPI_FLOAT}. */
    public static final Datatype FLOAT = primitive("FLOAT", MPIConstants.MPI_FLOAT(), 4, Kind.FLOATING, float.class);
    /** Java's {@code double}, {@code MPI_DOUBLE}. */
    public static final Datatype DOUBLE =
            primitive("DOUBLE", MPIConstants.MPI_DOUBLE(), 8, Kind.FLOATING, double.class);
    /** A truth value in one byte of a segment, {@code MPI_C_BOOL}. */
    public static final Datatype BOOLEAN = primitive("BOOLEAN", MPIConstants.MPI_C_BOOL(), 1, Kind.LOGICAL, byte.class);
    /** Two {@code int}s, a value and an index, {@code MPI_2INT}. */
    public static final Datatype INT_INT = primitive("INT_INT", MPIConstants.MPI_2INT(), 8, Kind.PAIR, int.class);
    /** A {@code double} and an {@code int} in 16 bytes of a segment, {@code MPI_DOUBLE_INT}. */
    public static final Datatype DOUBLE_INT =
            new Datatype("DOUBLE_INT", MPIConstants.MPI_DOUBLE_INT().address(), 12, 16, 12, Kind.PAIR, null);

    private final String name;
    private final Handle handle;
    private final long size;
    private final long extent;
    private final long span;
    final Kind kind;
    /** The primitive of which all of it is made, null if they differ. */
    final @Nullable Class<?> unit;

    private Datatype(String name, long handle, long size, long extent, long span, Kind kind, @Nullable Class<?> unit) {
        this.name = name;
        this.handle = new Handle("the type " + name, handle, kind == Kind.DERIVED ? "MPI_Type_free" : null);
        this.size = size;
        this.extent = extent;
        this.span = span;
        this.kind = kind;
        this.unit = unit;
        BY_HANDLE.put(handle, this);
    }

    private static Datatype primitive(String name, MemorySegment handle, long size, Kind kind, Class<?> unit) {
        return new Datatype(name, handle.address(), size, size, size, kind, unit);
    }

    /**
     * Creates the type of several elements in a row, {@code MPI_Type_contiguous}.
     *
     * @param count how many
     * @param of their type
     * @return the type, to be freed by {@link #close}
     */
    public static Datatype contiguous(long count, Datatype of) {
        Objects.requireNonNull(of, "of");
        checkCount("contiguous", "count", count);
        String name = "contiguous(" + count + ", " + of + ")";
        return derive(new Call("MPI_Type_contiguous_c", name).with(count, of.handle()), name, of.unit);
    }

    /**
     * Creates the type of blocks at equal distances, such as a column of a matrix, {@code MPI_Type_vector}.
     *
     * @param count how many blocks
     * @param blockLength how many elements each has
     * @param stride how many elements it is from the start of a block to that of the next, 0 or more
     * @param of the type of the elements
     * @return the type, to be freed by {@link #close}
     */
    public static Datatype vector(long count, long blockLength, long stride, Datatype of) {
        Objects.requireNonNull(of, "of");
        checkCount("vector", "count", count);
        checkCount("vector", "blockLength", blockLength);
        checkCount("vector", "stride", stride);
        String name = "vector(" + count + ", " + blockLength + ", " + stride + ", " + of + ")";
        Call call = new Call("MPI_Type_vector_c", name).with(count, blockLength, stride, of.handle());
        return derive(call, name, of.unit);
    }

    /**
     * Creates the type of blocks of different types at any places, {@code MPI_Type_create_struct}.
     *
     * @param blockLengths how many elements each block has
     * @param displacements where each block begins, in bytes, 0 or more
     * @param types the types of their elements
     * @return the type, to be freed by {@link #close}
     */
    public static Datatype struct(long[] blockLengths, long[] displacements, Datatype... types) {
        int blocks = types.length;
        if (blockLengths.length != blocks || displacements.length != blocks) {
            throw new IllegalArgumentException(
                    "struct: there are " + blockLengths.length + " lengths of blocks, " + displacements.length
                            + " displacements and " + blocks + " types; give one of each for each block");
        }
        @Nullable Class<?> unit = blocks == 0 ? null : types[0].unit;
        long[] handles = new long[blocks];
        for (int i = 0; i < blocks; i++) {
            checkCount("struct", "blockLengths[" + i + "]", blockLengths[i]);
            checkCount("struct", "displacements[" + i + "]", displacements[i]);
            unit = types[i].unit == unit ? unit : null;
            handles[i] = types[i].handle();
        }
        String name = "struct of " + blocks + " blocks";
        Call call = new Call("MPI_Type_create_struct_c", name).with(blocks).in(Buf.of(blockLengths));
        return derive(call.in(Buf.of(displacements)).in(Buf.of(handles)), name, unit);
    }

    /**
     * Creates a type like this one whose elements follow each other at another distance, {@code
     * MPI_Type_create_resized}, such as a column whose successor is the next column.
     *
     * @param bytes the distance, in bytes
     * @return the type, to be freed by {@link #close}
     */
    public Datatype resized(long bytes) {
        checkCount("resized", "bytes", bytes);
        String name = this + " at each " + bytes + " bytes";
        Call call = new Call("MPI_Type_create_resized_c", name).with(handle(), 0, bytes);
        return derive(call, name, unit);
    }

    private static void checkCount(String type, String what, long count) {
        if (count < 0) {
            throw new IllegalArgumentException(
                    type + ": " + what + " is " + count + "; it must be 0 or more, since a buffer begins at its start");
        }
    }

    private static Datatype derive(Call create, String name, @Nullable Class<?> unit) {
        long handle = create.get();
        new Call("MPI_Type_commit", name).answer(handle).run();
        long size = new Call("MPI_Type_size_c", name).with(handle).get();
        long extent = bounds("MPI_Type_get_extent_c", name, handle)[1];
        long[] data = bounds("MPI_Type_get_true_extent_c", name, handle);
        long span = size == 0 ? 0 : Math.addExact(data[0], data[1]);
        return new Datatype(name, handle, size, extent, span, Kind.DERIVED, unit);
    }

    /** Returns the lower bound of a type, and its extent. */
    private static long[] bounds(String function, String name, long handle) {
        Call call = new Call(function, name).with(handle).answer().answer();
        return call.get(each -> new long[] {each.answered(0), each.answered(1)});
    }

    /** {@return how many bytes of data an element has} */
    public long size() {
        return size;
    }

    /** {@return how many bytes it is from an element to the next} */
    public long extent() {
        return extent;
    }

    /** Returns how many bytes a buffer of some elements has at least, or the largest number. */
    long bytes(long count) {
        if (count == 0 || size == 0) {
            return 0;
        }
        boolean isTooLarge = extent > 0 && count - 1 > (Long.MAX_VALUE - span) / extent;
        return isTooLarge ? Long.MAX_VALUE : (count - 1) * extent + span;
    }

    /** Returns whether there are no gaps, neither in an element nor between two. */
    boolean isDense() {
        return size == extent && size == span;
    }

    long handle() {
        return handle.value();
    }

    static @Nullable Datatype ofHandle(long handle) {
        return BY_HANDLE.get(handle);
    }

    /** Frees a derived type, {@code MPI_Type_free}. Operations that are in progress complete. A second call does nothing. */
    @Override
    public void close() {
        handle.close();
        // Another type may have its handle already.
        boolean _ = BY_HANDLE.remove(handle.value, this);
    }

    @Override
    public String toString() {
        return name;
    }
}
