// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.data;

import java.lang.foreign.Arena;
import org.pmixj.PmixValue;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.codec.ValueCodec;
import org.pmixj.internal.ffi.Libpmix;

/** A put of what must not be put: it does no harm between processes of one node. */
public final class UncheckedPut {
    private UncheckedPut() {}

    public static void put(String key, PmixValue value) {
        try (Arena arena = Arena.ofConfined()) {
            StatusCodes.check(
                    "put of " + key,
                    Libpmix.put(
                            (byte) PMIxConstants.PMIX_GLOBAL(),
                            arena.allocateFrom(key),
                            ValueCodec.allocate(arena, value)));
        }
    }
}
