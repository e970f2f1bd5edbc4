// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.codec;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.pmixj.DataType;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.ffi.pmix_coord;
import org.pmixj.ffi.pmix_device;
import org.pmixj.ffi.pmix_device_distance;
import org.pmixj.ffi.pmix_endpoint;
import org.pmixj.ffi.pmix_geometry;
import org.pmixj.ffi.pmix_resource_unit;
import org.pmixj.internal.base.NativeTexts;
import org.pmixj.value.Coord;
import org.pmixj.value.Cpuset;
import org.pmixj.value.Device;
import org.pmixj.value.DeviceDistance;
import org.pmixj.value.Endpoint;
import org.pmixj.value.Geometry;
import org.pmixj.value.ResourceUnit;

/** Converts the structures that describe nodes, devices and fabrics. */
public final class HardwareCodec {
    private HardwareCodec() {}

    static void writeCoord(MemorySegment target, Coord coord, SegmentAllocator memory) {
        pmix_coord.view(target, (byte) code(coord.view()));
        List<Long> coordinates = coord.coordinates();
        if (coordinates.isEmpty()) {
            return;
        }
        int[] numbers = coordinates.stream().mapToInt(Long::intValue).toArray();
        pmix_coord.coord(target, memory.allocateFrom(ValueLayout.JAVA_INT, numbers));
        pmix_coord.dims(target, coordinates.size());
    }

    static Coord readCoord(MemorySegment from) {
        MemorySegment numbers = ProcCodec.array(pmix_coord.coord(from), pmix_coord.dims(from), Integer.BYTES);
        List<Long> coordinates = new ArrayList<>();
        for (int number : numbers.toArray(ValueLayout.JAVA_INT)) {
            coordinates.add(Integer.toUnsignedLong(number));
        }
        return new Coord(view(Byte.toUnsignedInt(pmix_coord.view(from))), coordinates);
    }

    static int code(Coord.View view) {
        return switch (view) {
            case UNDEFINED -> PMIxConstants.PMIX_COORD_VIEW_UNDEF();
            case LOGICAL -> PMIxConstants.PMIX_COORD_LOGICAL_VIEW();
            case PHYSICAL -> PMIxConstants.PMIX_COORD_PHYSICAL_VIEW();
        };
    }

    private static Coord.View view(int code) {
        for (Coord.View view : Coord.View.values()) {
            if (code(view) == code) {
                return view;
            }
        }
        throw new IllegalArgumentException("coordinates have the unknown view " + code);
    }

    static void writeGeometry(MemorySegment target, Geometry geometry, SegmentAllocator memory) {
        pmix_geometry.fabric(target, geometry.fabric());
        pmix_geometry.uuid(target, ProcCodec.text(memory, geometry.uuid()));
        pmix_geometry.osname(target, ProcCodec.text(memory, geometry.osName()));
        List<Coord> coordinates = geometry.coordinates();
        if (coordinates.isEmpty()) {
            return;
        }
        MemorySegment coords = pmix_coord.allocateArray(coordinates.size(), memory);
        for (int i = 0; i < coordinates.size(); i++) {
            writeCoord(pmix_coord.asSlice(coords, i), coordinates.get(i), memory);
        }
        pmix_geometry.coordinates(target, coords);
        pmix_geometry.ncoords(target, coordinates.size());
    }

    static Geometry readGeometry(MemorySegment from) {
        long size = pmix_coord.sizeof();
        MemorySegment coords = ProcCodec.array(pmix_geometry.coordinates(from), pmix_geometry.ncoords(from), size);
        int count = ProcCodec.count(coords, size);
        List<Coord> coordinates = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            coordinates.add(readCoord(pmix_coord.asSlice(coords, i)));
        }
        return new Geometry(
                pmix_geometry.fabric(from),
                ProcCodec.readText(pmix_geometry.uuid(from)),
                ProcCodec.readText(pmix_geometry.osname(from)),
                coordinates);
    }

    static void writeDevice(MemorySegment target, Device device, SegmentAllocator memory) {
        pmix_device.uuid(target, ProcCodec.text(memory, device.uuid()));
        pmix_device.osname(target, ProcCodec.text(memory, device.osName()));
        pmix_device.type(target, device.deviceType());
    }

    static Device readDevice(MemorySegment from) {
        return new Device(
                ProcCodec.readText(pmix_device.uuid(from)),
                ProcCodec.readText(pmix_device.osname(from)),
                pmix_device.type(from));
    }

    static void writeDistance(MemorySegment target, DeviceDistance distance, SegmentAllocator memory) {
        pmix_device_distance.uuid(target, ProcCodec.text(memory, distance.uuid()));
        pmix_device_distance.osname(target, ProcCodec.text(memory, distance.osName()));
        pmix_device_distance.type(target, distance.deviceType());
        pmix_device_distance.mindist(target, (short) distance.minimum());
        pmix_device_distance.maxdist(target, (short) distance.maximum());
    }

    static DeviceDistance readDistance(MemorySegment from) {
        return new DeviceDistance(
                ProcCodec.readText(pmix_device_distance.uuid(from)),
                ProcCodec.readText(pmix_device_distance.osname(from)),
                pmix_device_distance.type(from),
                Short.toUnsignedInt(pmix_device_distance.mindist(from)),
                Short.toUnsignedInt(pmix_device_distance.maxdist(from)));
    }

    static void writeEndpoint(MemorySegment target, Endpoint endpoint, SegmentAllocator memory) {
        pmix_endpoint.uuid(target, ProcCodec.text(memory, endpoint.uuid()));
        pmix_endpoint.osname(target, ProcCodec.text(memory, endpoint.osName()));
        ProcCodec.writeBytes(pmix_endpoint.endpt(target), endpoint.address(), memory);
    }

    static Endpoint readEndpoint(MemorySegment from) {
        return new Endpoint(
                ProcCodec.readText(pmix_endpoint.uuid(from)),
                ProcCodec.readText(pmix_endpoint.osname(from)),
                ProcCodec.readBytes(DataType.BYTE_OBJECT, pmix_endpoint.endpt(from)));
    }

    static void writeUnit(MemorySegment target, ResourceUnit unit) {
        pmix_resource_unit.type(target, unit.deviceType());
        pmix_resource_unit.count(target, unit.count());
    }

    /** Writes a cpuset. libpmix creates the bitmap; it is freed when the arena closes. */
    static void writeCpuset(MemorySegment target, Cpuset cpuset, SegmentAllocator memory) {
        String text = cpuset.source() + ":" + cpuset.cpus();
        target.copyFrom(texts().parseCpuset(text, (Arena) memory));
    }

    public static Cpuset readCpuset(MemorySegment from) {
        String text = texts().cpuset(from);
        if (text == null) {
            throw new IllegalArgumentException("libpmix cannot read the cpuset");
        }
        int colon = text.indexOf(':');
        return new Cpuset(text.substring(0, Math.max(colon, 0)), text.substring(colon + 1));
    }

    private static NativeTexts texts() {
        return Objects.requireNonNull(NativeTexts.get(), "libpmix is not loaded");
    }
}
