// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.fence;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.group.GroupRequest;
import org.pmixj.host.LibraryVersion;
import org.pmixj.internal.base.Absent;
import org.pmixj.internal.base.HostPowers;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.internal.group.Collective;
import org.pmixj.internal.group.Construction;
import org.pmixj.internal.group.GroupImpl;

/** Constructs groups by fences of their members, and refuses what needs a host with groups, or one that stores values. */
public final class FenceGroups extends MemberGroups {
    @Override
    public boolean startsFencesInTurn() {
        return true;
    }

    // --- what cannot be done -------------------------------------------------------------------------------------

    @Override
    public void requireHost(String what) {
        throw refusal(what);
    }

    /** Returns the exception for what only a host with groups can do. */
    static PmixException refusal(String what) {
        String why = Libpmix.isAtLeast7()
                ? ""
                : ", with OpenPMIx 7.0 or newer; this is OpenPMIx " + LibraryVersion.parse(Libpmix.version());
        return StatusCodes.notSupported(
                what + " needs a host with groups, such as PRRTE 5" + why + HostPowers.remedy());
    }

    private static void refuse(Construction construction) {
        GroupRequest request = construction.request;
        if (!construction.participants.isComplete()) {
            throw refusal(construction.what + " with members that do not know each other");
        } else if (request.faultTolerant() || request.optional()) {
            throw refusal(construction.what + " that goes on without failed members");
        } else if (request.notifyTermination()) {
            throw refusal(construction.what + " with notifications of failed members");
        }
    }

    // --- the rest --------------------------------------------------------------------------------------------------

    @Override
    public NativeCall<?> construct(Construction construction, int departures, Duration timeout) {
        refuse(construction);
        if (departures > 0) {
            throw construction.membership.lostBefore(construction.what);
        }
        return new FenceConstruct(construction, timeout);
    }

    @Override
    public @Nullable Absent explainTimeout(Collective<?> collective) {
        return collective instanceof Construction construction
                ? new Contributions(construction, construction.participants).explainTimeout()
                : null;
    }

    @Override
    public void checkNotifies(GroupImpl group, String operation) {
        if (group.size() > 1) {
            HostPowers.require(group.name(operation) + ", of which the others learn by an event,");
        }
    }
}
