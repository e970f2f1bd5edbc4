// SPDX-License-Identifier: Apache-2.0
package org.pmixj.group;

import java.util.Objects;
import org.pmixj.ProcId;
import org.pmixj.internal.group.Fixed;

/**
 * Decides what a participant wants when the leader of a construction fails before it is complete (RFC 0033: what a
 * handler of {@code PMIX_GROUP_LEADER_FAILED} returns). The participants tell each other; if one wants to abort the
 * construction ends; else the first of those who offer to take over, in the order of the invitation, is the new leader,
 * and all are notified by {@code PMIX_GROUP_LEADER_SELECTED}; if none offers the construction fails.
 *
 * <p>It is called on the session's executor. An exception, or null, is logged and counts as {@link Choice#FOLLOW}.
 */
@FunctionalInterface
public interface LeaderFailurePolicy {
    /** Lists what a participant wants. */
    enum Choice {
        /** To be the new leader. */
        TAKE_OVER,
        /** To go on with whoever is the new leader. */
        FOLLOW,
        /** That the construction ends for all. */
        ABORT
    }

    /**
     * Describes the failure of a leader.
     *
     * @param group the id of the group under construction
     * @param leader the leader that failed
     * @param silent false if the host reported its end; true if it did not keep its own timeout
     * @param others the participants that are left, in the order of the invitation, this process among them
     */
    record Failure(String group, ProcId leader, boolean silent, Members others) {
        /** Checks the components. */
        public Failure {
            Objects.requireNonNull(group, "group");
            Objects.requireNonNull(leader, "leader");
            Objects.requireNonNull(others, "others");
        }
    }

    /**
     * Decides.
     *
     * @param failure what happened
     * @return what this participant wants
     * @throws Exception is logged, and counts as {@link Choice#FOLLOW}
     */
    Choice decide(Failure failure) throws Exception;

    /**
     * Offers to take over.
     *
     * @return the policy
     */
    static LeaderFailurePolicy takeOver() {
        return Fixed.Choice.TAKE_OVER;
    }

    /**
     * Goes on with whoever takes over.
     *
     * @return the policy
     */
    static LeaderFailurePolicy follow() {
        return Fixed.Choice.FOLLOW;
    }

    /**
     * Ends the construction for all.
     *
     * @return the policy
     */
    static LeaderFailurePolicy abort() {
        return Fixed.Choice.ABORT;
    }
}
