// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.invite;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.ProcId;
import org.pmixj.group.Members;

/** Holds the place of one invited process, or of the one that replaces it. Guarded by {@link InviteTable}. */
final class InvitedProc {
    enum Place {
        ASKED,
        ACCEPTED,
        /** The process does not come, and the policy decides about its place. */
        IN_QUESTION
    }

    ProcId proc;
    Place place = Place.ASKED;
    /** The information that the process gives to the members. */
    Attributes info = Attributes.none();

    @Nullable
    Future<?> due;

    /** Whether it precedes the leader in the group: in a construct all have the order of the request. */
    boolean precedesLeader;

    InvitedProc(ProcId proc) {
        this.proc = proc;
    }

    /** Returns the leader and some of the invited processes, by group rank. */
    static Members withLeader(ProcId leader, List<InvitedProc> all, Predicate<InvitedProc> which) {
        List<ProcId> procs = new ArrayList<>();
        int rank = 0;
        for (InvitedProc entry : all) {
            if (which.test(entry)) {
                procs.add(entry.proc);
                rank = entry.precedesLeader ? procs.size() : rank;
            }
        }
        procs.add(rank, leader);
        return Members.of(procs);
    }
}
