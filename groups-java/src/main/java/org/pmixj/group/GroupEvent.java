// SPDX-License-Identifier: Apache-2.0
package org.pmixj.group;

import java.util.Objects;
import org.pmixj.ProcId;

/**
 * Describes what happens to a group, as this process sees it (RFC 0033). Each tells the membership after it.
 *
 * {@snippet file="GroupSnippets.java" region="changes"}
 */
public sealed interface GroupEvent {
    /**
     * Returns the identifier of the group.
     *
     * @return its identifier
     */
    String group();

    /**
     * Returns the members by group rank once this has happened.
     *
     * @return immutable
     */
    Members members();

    /**
     * Reports that a member left ({@code PMIX_GROUP_LEFT}).
     *
     * @param group the group's identifier
     * @param proc who left
     * @param members those who are left
     */
    record MemberLeft(String group, ProcId proc, Members members) implements GroupEvent {
        /** Checks the components. */
        public MemberLeft {
            check(group, proc, members);
        }
    }

    /**
     * Reports that a member ended without leaving, as far as the host reports ({@code PMIX_GROUP_MEMBER_FAILED}).
     *
     * @param group the group's identifier
     * @param proc who ended
     * @param members those who are left
     */
    record MemberFailed(String group, ProcId proc, Members members) implements GroupEvent {
        /** Checks the components. */
        public MemberFailed {
            check(group, proc, members);
        }
    }

    /**
     * Reports that the leader ended without leaving ({@code PMIX_GROUP_LEADER_FAILED}). Follows the {@link
     * MemberFailed} of the same process.
     *
     * @param group the group's identifier
     * @param proc who led
     * @param members those who are left
     */
    record LeaderFailed(String group, ProcId proc, Members members) implements GroupEvent {
        /** Checks the components. */
        public LeaderFailed {
            check(group, proc, members);
        }
    }

    /**
     * Reports that the group has another leader ({@code PMIX_GROUP_LEADER_SELECTED}).
     *
     * @param group the group's identifier
     * @param proc who leads
     * @param members the members
     */
    record LeaderSelected(String group, ProcId proc, Members members) implements GroupEvent {
        /** Checks the components. */
        public LeaderSelected {
            check(group, proc, members);
        }
    }

    /**
     * Reports that the membership changed ({@code PMIX_GROUP_MEMBERSHIP_UPDATE}). Follows the event that reports why,
     * once for each.
     *
     * @param group the group's identifier
     * @param members those who are members now
     */
    record MembershipUpdated(String group, Members members) implements GroupEvent {
        /** Checks the components. */
        public MembershipUpdated {
            Objects.requireNonNull(group, "group");
            Objects.requireNonNull(members, "members");
        }
    }

    /**
     * Reports that the group has ended by {@link Group#destruct}, whatever the outcome. Nothing follows.
     *
     * @param group the group's identifier
     * @param members those who were members at the end
     */
    record Destructed(String group, Members members) implements GroupEvent {
        /** Checks the components. */
        public Destructed {
            Objects.requireNonNull(group, "group");
            Objects.requireNonNull(members, "members");
        }
    }

    private static void check(String group, ProcId proc, Members members) {
        Objects.requireNonNull(group, "group");
        Objects.requireNonNull(proc, "proc");
        Objects.requireNonNull(members, "members");
    }
}
