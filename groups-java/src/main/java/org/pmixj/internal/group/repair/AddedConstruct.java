// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.repair;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.pmixj.group.Group;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Dispatcher;
import org.pmixj.internal.call.LocalCall;
import org.pmixj.internal.call.LostServer;
import org.pmixj.internal.call.Timers;
import org.pmixj.internal.group.ConstructCall;
import org.pmixj.internal.group.Construction;
import org.pmixj.internal.notice.NativeRegistrations;

/** Constructs a group to which others add this process, as soon as one of them has notified it. */
final class AddedConstruct extends LocalCall<Group> {
    private final Construction construction;
    private final AddedMembers notices;
    private final int departures;
    private final long nanos;
    private volatile @Nullable Future<?> timer;

    AddedConstruct(Construction construction, AddedMembers notices, int departures, Duration timeout) {
        super(construction.handle, construction.what);
        this.construction = construction;
        this.notices = notices;
        this.departures = departures;
        this.nanos = Deadline.collectiveNanos(timeout);
    }

    @Override
    protected int start(SegmentAllocator memory, MemorySegment cbdata) {
        // The caller has received its timeout by then. This removes a call that was never noticed, or whose construct
        // has not ended.
        Timers timers = handle().session.timers;
        timer = timers.timer(nanos + Patience.GRACE, () -> complete(null, StatusCodes.timeout(what, nanos)));
        if (timer == null) {
            throw StatusCodes.closed(what);
        }
        // Without a server no notice arrives. The event reports a later loss, and the check finds an earlier one.
        NativeRegistrations.of(handle().session).ensureInternal(handle(), List.of(StatusCodes.LOST_CONNECTION));
        if (notices.await(construction.id, this)) {
            checkServer();
        }
        return StatusCodes.SUCCESS;
    }

    /** Calls libpmix, and waits for its answer, on a thread of this library: the application's executor may be busy. */
    void proceed() {
        Dispatcher.apart(() -> {
            try {
                complete(construct(), null);
            } catch (RuntimeException e) {
                complete(null, e);
            } catch (Throwable e) {
                // Such as too little memory, which nobody else reports to the caller.
                complete(null, new IllegalStateException(what + " failed", e));
            }
        });
    }

    private @Nullable Group construct() {
        if (!wanted()) {
            throw StatusCodes.timeout(what, nanos);
        }
        Duration left = construction.remainingTime();
        return ConstructCall.of(construction, departures, left).run(Deadline.collectiveNanos(left));
    }

    /** Fails if there is no server any more. Returns at once. */
    void checkServer() {
        Dispatcher.apart(() -> {
            if (LostServer.isLost(handle().session)) {
                complete(null, StatusCodes.failure(what, StatusCodes.LOST_CONNECTION));
            }
        });
    }

    @Override
    protected void ended() {
        Timers.cancel(timer);
        notices.giveUp(construction.id, this);
    }

    @Override
    protected void late(@Nullable Group result) {
        construction.late(result);
    }
}
