// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.DataType;
import org.pmixj.PmixValue;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.ffi.pmix_cpuset_t;
import org.pmixj.ffi.pmix_device_distance;
import org.pmixj.topology.DeviceType;
import org.pmixj.topology.DistanceRequest;
import org.pmixj.value.DeviceDistance;

/** {@code PMIx_Compute_distances_nb} with libpmix's own topology. */
final class Distances extends Operation<List<DeviceDistance>> {
    private final DistanceRequest request;

    Distances(Context context, DistanceRequest request) {
        super(context, "distances of devices");
        this.request = request;
    }

    // The first may have to look at the hardware.
    @Override
    boolean startBlocks() {
        return true;
    }

    @Override
    int start(SegmentAllocator memory, MemorySegment cbdata) {
        Infos infos = Infos.allocate(memory, 2);
        if (!request.types().isEmpty()) {
            infos.add(
                    memory,
                    PMIxConstants.PMIX_DEVICE_TYPE(),
                    new PmixValue.UInt(DataType.DEVTYPE, DeviceType.bits(request.types())));
        }
        @Nullable String device = request.device().orElse(null);
        if (device != null) {
            infos.add(memory, PMIxConstants.PMIX_DEVICE_ID(), new PmixValue.Str(device));
        }
        return Native.distances(cpuset(memory), infos, cbdata);
    }

    private MemorySegment cpuset(SegmentAllocator memory) {
        if (request.from().isEmpty()) {
            return MemorySegment.NULL;
        }
        MemorySegment cpuset = pmix_cpuset_t.allocate(memory);
        HardwareCodec.writeCpuset(cpuset, CpuList.cpuset(request.from().get()), memory);
        return cpuset;
    }

    @Override
    List<DeviceDistance> decode(int status, MemorySegment distances, long count) {
        if (status == Status.NOT_FOUND) {
            return List.of();
        } else if (status == Status.UNREACH && context().session.singleton()) {
            // Without a topology libpmix turns to the server.
            throw TopologyImpl.lost();
        }
        Status.check(what, status);
        List<DeviceDistance> list = new ArrayList<>(Math.toIntExact(count));
        MemorySegment array = distances.reinterpret(count * pmix_device_distance.sizeof());
        for (long i = 0; i < count; i++) {
            list.add(HardwareCodec.readDistance(pmix_device_distance.asSlice(array, i)));
        }
        return List.copyOf(list);
    }
}
