// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.data;

import org.pmixj.PmixValue;
import org.pmixj.internal.data.repair.PutCheck;
import org.pmixj.internal.data.repair.PutSizes;

/** What holds for all values that a process hands to others. */
public final class Puts {
    private Puts() {}

    /** Throws for a value that makes the receiver crash. */
    public static void check(PmixValue value) {
        PutCheck.check(value);
    }

    /** Returns how many bytes a value under its key takes in a message, at most. */
    public static long size(String key, PmixValue value) {
        return PutSizes.size(key, value);
    }
}
