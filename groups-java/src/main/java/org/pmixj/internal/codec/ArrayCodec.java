// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.codec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.DataType;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.pmix_data_array;
import org.pmixj.ffi.pmix_value;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.codec.repair.TextNumbers;

/** Converts {@link PmixValue.Array} to {@code pmix_data_array_t} and back. */
final class ArrayCodec {
    private ArrayCodec() {}

    /** Writes an array into zeroed memory; an empty one as NULL. */
    static void write(MemorySegment target, PmixValue.Array array, SegmentAllocator memory) {
        DataType type = array.elementType();
        List<PmixValue> elements = array.elements();
        if (type == DataType.DATA_TYPE && !elements.isEmpty()) {
            // libpmix packs them as unsigned and unpacks them as signed numbers.
            throw new IllegalArgumentException("libpmix cannot carry an array of DATA_TYPE: it corrupts the values");
        }
        DataType sent = Defect.DOUBLES_ARE_TEXT.isHere() ? TextNumbers.sentAs(type, elements) : type;
        pmix_data_array.type(target, (short) sent.code());
        if (elements.isEmpty()) {
            return;
        }
        long size = StructCodec.size(sent);
        MemorySegment block =
                memory.allocate(Math.multiplyExact(size, elements.size()), ValueLayout.ADDRESS.byteAlignment());
        pmix_data_array.size(target, elements.size());
        pmix_data_array.array(target, block);
        List<ProcId> procs = type == DataType.PROC ? InfoArray.procs(array) : List.of();
        if (procs.size() == elements.size()) {
            ProcCodec.write(block, procs);
            return;
        }
        for (int i = 0; i < elements.size(); i++) {
            PmixValue element = elements.get(i);
            if (type == DataType.VALUE) {
                ValueCodec.write(block.asSlice(i * size, size), element, memory);
            } else if (sent != type) {
                TextNumbers.write(block, i * size, (PmixValue.Real) element);
            } else if (!ValueCodec.writeScalar(block, i * size, element, memory)) {
                StructCodec.write(block.asSlice(i * size, size), element, memory);
            }
        }
    }

    /** Reads an array; returns null if its elements are of an unknown type. */
    static @Nullable PmixValue read(MemorySegment header) {
        int code = Short.toUnsignedInt(pmix_data_array.type(header));
        DataType type = DataType.of(code);
        long size = StructCodec.size(type);
        if (size == 0) {
            return null;
        }
        MemorySegment block = ProcCodec.array(pmix_data_array.array(header), pmix_data_array.size(header), size);
        int count = ProcCodec.count(block, size);
        List<PmixValue> elements = new ArrayList<>(count);
        for (ProcId proc : type == DataType.PROC ? procs(block) : List.<ProcId>of()) {
            elements.add(new PmixValue.Proc(proc));
        }
        for (int i = elements.size(); i < count; i++) {
            elements.add(element(block, i * size, size, type));
        }
        boolean areNumbers = type == DataType.TIMEVAL && count > 0 && elements.getFirst() instanceof PmixValue.Real;
        return new PmixValue.Array(areNumbers ? elements.getFirst().type() : type, elements);
    }

    /** Reads processes at once; returns none if Java has no value for one of them. */
    private static List<ProcId> procs(MemorySegment block) {
        try {
            return ProcCodec.read(block);
        } catch (IllegalArgumentException e) {
            return List.of();
        }
    }

    /** Returns the elements of a value from libpmix that is an array of a type; null if it is none. */
    static @Nullable MemorySegment elements(MemorySegment value, DataType type) {
        if (Short.toUnsignedInt(pmix_value.type(value)) != DataType.DATA_ARRAY.code()) {
            return null;
        }
        MemorySegment header = ProcCodec.at(
                MemorySegment.ofAddress(value.get(ValueLayout.JAVA_LONG, ValueCodec.DATA)), pmix_data_array.sizeof());
        if (header.address() == 0 || Short.toUnsignedInt(pmix_data_array.type(header)) != type.code()) {
            return null;
        }
        return ProcCodec.array(pmix_data_array.array(header), pmix_data_array.size(header), StructCodec.size(type));
    }

    private static PmixValue element(MemorySegment block, long at, long size, DataType type) {
        PmixValue element;
        try {
            element = ValueCodec.readScalar(block, at, type);
            if (element == null) {
                element = StructCodec.read(block.asSlice(at, size), type);
            }
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
            element = null;
        }
        return element != null ? element : new PmixValue.Opaque(type.code());
    }
}
