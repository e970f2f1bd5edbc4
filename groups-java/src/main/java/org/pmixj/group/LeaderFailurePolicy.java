// SPDX-License-Identifier: Apache-2.0
package org.pmixj.group;

import org.pmixj.ProcId;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.group.Fixed;

/**
 * Decides what a participant wants when the leader of a construction fails before it is complete (RFC 0033: what a
 * handler of {@code PMIX_GROUP_LEADER_FAILED} returns). The participants send each other their choices. If one wants to
 * abort, the construction ends. Otherwise the first one that offers to take over, in the order of the invitation, is
 * the new leader, and all are notified by {@code PMIX_GROUP_LEADER_SELECTED}. If none offers, the construction fails,
 * and this event has no leader but an error.
 *
 * <p>It is called on the executor of the handle. Null or an exception is logged and counts as {@link Choice#FOLLOW}.
 */
@FunctionalInterface
public interface LeaderFailurePolicy {
    /** Lists what a participant wants. */
    enum Choice {
        /** The participant offers to be the new leader. */
        TAKE_OVER,
        /** The participant goes on with any new leader. */
        FOLLOW,
        /** The participant ends the construction for all. */
        ABORT
    }

    /**
     * Describes the failure of a leader.
     *
     * @param group the id of the group under construction
     * @param leader the leader that failed
     * @param silent false if the host reported its end; true if it exceeded its own timeout
     * @param others the remaining participants in the order of the invitation, this process included
     */
    record Failure(String group, ProcId leader, boolean silent, Members others) {
        /** Checks the components. */
        public Failure {
            Checks.notNull("group", group, "leader", leader, "others", others);
        }
    }

    /**
     * Decides what this participant wants.
     *
     * @param failure what happened
     * @return the choice
     * @throws Exception is logged, and counts as {@link Choice#FOLLOW}
     */
    Choice decide(Failure failure) throws Exception;

    /** {@return a policy that offers to take over} */
    static LeaderFailurePolicy takeOver() {
        return Fixed.Choice.TAKE_OVER;
    }

    /** {@return a policy that goes on with any new leader} */
    static LeaderFailurePolicy follow() {
        return Fixed.Choice.FOLLOW;
    }

    /** {@return a policy that ends the construction for all} */
    static LeaderFailurePolicy abort() {
        return Fixed.Choice.ABORT;
    }
}
