// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.ffi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ffi.PMIx;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.ffi.PmixLibrary;
import org.pmixj.ffi.PmixLibraryException;
import org.pmixj.ffi.pmix_cpuset_t;
import org.pmixj.ffi.pmix_value;
import org.pmixj.host.LibraryVersion;
import org.pmixj.internal.base.HostPowers;
import org.pmixj.internal.base.NativeTexts;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.codec.ProcCodec;

/**
 * Calls the functions of libpmix, each linked on first use. If the running library lacks a function, the call throws
 * {@link PmixException.NotSupported}, which names the function and the version.
 *
 * <p>Only functions that do not wait for other processes are called in their blocking form. All others are called in
 * their {@code _nb} form by a call with a timeout, which maps a {@linkplain #unlinked(LinkageError) failure to link}.
 */
public final class Libpmix {
    private static final String GENERATED = "org.pmixj.ffi.PMIx$";

    private static volatile @Nullable Boolean isAtLeast7;

    private Libpmix() {}

    public static void load() {
        try {
            PmixLibrary.load();
            // This module reads memory of libpmix, which is restricted too.
            Objects.requireNonNull(MemorySegment.NULL.reinterpret(0));
        } catch (IllegalCallerException e) {
            throw new PmixException.LibraryUnavailable(
                    PmixLibrary.nativeAccessMessage(Libpmix.class.getModule()), new PmixStatus(-1), e);
        } catch (PmixLibraryException e) {
            throw new PmixException.LibraryUnavailable(String.valueOf(e.getMessage()), new PmixStatus(-1), e);
        }
        NativeTexts.set(new Texts());
    }

    /** Returns the exception for a function that the running library lacks. Each links in a class that has its name. */
    public static PmixException unlinked(LinkageError failure) {
        for (Throwable e = failure; e != null; e = e.getCause()) {
            for (StackTraceElement frame : e.getStackTrace()) {
                if (frame.getClassName().startsWith(GENERATED)) {
                    return unlinked(frame.getClassName().substring(GENERATED.length()), failure);
                }
            }
            String message = String.valueOf(e.getMessage());
            int name = message.indexOf(GENERATED);
            if (name >= 0) {
                return unlinked(message.substring(name + GENERATED.length()), failure);
            }
        }
        throw failure;
    }

    private static PmixException unlinked(String generated, LinkageError failure) {
        int end = generated.indexOf('$');
        String function = end < 0 ? generated : generated.substring(0, end);
        PmixLibraryException cause = PmixLibrary.unlinked(function, failure);
        return new PmixException.NotSupported(
                String.valueOf(cause.getMessage()), new PmixStatus(StatusCodes.NOT_SUPPORTED), cause);
    }

    /** Returns the version of libpmix, which is loaded if necessary. */
    public static String version() {
        load();
        return PmixLibrary.version();
    }

    /**
     * Returns whether the running libpmix is OpenPMIx 7.0 or newer. An older one cannot be asked for groups: in 5.0.7 a
     * process that leaves a group, or ends while it has one, receives SIGSEGV.
     */
    public static boolean isAtLeast7() {
        Boolean known = isAtLeast7;
        if (known == null) {
            // A function of 7.0 that no earlier release has is found faster than the version is read.
            known = has("PMIx_Check_procid_strict")
                    || LibraryVersion.parse(version()).isAtLeast(7, 0);
            isAtLeast7 = known;
        }
        return known;
    }

    /** Returns whether the host constructs the groups of this process; otherwise its members do, by fences. */
    public static boolean hostConstructsGroups() {
        return HostPowers.includeGroups() && isAtLeast7() && isServerAtLeast7();
    }

    /** Returns whether the PMIx server, which has defects of its own, is of OpenPMIx 7.0 or newer. */
    public static boolean isServerAtLeast7() {
        String server = HostPowers.SERVER;
        return server == null ? isAtLeast7() : (server.compareTo("7") >= 0 || server.indexOf('.') > 1);
    }

    public static int init(MemorySegment proc, InfoArray info) {
        PmixLibrary.restoreDecimalPoint();
        return PMIx.PMIx_Init(proc, info.segment(), info.size());
    }

    /** Returns whether libpmix is initialised, by this library or another library. */
    public static boolean isInitialized() {
        return PMIx.PMIx_Initialized() != 0;
    }

    /** Returns whether libpmix is connected to its server, as far as it knows. Does not ask it. */
    public static boolean isConnected() {
        return PMIx.PMIx_tool_is_connected();
    }

