// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.exchange;

import java.util.List;
import org.pmixj.Attributes;
import org.pmixj.Key;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.directory.Lookup;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.directory.PublishCall;

/** Refuses what members have sent in another type, and what others have published: the host accepts any name. */
final class ExchangeChecks {
    private ExchangeChecks() {}

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

    /** Returns the value that a member has sent; throws if it is of another type than the key. */
    static <T> T typed(Key<T> key, PmixValue value) {
        return Attributes.of(List.of(InfoAccess.info(key.name(), value)))
                .get(key)
                .orElseThrow();
    }

    /** Returns the failure of an operation in which a member sent what another operation sends. */
    static PmixException otherOperation(String what, ProcId member) {
        return differ(what, member + " has called another operation", new PmixStatus(StatusCodes.BAD_PARAM));
    }

    /** Returns the failure of an exchange in which a member gave another type, which a message names. */
    static PmixException differ(String what, String message, PmixStatus status) {
        // A caller of a broadcast or a gather does not know in which type they send.
        String types =
                message.replace(ValueType.ATTRIBUTES.toString(), "attributes, which a broadcast or a gather sends");
        return new PmixException(
                what + " failed: " + types
                        + "; all members must give the same type, and call the same operations in the same order",
                status);
    }
}
