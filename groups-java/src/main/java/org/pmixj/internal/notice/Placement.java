// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.notice;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixValue;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.codec.InfoArray;

/** Names the place that a handler wants in its chain; the anchor is the handler to be before or after. */
public record Placement(Kind kind, @Nullable String anchor) {
    /** The directives of a registration; a handler without a directive is appended. */
    public enum Kind {
        FIRST,
        LAST,
        FIRST_IN_CATEGORY,
        LAST_IN_CATEGORY,
        BEFORE,
        AFTER,
        PREPEND,
        APPEND
    }

    public static final Placement NONE = new Placement(Kind.APPEND, null);

    public boolean is(Kind wanted) {
        return kind == wanted;
    }

    /** Adds the directive for libpmix, which only knows places among all handlers of a process. */
    void write(SegmentAllocator memory, InfoArray directives) {
        switch (kind) {
            case FIRST -> directives.flag(memory, PMIxConstants.PMIX_EVENT_HDLR_FIRST());
            case LAST -> directives.flag(memory, PMIxConstants.PMIX_EVENT_HDLR_LAST());
            case BEFORE -> beside(memory, directives, PMIxConstants.PMIX_EVENT_HDLR_BEFORE());
            case AFTER -> beside(memory, directives, PMIxConstants.PMIX_EVENT_HDLR_AFTER());
            default -> {}
        }
    }

    private void beside(SegmentAllocator memory, InfoArray directives, MemorySegment key) {
        directives.add(memory, key, new PmixValue.Str(Objects.requireNonNull(anchor)));
    }

    /** Returns the exception for PMIX_ERR_EVENT_REGISTRATION of a handler with this place, for a number of codes. */
    RuntimeException refused(int codes) {
        if (anchor == null) {
            return new IllegalStateException("a C library of this process has a handler that is " + kind
                    + " already, and libpmix has one in a process, whatever its codes");
        }
        return new IllegalArgumentException("there is no event handler '" + anchor + "' in Java, and none for "
                + (codes == 1 ? "one code" : "several codes")
                + " in a C library of this process that another can be "
                + kind);
    }
}
