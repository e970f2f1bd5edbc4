// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.invite;

import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.ProcId;

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

    InvitedProc(ProcId proc) {
        this.proc = proc;
    }
}
