// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.lang.foreign.Arena;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.pmixj.Attributes;
import org.pmixj.DataType;
import org.pmixj.Info;
import org.pmixj.Key;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.data.DataExchange;
import org.pmixj.internal.data.LocalGet;

/**
 * Reads the information that members contributed with the construct. libpmix keeps it under the context id. What this
 * process contributed, and what a leader has announced, is kept here.
 */
public record GroupInfo(Handle handle, OptionalLong contextId, Map<ProcId, Attributes> known) {
    /** How often the group was extended. */
    public static final Key<Integer> EPOCH = Key.of(WireKeys.GROUP_EPOCH, ValueType.INT32);

    private static final String LOCAL_CONTEXT_ID =
            PMIxConstants.PMIX_GROUP_LOCAL_CID().getString(0);

    /** Returns what a request contributes; throws for a value that the others could not read, and for a key given twice. */
    public static Attributes checked(String what, Attributes infos) {
        Set<String> keys = new HashSet<>();
        for (Info info : infos) {
            if (Checks.isReserved(info.key()) && !info.key().equals(LOCAL_CONTEXT_ID)) {
                throw new IllegalArgumentException(what + ": the Standard reserves the key " + info.key()
                        + "; give one that does not start with pmix");
            } else if (!keys.add(info.key())) {
                throw new IllegalArgumentException(what + ": the key " + info.key() + " is given twice; give it once");
            }
            DataExchange.check(info.value());
        }
        return infos;
    }

    /** Returns the context id that this process uses itself. */
    public static Attributes localContextId(String what, long number) {
        if (number < 0) {
            throw new IllegalArgumentException(
                    what + ": the local context id " + number + " is negative; give 0 or more");
        }
        return Attributes.of(List.of(InfoAccess.info(LOCAL_CONTEXT_ID, size(number))));
    }

    public static PmixValue size(long number) {
        return new PmixValue.UInt(DataType.SIZE, number);
    }

    <T> Optional<T> find(ProcId member, Key<T> key) {
        return published(member, key.name()).get(key);
    }

    /** Returns how often the group was extended, which members of an extended group have announced. */
    int epoch() {
        return known.values().stream()
                .flatMap(announced -> announced.get(EPOCH).stream())
                .findFirst()
                .orElse(0);
    }

    /** Returns whether another member published anything under a key. */
    public boolean hasPublished(ProcId other, String key) {
        return !published(other, key).isEmpty();
    }

    /** Returns what a member published, at least under a key. It came with the construct, so nobody is asked. */
    private Attributes published(ProcId member, String key) {
        handle.checkOpen();
        handle.session.refuseOnProgressThread("info of a group");
        Attributes announced = known.get(member);
        if (announced != null) {
            return announced;
        } else if (contextId.isEmpty()) {
            return Attributes.none();
        }
        try (Arena arena = Arena.ofConfined()) {
            InfoArray qualifiers = InfoArray.allocate(arena, 2)
                    .qualifier(arena, PMIxConstants.PMIX_GROUP_CONTEXT_ID(), size(contextId.getAsLong()))
                    .flag(arena, PMIxConstants.PMIX_OPTIONAL());
            PmixValue value = LocalGet.get(handle.session, member, key, qualifiers);
            return value == null ? Attributes.none() : Attributes.of(List.of(InfoAccess.info(key, value)));
        }
    }
}
