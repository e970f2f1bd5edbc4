// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import org.pmixj.group.LeaderDecision;
import org.pmixj.group.LeaderFailurePolicy;
import org.pmixj.group.LeaderPolicy;

/** Policies that decide without code of the application. */
public final class Fixed {
    private Fixed() {}

    public enum Policy implements LeaderPolicy {
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

    /** Choices that the application makes before a leader fails. */
    public enum Choice implements LeaderFailurePolicy {
        TAKE_OVER,
        FOLLOW,
        ABORT;

        @Override
        public LeaderFailurePolicy.Choice decide(Failure failure) {
            return LeaderFailurePolicy.Choice.valueOf(name());
        }
    }
}
