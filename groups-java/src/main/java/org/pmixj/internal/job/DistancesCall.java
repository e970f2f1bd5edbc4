// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.job;

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
import org.pmixj.internal.base.CpuList;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.codec.HardwareCodec;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.codec.ProcCodec;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.job.DeviceType;
import org.pmixj.job.DistanceRequest;
import org.pmixj.value.DeviceDistance;

/** Calls {@code PMIx_Compute_distances_nb} with libpmix's own topology. */
final class DistancesCall extends NativeCall<List<DeviceDistance>> {
    private final DistanceRequest request;

    DistancesCall(Handle handle, DistanceRequest request) {
        super(handle, "distances of devices");
        this.request = request;
    }

    @Override
    protected boolean chooseWorker() {
        // The first call may detect the hardware.
        return true;
    }

    @Override
    protected int start(SegmentAllocator memory, MemorySegment cbdata) {
        InfoArray infos = InfoArray.allocate(memory, 2);
        if (!request.types().isEmpty()) {
            PmixValue types = new PmixValue.UInt(DataType.DEVTYPE, DeviceType.bits(request.types()));
            infos.add(memory, PMIxConstants.PMIX_DEVICE_TYPE(), types);
        }
        @Nullable String device = request.device().orElse(null);
        if (device != null) {
            infos.add(memory, PMIxConstants.PMIX_DEVICE_ID(), new PmixValue.Str(device));
        }
        return Libpmix.distances(cpuset(memory), infos, cbdata);
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
    protected List<DeviceDistance> decode(int status, MemorySegment distances, long count) {
        if (status == StatusCodes.NOT_FOUND) {
            return List.of();
        } else if (status == StatusCodes.UNREACH && handle().session.singleton()) {
            // Without a topology libpmix asks the server.
            throw TopologyImpl.noTopology();
        }
        StatusCodes.check(what, status);
        List<DeviceDistance> list = new ArrayList<>(Math.toIntExact(count));
        MemorySegment array = ProcCodec.at(distances, count * pmix_device_distance.sizeof());
        for (long i = 0; i < count; i++) {
            list.add(HardwareCodec.readDistance(pmix_device_distance.asSlice(array, i)));
        }
        return List.copyOf(list);
    }
}
