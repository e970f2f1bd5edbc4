// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.ffi.repair;

import java.lang.foreign.MemorySegment;
import org.pmixj.internal.ffi.Libpmix;

/**
 * Frees the values of gets. OpenPMIx up to 7.0.0rc1 does not free a value after the callback: in C too, a million gets
 * leak 48 MB and what the values refer to. Newer versions are unknown.
 */
public final class LeakedValue {
    private final boolean leaked = !Libpmix.isAtLeast7() || Libpmix.version().contains(" 7.0.0rc1 ");

    /** Frees the value that a callback has received, or NULL, if libpmix does not. */
    public void free(MemorySegment value) {
        if (leaked && value.address() != 0) {
            Libpmix.freeValue(value);
        }
    }
}
