// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import org.pmixj.group.LeaderDecision;
import org.pmixj.group.LeaderPolicy;
import org.pmixj.internal.group.invite.InviteLeader;

/** Policies that decide at once. */
public enum FixedPolicy implements LeaderPolicy {
    ALL,
    GO_ON;

    @Override
    public LeaderDecision decide(Answer answer) {
        if (this == GO_ON || answer.kind() == Kind.ACCEPTED) {
            return LeaderDecision.goOn();
        }
        return LeaderDecision.abort(answer.proc() + " " + InviteLeader.did(answer.kind()));
    }
}
