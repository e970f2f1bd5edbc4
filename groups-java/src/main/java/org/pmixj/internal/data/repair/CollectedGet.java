// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.data.repair;

import org.pmixj.GetOptions;
import org.pmixj.internal.base.Defect;

/** Lets some gets ask the node of a process for a value that a fence was to bring to this node. */
public final class CollectedGet {
    /** Each of so many gets asks the other node, and may take a second. */
    private static final int ELSEWHERE = 10;

    private CollectedGet() {}

    /** Returns the options of an attempt to read a collected value; the first one has number 1. */
    public static GetOptions options(int attempt) {
        return attempt % ELSEWHERE == 0 && Defect.COLLECTED_VALUES_MISSING.isHere()
                ? GetOptions.defaults()
                : GetOptions.builder().immediate().build();
    }
}
