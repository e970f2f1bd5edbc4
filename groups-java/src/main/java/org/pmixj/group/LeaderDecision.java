// SPDX-License-Identifier: Apache-2.0
package org.pmixj.group;

import java.util.Objects;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Checks;

/** What a {@link LeaderPolicy} decides. Immutable. */
public sealed interface LeaderDecision {
    /** The construction goes on, with the process if it accepts, else without it. */
    record GoOn() implements LeaderDecision {}

    /**
     * Another process is invited in the place of this one.
     *
     * @param by the other
     */
    record Replace(ProcId by) implements LeaderDecision {
        /** Checks what is given. */
        public Replace {
            Objects.requireNonNull(by, "by");
        }
    }

    /**
     * The construction ends for all.
     *
     * @param reason what the others are told
     */
    record Abort(String reason) implements LeaderDecision {
        /** The reason travels in an event. */
        private static final int LONGEST = 4096;

        /** Checks what is given. */
        public Abort {
            Checks.text("reason", reason);
            if (reason.length() > LONGEST) {
                throw new IllegalArgumentException(
                        "the reason has " + reason.length() + " characters, the limit is " + LONGEST);
            }
        }
    }

    /**
     * The construction goes on, with the process if it accepts, else with a smaller group.
     *
     * @return the decision
     */
    static LeaderDecision goOn() {
        return new GoOn();
    }

    /**
     * Another process is invited and takes the group rank of this one.
     *
     * @param by a single process that was not invited yet; any other aborts the construction
     * @return the decision
     */
    static LeaderDecision replace(ProcId by) {
        return new Replace(by);
    }

    /**
     * The construction ends for all who were invited ({@code PMIX_GROUP_CONSTRUCT_ABORT}).
     *
     * @return the decision
     */
    static LeaderDecision abort() {
        return new Abort("the leader decided so");
    }

    /**
     * As {@link #abort()}, with a reason that the others are told.
     *
     * @param reason at most 4096 characters, without NUL
     * @return the decision
     */
    static LeaderDecision abort(String reason) {
        return new Abort(reason);
    }
}
