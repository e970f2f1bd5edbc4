// SPDX-License-Identifier: Apache-2.0
package org.pmixj.bench;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.CountDownLatch;
import org.pmixj.ffi.PMIx;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.ffi.PmixLibrary;
import org.pmixj.ffi.pmix_info;
import org.pmixj.ffi.pmix_info_cbfunc_t;
import org.pmixj.ffi.pmix_op_cbfunc_t;
import org.pmixj.ffi.pmix_proc;
import org.pmixj.ffi.pmix_value;

/**
 * Calls libpmix through the bindings alone, with what {@code native/bench/twin.h} passes, but without a timeout: the least
 * that Java costs.
 */
final class BareLibrary implements AutoCloseable {
    final int rank;

    private final int size;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment procs;
    private final MemorySegment results = arena.allocate(2 * Long.BYTES, Long.BYTES);
    // What is passed for each construct and destruct is written once, as a program in C has it on its stack.
    private final MemorySegment name = arena.allocate(PMIxConstants.PMIX_MAX_NSLEN() + 1L);
    private final MemorySegment infos;
    private final MemorySegment constructed;
    private final MemorySegment destructed;
    private volatile CountDownLatch answer = new CountDownLatch(0);
    private volatile int answered;

    /**
     * Initializes libpmix.
     *
     * @param byCallback whether groups are constructed and destructed by the non-blocking functions, whose answer arrives
     *     on libpmix's progress thread
     */
    BareLibrary(boolean byCallback) {
        PmixLibrary.load();
        MemorySegment self = arena.allocate(pmix_proc.layout());
        check("init", PMIx.PMIx_Init(self, MemorySegment.NULL, 0));
        this.rank = pmix_proc.rank(self);
        this.size = jobSize(self);
        this.procs = pmix_proc.allocateArray(size, arena);
        for (int i = 0; i < size; i++) {
            MemorySegment proc = pmix_proc.asSlice(procs, i);
            proc.copyFrom(self);
            pmix_proc.rank(proc, i);
        }
        // Before 7.0 a construct without a context id fails.
        boolean assigns = PMIx.PMIx_Get_version().getString(0).matches("OpenPMIx [0-6]\\..*");
        this.infos = assigns ? arena.allocate(pmix_info.layout()) : MemorySegment.NULL;
        if (assigns) {
            PMIx.PMIx_Info_load(infos, PMIxConstants.PMIX_GROUP_ASSIGN_CONTEXT_ID(), MemorySegment.NULL, (short)
                    PMIxConstants.PMIX_BOOL());
        }
        this.constructed = byCallback
                ? pmix_info_cbfunc_t.allocate((status, _, _, _, _, _) -> answered(status), arena)
                : MemorySegment.NULL;
        this.destructed =
                byCallback ? pmix_op_cbfunc_t.allocate((status, _) -> answered(status), arena) : MemorySegment.NULL;
    }

    private int jobSize(MemorySegment self) {
        MemorySegment job = arena.allocate(pmix_proc.layout());
        job.copyFrom(self);
        pmix_proc.rank(job, PMIxConstants.PMIX_RANK_WILDCARD());
        check("size", PMIx.PMIx_Get(job, PMIxConstants.PMIX_JOB_SIZE(), MemorySegment.NULL, 0, results));
        MemorySegment value = results.get(ValueLayout.ADDRESS, 0).reinterpret(pmix_value.sizeof());
        return pmix_value.data(value).get(ValueLayout.JAVA_INT, 0);
    }

    private static void check(String what, int status) {
        if (status != PMIxConstants.PMIX_SUCCESS()) {
            throw new IllegalStateException(what + " failed with status " + status);
        }
    }

    private void answered(int status) {
        answered = status;
        answer.countDown();
    }

    private void await(String what, int status) {
        check(what, status);
        try {
            answer.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        check(what, answered);
    }

    private static long count(MemorySegment infos) {
        return infos.equals(MemorySegment.NULL) ? 0 : 1;
    }

    void construct(String id) {
        name.setString(0, id);
        if (constructed.equals(MemorySegment.NULL)) {
            check(
                    "construct",
                    PMIx.PMIx_Group_construct(
                            name, procs, size, infos, count(infos), results, results.asSlice(Long.BYTES)));
            PMIx.PMIx_Info_free(results.get(ValueLayout.ADDRESS, 0), results.get(ValueLayout.JAVA_LONG, Long.BYTES));
        } else {
            answer = new CountDownLatch(1);
            await(
                    "construct",
                    PMIx.PMIx_Group_construct_nb(
                            name, procs, size, infos, count(infos), constructed, MemorySegment.NULL));
        }
    }

    void destruct(String id) {
        name.setString(0, id);
        if (destructed.equals(MemorySegment.NULL)) {
            check("destruct", PMIx.PMIx_Group_destruct(name, MemorySegment.NULL, 0));
        } else {
            answer = new CountDownLatch(1);
            await("destruct", PMIx.PMIx_Group_destruct_nb(name, MemorySegment.NULL, 0, destructed, MemorySegment.NULL));
        }
    }

    /** Waits for all ranks, and exchanges nothing. */
    void fence() {
        check("fence", PMIx.PMIx_Fence(procs, size, MemorySegment.NULL, 0));
    }

    @Override
    public void close() {
        check("finalize", PMIx.PMIx_Finalize(MemorySegment.NULL, 0));
    }
}
