// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.host;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.pmixj.Attributes;
import org.pmixj.Keys;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.host.AllocationRequest;
import org.pmixj.host.Control;
import org.pmixj.host.JobControlRequest;
import org.pmixj.host.LogRequest;
import org.pmixj.host.MonitorRequest;
import org.pmixj.host.ResourceBlockRequest;
import org.pmixj.host.SessionControlRequest;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.HostCall;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.call.StatusCall;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.codec.MessageSize;
import org.pmixj.internal.codec.PackedSize;
import org.pmixj.internal.codec.ProcCodec;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.internal.host.repair.CheckedJobControl;

/** Turns requests to the host into operations. */
public final class ControlImpl implements Control {
    private final Handle handle;

    /** As the interface: a method that returns an implementation as one makes the verifier load it at once. */
    public static Control of(Handle handle) {
        return new ControlImpl(handle);
    }

    private ControlImpl(Handle handle) {
        this.handle = handle;
    }

    private Duration bound(Optional<Duration> timeout) {
        return timeout.orElse(handle.defaultTimeout);
    }

    private Attributes run(NativeCall<Attributes> operation, Optional<Duration> timeout) {
        return handle.run(operation, bound(timeout));
    }

    private <T> CompletableFuture<T> submit(NativeCall<T> operation, Optional<Duration> timeout) {
        return handle.submit(operation, bound(timeout));
    }

    @Override
    public void log(LogRequest request) {
        handle.checkOpen();
        new LogCall(handle, request).run(Deadline.toNanos(bound(request.timeout())));
    }

    @Override
    public CompletableFuture<Void> logAsync(LogRequest request) {
        return submit(new LogCall(handle, request), request.timeout());
    }

    @Override
    public Attributes job(JobControlRequest request) {
        return run(jobControl(request), request.timeout());
    }

    @Override
    public CompletableFuture<Attributes> jobAsync(JobControlRequest request) {
        return submit(jobControl(request), request.timeout());
    }

    private CheckedJobControl jobControl(JobControlRequest request) {
        // None means all of the own namespace in the Standard, and all there are to PRRTE, its daemons among them.
        List<ProcId> targets = request.targets().isEmpty()
                ? List.of(ProcId.all(handle.session.self().nspace()))
                : handle.session.addresses().resolve("job control", request.targets());
        if (request.directives().contains(Keys.JOB_CTRL_SIGNAL)) {
            checkSignalTargets(targets);
        }
        return new CheckedJobControl(handle, targets, request.directives());
    }

    private static void checkSignalTargets(List<ProcId> targets) {
        if ((targets.size() != 1 || !targets.getFirst().isWildcard()) && Defect.SIGNAL_REACHES_ALL.isHere()) {
            throw new PmixException.NotSupported(
                    "job control: PRRTE sends a signal to all processes of the first target's namespace, and the targets are "
                            + targets + "; name ProcId.all of one namespace",
                    new PmixStatus(StatusCodes.NOT_SUPPORTED),
                    null);
        }
    }

    @Override
    public Attributes monitor(MonitorRequest request) {
        return run(new Monitor(handle, request), request.timeout());
    }

    @Override
    public CompletableFuture<Attributes> monitorAsync(MonitorRequest request) {
        return submit(new Monitor(handle, request), request.timeout());
    }

    @Override
    public void heartbeat() {
        handle.checkOpen();
        handle.session.enter("heartbeat");
        try {
            Libpmix.heartbeat();
        } finally {
            handle.session.exit();
        }
    }

    @Override
    public Attributes allocate(AllocationRequest request) {
        return run(new Allocation(handle, request), request.timeout());
    }

    @Override
    public CompletableFuture<Attributes> allocateAsync(AllocationRequest request) {
        return submit(new Allocation(handle, request), request.timeout());
    }

    @Override
    public void resourceBlock(ResourceBlockRequest request) {
        handle.checkOpen();
        new ResourceBlock(handle, request).run(Deadline.toNanos(bound(request.timeout())));
    }

    @Override
    public CompletableFuture<Void> resourceBlockAsync(ResourceBlockRequest request) {
        return submit(new ResourceBlock(handle, request), request.timeout());
    }

    @Override
    public Attributes session(SessionControlRequest request) {
        return run(new SessionControl(handle, request), request.timeout());
    }

    @Override
    public CompletableFuture<Attributes> sessionAsync(SessionControlRequest request) {
        return submit(new SessionControl(handle, request), request.timeout());
    }

    /** The host answers with attributes, and they are the result. */
    private abstract static class Call extends HostCall<Attributes> {
        private final Attributes directives;

        Call(Handle handle, String what, Attributes directives) {
            super(handle, what);
            this.directives = directives;
            MessageSize.check(what, MessageSize.of(directives));
        }

        @Override
        protected final int start(SegmentAllocator memory, MemorySegment cbdata) {
            return call(memory, InfoArray.allocate(memory, directives, 0), cbdata);
        }

        abstract int call(SegmentAllocator memory, InfoArray infos, MemorySegment cbdata);

        @Override
        protected final Attributes result(Attributes answer) {
            return answer;
        }
    }

    private static final class Monitor extends Call {
        private final MonitorRequest request;

        Monitor(Handle handle, MonitorRequest request) {
            super(handle, "monitor of " + request.monitor().key(), request.directives());
            this.request = request;
            MessageSize.check(what, PackedSize.of(request.monitor()) + MessageSize.of(request.directives()));
        }

        @Override
        int call(SegmentAllocator memory, InfoArray infos, MemorySegment cbdata) {
            InfoArray monitor = InfoArray.allocate(memory, Attributes.of(List.of(request.monitor())), 0);
            return Libpmix.monitor(monitor, request.alert().code(), infos, cbdata);
        }
    }

    private static final class Allocation extends Call {
        private final int kind;

        Allocation(Handle handle, AllocationRequest request) {
            super(handle, "allocation request", request.directives());
            this.kind = request.kind().code();
        }

        @Override
        int call(SegmentAllocator memory, InfoArray infos, MemorySegment cbdata) {
            return Libpmix.allocate(kind, infos, cbdata);
        }
    }

    private static final class SessionControl extends Call {
        private final int session;

        SessionControl(Handle handle, SessionControlRequest request) {
            super(handle, "session control", request.directives());
            this.session = (int) request.session();
        }

        @Override
        int call(SegmentAllocator memory, InfoArray infos, MemorySegment cbdata) {
            return Libpmix.sessionControl(session, infos, cbdata);
        }
    }

    private static final class ResourceBlock extends StatusCall {
        private final ResourceBlockRequest request;

        ResourceBlock(Handle handle, ResourceBlockRequest request) {
            super(handle, "resource block " + request.block());
            this.request = request;
            MessageSize.check(what, MessageSize.of(request.units()) + MessageSize.of(request.directives()));
        }

        @Override
        protected int start(SegmentAllocator memory, MemorySegment cbdata) {
            return Libpmix.resourceBlock(
                    request.kind().code(),
                    memory.allocateFrom(request.block()),
                    ProcCodec.units(memory, request.units()),
                    request.units().size(),
                    InfoArray.allocate(memory, request.directives(), 0),
                    cbdata);
        }

        @Override
        protected void check(int status) {
            HostCall.check(handle(), what, status);
        }
    }
}
