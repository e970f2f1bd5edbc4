// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.host.repair;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.HostCall;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.codec.ProcCodec;
import org.pmixj.internal.ffi.InFlight;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.internal.host.ProcessesCall;
import org.pmixj.value.ProcInfo;

/**
 * Calls {@code PMIx_Job_control_nb} after a query whether the targets exist. PRRTE 5.0.0rc1 drops missing targets, and
 * takes an empty list for every process of every job: killing a rank that does not exist kills the caller.
 */
public final class CheckedJobControl extends HostCall<Attributes> {
    private final List<ProcId> targets;
    private final Attributes directives;
    private final AtomicInteger unchecked = new AtomicInteger();
    private volatile boolean anyCheckFailed;
    private volatile @Nullable PmixException refusal;

    public static boolean isNeeded() {
        return Defect.CONTROL_OF_NOBODY_IS_OF_ALL.isHere();
    }

    public CheckedJobControl(Handle handle, List<ProcId> targets, Attributes directives) {
        super(handle, "job control");
        this.targets = targets;
        this.directives = directives;
    }

    @Override
    protected int start(SegmentAllocator memory, MemorySegment cbdata) {
        // Not after the checks: the caller receives what is thrown here.
        MemorySegment procs = ProcCodec.procs(memory, targets);
        InfoArray infos = InfoArray.allocate(memory, directives, 0);
        List<Check> all = targets.stream()
                .map(ProcId::nspace)
                .distinct()
                .map(nspace -> new Check(nspace, () -> call(procs, infos, cbdata)))
                .toList();
        unchecked.set(all.size());
        all.forEach(Check::launch);
        return StatusCodes.SUCCESS;
    }

    /** Checks that the targets of one namespace exist. The last check starts the call. */
    private final class Check extends ProcessesCall {
        private final Runnable last;
        private boolean passed;

        Check(String nspace, Runnable last) {
            super(CheckedJobControl.this.handle(), PMIxConstants.PMIX_QUERY_PROC_TABLE(), nspace);
            this.last = last;
        }

        @Override
        protected List<ProcInfo> answered(Attributes answer) {
            List<ProcInfo> table = super.answered(answer);
            Set<ProcId> existing = table.stream().map(ProcInfo::proc).collect(Collectors.toSet());
            for (ProcId target : targets) {
                if (target.nspace().equals(nspace) && !target.isWildcard() && !existing.contains(target)) {
                    refusal = StatusCodes.notFound(
                            CheckedJobControl.this.what + " failed: there is no process " + target);
                    return table;
                }
            }
            passed = true;
            return table;
        }

        @Override
        protected PmixException failure(int status) {
            PmixException failure = super.failure(status);
            // A host without such a table is not PRRTE.
            passed = status == StatusCodes.NOT_SUPPORTED || status == StatusCodes.UNREACH;
            if (!passed) {
                refusal = failure;
            }
            return failure;
        }

        @Override
        protected void ended() {
            if (!passed) {
                anyCheckFailed = true;
            }
            if (unchecked.decrementAndGet() == 0) {
                last.run();
            }
        }
    }

    private void call(MemorySegment procs, InfoArray infos, MemorySegment cbdata) {
        int status = StatusCodes.NOT_FOUND;
        // After a timeout the caller does not expect it to happen later.
        if (!anyCheckFailed && wanted()) {
            try {
                status = control(procs, infos, cbdata);
            } catch (RuntimeException e) {
                // The session ends, or the library lacks the function.
                if (InFlight.take(token) != null) {
                    fail(handle().session.isOpen() ? e : StatusCodes.closed(what));
                }
                return;
            }
        }
        returned(status);
    }

    private int control(MemorySegment procs, InfoArray infos, MemorySegment cbdata) {
        Session session = handle().session;
        session.enter(what);
        try {
            return Libpmix.jobControl(procs, targets.size(), infos, cbdata);
        } finally {
            session.exit();
        }
    }

    @Override
    protected PmixException failure(int status) {
        PmixException known = refusal;
        return known != null ? known : super.failure(status);
    }

    @Override
    protected Attributes result(Attributes answer) {
        return answer;
    }
}
