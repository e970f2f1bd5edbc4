// SPDX-License-Identifier: Apache-2.0
package org.pmixj.group;

import java.util.Objects;
import org.pmixj.ProcId;

/**
 * What happens to a group, as this process sees it (RFC 0033). Each tells the membership after it.
 *
 * <pre>{@code
 * group.onChange(event -> {
 *     switch (event) {
 *         case GroupEvent.MemberFailed failed -> restart(failed.proc());
 *         case GroupEvent.MembershipUpdated updated -> rebalance(updated.members());
 *         default -> {}
 *     }
 * });
 * }</pre>
 */
public sealed interface GroupEvent {
    /**
     * Which group.
     *
     * @return its identifier
     */
    String group();

    /**
     * The members by group rank once this has happened.
     *
     * @return immutable
     */
    Members members();

    /**
     * A member left ({@code PMIX_GROUP_LEFT}).
     *
     * @param group the group's identifier
     * @param proc who left
     * @param members those who are left
     */
    record MemberLeft(String group, ProcId proc, Members members) implements GroupEvent {
        /** Checks what is given. */
        public MemberLeft {
            check(group, proc, members);
        }
    }

    /**
     * A member ended without leaving, as far as the host tells ({@code PMIX_GROUP_MEMBER_FAILED}).
     *
     * @param group the group's identifier
     * @param proc who ended
     * @param members those who are left
     */
    record MemberFailed(String group, ProcId proc, Members members) implements GroupEvent {
        /** Checks what is given. */
        public MemberFailed {
            check(group, proc, members);
        }
    }

    /**
     * The leader ended without leaving ({@code PMIX_GROUP_LEADER_FAILED}). Follows the {@link MemberFailed} of the same
     * process.
     *
     * @param group the group's identifier
     * @param proc who led
     * @param members those who are left
     */
    record LeaderFailed(String group, ProcId proc, Members members) implements GroupEvent {
        /** Checks what is given. */
        public LeaderFailed {
            check(group, proc, members);
        }
    }

    /**
     * The group has another leader ({@code PMIX_GROUP_LEADER_SELECTED}).
     *
     * @param group the group's identifier
     * @param proc who leads
     * @param members the members
     */
    record LeaderSelected(String group, ProcId proc, Members members) implements GroupEvent {
        /** Checks what is given. */
        public LeaderSelected {
            check(group, proc, members);
        }
    }

    /**
     * The membership is another ({@code PMIX_GROUP_MEMBERSHIP_UPDATE}). Follows the event that tells why, once for each.
     *
     * @param group the group's identifier
     * @param members those who are members now
     */
    record MembershipUpdated(String group, Members members) implements GroupEvent {
        /** Checks what is given. */
        public MembershipUpdated {
            Objects.requireNonNull(group, "group");
            Objects.requireNonNull(members, "members");
        }
    }

    /**
     * The group has ended by {@link Group#destruct}, whatever the outcome. Nothing follows.
     *
     * @param group the group's identifier
     * @param members those who were members at the end
     */
    record Destructed(String group, Members members) implements GroupEvent {
        /** Checks what is given. */
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
