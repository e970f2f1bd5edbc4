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
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Deadline;
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
import org.pmixj.internal.host.repair.SignalTargets;

/** Turns requests to the host into calls. */
public final class ControlImpl implements Control {
    private final Handle handle;

    /** Returns the interface: for a method that returns an implementation the verifier would load it at once. */
    public static Control of(Handle handle) {
        return new ControlImpl(handle);
    }

    private ControlImpl(Handle handle) {
        this.handle = handle;
    }

    private Duration timeout(Optional<Duration> timeout) {
        return timeout.orElse(handle.defaultTimeout);
    }

    private Attributes run(NativeCall<Attributes> operation, Optional<Duration> timeout) {
        return operation.run(timeout(timeout));
    }

    private <T> CompletableFuture<T> submit(NativeCall<T> operation, Optional<Duration> timeout) {
        return operation.submit(timeout(timeout));
    }

    @Override
    public void log(LogRequest request) {
        handle.checkOpen();
        new LogCall(handle, request).run(Deadline.toNanos(timeout(request.timeout())));
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

    private HostCall<Attributes> jobControl(JobControlRequest request) {
        // No target means the own namespace by the Standard, but everything to PRRTE, its daemons too.
        List<ProcId> targets = request.targets().isEmpty()
                ? List.of(ProcId.all(handle.session.self().nspace()))
                : handle.session.addresses().resolve("job control", request.targets());
        if (request.directives().contains(Keys.JOB_CTRL_SIGNAL)) {
            SignalTargets.check(targets);
        }
        MessageSize.check("job control", MessageSize.of(request.directives()) + MessageSize.ofProcs(targets));
        return CheckedJobControl.isNeeded()
                ? new CheckedJobControl(handle, targets, request.directives())
                : new Call(
                        "job control",
                        request.directives(),
                        (memory, infos, cbdata) ->
                                Libpmix.jobControl(ProcCodec.procs(memory, targets), targets.size(), infos, cbdata));
    }

    @Override
    public Attributes monitor(MonitorRequest request) {
        return run(monitorCall(request), request.timeout());
    }

    @Override
    public CompletableFuture<Attributes> monitorAsync(MonitorRequest request) {
        return submit(monitorCall(request), request.timeout());
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
        return run(allocation(request), request.timeout());
    }

    @Override
    public CompletableFuture<Attributes> allocateAsync(AllocationRequest request) {
        return submit(allocation(request), request.timeout());
    }

    @Override
    public void resourceBlock(ResourceBlockRequest request) {
        handle.checkOpen();
        new ResourceBlock(handle, request).run(Deadline.toNanos(timeout(request.timeout())));
    }

    @Override
    public CompletableFuture<Void> resourceBlockAsync(ResourceBlockRequest request) {
        return submit(new ResourceBlock(handle, request), request.timeout());
    }

    @Override
    public Attributes session(SessionControlRequest request) {
        return run(sessionControl(request), request.timeout());
    }

    @Override
    public CompletableFuture<Attributes> sessionAsync(SessionControlRequest request) {
        return submit(sessionControl(request), request.timeout());
    }

    private Call monitorCall(MonitorRequest request) {
        String what = "monitor of " + request.monitor().key();
        MessageSize.check(what, PackedSize.of(request.monitor()) + MessageSize.of(request.directives()));
        return new Call(what, request.directives(), (memory, infos, cbdata) -> {
            InfoArray monitor = InfoArray.allocate(memory, Attributes.of(List.of(request.monitor())), 0);
            return Libpmix.monitor(monitor, request.alert().code(), infos, cbdata);
        });
    }

    private Call allocation(AllocationRequest request) {
        return new Call(
                "allocation request",
                request.directives(),
                (_, infos, cbdata) -> Libpmix.allocate(request.kind().code(), infos, cbdata));
    }

    private Call sessionControl(SessionControlRequest request) {
        return new Call(
                "session control",
                request.directives(),
                (_, infos, cbdata) -> Libpmix.sessionControl((int) request.session(), infos, cbdata));
    }

    private interface Start {
        int start(SegmentAllocator memory, InfoArray infos, MemorySegment cbdata);
    }

    /** Calls a function whose answer, attributes of the host, is the result. */
    private final class Call extends HostCall<Attributes> {
        private final Attributes directives;
        private final Start function;

        Call(String what, Attributes directives, Start function) {
            super(handle, what);
            this.directives = directives;
            this.function = function;
            MessageSize.check(what, MessageSize.of(directives));
        }

        @Override
        protected int start(SegmentAllocator memory, MemorySegment cbdata) {
            return function.start(memory, InfoArray.allocate(memory, directives, 0), cbdata);
        }

        @Override
        protected Attributes result(Attributes answer) {
            return answer;
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

    /** Calls {@code PMIx_Log_nb}. */
    private static final class LogCall extends StatusCall {
        private final LogRequest request;

        LogCall(Handle handle, LogRequest request) {
            super(handle, "log");
            this.request = request;
            MessageSize.check("log", MessageSize.of(request.data()) + MessageSize.of(request.directives()));
        }

        @Override
        protected int start(SegmentAllocator memory, MemorySegment cbdata) {
            return Libpmix.log(
                    InfoArray.allocate(memory, request.data(), 0),
                    InfoArray.allocate(memory, request.directives(), 0),
                    cbdata);
        }

        @Override
        protected void check(int status) {
            if (status == StatusCodes.NOT_AVAILABLE) {
                String data = Checks.shortened(request.data().toString());
                throw new PmixException.NotSupported(
                        what + " failed: the host has no channel for " + data, new PmixStatus(status), null);
            }
            HostCall.check(handle(), what, status);
        }
    }
}
