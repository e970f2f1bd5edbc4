// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event.repair;

import java.util.List;
import org.pmixj.internal.notice.EventCodes;

/**
 * Names the codes of a handler whose only purpose is to be the first of its category. For the first handler of a
 * category libpmix does not check the name that it is placed before or after: it accepts one that no handler has. For a
 * single code, the shared handler of that code is the first.
 */
public final class FilledCategory {
    private FilledCategory() {}

    /** Returns the codes of a handler to register before one for some codes; none if there is no need. */
    public static List<Integer> codes(int count) {
        return count > 1 ? EventCodes.UNUSED : List.of();
    }
}
