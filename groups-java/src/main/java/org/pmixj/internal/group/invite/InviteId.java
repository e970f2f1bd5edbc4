// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.invite;

import org.pmixj.ProcId;

/**
 * What tells invitations apart, of one leader, of one id, and after a new leader has taken over.
 *
 * @param group the id of the group
 * @param origin who invited first
 * @param number the leader's own; 0 if libpmix invites for it, which does not number
 */
public record InviteId(String group, ProcId origin, long number) {
    private static final long CONSTRUCT = -1;

    /** Of a construct with a leader, in which somebody has failed. */
    public static InviteId ofConstruct(String group, ProcId leader) {
        return new InviteId(group, leader, CONSTRUCT);
    }

    boolean isOfConstruct() {
        return number == CONSTRUCT;
    }

    /** Whether the leader is a program that uses libpmix alone. */
    boolean isPlain() {
        return number == 0;
    }

    @Override
    public String toString() {
        return "invitation of " + origin + " to group '" + group + "'";
    }
}
