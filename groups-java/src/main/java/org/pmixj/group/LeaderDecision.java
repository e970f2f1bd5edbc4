// SPDX-License-Identifier: Apache-2.0
package org.pmixj.group;

import java.util.Objects;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Checks;

/** Describes what a {@link LeaderPolicy} decides. Immutable. */
public sealed interface LeaderDecision {
    /** Lets the construction go on, with the process if it accepts, else without it. */
    record GoOn() implements LeaderDecision {}

    /**
     * Replaces the process with another one, which is invited.
     *
     * @param by the other
     */
    record Replace(ProcId by) implements LeaderDecision {
        /** Checks the components. */
        public Replace {
            Objects.requireNonNull(by, "by");
        }
    }

    /**
     * Ends the construction for all.
     *
     * @param reason what the others receive
     */
    record Abort(String reason) implements LeaderDecision {
        /** The reason travels in an event. */
        private static final int LONGEST = 4096;

        /** Checks the components. */
        public Abort {
            Checks.text("reason", reason);
            if (reason.length() > LONGEST) {
                throw new IllegalArgumentException(
                        "the reason has " + reason.length() + " characters, the limit is " + LONGEST);
            }
        }
    }

    /**
     * Lets the construction go on, with the process if it accepts, else with a smaller group.
     *
     * @return the decision
     */
    static LeaderDecision goOn() {
        return new GoOn();
    }

    /**
     * Replaces the process with another one, which is invited and takes its group rank.
     *
     * @param by a single process that was not invited yet; any other aborts the construction
     * @return the decision
     */
    static LeaderDecision replace(ProcId by) {
        return new Replace(by);
    }

    /**
     * Ends the construction for all who were invited ({@code PMIX_GROUP_CONSTRUCT_ABORT}).
     *
     * @return the decision
     */
    static LeaderDecision abort() {
        return new Abort("the leader decided so");
    }

    /**
     * Ends the construction as {@link #abort()}, with a reason that the others receive.
     *
     * @param reason at most 4096 characters, without NUL
     * @return the decision
     */
    static LeaderDecision abort(String reason) {
        return new Abort(reason);
    }
}
