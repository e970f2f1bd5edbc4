// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.codec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.DataType;
import org.pmixj.Info;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.ffi.pmix_info;
import org.pmixj.ffi.pmix_value;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.codec.repair.TextNumbers;

/** Writes an array of {@code pmix_info_t} for libpmix, and searches one received from it. */
public final class InfoArray {
    public static final InfoArray NONE = new InfoArray(MemorySegment.NULL, 0);

    private static final long VALUE = pmix_info.value$offset();

    private final MemorySegment segment;
    private int size;

    private InfoArray(MemorySegment segment, int size) {
        this.segment = segment;
        this.size = size;
    }

    /** Allocates an empty array for a number of directives; {@link #add} fills it. */
    public static InfoArray allocate(SegmentAllocator memory, int capacity) {
        // Not allocateArray, which creates a layout each time.
        return new InfoArray(memory.allocate(capacity * pmix_info.sizeof(), ValueLayout.ADDRESS.byteAlignment()), 0);
    }

    public InfoArray add(SegmentAllocator memory, MemorySegment key, PmixValue value) {
        ValueCodec.write(next(key), value, memory);
        return this;
    }

    /** Adds a key, and returns the memory for its value. */
    private MemorySegment next(MemorySegment key) {
        long info = size * pmix_info.sizeof();
        MemorySegment.copy(key, 0, segment, info, key.byteSize());
        size++;
        return segment.asSlice(info + VALUE, pmix_value.sizeof());
    }

    /** Writes the attributes of a request, and leaves room for some directives of this library. */
    public static InfoArray allocate(SegmentAllocator memory, Attributes attributes, int more) {
        InfoArray infos = allocate(memory, attributes.size() + more);
        for (Info attribute : attributes) {
            infos.add(memory, attribute);
        }
        return infos;
    }

    public InfoArray add(SegmentAllocator memory, Info attribute) {
        write(pmix_info.asSlice(segment, size), attribute, memory);
        size++;
        return this;
    }

    /** Writes an attribute into zeroed memory. */
    static void write(MemorySegment info, Info attribute, SegmentAllocator memory) {
        info.setString(0, attribute.key());
        if (attribute.isRequired()) {
            pmix_info.flags(info, PMIxConstants.PMIX_INFO_REQD());
        }
        PmixValue value = attribute.value();
        boolean isForHost = Defect.DOUBLES_ARE_TEXT.isHere() && Checks.isReserved(attribute.key());
        ValueCodec.write(pmix_info.value(info), isForHost ? TextNumbers.rounded(value) : value, memory);
    }

    /** Adds a qualifier ({@code PMIX_INFO_QUALIFIER}), which distinguishes values of one name. */
    public InfoArray qualifier(SegmentAllocator memory, MemorySegment key, PmixValue value) {
        add(memory, key, value);
        pmix_info.flags(pmix_info.asSlice(segment, size - 1L), PMIxConstants.PMIX_INFO_QUALIFIER());
        return this;
    }

    public InfoArray flag(SegmentAllocator memory, MemorySegment key) {
        MemorySegment value = next(key);
        pmix_value.type(value, (short) PMIxConstants.PMIX_BOOL());
        value.set(ValueLayout.JAVA_BOOLEAN, ValueCodec.DATA, true);
        return this;
    }

    /** Adds {@code PMIX_TIMEOUT}, in whole seconds. */
    public InfoArray timeout(SegmentAllocator memory, long seconds) {
        MemorySegment value = next(PMIxConstants.PMIX_TIMEOUT());
        pmix_value.type(value, (short) PMIxConstants.PMIX_INT());
        value.set(ValueLayout.JAVA_INT, ValueCodec.DATA, Math.toIntExact(seconds));
        return this;
    }

    /** Adds {@code PMIX_EVENT_RETURN_OBJECT}, with a number instead of a pointer. */
    public InfoArray object(long number) {
        MemorySegment value = next(PMIxConstants.PMIX_EVENT_RETURN_OBJECT());
        pmix_value.type(value, (short) PMIxConstants.PMIX_POINTER());
        value.set(ValueLayout.JAVA_LONG, ValueCodec.DATA, number);
        return this;
    }