    public static int finish() {
        return PMIx.PMIx_Finalize(MemorySegment.NULL, 0);
    }

    public static int abort(int status, MemorySegment message, MemorySegment procs, long count) {
        return PMIx.PMIx_Abort(status, message, procs, count);
    }

    public static int put(byte scope, MemorySegment key, MemorySegment value) {
        return PMIx.PMIx_Put(scope, key, value);
    }

    public static int commit() {
        return PMIx.PMIx_Commit();
    }

    public static int fence(MemorySegment procs, long count, InfoArray info, MemorySegment cbdata) {
        return PMIx.PMIx_Fence_nb(procs, count, info.segment(), info.size(), Upcalls.op(), cbdata);
    }

    public static int connect(MemorySegment procs, long count, InfoArray info, MemorySegment cbdata) {
        return PMIx.PMIx_Connect_nb(procs, count, info.segment(), info.size(), Upcalls.op(), cbdata);
    }

    public static int disconnect(MemorySegment procs, long count, InfoArray info, MemorySegment cbdata) {
        return PMIx.PMIx_Disconnect_nb(procs, count, info.segment(), info.size(), Upcalls.op(), cbdata);
    }

    /** Gets a value from this process's memory. The infos must have {@code PMIX_OPTIONAL}. */
    public static int getLocal(MemorySegment proc, MemorySegment key, InfoArray info, MemorySegment result) {
        return PMIx.PMIx_Get(proc, key, info.segment(), info.size(), result);
    }

    public static int get(MemorySegment proc, MemorySegment key, InfoArray info, MemorySegment cbdata) {
        return PMIx.PMIx_Get_nb(proc, key, info.segment(), info.size(), Upcalls.ValueStub.STUB, cbdata);
    }

    public static void freeValue(MemorySegment value) {
        PMIx.PMIx_Value_free(value, 1);
    }

    // --- values ------------------------------------------------------------------------------------------------

    /** Translates by the functions of libpmix. */
    private static final class Texts extends NativeTexts {
        @Override
        public @Nullable String status(int code) {
            String name = PMIx.PMIx_Error_string(code).getString(0);
            return name.startsWith("PMIX") ? name : null;
        }

        @Override
        public String procState(int code) {
            return PMIx.PMIx_Proc_state_string((byte) code).getString(0);
        }

        @Override
        public MemorySegment parseCpuset(String text, Arena memory) {
            // In memory of libpmix, because the arena's own may be freed before the bitmap is.
            MemorySegment owned = PMIx.PMIx_Cpuset_create(1)
                    .reinterpret(pmix_cpuset_t.sizeof(), memory, cpuset -> PMIx.PMIx_Cpuset_free(cpuset, 1));
            StatusCodes.check("cpuset " + text, PMIx.PMIx_Parse_cpuset_string(memory.allocateFrom(text), owned));
            return owned;
        }

