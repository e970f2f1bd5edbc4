// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.pmixj.DataType;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.ffi.pmix_byte_object;
import org.pmixj.ffi.pmix_data_array;
import org.pmixj.ffi.pmix_proc;
import org.pmixj.ffi.pmix_value;

/**
 * {@link PmixValue} to {@code pmix_value_t} and back: one arm per type. Every member of the union begins at
 * {@link #DATA}, so the arms read and write there.
 */
final class ValueCodec {
    private static final long DATA = pmix_value.data$offset();
    private static final long BYTE_OBJECT_BYTES = DATA + pmix_byte_object.bytes$offset();
    private static final long BYTE_OBJECT_SIZE = DATA + pmix_byte_object.size$offset();

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    private static final DataType[] TYPES = DataType.values();

    private ValueCodec() {}

    private static int code(DataType type) {
        return switch (type) {
            case BOOL -> PMIxConstants.PMIX_BOOL();
            case BYTE -> PMIxConstants.PMIX_BYTE();
            case STRING -> PMIxConstants.PMIX_STRING();
            case SIZE -> PMIxConstants.PMIX_SIZE();
            case PID -> PMIxConstants.PMIX_PID();
            case INT -> PMIxConstants.PMIX_INT();
            case INT8 -> PMIxConstants.PMIX_INT8();
            case INT16 -> PMIxConstants.PMIX_INT16();
            case INT32 -> PMIxConstants.PMIX_INT32();
            case INT64 -> PMIxConstants.PMIX_INT64();
            case UINT -> PMIxConstants.PMIX_UINT();
            case UINT8 -> PMIxConstants.PMIX_UINT8();
            case UINT16 -> PMIxConstants.PMIX_UINT16();
            case UINT32 -> PMIxConstants.PMIX_UINT32();
            case UINT64 -> PMIxConstants.PMIX_UINT64();
            case FLOAT -> PMIxConstants.PMIX_FLOAT();
            case DOUBLE -> PMIxConstants.PMIX_DOUBLE();
            case STATUS -> PMIxConstants.PMIX_STATUS();
            case PROC -> PMIxConstants.PMIX_PROC();
            case BYTE_OBJECT -> PMIxConstants.PMIX_BYTE_OBJECT();
            case PROC_RANK -> PMIxConstants.PMIX_PROC_RANK();
            case DATA_ARRAY -> PMIxConstants.PMIX_DATA_ARRAY();
            default -> PMIxConstants.PMIX_UNDEF();
        };
    }

    private static DataType type(int code) {
        for (DataType type : TYPES) {
            if (code(type) == code) {
                return type;
            }
        }
        return DataType.UNKNOWN;
    }

    // --- to native ---------------------------------------------------------------------------------------------

    static MemorySegment allocate(SegmentAllocator memory, PmixValue value) {
        MemorySegment segment = pmix_value.allocate(memory);
        write(segment, value, memory);
        return segment;
    }

    /** Writes into zeroed memory. */
    static void write(MemorySegment target, PmixValue value, SegmentAllocator memory) {
        DataType type = value.type();
        if (type == DataType.UNKNOWN) {
            throw new IllegalArgumentException("cannot send " + value);
        }
        pmix_value.type(target, (short) code(type));
        if (value instanceof PmixValue.Bool bool) {
            target.set(ValueLayout.JAVA_BOOLEAN, DATA, bool.value());
        } else if (value instanceof PmixValue.Int number) {
            writeNumber(target, type, number.value());
        } else if (value instanceof PmixValue.UInt number) {
            writeNumber(target, type, number.bits());
        } else if (value instanceof PmixValue.Real real) {
            if (type == DataType.FLOAT) {
                target.set(ValueLayout.JAVA_FLOAT, DATA, (float) real.value());
            } else {
                target.set(ValueLayout.JAVA_DOUBLE, DATA, real.value());
            }
        } else if (value instanceof PmixValue.Str str) {
            target.set(ValueLayout.ADDRESS, DATA, memory.allocateFrom(str.value()));
        } else if (value instanceof PmixValue.Bytes bytes) {
            byte[] content = bytes.value();
            if (content.length > 0) {
                target.set(ValueLayout.ADDRESS, BYTE_OBJECT_BYTES, memory.allocateFrom(ValueLayout.JAVA_BYTE, content));
                target.set(LONG, BYTE_OBJECT_SIZE, content.length);
            }
        } else if (value instanceof PmixValue.Status status) {
            target.set(INT, DATA, status.value().code());
        } else if (value instanceof PmixValue.Proc proc) {
            target.set(ValueLayout.ADDRESS, DATA, Marshal.proc(memory, proc.value()));
        } else {
            throw new IllegalArgumentException("cannot send " + value);
        }
    }

    private static void writeNumber(MemorySegment target, DataType type, long value) {
        switch (type) {
            case BYTE, INT8, UINT8 -> target.set(ValueLayout.JAVA_BYTE, DATA, (byte) value);
            case INT16, UINT16 -> target.set(ValueLayout.JAVA_SHORT, DATA, (short) value);
            case SIZE, INT64, UINT64 -> target.set(LONG, DATA, value);
            default -> target.set(INT, DATA, (int) value);
        }
    }

