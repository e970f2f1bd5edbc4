// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.codec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;
import org.pmixj.DataType;
import org.pmixj.Info;
import org.pmixj.PmixValue;
import org.pmixj.ffi.pmix_app;
import org.pmixj.ffi.pmix_byte_object;
import org.pmixj.ffi.pmix_coord;
import org.pmixj.ffi.pmix_cpuset_t;
import org.pmixj.ffi.pmix_data_array;
import org.pmixj.ffi.pmix_data_buffer;
import org.pmixj.ffi.pmix_device;
import org.pmixj.ffi.pmix_device_distance;
import org.pmixj.ffi.pmix_endpoint;
import org.pmixj.ffi.pmix_envar_t;
import org.pmixj.ffi.pmix_geometry;
import org.pmixj.ffi.pmix_info;
import org.pmixj.ffi.pmix_node_pid;
import org.pmixj.ffi.pmix_pdata;
import org.pmixj.ffi.pmix_proc;
import org.pmixj.ffi.pmix_proc_info;
import org.pmixj.ffi.pmix_query;
import org.pmixj.ffi.pmix_regattr_t;
import org.pmixj.ffi.pmix_regex2;
import org.pmixj.ffi.pmix_resource_unit;
import org.pmixj.ffi.pmix_topology_t;
import org.pmixj.ffi.pmix_value;
import org.pmixj.internal.base.Checks;
import org.pmixj.process.App;
import org.pmixj.value.Attribute;
import org.pmixj.value.Coord;
import org.pmixj.value.Cpuset;
import org.pmixj.value.Device;
import org.pmixj.value.DeviceDistance;
import org.pmixj.value.Endpoint;
import org.pmixj.value.Envar;
import org.pmixj.value.Geometry;
import org.pmixj.value.NodePid;
import org.pmixj.value.ProcInfo;
import org.pmixj.value.Published;
import org.pmixj.value.Query;
import org.pmixj.value.Regex;
import org.pmixj.value.ResourceUnit;
import org.pmixj.value.Topology;

/**
 * Selects the codec of a type that is a structure in C. A value holds a pointer to the structure ({@code ENVAR} alone
 * is held in place); an array holds its structures in place.
 */
final class StructCodec {
    private StructCodec() {}

    /** Writes a structure into the zeroed union of a value. */
    static void writeValue(MemorySegment target, PmixValue value, SegmentAllocator memory) {
        DataType type = value.type();
        switch (type) {
            case ENVAR -> write(target.asSlice(ValueCodec.DATA, pmix_envar_t.sizeof()), value, memory);
            case UNKNOWN, TOPO -> throw new IllegalArgumentException("cannot send " + value);
            // libpmix packs the content of the union as if it were the buffer, and reads far beyond it.
            case DATA_BUFFER ->
                throw new IllegalArgumentException("libpmix cannot carry a single DATA_BUFFER, only an array of them");
            case VALUE, INFO, APP, QUERY, PDATA ->
                throw new IllegalArgumentException(type + " can only be an element of an array");
            default -> {
                MemorySegment struct = memory.allocate(size(type), ValueLayout.ADDRESS.byteAlignment());
                write(struct, value, memory);
                target.set(ValueLayout.JAVA_LONG, ValueCodec.DATA, struct.address());
            }
        }
    }

    /** Reads from the union of a value; returns null for a NULL pointer and for an unknown type. */
    static @Nullable PmixValue readValue(MemorySegment from, DataType type) {
        return switch (type) {
            case ENVAR -> read(from.asSlice(ValueCodec.DATA, pmix_envar_t.sizeof()), type);
            // These do not fit the union.
            case VALUE, INFO, APP, QUERY, PDATA -> null;
            default -> {
                MemorySegment struct = MemorySegment.ofAddress(from.get(ValueLayout.JAVA_LONG, ValueCodec.DATA));
                long size = size(type);
                yield struct.address() == 0 || size == 0 ? null : read(ProcCodec.at(struct, size), type);
            }
        };
    }

    /** Writes a structure into zeroed memory of its size. */
    static void write(MemorySegment target, PmixValue value, SegmentAllocator memory) {
        if (value instanceof PmixValue.Proc proc) {
            ProcCodec.writeProc(target, proc.value());
        } else if (value instanceof PmixValue.Nspace nspace) {
            target.setString(0, nspace.value());
        } else if (value instanceof PmixValue.Array array) {
            ArrayCodec.write(target, array, memory);
        } else if (value instanceof Info info) {
            InfoArray.write(target, info, memory);
        } else {
            writeRare(target, value, memory);
        }
    }

