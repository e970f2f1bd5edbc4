// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.fence;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.pmixj.PmixException;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Absent;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.data.ShareCall;
import org.pmixj.internal.group.ConstructCall;
import org.pmixj.internal.group.Construction;

/** One construct by a fence: each member puts what it contributes, and reads what the others have put. */
final class FenceConstruct extends ShareCall {
    private final Construction construction;
    private final Contributions contributions;
    private final ConstructCall.Unchecked group;

    FenceConstruct(Construction construction, Duration timeout) {
        Contributions contributions = new Contributions(construction, construction.participants);
        super(
                construction.handle,
                construction.what,
                contributions.sorted,
                timeout,
                construction.membership,
                contributions.key,
                contributions.own(List.of()));
        this.construction = construction;
        this.contributions = contributions;
        this.group =
                contributions.answer(() -> contributions.create(readShares(), endsAtServer() == null, (_, _) -> {}));
        directed(construction.request.directives()).inPlaceOf(construction.place);
    }

    @Override
    protected void check(int status) {
        super.check(status);
        // From now on another member may have the group, and leave it.
        construction.reservation.asked();
        construction.answered(group);
    }

    private Map<ProcId, PmixValue> readShares() {
        Map<ProcId, PmixValue> found;
        try {
            long deadline = Deadline.in(construction.remainingTime().toNanos());
            found = ShareCall.readAll(
                    construction.handle,
                    construction.what,
                    contributions.sorted,
                    contributions.key,
                    deadline,
                    this::calledTooLate);
        } catch (RuntimeException | Error e) {
            // After a timeout, a repeated construct has the same number, because a member is missing: this fence has
            // met another operation, and that member's fence is still to come. If all fences have met, and the host has
            // not brought the values in time, the others have the group, and a repetition waits for a fence that nobody
            // calls. This process cannot tell one from the other.
            if (!(e instanceof PmixException.Timeout)
                    && ShareCall.haveAllPut(construction.handle, contributions.others(), contributions.key, e)) {
                // This process must not take its next construct for this one.
                MemberGroups.constructed(contributions.name);
            }
            throw e;
        }
        MemberGroups.constructed(contributions.name);
        return found;
    }

    private PmixException calledTooLate(ProcId member) {
        Absent absent = contributions.explainTimeout();
        return (absent == null ? Absent.because(member + " called it too late") : absent)
                .timeout(construction.what + " timed out");
    }
}
