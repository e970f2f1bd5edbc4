// SPDX-License-Identifier: Apache-2.0
package org.pmixj.collectives;

import org.pmixj.ProcId;
import org.pmixj.group.Group;
import org.pmixj.group.Members;

/** Holds the members of a group, and the rank of this process among them. */
record GroupSnapshot(Members members, int rank) {
    static GroupSnapshot of(Group group) {
        Members members;
        int rank;
        do {
            members = group.members();
            rank = group.rank();
            // The ranks move up when a member departs.
        } while (!members.equals(group.members()));
        return new GroupSnapshot(members, rank);
    }

    ProcId self() {
        return members.get(rank);
    }
}
