// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.PmixValue;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Dispatcher;
import org.pmixj.internal.call.Procedure;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.StatusCall;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.codec.MessageSize;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.internal.notice.NotifyCall;

/** Removes this process from a group. The other members are notified. */
public record OwnLeave(GroupImpl group, CollectiveOptions options) implements GroupImpl.Leaving {
    public OwnLeave(GroupImpl group) {
        this(group, CollectiveOptions.defaults());
    }

    public OwnLeave {
        Objects.requireNonNull(options, "options");
        MessageSize.check(group.name("leave"), MessageSize.of(options.directives()));
    }

    @Override
    public void leave() {
        Session session = group.handle.session;
        if (session.singleton()) {
            group.free();
            return;
        }
        group.membership.leave(session.self());
        try {
            callAfterReports(false, group.size() == 1, Patience.GRACE).runUninterruptibly(Deadline.toNanos(timeout()));
        } catch (PmixException.NotFound e) {
            // libpmix has forgotten the group already.
        }
    }

    @Override
    public CompletableFuture<Void> leaveAsync() {
        Procedure<Void> leaving = new Procedure<>(group.handle, group.name("leave")) {
            @Override
            protected @Nullable Void call() {
                leave();
                return null;
            }
        };
        return leaving.submit();
    }

    @Override
    public void abandon() {
        group.membership.leave(group.handle.session.self());
        // While the session ends, libpmix cannot take part in a destruct.
        launchAfterReports(false, group.size() == 1 && !group.handle.session.isLast);
    }

    @Override
    public void forget() {
        launchAfterReports(true, group.size() == 1);
    }

    private void launchAfterReports(boolean ended, boolean isLast) {
        if (group.membership.hasReportsUnderWay()) {
            Dispatcher.apart(() -> GroupEvents.launch(callAfterReports(ended, isLast, Patience.GRACE)));
        } else {
            GroupEvents.launch(callAfterReports(ended, isLast, 0));
        }
    }

    /**
     * Removes from libpmix a group that has ended for all members. Then the id can be used again.
     *
     * @param isAnswered false if libpmix was asked for the destruct, and has not answered
     */
    public void forgetNow(boolean isAnswered) {
        StatusCall call =
                isAnswered ? callAfterReports(true, group.size() == 1, Patience.GRACE) : new LeaveCall(true, true);
        try {
            // After its timeout libpmix answers a destruct, and has forgotten the group by then; so this waits longer.
            call.runUninterruptibly(Deadline.collectiveNanos(Duration.ofNanos(Patience.OWN_LIBRARY)));
        } catch (PmixException | IllegalStateException e) {
            // libpmix has forgotten the group already, or the session ends.
        }
    }

    private Duration timeout() {
        return options.timeout().orElse(Duration.ofNanos(Patience.OWN_LIBRARY));
    }

    /**
     * Returns the call that removes the group from libpmix: a leave; or a destruct if nobody else is left, because
     * libpmix would notify all processes of a leave, or report BAD_PARAM on standard error, unless the server may take
     * it for another operation of the id. Before, this waits until libpmix has handled what it was notified of: members
     * that have failed, for which a destruct would wait, and who is a member, of which it would learn after the end.
     *
     * @param ended whether the group has ended for all members
     * @param isLast whether nobody else is left
     * @param patience how many nanoseconds to wait for the reports
     */
    private StatusCall callAfterReports(boolean ended, boolean isLast, long patience) {
        StatusCall other = GroupTable.of(group.handle.session).method.leave(group, ended);
        if (other != null) {
            return other;
        }
        group.membership.awaitReports(patience);
        return isLast && !group.repair.isIsolated()
                ? new DestructCall(group, group.name("destruct"), timeout(), options.directives())
                : new LeaveCall(ended || isLast, isLast);
    }

    private final class LeaveCall extends StatusCall {
        private final boolean ended;
        private final boolean isQuiet;

        /**
         * Prepares a leave.
         *
         * @param ended whether the group has ended for all members
         * @param isQuiet whether nobody is notified
         */
        LeaveCall(boolean ended, boolean isQuiet) {
            super(group.handle, group.name("leave"));
            this.ended = ended;
            this.isQuiet = isQuiet;
        }

        @Override
        protected int start(SegmentAllocator memory, MemorySegment cbdata) {
            InfoArray infos = InfoArray.allocate(memory, options.directives(), 3);
            if (isQuiet) {
                // libpmix refuses a notice to nobody.
                PmixValue self = NotifyCall.array(List.of(group.handle.session.self()));
                infos.add(memory, PMIxConstants.PMIX_EVENT_CUSTOM_RANGE(), self);
            }
            if (ended) {
                // libpmix takes the last of two ids. Otherwise servers and members would take a late notice for a
                // departure from the next group of that id, and the last member would have nobody to notify.
                infos.add(memory, GroupEvents.noGroup(WireKeys.GROUP_ENDED));
                infos.add(memory, InfoAccess.flag(WireKeys.GROUP_ENDED));
            } else if (group.exchanges.sentUpTo() > 0) {
                infos.add(memory, group.exchanges.sent());
            }
            return Libpmix.groupLeave(memory.allocateFrom(group.id()), infos, cbdata);
        }

        @Override
        protected void ended() {
            Session session = group.handle.session;
            Members others = group.members().difference(List.of(session.self()));
            GroupTable.of(session).method.left(group.id(), others);
            group.free();
        }
    }
}
