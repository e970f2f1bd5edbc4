// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import org.pmixj.group.LeaderDecision;
import org.pmixj.group.LeaderPolicy;

/** The policies of this layer, which decide without the application. */
public enum FixedPolicy implements LeaderPolicy {
    ALL,
    GO_ON;

    @Override
    public LeaderDecision decide(Answer answer) {
        if (this == GO_ON || answer.kind() == Kind.ACCEPTED) {
            return LeaderDecision.goOn();
        }
        return LeaderDecision.abort(answer.proc() + " " + did(answer.kind()));
    }

    /** Returns what a process did, as a part of a message. */
    public static String did(Kind kind) {
        return switch (kind) {
            case ACCEPTED -> "accepted";
            case DECLINED -> "declined";
            case FAILED -> "failed";
            case SILENT -> "did not answer";
        };
    }
}