    private static void writeRare(MemorySegment target, PmixValue value, SegmentAllocator memory) {
        switch (value) {
            case ProcInfo info -> ProcessCodec.writeProcInfo(target, info, memory);
            case Envar envar -> ProcessCodec.writeEnvar(target, envar, memory);
            case NodePid pid -> ProcessCodec.writeNodePid(target, pid, memory);
            case App app -> RequestCodec.writeApp(target, app, memory);
            case Query query -> RequestCodec.writeQuery(target, query, memory);
            case Published published -> RequestCodec.writePublished(target, published, memory);
            case Attribute attribute -> RequestCodec.writeAttribute(target, attribute, memory);
            case Regex regex -> RequestCodec.writeRegex(target, regex, memory);
            case PmixValue.Bytes buffer -> RequestCodec.writeBuffer(target, buffer, memory);
            case Coord coord -> HardwareCodec.writeCoord(target, coord, memory);
            case Geometry geometry -> HardwareCodec.writeGeometry(target, geometry, memory);
            case Device device -> HardwareCodec.writeDevice(target, device, memory);
            case DeviceDistance distance -> HardwareCodec.writeDistance(target, distance, memory);
            case Endpoint endpoint -> HardwareCodec.writeEndpoint(target, endpoint, memory);
            case ResourceUnit unit -> HardwareCodec.writeUnit(target, unit);
            case Cpuset cpuset -> HardwareCodec.writeCpuset(target, cpuset, memory);
            default -> throw new IllegalArgumentException("cannot send " + value);
        }
    }

    /** Reads a structure; returns null for an unknown type. */
    static @Nullable PmixValue read(MemorySegment from, DataType type) {
        return switch (type) {
            case PROC -> new PmixValue.Proc(ProcCodec.readProc(from));
            case PROC_NSPACE -> new PmixValue.Nspace(ProcCodec.readNspace(from));
            case DATA_ARRAY -> ArrayCodec.read(from);
            case INFO -> InfoArray.read(from);
            case VALUE -> ValueCodec.read(from);
            case PROC_INFO -> ProcessCodec.readProcInfo(from);
            case ENVAR -> ProcessCodec.readEnvar(from);
            case NODE_PID -> ProcessCodec.readNodePid(from);
            case APP -> RequestCodec.readApp(from);
            case QUERY -> RequestCodec.readQuery(from);
            case PDATA -> RequestCodec.readPublished(from);
            case REGATTR -> RequestCodec.readAttribute(from);
            case REGEX2 -> RequestCodec.readRegex(from);
            case DATA_BUFFER -> RequestCodec.readBuffer(from);
            case COORD -> HardwareCodec.readCoord(from);
            case GEOMETRY -> HardwareCodec.readGeometry(from);
            case DEVICE -> HardwareCodec.readDevice(from);
            case DEVICE_DIST -> HardwareCodec.readDistance(from);
            case ENDPOINT -> HardwareCodec.readEndpoint(from);
            case RESOURCE_UNIT -> new ResourceUnit(pmix_resource_unit.type(from), pmix_resource_unit.count(from));
            case PROC_CPUSET -> HardwareCodec.readCpuset(from);
            case TOPO -> new Topology(ProcCodec.needText(pmix_topology_t.source(from)));
            default -> null;
        };
    }

    /** Returns the size of an array's element; 0 for an unknown type. */
    static long size(DataType type) {
        return switch (type) {
            case BOOL -> 1;
            case FLOAT, STATUS -> 4;
            case DOUBLE, STRING, TIME -> 8;
            case TIMEVAL -> 16;
            case BYTE_OBJECT, COMPRESSED_BYTE_OBJECT -> pmix_byte_object.sizeof();
            case PROC -> pmix_proc.sizeof();
            case PROC_NSPACE -> Checks.MAX_NSPACE_BYTES + 1;
            case DATA_ARRAY -> pmix_data_array.sizeof();
            case INFO -> pmix_info.sizeof();
            case VALUE -> pmix_value.sizeof();
            case PROC_INFO -> pmix_proc_info.sizeof();
            case ENVAR -> pmix_envar_t.sizeof();
            case NODE_PID -> pmix_node_pid.sizeof();
            case APP -> pmix_app.sizeof();
            case QUERY -> pmix_query.sizeof();
            case PDATA -> pmix_pdata.sizeof();
            case REGATTR -> pmix_regattr_t.sizeof();
            case REGEX2 -> pmix_regex2.sizeof();
            case DATA_BUFFER -> pmix_data_buffer.sizeof();
            case COORD -> pmix_coord.sizeof();
            case GEOMETRY -> pmix_geometry.sizeof();
            case DEVICE -> pmix_device.sizeof();
            case DEVICE_DIST -> pmix_device_distance.sizeof();
            case ENDPOINT -> pmix_endpoint.sizeof();
            case RESOURCE_UNIT -> pmix_resource_unit.sizeof();
            case PROC_CPUSET -> pmix_cpuset_t.sizeof();
            case TOPO -> pmix_topology_t.sizeof();
            default -> type.bits() / 8;
        };
    }
}