    // --- from native -------------------------------------------------------------------------------------------

    /** Copies a value; nothing of the result refers to native memory. */
    static PmixValue read(MemorySegment value) {
        int code = Short.toUnsignedInt(pmix_value.type(value));
        try {
            return read(value, DATA, code);
        } catch (IllegalArgumentException e) {
            // A process without namespace or with a rank that is none, a list with holes: nothing Java has a value for.
            return new PmixValue.Opaque(code);
        }
    }

    private static PmixValue read(MemorySegment from, long at, int code) {
        DataType type = type(code);
        return switch (type) {
            case BOOL -> new PmixValue.Bool(from.get(ValueLayout.JAVA_BYTE, at) != 0);
            case INT8 -> new PmixValue.Int(type, from.get(ValueLayout.JAVA_BYTE, at));
            case INT16 -> new PmixValue.Int(type, from.get(ValueLayout.JAVA_SHORT, at));
            case INT, INT32, PID -> new PmixValue.Int(type, from.get(INT, at));
            case INT64 -> new PmixValue.Int(type, from.get(LONG, at));
            case BYTE, UINT8 -> new PmixValue.UInt(type, Byte.toUnsignedLong(from.get(ValueLayout.JAVA_BYTE, at)));
            case UINT16 -> new PmixValue.UInt(type, Short.toUnsignedLong(from.get(ValueLayout.JAVA_SHORT, at)));
            case UINT, UINT32, PROC_RANK -> new PmixValue.UInt(type, Integer.toUnsignedLong(from.get(INT, at)));
            case SIZE, UINT64 -> new PmixValue.UInt(type, from.get(LONG, at));
            case FLOAT -> new PmixValue.Real(type, from.get(ValueLayout.JAVA_FLOAT, at));
            case DOUBLE -> new PmixValue.Real(type, from.get(ValueLayout.JAVA_DOUBLE, at));
            case STATUS -> new PmixValue.Status(new PmixStatus(from.get(INT, at)));
            case STRING -> readString(from.get(ValueLayout.ADDRESS, at), code);
            case BYTE_OBJECT -> readBytes(from, at);
            case PROC -> readProc(from.get(ValueLayout.ADDRESS, at), code);
            case DATA_ARRAY -> readArray(from.get(ValueLayout.ADDRESS, at), code);
            default -> new PmixValue.Opaque(code);
        };
    }

    private static PmixValue readString(MemorySegment string, int code) {
        // A STRING whose pointer is NULL has been seen in answers to queries.
        return string.address() == 0
                ? new PmixValue.Opaque(code)
                : new PmixValue.Str(string.reinterpret(Long.MAX_VALUE).getString(0));
    }

    private static PmixValue readBytes(MemorySegment from, long at) {
        MemorySegment bytes = from.get(ValueLayout.ADDRESS, at + pmix_byte_object.bytes$offset());
        long size = from.get(LONG, at + pmix_byte_object.size$offset());
        return new PmixValue.Bytes(
                bytes.address() == 0 ? new byte[0] : bytes.reinterpret(size).toArray(ValueLayout.JAVA_BYTE));
    }

    private static PmixValue readProc(MemorySegment proc, int code) {
        return proc.address() == 0
                ? new PmixValue.Opaque(code)
                : new PmixValue.Proc(Marshal.readProc(proc.reinterpret(pmix_proc.sizeof())));
    }

    private static PmixValue readArray(MemorySegment pointer, int code) {
        if (pointer.address() == 0) {
            return new PmixValue.Opaque(code);
        }
        MemorySegment header = pointer.reinterpret(pmix_data_array.sizeof());
        int elementCode = Short.toUnsignedInt(pmix_data_array.type(header));
        DataType type = type(elementCode);
        long stride = stride(type);
        if (stride == 0) {
            return new PmixValue.Opaque(code);
        }
        int count = Math.toIntExact(pmix_data_array.size(header));
        MemorySegment elements = pmix_data_array.array(header).reinterpret(count * stride);
        List<PmixValue> values = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            values.add(
                    // Arrays hold processes themselves, a value holds a pointer to one.
                    type == DataType.PROC
                            ? new PmixValue.Proc(Marshal.readProc(elements.asSlice(i * stride, stride)))
                            : read(elements, i * stride, elementCode));
        }
        return new PmixValue.Array(type, values);
    }

    /** The size of an array's element, 0 for what this layer does not read. */
    private static long stride(DataType type) {
        return switch (type) {
            case BOOL, BYTE, INT8, UINT8 -> 1;
            case INT16, UINT16 -> 2;
            case INT, INT32, UINT, UINT32, PID, STATUS, PROC_RANK, FLOAT -> 4;
            case SIZE, INT64, UINT64, DOUBLE, STRING -> 8;
            case BYTE_OBJECT -> pmix_byte_object.sizeof();
            case PROC -> pmix_proc.sizeof();
            default -> 0;
        };
    }
}
