// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.control.AllocationRequest;
import org.pmixj.control.Control;
import org.pmixj.control.JobControlRequest;
import org.pmixj.control.LogRequest;
import org.pmixj.control.MonitorRequest;
import org.pmixj.control.ResourceBlockRequest;
import org.pmixj.control.SessionControlRequest;
import org.pmixj.ffi.PMIxConstants;

/** Turns requests to the host into operations. */
public final class ControlImpl implements Control {
    private final Context context;

    /** As the interface: a method that returns an implementation as one makes the verifier load it at once. */
    public static Control of(Context context) {
        return new ControlImpl(context);
    }

    private ControlImpl(Context context) {
        this.context = context;
    }

    private Duration bound(Optional<Duration> timeout) {
        return timeout.orElse(context.defaultTimeout);
    }

    private Attributes run(Operation<Attributes> operation, Optional<Duration> timeout) {
        return context.run(operation, bound(timeout));
    }

    private <T> CompletableFuture<T> submit(Operation<T> operation, Optional<Duration> timeout) {
        return context.submit(operation, bound(timeout));
    }

    @Override
    public void log(LogRequest request) {
        context.checkOpen();
        new LogAction(context, request).run(Operation.toNanos(bound(request.timeout())));
    }

    @Override
    public CompletableFuture<Void> logAsync(LogRequest request) {
        return submit(new LogAction(context, request), request.timeout());
    }

    @Override
    public Attributes job(JobControlRequest request) {
        return run(jobControl(request), request.timeout());
    }

    @Override
    public CompletableFuture<Attributes> jobAsync(JobControlRequest request) {
        return submit(jobControl(request), request.timeout());
    }

    private JobControl jobControl(JobControlRequest request) {
        // None means all of the own namespace in the Standard, and all there are to PRRTE, its daemons among them.
        List<ProcId> targets = request.targets().isEmpty()
                ? List.of(ProcId.all(context.session.self().nspace()))
                : context.session.groups.resolve("job control", request.targets());
        String signal = PMIxConstants.PMIX_JOB_CTRL_SIGNAL().getString(0);
        for (Info directive : request.directives()) {
            if (directive.key().equals(signal)) {
                checkSignal(directive.value(), targets);
            }
        }
        return new JobControl(context, targets, request.directives());
    }

    private static void checkSignal(PmixValue value, List<ProcId> targets) {
        // PRRTE says that a signal which does not exist was sent.
        if (!(value instanceof PmixValue.Int number) || number.value() < 1 || number.value() > 64) {
            throw new IllegalArgumentException(value + " is not a signal from 1 to 64");
        }
        if (targets.size() != 1 || !targets.getFirst().isWildcard()) {
            throw new PmixException.NotSupported(
                    "PRRTE sends a signal to all processes of the first target's namespace, and this was to go to "
                            + targets + "; name ProcId.all of one namespace",
                    new PmixStatus(Status.NOT_SUPPORTED),
                    null);
        }
    }

    @Override
    public Attributes monitor(MonitorRequest request) {
        return run(new Monitor(context, request), request.timeout());
    }

    @Override
    public CompletableFuture<Attributes> monitorAsync(MonitorRequest request) {
        return submit(new Monitor(context, request), request.timeout());
    }

    @Override
    public void heartbeat() {
        context.checkOpen();
        context.session.enter("heartbeat");
        try {
            Native.heartbeat();
        } finally {
            context.session.exit();
        }
    }

    @Override
    public Attributes allocate(AllocationRequest request) {
        return run(new Allocation(context, request), request.timeout());
    }

    @Override
    public CompletableFuture<Attributes> allocateAsync(AllocationRequest request) {
        return submit(new Allocation(context, request), request.timeout());
    }

    @Override
    public void resourceBlock(ResourceBlockRequest request) {
        context.checkOpen();
        new ResourceBlock(context, request).run(Operation.toNanos(bound(request.timeout())));
    }

    @Override
    public CompletableFuture<Void> resourceBlockAsync(ResourceBlockRequest request) {
        return submit(new ResourceBlock(context, request), request.timeout());
    }

    @Override
    public Attributes session(SessionControlRequest request) {
        return run(new SessionControl(context, request), request.timeout());
    }

    @Override
    public CompletableFuture<Attributes> sessionAsync(SessionControlRequest request) {
        return submit(new SessionControl(context, request), request.timeout());
    }

    /** The host answers with attributes, and they are the result. */
    private abstract static class Call extends HostRequest<Attributes> {
        private final Attributes directives;

        Call(Context context, String what, Attributes directives) {
            super(context, what);
            this.directives = directives;
            MessageSize.check(what, MessageSize.of(directives));
        }

        @Override
        final int start(SegmentAllocator memory, MemorySegment cbdata) {
            return call(memory, Infos.allocate(memory, directives, 0), cbdata);
        }

        abstract int call(SegmentAllocator memory, Infos infos, MemorySegment cbdata);

        @Override
        final Attributes result(Attributes answer) {
            return answer;
        }
    }

    private static final class Monitor extends Call {
        private final MonitorRequest request;

        Monitor(Context context, MonitorRequest request) {
            super(context, "monitor of " + request.monitor().key(), request.directives());
            this.request = request;
            MessageSize.check(what, PackedSize.of(request.monitor()) + MessageSize.of(request.directives()));
        }

        @Override
        int call(SegmentAllocator memory, Infos infos, MemorySegment cbdata) {
            Infos monitor = Infos.allocate(memory, Attributes.of(List.of(request.monitor())), 0);
            return Native.monitor(monitor, request.alert().code(), infos, cbdata);
        }
    }

    private static final class Allocation extends Call {
        private final int kind;

        Allocation(Context context, AllocationRequest request) {
            super(context, "allocation request", request.directives());
            this.kind = request.kind().code();
        }

        @Override
        int call(SegmentAllocator memory, Infos infos, MemorySegment cbdata) {
            return Native.allocate(kind, infos, cbdata);
        }
    }

    private static final class SessionControl extends Call {
        private final int session;

        SessionControl(Context context, SessionControlRequest request) {
            super(context, "session control", request.directives());
            this.session = (int) request.session();
        }

        @Override
        int call(SegmentAllocator memory, Infos infos, MemorySegment cbdata) {
            return Native.sessionControl(session, infos, cbdata);
        }
    }

    private static final class ResourceBlock extends Action {
        private final ResourceBlockRequest request;

        ResourceBlock(Context context, ResourceBlockRequest request) {
            super(context, "resource block " + request.block());
            this.request = request;
            MessageSize.check(what, MessageSize.of(request.units()) + MessageSize.of(request.directives()));
        }

        @Override
        int start(SegmentAllocator memory, MemorySegment cbdata) {
            return Native.resourceBlock(
                    request.kind().code(),
                    memory.allocateFrom(request.block()),
                    Marshal.units(memory, request.units()),
                    request.units().size(),
                    Infos.allocate(memory, request.directives(), 0),
                    cbdata);
        }

        @Override
        void check(int status) {
            HostRequest.check(context(), what, status);
        }
    }
}
