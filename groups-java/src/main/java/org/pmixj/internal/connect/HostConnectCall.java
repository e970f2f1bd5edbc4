// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.connect;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.ProcId;
import org.pmixj.connect.ConnectRequest;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.data.FenceCall;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.Roster;

/**
 * Calls {@code PMIx_Connect_nb} or {@code PMIx_Disconnect_nb}, by which the host treats the end of one process as the
 * end of all. Across nodes the host mixes up two such calls of the same processes. It also mixes up such a call and a
 * fence of the same processes. Therefore the calls take turns: those of connections in the order in which libpmix
 * completed their constructs, which is the same for all processes; those of the host alone as the application calls
 * them.
 */
final class HostConnectCall extends FenceCall {
    /** Whether a call may go on that takes its place in the queue before that is known. */
    private enum Hold {
        /** It is not known, and the call's turn has not come. */
        UNDECIDED,
        /** It is not known, and the call's turn has come. */
        HAS_TURN,
        RELEASED,
        REFUSED
    }

    private final Kind kind;
    private final AtomicReference<Hold> hold = new AtomicReference<>(Hold.RELEASED);

    private HostConnectCall(
            Handle handle,
            String what,
            List<ProcId> procs,
            Duration timeout,
            @Nullable Roster membership,
            Attributes directives,
            Kind kind) {
        super(handle, what, procs, false, timeout, membership);
        this.kind = kind;
        directed(directives);
    }

    /**
     * Returns whether a connection is one of the host, too, which ends all connected jobs when one ends. A singleton has
     * no host.
     */
    static boolean isFor(Handle handle, ConnectRequest request) {
        return !request.earlyTermination()
                && !handle.session.singleton()
                && (Libpmix.isServerAtLeast7() || !Defect.CONNECT_CORRUPTS_HOST.isHere());
    }

    static HostConnectCall connect(
            Handle handle, String what, GroupImpl group, Duration timeout, Attributes directives) {
        return new HostConnectCall(handle, what, group.members(), timeout, group.membership, directives, Kind.CONNECT);
    }

    /** Returns a call that does not end when a member of a group departs. */
    static HostConnectCall alone(
            Handle handle, String what, List<ProcId> procs, Duration timeout, Attributes directives, Kind kind) {
        return new HostConnectCall(handle, what, procs, timeout, null, directives, kind);
    }

    @Override
    public Kind kind() {
        return kind;
    }

    // libpmix ends a connect at its timeout, so only an abandoned one can succeed later.
    @Override
    public boolean countsForNext() {
        return isAbandoned();
    }

    @Override
    public boolean isRepeatOf(LateSuccess earlier) {
        return earlier.kind() == kind;
    }

    /** Lets the call wait for {@link #release}, before it starts. */
    void hold() {
        hold.set(Hold.UNDECIDED);
    }

    /** Lets the call go on, or ends it. */
    void release(boolean goesOn) {
        if (hold.getAndSet(goesOn ? Hold.RELEASED : Hold.REFUSED) == Hold.HAS_TURN) {
            ask();
        }
    }

    @Override
    protected int call(MemorySegment procsAsked, long count, InfoArray directives, MemorySegment answerTo) {
        if (hold.compareAndSet(Hold.UNDECIDED, Hold.HAS_TURN)) {
            return StatusCodes.SUCCESS;
        } else if (hold.get() == Hold.REFUSED) {
            return StatusCodes.BAD_PARAM;
        }
        return kind == Kind.CONNECT
                ? Libpmix.connect(procsAsked, count, directives, answerTo)
                : Libpmix.disconnect(procsAsked, count, directives, answerTo);
    }
}