        // The function works in a client too, despite its name.
        @Override
        public @Nullable String cpuset(MemorySegment cpuset) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment value = pmix_value.allocate(arena);
                MemorySegment string = value.asSlice(pmix_value.data$offset());
                if (PMIx.PMIx_server_generate_cpuset_string(cpuset, string) != StatusCodes.SUCCESS) {
                    return null;
                }
                MemorySegment text = MemorySegment.ofAddress(string.get(ValueLayout.JAVA_LONG, 0));
                try {
                    return ProcCodec.readText(text);
                } finally {
                    freeText(text);
                }
            } catch (LinkageError e) {
                return null;
            }
        }
    }

    /** Frees a string that libpmix has allocated, as part of a value: libpmix has no function for strings. */
    public static void freeText(MemorySegment text) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = pmix_value.allocate(arena);
            pmix_value.type(value, (short) PMIxConstants.PMIX_STRING());
            value.set(ValueLayout.JAVA_LONG, pmix_value.data$offset(), text.address());
            PMIx.PMIx_Value_destruct(value);
        }
    }

    // --- publish and lookup ------------------------------------------------------------------------------------

    public static int publish(InfoArray info, MemorySegment cbdata) {
        return PMIx.PMIx_Publish_nb(info.segment(), info.size(), Upcalls.op(), cbdata);
    }

    public static int lookup(MemorySegment keys, InfoArray info, MemorySegment cbdata) {
        return PMIx.PMIx_Lookup_nb(keys, info.segment(), info.size(), Upcalls.LookupStub.STUB, cbdata);
    }

    /** Removes published keys; NULL removes all keys of this process. */
    public static int unpublish(MemorySegment keys, InfoArray info, MemorySegment cbdata) {
        return PMIx.PMIx_Unpublish_nb(keys, info.segment(), info.size(), Upcalls.op(), cbdata);
    }

    // --- processes ---------------------------------------------------------------------------------------------

    public static int spawn(InfoArray info, MemorySegment apps, long count, MemorySegment cbdata) {
        return PMIx.PMIx_Spawn_nb(info.segment(), info.size(), apps, count, Upcalls.SpawnStub.STUB, cbdata);
    }

    public static int resolvePeers(MemorySegment host, MemorySegment nspace, MemorySegment procs, MemorySegment count) {
        return PMIx.PMIx_Resolve_peers(host, nspace, procs, count);
    }

    public static int resolveNodes(MemorySegment nspace, MemorySegment nodes) {
        return PMIx.PMIx_Resolve_nodes(nspace, nodes);
    }

    public static void freeProcs(MemorySegment procs, long count) {
        PMIx.PMIx_Proc_free(procs, count);
    }

    // --- queries -----------------------------------------------------------------------------------------------

    public static int query(MemorySegment queries, long count, MemorySegment cbdata) {
        return PMIx.PMIx_Query_info_nb(queries, count, Upcalls.InfoStub.STUB, cbdata);
    }

    public static boolean has(String function) {
        return PmixLibrary.has(function);
    }

    // --- control -----------------------------------------------------------------------------------------------

    public static int log(InfoArray data, InfoArray directives, MemorySegment cbdata) {
        return PMIx.PMIx_Log_nb(
                data.segment(), data.size(), directives.segment(), directives.size(), Upcalls.op(), cbdata);
    }

    public static int jobControl(MemorySegment targets, long count, InfoArray info, MemorySegment cbdata) {
        return PMIx.PMIx_Job_control_nb(targets, count, info.segment(), info.size(), Upcalls.InfoStub.STUB, cbdata);
    }

    public static int allocate(int kind, InfoArray info, MemorySegment cbdata) {
        return PMIx.PMIx_Allocation_request_nb((byte) kind, info.segment(), info.size(), Upcalls.InfoStub.STUB, cbdata);
    }

    // --- groups ------------------------------------------------------------------------------------------------

    /** Requests a group. {@link Upcalls} receives the members and the context id. */
    public static int groupConstruct(
            MemorySegment id, MemorySegment procs, long count, InfoArray info, MemorySegment cbdata) {
        return PMIx.PMIx_Group_construct_nb(
                id, procs, count, info.segment(), info.size(), Upcalls.InfoStub.STUB, cbdata);
    }

    public static int groupDestruct(MemorySegment id, InfoArray info, MemorySegment cbdata) {
        return PMIx.PMIx_Group_destruct_nb(id, info.segment(), info.size(), Upcalls.op(), cbdata);
    }

    public static int groupJoin(
            MemorySegment id, MemorySegment leader, int answer, InfoArray infos, MemorySegment cbdata) {
        return PMIx.PMIx_Group_join_nb(
                id, leader, answer, infos.segment(), infos.size(), Upcalls.InfoStub.STUB, cbdata);
    }

    public static int groupLeave(MemorySegment id, InfoArray infos, MemorySegment cbdata) {
        return PMIx.PMIx_Group_leave_nb(id, infos.segment(), infos.size(), Upcalls.op(), cbdata);
    }

    // --- events ------------------------------------------------------------------------------------------------

    /** Registers a handler; NULL codes stand for any code. */
    public static int registerHandler(MemorySegment codes, long count, InfoArray info, MemorySegment cbdata) {
        MemorySegment handler = count == 0 ? Upcalls.DefaultEventStub.STUB : Upcalls.EventStub.STUB;
        return PMIx.PMIx_Register_event_handler(
                codes, count, info.segment(), info.size(), handler, Upcalls.RegisteredStub.STUB, cbdata);
    }

    /** Sends an event. libpmix reports the true sender, whatever source is passed. */
    public static int notifyEvent(int code, byte range, InfoArray info, MemorySegment cbdata) {
        return PMIx.PMIx_Notify_event(
                code, MemorySegment.NULL, range, info.segment(), info.size(), Upcalls.op(), cbdata);
    }
}
