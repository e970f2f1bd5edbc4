// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.invite;

import java.util.concurrent.atomic.AtomicLong;
import org.pmixj.ProcId;
import org.pmixj.internal.group.GroupIds;

/**
 * Identifies one invitation, also after a new leader has taken over.
 *
 * @param group the id of the group
 * @param origin the process that invited first
 * @param number the origin's own number; 0 if it invites by libpmix alone, which does not number its invitations
 */
public record InviteId(String group, ProcId origin, long number) {
    private static final long CONSTRUCT = -1;

    /** Unique, also among processes that are started in the place of this one. */
    private static final AtomicLong NUMBERS = new AtomicLong(System.currentTimeMillis() << 20);

    static InviteId next(String group, ProcId origin) {
        return new InviteId(group, origin, NUMBERS.incrementAndGet());
    }

    /** Returns the id of a construct with a leader in which a member has failed. */
    public static InviteId ofConstruct(String group, ProcId leader) {
        return new InviteId(group, leader, CONSTRUCT);
    }

    boolean isOfConstruct() {
        return number == CONSTRUCT;
    }

    /** Returns whether the origin invites by libpmix alone. */
    boolean isPlain() {
        return number == 0;
    }

    /** Returns {@link org.pmixj.internal.group.GroupImpl#instance}; 0 if the invitation has no number of its own. */
    long instance() {
        return isOfConstruct() || isPlain() ? 0 : (GroupIds.hash(origin.toString()) + number) & Long.MAX_VALUE;
    }

    @Override
    public String toString() {
        return "invitation of " + origin + " to group '" + group + "'";
    }
}
