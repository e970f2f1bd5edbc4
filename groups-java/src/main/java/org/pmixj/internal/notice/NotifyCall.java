// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.notice;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.pmixj.Attributes;
import org.pmixj.DataType;
import org.pmixj.Info;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.HostPowers;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.StatusCall;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.codec.MessageSize;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.internal.notice.repair.EventReceivers;
import org.pmixj.internal.trace.Trace;
import org.pmixj.internal.trace.Tracer;

/** Sends an event. */
public class NotifyCall extends StatusCall {
    private static final byte TO_ITSELF = (byte) PMIxConstants.PMIX_RANGE_PROC_LOCAL();

    private final int code;
    private final byte range;
    private final List<ProcId> targets;
    private final List<Info> infos;
    private final boolean cached;
    /** Whether this is in the queue of notifications that wait. */
    private final AtomicBoolean queued = new AtomicBoolean();
    /** The number by which a recording of a receiver names this event; 0 before it is sent. */
    private volatile long id;

    public NotifyCall(Handle handle, Notice notice) {
        super(handle, what(notice.code()));
        this.code = notice.code();
        this.range = alone(handle.session, notice.range(), notice.targets());
        this.targets = range == notice.range() ? notice.targets() : List.of();
        this.cached = notice.cached();
        this.infos = new ArrayList<>(notice.infos());
        for (Info info : notice.infos()) {
            if (WireKeys.isOne(info.key())) {
                infos.add(InfoAccess.info(
                        WireKeys.SENDER_VERSION, new PmixValue.UInt(DataType.UINT32, WireKeys.VERSION)));
                break;
            }
        }
        if (!targets.isEmpty()) {
            infos.add(InfoAccess.info(EventKeys.CUSTOM_RANGE, array(targets)));
        }
        if (!notice.defaults()) {
            infos.add(InfoAccess.flag(EventKeys.NON_DEFAULT));
        }
        if (!cached) {
            infos.add(InfoAccess.flag(EventKeys.DO_NOT_CACHE));
        }
        MessageSize.check(what, MessageSize.of(infos));
    }

    /** Sends processes a message of this library with a code of its own. On any thread; returns at once. */
    public static void send(Handle handle, int code, List<ProcId> to, List<Info> infos) {
        try {
            CompletableFuture<?> _ = new NotifyCall(handle, Notice.to(to, code, infos)).submit(Patience.ANSWER);
        } catch (PmixException | IllegalStateException e) {
            // The session ends, or the others have ended.
        }
    }

    private static String what(int code) {
        // libpmix has no name for a code of this library, and is not asked for one.
        return "notification of " + (code == EventCodes.ROLL_CALL ? "code " + code : new PmixStatus(code));
    }

    public static PmixValue array(List<ProcId> procs) {
        List<PmixValue> elements = new ArrayList<>(procs.size());
        for (ProcId proc : procs) {
            elements.add(new PmixValue.Proc(proc));
        }
        return new PmixValue.Array(DataType.PROC, elements);
    }

    /** Returns the range to use: a process without a server is its whole job, node and session. */
    private static byte alone(Session session, byte range, List<ProcId> targets) {
        boolean isAlone = session.singleton()
                && targets.stream()
                        .allMatch(one -> one.nspace().equals(session.self().nspace()) && one.rank() <= 0);
        // Otherwise libpmix will report that there is no server.
        return isAlone ? TO_ITSELF : range;
    }

    // The host is asked about a foreign namespace first. A process keeps what it sends for its own handlers only if its
    // events arrive.
    @Override
    protected boolean chooseWorker() {
        NativeRegistrations events = NativeRegistrations.of(handle().session);
        queued.set(SendOrder.of(handle().session).queue(areInUnknownJobs() || (keepsOwn() && !events.isReady(code))));
        return queued.get();
    }

    private boolean areInUnknownJobs() {
        return !targets.isEmpty()
                && Defect.EVENT_FOR_NOBODY_ACCEPTED.isHere()
                && EventReceivers.areInUnknownJobs(handle().session, targets);
    }

    private void unqueue() {
        if (queued.compareAndSet(true, false)) {
            SendOrder.of(handle().session).unqueue();
        }
    }

    @Override
    protected void ended() {
        unqueue();
    }

    private boolean keepsOwn() {
        ProcId self = handle().session.self();
        return cached && (targets.isEmpty() || targets.contains(self) || targets.contains(ProcId.all(self.nspace())));
    }

    @Override
    protected void prepare() {
        if (areInUnknownJobs()) {
            EventReceivers.requireJobs(handle(), what, targets);
        }
        if (keepsOwn()) {
            NativeRegistrations.of(handle().session)
                    .await(handle(), List.of(code), what, Deadline.toNanos(handle().defaultTimeout));
        }
    }

    @Override
    protected boolean endsMemory() {
        return true;
    }

    @Override
    protected int start(SegmentAllocator memory, MemorySegment cbdata) {
        int status = send(memory, cbdata);
        unqueue();
        return status;
    }

    private int send(SegmentAllocator memory, MemorySegment cbdata) {
        if (!targets.isEmpty() && Defect.EVENT_FOR_NOBODY_ACCEPTED.isHere()) {
            EventReceivers.requireRanks(handle().session, what, targets);
        }
        if (HostPowers.isHostOtherThanPrrte() && !staysOnNode()) {
            // The library in the server drops it without an error.
            HostPowers.require(what + " to other nodes");
        }
        InfoArray native_ = InfoArray.allocate(memory, Attributes.of(infos), 1);
        if (cached) {
            synchronized (SendOrder.NUMBERS) {
                return sendNumbered(WireKeys.EVENT_SEQUENCE, native_, memory, cbdata);
            }
        }
        Tracer tracer = Trace.tracer();
        return tracer != null && tracer.followsNotifications()
                ? sendNumbered(WireKeys.EVENT_TRACED, native_, memory, cbdata)
                : Libpmix.notifyEvent(code, range, native_, cbdata);
    }

    private int sendNumbered(String key, InfoArray native_, SegmentAllocator memory, MemorySegment cbdata) {
        id = SendOrder.next();
        native_.add(memory, InfoAccess.number(key, id));
        return Libpmix.notifyEvent(code, range, native_, cbdata);
    }

    /** Returns whether the server of this node alone can deliver it. */
    private boolean staysOnNode() {
        if (targets.isEmpty()) {
            return range == TO_ITSELF || range == PMIxConstants.PMIX_RANGE_LOCAL();
        }
        Predicate<ProcId> here = handle().session.jobs().onThisNode(handle());
        return targets.stream().noneMatch(target -> target.isWildcard() || !here.test(target));
    }

    @Override
    public Sent sent() {
        return new Sent(code, range, targets, id);
    }
}
