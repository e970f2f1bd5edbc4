// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call.repair;

import org.pmixj.PmixValue;
import org.pmixj.internal.base.Defect;

/** Recognises the NULL string with which PRRTE answers a query for names if there are none. */
public final class NullNames {
    private NullNames() {}

    public static boolean isNone(PmixValue value) {
        return value instanceof PmixValue.Opaque && Defect.PSET_NAMES_NULL.isHere();
    }
}
