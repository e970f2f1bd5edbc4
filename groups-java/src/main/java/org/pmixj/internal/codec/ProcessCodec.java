// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.codec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import org.pmixj.ffi.pmix_envar_t;
import org.pmixj.ffi.pmix_node_pid;
import org.pmixj.ffi.pmix_proc_info;
import org.pmixj.value.Envar;
import org.pmixj.value.NodePid;
import org.pmixj.value.ProcInfo;
import org.pmixj.value.ProcState;

/** Converts the structures that describe a process. */
final class ProcessCodec {
    private ProcessCodec() {}

    static void writeProcInfo(MemorySegment target, ProcInfo info, SegmentAllocator memory) {
        ProcCodec.writeProc(pmix_proc_info.proc(target), info.proc());
        pmix_proc_info.hostname(target, ProcCodec.text(memory, info.hostname()));
        pmix_proc_info.executable_name(target, ProcCodec.text(memory, info.executable()));
        pmix_proc_info.pid(target, info.pid());
        pmix_proc_info.exit_code(target, info.exitCode());
        pmix_proc_info.state(target, (byte) info.state().code());
    }

    static ProcInfo readProcInfo(MemorySegment from) {
        return new ProcInfo(
                ProcCodec.readProc(pmix_proc_info.proc(from)),
                ProcCodec.readText(pmix_proc_info.hostname(from)),
                ProcCodec.readText(pmix_proc_info.executable_name(from)),
                pmix_proc_info.pid(from),
                pmix_proc_info.exit_code(from),
                new ProcState(Byte.toUnsignedInt(pmix_proc_info.state(from))));
    }

    static void writeEnvar(MemorySegment target, Envar envar, SegmentAllocator memory) {
        pmix_envar_t.envar(target, memory.allocateFrom(envar.name()));
        pmix_envar_t.value(target, memory.allocateFrom(envar.value()));
        pmix_envar_t.separator(target, (byte) envar.separator());
    }

    static Envar readEnvar(MemorySegment from) {
        return new Envar(
                ProcCodec.needText(pmix_envar_t.envar(from)), ProcCodec.needText(pmix_envar_t.value(from)), (char)
                        Byte.toUnsignedInt(pmix_envar_t.separator(from)));
    }

    static void writeNodePid(MemorySegment target, NodePid pid, SegmentAllocator memory) {
        pmix_node_pid.hostname(target, ProcCodec.text(memory, pid.hostname()));
        pmix_node_pid.nodeid(target, (int) pid.nodeId());
        pmix_node_pid.pid(target, pid.pid());
    }

    static NodePid readNodePid(MemorySegment from) {
        return new NodePid(
                ProcCodec.readText(pmix_node_pid.hostname(from)),
                Integer.toUnsignedLong(pmix_node_pid.nodeid(from)),
                pmix_node_pid.pid(from));
    }
}
