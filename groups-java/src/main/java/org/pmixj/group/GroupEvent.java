// SPDX-License-Identifier: Apache-2.0
package org.pmixj.group;

import org.pmixj.ProcId;
import org.pmixj.internal.base.Checks;

/**
 * Describes what happens to a group, as this process sees it (RFC 0033), with the membership after it.
 *
 * {@snippet file="GroupSnippets.java" region="changes"}
 */
public sealed interface GroupEvent {
    /** {@return the identifier of the group} */
    String group();

    /** {@return the members by group rank after the event; immutable} */
    Members members();

    /**
     * Reports that a member left ({@code PMIX_GROUP_LEFT}).
     *
     * @param group the group's identifier
     * @param proc the process that left
     * @param members the remaining members
     */
    record MemberLeft(String group, ProcId proc, Members members) implements GroupEvent {
        /** Checks the components. */
        public MemberLeft {
            Checks.notNull("group", group, "proc", proc, "members", members);
        }
    }

    /**
     * Reports that a member ended without leaving, as far as the host reports it ({@code PMIX_GROUP_MEMBER_FAILED}).
     *
     * @param group the group's identifier
     * @param proc the process that ended
     * @param members the remaining members
     */
    record MemberFailed(String group, ProcId proc, Members members) implements GroupEvent {
        /** Checks the components. */
        public MemberFailed {
            Checks.notNull("group", group, "proc", proc, "members", members);
        }
    }

    /**
     * Reports that the leader ended without leaving. It follows the {@link MemberFailed} of the same process. Handlers
     * of {@code PMIX_GROUP_LEADER_FAILED} receive the event. A complete group needs no leader, so that none is
     * selected.
     *
     * @param group the group's identifier
     * @param proc the former leader
     * @param members the remaining members
     */
    record LeaderFailed(String group, ProcId proc, Members members) implements GroupEvent {
        /** Checks the components. */
        public LeaderFailed {
            Checks.notNull("group", group, "proc", proc, "members", members);
        }
    }

    /**
     * Reports that the membership changed ({@code PMIX_GROUP_MEMBERSHIP_UPDATE}). It follows the event with the reason.
     *
     * @param group the group's identifier
     * @param members the present members
     */
    record MembershipUpdated(String group, Members members) implements GroupEvent {
        /** Checks the components. */
        public MembershipUpdated {
            Checks.notNull("group", group, "members", members);
        }
    }

    /**
     * Reports that the group has ended by {@link Group#destruct}, whatever the outcome. No event follows.
     *
     * @param group the group's identifier
     * @param members the members at the end
     */
    record Destructed(String group, Members members) implements GroupEvent {
        /** Checks the components. */
        public Destructed {
            Checks.notNull("group", group, "members", members);
        }
    }
}
