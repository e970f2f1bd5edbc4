// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.ffi.repair;

import java.lang.foreign.MemorySegment;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.ffi.Libpmix;

/**
 * Frees the values of gets. OpenPMIx 5.0.0 to 5.0.9 and 7.0.0rc1 do not free a value after the callback: in C too, a
 * million gets leak 48 MB and what the values refer to. Values of other versions are left alone: 5.0.11 and 6.1 return
 * some that are a part of a larger block, and newer versions are unknown.
 */
public final class LeakedValue {
    private final boolean leaked = Libpmix.version().matches("OpenPMIx (5\\.0\\.\\d|7\\.0\\.0rc1)\\b.*");

    /**
     * Frees the value that a callback has received, if libpmix does not free it. The value may be NULL. The callback of
     * a get that fails may receive the value of an earlier get, which is free already.
     */
    public void free(int status, MemorySegment value) {
        if (leaked && status == StatusCodes.SUCCESS && value.address() != 0) {
            Libpmix.freeValue(value);
        }
    }
}
