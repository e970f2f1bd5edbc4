// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import org.jspecify.annotations.Nullable;

/** Names the place that a handler wants in its chain; the anchor is the handler to be before or after. */
record Placement(Kind kind, @Nullable String anchor) {
    /** The directives of a registration; a handler without a directive is appended. */
    enum Kind {
        FIRST,
        LAST,
        FIRST_IN_CATEGORY,
        LAST_IN_CATEGORY,
        BEFORE,
        AFTER,
        PREPEND,
        APPEND
    }

    static final Placement NONE = new Placement(Kind.APPEND, null);

    boolean is(Kind wanted) {
        return kind == wanted;
    }
}
