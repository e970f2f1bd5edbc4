// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.List;
import org.pmixj.ProcId;
import org.pmixj.ffi.pmix_proc;
import org.pmixj.ffi.pmix_resource_unit;
import org.pmixj.value.ResourceUnit;

/** Processes and strings to native memory and back. */
final class Marshal {
    private Marshal() {}

    static void writeProc(MemorySegment target, ProcId proc) {
        // nspace is the first member, and ProcId has seen to it that it fits with its NUL.
        target.setString(0, proc.nspace());
        pmix_proc.rank(target, proc.rank());
    }

    static MemorySegment proc(SegmentAllocator memory, ProcId proc) {
        MemorySegment segment = pmix_proc.allocate(memory);
        writeProc(segment, proc);
        return segment;
    }

    /** An array of processes; an empty list is NULL, as the C interface wants it. */
    static MemorySegment procs(SegmentAllocator memory, List<ProcId> procs) {
        if (procs.isEmpty()) {
            return MemorySegment.NULL;
        }
        MemorySegment array = pmix_proc.allocateArray(procs.size(), memory);
        for (int i = 0; i < procs.size(); i++) {
            writeProc(pmix_proc.asSlice(array, i), procs.get(i));
        }
        return array;
    }

    /** An array of resources; an empty list is NULL. */
    static MemorySegment units(SegmentAllocator memory, List<ResourceUnit> units) {
        if (units.isEmpty()) {
            return MemorySegment.NULL;
        }
        MemorySegment array = pmix_resource_unit.allocateArray(units.size(), memory);
        for (int i = 0; i < units.size(); i++) {
            MemorySegment unit = pmix_resource_unit.asSlice(array, i);
            pmix_resource_unit.type(unit, units.get(i).deviceType());
            pmix_resource_unit.count(unit, units.get(i).count());
        }
        return array;
    }

    static ProcId readProc(MemorySegment proc) {
        return new ProcId(readNspace(proc), pmix_proc.rank(proc));
    }

    /** At most what the array holds: a name that fills it has no NUL. */
    static String readNspace(MemorySegment proc) {
        return proc.reinterpret(Checks.MAX_NSPACE_BYTES + 1).getString(0);
    }
}
