// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpi;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Describes the memory that an operation of MPI reads or writes: a segment, and how many elements of which type it has from its
 * start. Creating one copies nothing and costs little. Immutable, except for the memory itself.
 *
 * <p>MPI reads and writes native memory in place, off-heap segments and direct buffers, also mapped ones. An array of the
 * heap is copied to native memory and back, by a pool. Until an operation is complete, also a blocking one of another
 * thread, its arena must stay open; nobody may write to the buffer meanwhile, nor read it if MPI writes to it. Elements are in
 * the native byte order.
 */
public final class Buf {
    private final MemorySegment segment;
    private final long count;
    private final Datatype type;
    /** How many bytes it is to the end of the last element. */
    final long bytes;

    private Buf(MemorySegment segment, long count, Datatype type) {
        this.segment = segment;
        this.count = count;
        this.type = type;
        this.bytes = type.bytes(count);
    }

    /**
     * {@return all elements of an array}
     *
     * @param array the array
     */
    public static Buf of(byte[] array) {
        return new Buf(MemorySegment.ofArray(checked(array)), array.length, Datatype.BYTE);
    }

    /**
     * {@return all elements of an array}
     *
     * @param array the array
     */
    public static Buf of(char[] array) {
        return new Buf(MemorySegment.ofArray(checked(array)), array.length, Datatype.CHAR);
    }

    /**
     * {@return all elements of an array}
     *
     * @param array the array
     */
    public static Buf of(short[] array) {
        return new Buf(MemorySegment.ofArray(checked(array)), array.length, Datatype.SHORT);
    }

    /**
     * {@return all elements of an array}
     *
     * @param array the array
     */
    public static Buf of(int[] array) {
        return new Buf(MemorySegment.ofArray(checked(array)), array.length, Datatype.INT);
    }

    /**
     * {@return all elements of an array}
     *
     * @param array the array
     */
    public static Buf of(long[] array) {
        return new Buf(MemorySegment.ofArray(checked(array)), array.length, Datatype.LONG);
    }

    /**
     * {@return all elements of an array}
     *
     * @param array the array
     */
    public static Buf of(float[] array) {
        return new Buf(MemorySegment.ofArray(checked(array)), array.length, Datatype.FLOAT);
    }

    /**
     * {@return all elements of an array}
     *
     * @param array the array
     */
    public static Buf of(double[] array) {
        return new Buf(MemorySegment.ofArray(checked(array)), array.length, Datatype.DOUBLE);
    }

    /**
     * Returns the part of a buffer from its position to its limit. Its byte order is ignored.
     *
     * @param buffer a direct buffer, or one of the heap
     * @param type the type of its elements
     * @return as many whole elements as are in it
     */
    public static Buf of(ByteBuffer buffer, Datatype type) {
        return of(MemorySegment.ofBuffer(checked(buffer)), type);
    }

    /**
     * Returns as many elements as a segment has.
     *
     * @param segment the memory
     * @param type the type of its elements
     * @return whole elements only
     */
    public static Buf of(MemorySegment segment, Datatype type) {
        Objects.requireNonNull(type, "type");
        long bytes = checked(segment).byteSize();
        long count = bytes < type.bytes(1) || type.extent() == 0 ? 0 : (bytes - type.bytes(1)) / type.extent() + 1;
        return of(segment, count, type);
    }

    /**
     * Returns some elements at the start of a segment.
     *
     * @param segment the memory
     * @param count how many elements
     * @param type the type of the elements
     * @return the elements
     * @throws IllegalArgumentException if the count is negative, if the segment is too short, or if it is an array of
     *     another primitive than those of the type
     */
    public static Buf of(MemorySegment segment, long count, Datatype type) {
        checked(segment);
        Objects.requireNonNull(type, "type");
        if (count < 0) {
            throw new IllegalArgumentException("a buffer of " + count + " elements: the count must be 0 or more");
        }
        long bytes = type.bytes(count);
        if (bytes > segment.byteSize()) {
            throw new IllegalArgumentException(count + " elements of " + type + " need " + bytes
                    + " bytes, but the memory has " + segment.byteSize() + "; use a larger one or fewer elements");
        }
        Object array = segment.heapBase().orElse(null);
        Class<?> has = array == null ? null : array.getClass().getComponentType();
        if (has != null && has != byte.class && has != type.unit) {
            throw new IllegalArgumentException(
                    "a type " + type + " does not fit an array of " + has + "; use its own type, or one derived of it");
        }
        return new Buf(segment, count, type);
    }

    /** Returns a reference that is not null; the caller is in another language, perhaps. */
    private static <T> T checked(T memory) {
        return Objects.requireNonNull(memory, "the memory of a buffer");
    }

    /**
     * Returns some of these elements.
     *
     * @param from the index of the first one
     * @param elements how many
     * @return the elements
     */
    public Buf slice(long from, long elements) {
        Objects.checkFromIndexSize(from, elements, count);
        return new Buf(segment.asSlice(elements == 0 ? 0 : from * type.extent()), elements, type);
    }

    /**
     * Returns the same memory as elements of another type, such as a row of numbers as one element of a vector.
     *
     * @param elements how many
     * @param as their type
     * @return the elements
     * @throws IllegalArgumentException as {@link #of(MemorySegment, long, Datatype)}
     */
    public Buf typed(long elements, Datatype as) {
        return of(segment, elements, as);
    }

    /** {@return the memory} */
    public MemorySegment segment() {
        return segment;
    }

    /** {@return how many elements there are} */
    public long count() {
        return count;
    }

    /** {@return the type of the elements} */
    public Datatype type() {
        return type;
    }

    /** Returns whether a byte belongs to both. */
    boolean overlaps(Buf other) {
        return segment.address() < other.segment.address() + other.bytes
                && other.segment.address() < segment.address() + bytes
                && segment.isNative() == other.segment.isNative()
                && segment.heapBase().equals(other.segment.heapBase());
    }

    /** Returns how many bytes of data there are. */
    long data() {
        return count * type.size();
    }

    @Override
    public String toString() {
        return count + " elements of " + type;
    }
}
