// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.host;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.pmixj.Attributes;
import org.pmixj.Keys;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.host.Control;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Delivery;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.HostCall;
import org.pmixj.internal.call.StatusCall;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.codec.MessageSize;
import org.pmixj.internal.codec.ProcCodec;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.internal.host.repair.CheckedJobControl;
import org.pmixj.internal.host.repair.SignalTargets;

/** Turns requests to the host into calls. */
public record ControlImpl(Handle handle) implements Control {
    /** Returns the interface: for a method that returns an implementation the verifier would load it at once. */
    public static Control of(Handle handle) {
        return new ControlImpl(handle);
    }

    @Override
    public void log(Attributes data, Attributes directives) {
        new LogCall(handle, data, directives).run();
    }

    @Override
    public CompletableFuture<Void> logAsync(Attributes data, Attributes directives) {
        return new LogCall(handle, data, directives).submit();
    }

    @Override
    public Attributes job(List<ProcId> targets, Attributes directives) {
        return jobControl(targets, directives).run();
    }

    @Override
    public CompletableFuture<Attributes> jobAsync(List<ProcId> targets, Attributes directives) {
        return Delivery.start(handle, () -> jobControl(targets, directives).submit());
    }

    private HostCall<Attributes> jobControl(List<ProcId> named, Attributes directives) {
        HostChecks.job(named, directives);
        // No target means the own namespace by the Standard, but everything to PRRTE, its daemons too.
        List<ProcId> targets = named.isEmpty()
                ? List.of(ProcId.all(handle.session.self().nspace()))
                : handle.session.addresses().resolve("job control", List.copyOf(named));
        if (directives.contains(Keys.JOB_CTRL_SIGNAL)) {
            SignalTargets.check(targets);
        }
        MessageSize.check("job control", MessageSize.of(directives) + MessageSize.ofProcs(targets));
        return CheckedJobControl.isNeeded()
                ? new CheckedJobControl(handle, targets, directives)
                : new Call(
                        "job control",
                        directives,
                        (memory, infos, cbdata) ->
                                Libpmix.jobControl(ProcCodec.procs(memory, targets), targets.size(), infos, cbdata));
    }

    @Override
    public Attributes allocate(AllocationKind kind, Attributes directives) {
        return allocation(kind, directives).run();
    }

    @Override
    public CompletableFuture<Attributes> allocateAsync(AllocationKind kind, Attributes directives) {
        return allocation(kind, directives).submit();
    }

    private Call allocation(AllocationKind kind, Attributes directives) {
        int code = kind.code();
        return new Call("allocation request", directives, (_, infos, cbdata) -> Libpmix.allocate(code, infos, cbdata));
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

    private static final class LogCall extends StatusCall {
        private final Attributes data;
        private final Attributes directives;

        LogCall(Handle handle, Attributes data, Attributes directives) {
            super(handle, "log");
            HostChecks.log(data, directives);
            this.data = data;
            this.directives = directives;
            MessageSize.check("log", MessageSize.of(data) + MessageSize.of(directives));
        }

        @Override
        protected int start(SegmentAllocator memory, MemorySegment cbdata) {
            return Libpmix.log(InfoArray.allocate(memory, data, 0), InfoArray.allocate(memory, directives, 0), cbdata);
        }

        @Override
        protected void check(int status) {
            if (status == StatusCodes.NOT_AVAILABLE) {
                throw new PmixException.NotSupported(
                        what + " failed: the host has no channel for " + Checks.shortened(data.toString()),
                        new PmixStatus(status),
                        null);
            }
            HostCall.check(handle(), what, status);
        }
    }
}
