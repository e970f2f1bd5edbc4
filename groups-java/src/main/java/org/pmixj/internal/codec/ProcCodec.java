// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.codec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.DataType;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.pmix_byte_object;
import org.pmixj.ffi.pmix_proc;
import org.pmixj.internal.base.Checks;

/** Converts processes, strings and bytes to native memory and back. */
public final class ProcCodec {
    private static final long SIZE = pmix_proc.sizeof();
    private static final long RANK = pmix_proc.rank$offset();
    private static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private ProcCodec() {}

    /**
     * Returns the memory at a pointer. Costs less than {@link MemorySegment#reinterpret(long)}, which looks for
     * its caller each time.
     */
    public static MemorySegment at(MemorySegment pointer, long size) {
        return MEMORY.asSlice(pointer.address(), size);
    }

    static void writeProc(MemorySegment target, ProcId proc) {
        // nspace is the first member, and ProcId has checked that it fits with its NUL.
        target.setString(0, proc.nspace());
        pmix_proc.rank(target, proc.rank());
    }

    public static MemorySegment proc(SegmentAllocator memory, ProcId proc) {
        MemorySegment segment = pmix_proc.allocate(memory);
        writeProc(segment, proc);
        return segment;
    }

    /** Writes an array of processes; NULL if it is empty, as the C interface requires. */
    public static MemorySegment procs(SegmentAllocator memory, List<ProcId> procs) {
        if (procs.isEmpty()) {
            return MemorySegment.NULL;
        }
        MemorySegment array = memory.allocate(procs.size() * SIZE, ValueLayout.JAVA_INT.byteAlignment());
        write(array, procs);
        return array;
    }

    /** Writes processes into zeroed memory. Most share a namespace, which is copied, not encoded again. */
    static void write(MemorySegment array, List<ProcId> procs) {
        // With the JVM's first compiler, a buffer takes a number three times as fast as a segment.
        ByteBuffer numbers = array.asByteBuffer().order(ByteOrder.nativeOrder());
        int begin = 0;
        while (begin < procs.size()) {
            int end = begin + 1;
            while (end < procs.size()
                    && procs.get(end).nspace().equals(procs.get(begin).nspace())) {
                end++;
            }
            writeProc(array.asSlice(begin * SIZE, SIZE), procs.get(begin));
            // Each copy doubles what there is.
            for (int done = begin + 1; done < end; done += done - begin) {
                long bytes = Math.min(done - begin, end - done) * SIZE;
                MemorySegment.copy(array, begin * SIZE, array, done * SIZE, bytes);
            }
            for (int i = begin + 1; i < end; i++) {
                numbers.putInt((int) (i * SIZE + RANK), procs.get(i).rank());
            }
            begin = end;
        }
    }

    /**
     * Reads processes, with one string for a namespace that several share. Throws for one that Java has no value for.
     */
    public static List<ProcId> read(MemorySegment array) {
        int count = count(array, SIZE);
        List<ProcId> procs = new ArrayList<>(count);
        ByteBuffer numbers = array.asByteBuffer().order(ByteOrder.nativeOrder());
        String nspace = "";
        for (int i = 0; i < count; i++) {
            long at = i * SIZE;
            if (i == 0 || MemorySegment.mismatch(array, at, at + RANK, array, at - SIZE, at - SIZE + RANK) >= 0) {
                nspace = readNspace(array.asSlice(at, SIZE));
            }
            procs.add(new ProcId(nspace, numbers.getInt((int) (at + RANK))));
        }
        return procs;
    }

    public static ProcId readProc(MemorySegment proc) {
        return new ProcId(readNspace(proc), pmix_proc.rank(proc));
    }

    /** Reads a namespace, which has no NUL if it fills its array. */
    public static String readNspace(MemorySegment proc) {
        return readName(at(proc, Checks.MAX_NSPACE_BYTES + 1));
    }

    /** Reads a string that ends with a NUL or with its array. */
    public static String readName(MemorySegment array) {
        try {
            return array.getString(0);
        } catch (IndexOutOfBoundsException e) {
            return new String(array.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
        }
    }

    public static MemorySegment text(SegmentAllocator memory, @Nullable String text) {
        return text == null ? MemorySegment.NULL : memory.allocateFrom(text);
    }

    public static @Nullable String readText(MemorySegment pointer) {
        return pointer.address() == 0 ? null : MEMORY.getString(pointer.address());
    }

    /** Reads a string that must not be NULL; throws if it is. */
    static String needText(MemorySegment pointer) {
        String text = readText(pointer);
        if (text == null) {
            throw new IllegalArgumentException("a required string is NULL");
        }
        return text;
    }

    /** Writes an array of strings that ends with a NULL; NULL if it is empty. */
    public static MemorySegment texts(SegmentAllocator memory, List<String> texts) {
        if (texts.isEmpty()) {
            return MemorySegment.NULL;
        }
        MemorySegment array = memory.allocate(ValueLayout.ADDRESS, texts.size() + 1L);
        for (int i = 0; i < texts.size(); i++) {
            array.setAtIndex(
                    ValueLayout.JAVA_LONG, i, memory.allocateFrom(texts.get(i)).address());
        }
        return array;
    }

    static List<String> readTexts(MemorySegment pointer) {
        if (pointer.address() == 0) {
            return List.of();
        }
        MemorySegment array = MEMORY.asSlice(pointer.address());
        List<String> texts = new ArrayList<>();
        for (long i = 0; ; i++) {
            String text = readText(MemorySegment.ofAddress(array.getAtIndex(ValueLayout.JAVA_LONG, i)));
            if (text == null) {
                return texts;
            }
            texts.add(text);
        }
    }

    static MemorySegment bytes(SegmentAllocator memory, PmixValue.Bytes bytes) {
        return memory.allocate(bytes.length()).copyFrom(MemorySegment.ofBuffer(bytes.buffer()));
    }

    /** Writes bytes; no bytes as NULL. */
    static void writeBytes(MemorySegment target, PmixValue.Bytes bytes, SegmentAllocator memory) {
        if (bytes.length() > 0) {
            pmix_byte_object.bytes(target, bytes(memory, bytes));
            pmix_byte_object.size(target, bytes.length());
        }
    }

    static PmixValue.Bytes readBytes(DataType type, MemorySegment from) {
        return new PmixValue.Bytes(type, readBytes(pmix_byte_object.bytes(from), pmix_byte_object.size(from)));
    }

    static byte[] readBytes(MemorySegment pointer, long size) {
        return array(pointer, size, 1).toArray(ValueLayout.JAVA_BYTE);
    }

    /** Returns an array of libpmix, empty for NULL; refuses a size beyond {@code Integer.MAX_VALUE} bytes. */
    public static MemorySegment array(MemorySegment pointer, long count, long size) {
        if (count < 0 || count > Integer.MAX_VALUE / size) {
            throw new IllegalArgumentException("an array has too many elements: " + Long.toUnsignedString(count));
        }
        return at(pointer, pointer.address() == 0 ? 0 : count * size);
    }

    static int count(MemorySegment array, long size) {
        return (int) (array.byteSize() / size);
    }
}
