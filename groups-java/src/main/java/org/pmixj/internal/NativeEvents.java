// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import org.pmixj.PmixValue;
import org.pmixj.ffi.PMIxConstants;

/**
 * The permanent native handler of the events this layer itself lives by. So far that is one: {@code PMIX_GROUP_LEFT}.
 * Without a handler for it libpmix keeps its stale view of a group after a member leaves, and the next collective of
 * the rest hangs.
 */
final class NativeEvents {
    private NativeEvents() {}

    /** Registers the handler; once per native init, before the first group is made. */
    static void register(Context context) {
        new Registration(context).launch();
    }

    /** On the progress thread. */
    static void arrived(int status, MemorySegment info, long count) {
        if (status != PMIxConstants.PMIX_GROUP_LEFT()) {
            return;
        }
        PmixValue group = Infos.find(info, count, PMIxConstants.PMIX_GROUP_ID());
        PmixValue affected = Infos.find(info, count, PMIxConstants.PMIX_EVENT_AFFECTED_PROC());
        Session session = Session.current();
        if (session != null && group instanceof PmixValue.Str id && affected instanceof PmixValue.Proc proc) {
            session.groups.left(id.value(), proc.value());
        }
    }

    private static final class Registration extends Action {
        Registration(Context context) {
            super(context, "registration of the group event handler");
        }

        @Override
        int start(SegmentAllocator memory, MemorySegment cbdata) {
            MemorySegment codes = memory.allocateFrom(ValueLayout.JAVA_INT, PMIxConstants.PMIX_GROUP_LEFT());
            return Native.registerHandler(codes, 1, cbdata);
        }

        @Override
        void rejected() {
            context().session.groupEventsFailed();
        }
    }
}
