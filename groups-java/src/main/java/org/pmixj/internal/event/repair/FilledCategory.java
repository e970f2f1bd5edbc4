// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event.repair;

import java.util.List;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Defect;

/**
 * Names the codes of a handler that is registered for nothing but to be the first of its category. libpmix does not check
 * the neighbour of the first handler: it accepts one that is to be before or after a handler that does not exist. For a
 * single code there is the shared handler of the code.
 */
public final class FilledCategory {
    /** Codes that nobody sends. */
    private static final List<Integer> UNUSED = List.of(
            PMIxConstants.PMIX_EXTERNAL_ERR_BASE() - 7_064_911, PMIxConstants.PMIX_EXTERNAL_ERR_BASE() - 7_064_912);

    private FilledCategory() {}

    /** Returns the codes of a handler to register before one for some codes; none if there is no need. */
    public static List<Integer> codes(int count) {
        return count > 1 && Defect.UNKNOWN_PLACE_ACCEPTED.isHere() ? UNUSED : List.of();
    }
}