    /** Returns the number of {@link #object(long)}, which an event has as its last info; 0 if there is none. */
    public static long object(MemorySegment infos, long count) {
        if (infos.address() == 0 || count == 0) {
            return 0;
        }
        MemorySegment array = ProcCodec.at(infos, count * pmix_info.sizeof());
        long info = (count - 1) * pmix_info.sizeof();
        return isKey(array, info, PMIxConstants.PMIX_EVENT_RETURN_OBJECT())
                ? array.get(ValueLayout.JAVA_LONG, info + VALUE + ValueCodec.DATA)
                : 0;
    }

    // The key includes its NUL, so equality up to there is equality.
    private static boolean isKey(MemorySegment array, long info, MemorySegment key) {
        return MemorySegment.mismatch(array, info, info + key.byteSize(), key, 0, key.byteSize()) < 0;
    }

    /** Returns the array; NULL if it is empty, as the C interface requires. */
    public MemorySegment segment() {
        return size == 0 ? MemorySegment.NULL : segment;
    }

    public int size() {
        return size;
    }

    /** Copies an array received from libpmix. */
    public static Attributes read(MemorySegment infos, long count) {
        if (infos.address() == 0 || count == 0) {
            return Attributes.none();
        }
        MemorySegment array = ProcCodec.array(infos, count, pmix_info.sizeof());
        List<Info> attributes = new ArrayList<>((int) count);
        for (long i = 0; i < count; i++) {
            attributes.add(read(pmix_info.asSlice(array, i)));
        }
        return Attributes.of(attributes);
    }

    public static Info read(MemorySegment info) {
        return InfoAccess.get()
                .info(
                        ProcCodec.readName(pmix_info.key(info)),
                        ValueCodec.read(pmix_info.value(info)),
                        (pmix_info.flags(info) & PMIxConstants.PMIX_INFO_REQD()) != 0);
    }

    /** Returns the infos in an array; an empty list if the value is no array. */
    public static List<Info> infos(@Nullable PmixValue value) {
        List<Info> infos = new ArrayList<>();
        if (value instanceof PmixValue.Array array) {
            for (PmixValue element : array.elements()) {
                if (element instanceof Info info) {
                    infos.add(info);
                }
            }
        }
        return infos;
    }

    /** Returns the process that a value is, or those in an array and in its arrays; an empty list if there is none. */
    public static List<ProcId> procs(@Nullable PmixValue value) {
        List<ProcId> procs = new ArrayList<>();
        addProcs(value, procs);
        return procs;
    }

    private static void addProcs(@Nullable PmixValue value, List<ProcId> procs) {
        if (value instanceof PmixValue.Proc proc) {
            procs.add(proc.value());
        } else if (value instanceof PmixValue.Array array) {
            for (PmixValue element : array.elements()) {
                addProcs(element, procs);
            }
        }
    }

    /** Returns whether a value from libpmix is an array of processes with the same bytes as one written here. */
    public static boolean isSame(@Nullable MemorySegment value, MemorySegment procs) {
        MemorySegment array = value == null ? null : ArrayCodec.elements(value, DataType.PROC);
        return array != null && array.byteSize() == procs.byteSize() && array.mismatch(procs) < 0;
    }

    /** Returns the value of a key in an array received from libpmix, or null. */
    public static @Nullable PmixValue find(MemorySegment infos, long count, MemorySegment key) {
        MemorySegment value = locate(infos, count, key);
        return value == null ? null : ValueCodec.read(value);
    }

    /** Returns where the value of a key is in an array received from libpmix, or null. */
    public static @Nullable MemorySegment locate(MemorySegment infos, long count, MemorySegment key) {
        if (infos.address() == 0) {
            return null;
        }
        MemorySegment array = ProcCodec.at(infos, count * pmix_info.sizeof());
        for (long i = 0; i < count; i++) {
            long info = i * pmix_info.sizeof();
            if (isKey(array, info, key)) {
                return array.asSlice(info + VALUE, pmix_value.sizeof());
            }
        }
        return null;
    }
}
