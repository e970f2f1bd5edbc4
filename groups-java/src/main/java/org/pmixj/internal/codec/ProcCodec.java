// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.codec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.ffi.pmix_data_array;
import org.pmixj.ffi.pmix_proc;
import org.pmixj.ffi.pmix_resource_unit;
import org.pmixj.ffi.pmix_value;
import org.pmixj.internal.base.Checks;
import org.pmixj.value.ResourceUnit;

/** Converts processes, strings and bytes to native memory and back. */
public final class ProcCodec {
    private ProcCodec() {}

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
        long size = pmix_proc.sizeof();
        MemorySegment array = pmix_proc.allocateArray(procs.size(), memory);
        String nspace = "";
        for (int i = 0; i < procs.size(); i++) {
            ProcId proc = procs.get(i);
            MemorySegment target = array.asSlice(i * size, size);
            if (proc.nspace().equals(nspace)) {
                // Most share a namespace, which is copied, not encoded again.
                MemorySegment.copy(array, (i - 1) * size, target, 0, size);
                pmix_proc.rank(target, proc.rank());
            } else {
                writeProc(target, proc);
                nspace = proc.nspace();
            }
        }
        return array;
    }

    /** Returns whether a value from libpmix is an array of processes with the same bytes as one written here. */
    public static boolean isSame(@Nullable MemorySegment value, MemorySegment procs) {
        if (value == null || Short.toUnsignedInt(pmix_value.type(value)) != PMIxConstants.PMIX_DATA_ARRAY()) {
            return false;
        }
        MemorySegment header = MemorySegment.ofAddress(value.get(ValueLayout.JAVA_LONG, ValueCodec.DATA))
                .reinterpret(pmix_data_array.sizeof());
        if (header.address() == 0
                || Short.toUnsignedInt(pmix_data_array.type(header)) != PMIxConstants.PMIX_PROC()
                || pmix_data_array.size(header) != procs.byteSize() / pmix_proc.sizeof()) {
            return false;
        }
        return pmix_data_array.array(header).reinterpret(procs.byteSize()).mismatch(procs) < 0;
    }

    /** Writes an array of resources; NULL if it is empty. */
    public static MemorySegment units(SegmentAllocator memory, List<ResourceUnit> units) {
        if (units.isEmpty()) {
            return MemorySegment.NULL;
        }
        MemorySegment array = pmix_resource_unit.allocateArray(units.size(), memory);
        for (int i = 0; i < units.size(); i++) {
            HardwareCodec.writeUnit(pmix_resource_unit.asSlice(array, i), units.get(i));
        }
        return array;
    }

    public static ProcId readProc(MemorySegment proc) {
        return new ProcId(readNspace(proc), pmix_proc.rank(proc));
    }

    /** Reads a namespace, which has no NUL if it fills its array. */
    public static String readNspace(MemorySegment proc) {
        return readName(proc.reinterpret(Checks.MAX_NSPACE_BYTES + 1));
    }

    /** Reads a string that ends with a NUL or with its array. */
    static String readName(MemorySegment array) {
        long length = 0;
        while (length < array.byteSize() && array.get(ValueLayout.JAVA_BYTE, length) != 0) {
            length++;
        }
        return new String(array.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
    }

    public static MemorySegment text(SegmentAllocator memory, @Nullable String text) {
        return text == null ? MemorySegment.NULL : memory.allocateFrom(text);
    }

    public static @Nullable String readText(MemorySegment pointer) {
        return pointer.address() == 0
                ? null
                : pointer.reinterpret(Long.MAX_VALUE).getString(0);
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
        MemorySegment array = pointer.reinterpret(Long.MAX_VALUE);
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

    static byte[] readBytes(MemorySegment pointer, long size) {
        return array(pointer, size, 1).toArray(ValueLayout.JAVA_BYTE);
    }

    /** Returns an array of libpmix, empty for NULL; refuses a size beyond {@code Integer.MAX_VALUE} bytes. */
    public static MemorySegment array(MemorySegment pointer, long count, long size) {
        if (count < 0 || count > Integer.MAX_VALUE / size) {
            throw new IllegalArgumentException("an array has too many elements: " + Long.toUnsignedString(count));
        }
        return pointer.reinterpret(pointer.address() == 0 ? 0 : count * size);
    }

    static int count(MemorySegment array, long size) {
        return (int) (array.byteSize() / size);
    }
}
