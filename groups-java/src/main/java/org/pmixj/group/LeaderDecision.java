// SPDX-License-Identifier: Apache-2.0
package org.pmixj.group;

import java.util.Objects;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Checks;

/** Describes the decision of a {@link LeaderPolicy}. Immutable. */
public sealed interface LeaderDecision {
    /** Lets the construction go on, with the process if it accepts, else without it. */
    record GoOn() implements LeaderDecision {}

    /**
     * Replaces the process with another one, which is invited.
     *
     * @param by the replacement
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
     * @param reason the reason that the others receive
     */
    record Abort(String reason) implements LeaderDecision {
        /** The limit for a reason, which is sent in an event. */
        private static final int LONGEST = 4096;

        /** Checks the components. */
        public Abort {
            Checks.text("reason", reason);
            if (reason.length() > LONGEST) {
                throw new IllegalArgumentException(
                        "abort: the reason has " + reason.length() + " characters; give at most " + LONGEST);
            }
        }
    }

    /** {@return the decision to go on, with the process if it accepts, else with a smaller group} */
    static LeaderDecision goOn() {
        return new GoOn();
    }

    /**
     * {@return the decision to invite another process, which takes the group rank of this one}
     *
     * @param by a single process that was not invited yet; any other aborts the construction
     */
    static LeaderDecision replace(ProcId by) {
        return new Replace(by);
    }

    /** {@return the decision to end the construction for all invited processes ({@code PMIX_GROUP_CONSTRUCT_ABORT})} */
    static LeaderDecision abort() {
        return new Abort("the leader decided so");
    }

    /**
     * {@return the decision of {@link #abort()}, with a reason that the others receive}
     *
     * @param reason at most 4096 characters, without NUL
     */
    static LeaderDecision abort(String reason) {
        return new Abort(reason);
    }
}
