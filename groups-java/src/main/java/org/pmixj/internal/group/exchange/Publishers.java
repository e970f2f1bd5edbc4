// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.exchange;

import org.pmixj.Key;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.directory.Lookup;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.directory.PublishCall;

/** Refuses values that others than the members have published: the host accepts any name from any process. */
final class Publishers {
    private Publishers() {}

    /** Throws if the value of a member was published by another process. */
    static void check(String what, Lookup answer, Key<?> key, ProcId member) {
        if (!answer.missing().contains(key) && !answer.publisher(key).equals(member)) {
            throw foreign(what, member, "process " + answer.publisher(key));
        }
    }

    /** Waits until the host has a value of this process; throws if it has one of another process. */
    static void join(String what, ProcId self, PublishCall call, long nanos) {
        try {
            call.join(nanos);
        } catch (PmixException.Exists e) {
            throw foreign(what, self, "another process");
        }
    }

    private static PmixException foreign(String what, ProcId member, String by) {
        return new PmixException.Exists(
                what + " failed: " + by + " has published a value under the name of that of member " + member
                        + "; publish no names that begin with " + WireKeys.EXCHANGE + ", and call it again",
                new PmixStatus(StatusCodes.EXISTS));
    }
}
