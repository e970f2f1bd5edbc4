// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.HostPowers;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.call.AddressBook;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.internal.group.ByHost;
import org.pmixj.internal.group.GroupExchange;
import org.pmixj.internal.group.GroupMethod;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.group.LeaderPath;
import org.pmixj.internal.group.exchange.ExchangeBoard;
import org.pmixj.internal.group.fence.FenceGroups;
import org.pmixj.internal.group.fence.PublishedGroups;
import org.pmixj.internal.group.invite.InviteTable;
import org.pmixj.internal.group.repair.GroupRepairs;
import org.pmixj.internal.job.JobImpl;
import org.pmixj.internal.rollcall.RollCall;
import org.pmixj.internal.trace.Trace;
import org.pmixj.internal.trace.Tracer;
import org.pmixj.internal.trace.jfr.JfrTracer;
import org.pmixj.job.Job;

/**
 * Connects rooms to those above them. Groups use, from the first group of a session on, rooms for a host that constructs
 * groups, or rooms with which members construct them by fences.
 */
final class Rooms implements GroupTable.Rooms, Trace.Recorder {
    @Override
    public LeaderPath leaders(Session session) {
        return InviteTable.of(session);
    }

    @Override
    public GroupExchange.Board exchanges(Session session) {
        boolean byPublishing = Libpmix.hostConstructsGroups() || HostPowers.includeDirectory();
        return byPublishing ? ExchangeBoard.of(session) : ExchangeBoard.byFences();
    }

    @Override
    public AddressBook.WhoIsMissing whoIsMissing(Session session) {
        return RollCall.of(session);
    }

    @Override
    public @Nullable Tracer create() {
        return JfrTracer.create();
    }

    @Override
    public GroupMethod method(Session session) {
        if (Libpmix.isServerAtLeast7() != Libpmix.isAtLeast7()) {
            Log.warnApart("this process has libpmix of " + Libpmix.version()
                    + ", and the PMIx server that started it is of OpenPMIx " + HostPowers.SERVER
                    + ": groups of processes with different ones may time out; start all processes with the libpmix of"
                    + " the launcher's installation (LD_LIBRARY_PATH), or with PRRTE of this one");
        }
        if (!Libpmix.hostConstructsGroups()) {
            return HostPowers.includeDirectory() ? new PublishedGroups() : new FenceGroups();
        } else if (Defect.isAny()) {
            return new GroupRepairs(session);
        }
        return new ByHost();
    }

    @Override
    public Map<String, Job> jobs(Handle handle, Duration time, Members procs) {
        return JobImpl.jobs(handle, time, procs);
    }
}
