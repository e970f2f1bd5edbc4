// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import org.pmixj.PmixValue;
import org.pmixj.ffi.PMIxConstants;

/**
 * The permanent native handler of the events this layer itself lives by. {@code PMIX_GROUP_LEFT}: without a handler for
 * it libpmix keeps its stale view of a group after a member leaves, and the next collective of the rest hangs. {@code
 * PMIX_EVENT_JOB_END}: how the host tells the end of a job that this process has started.
 */
final class NativeEvents {
    private NativeEvents() {}

    /** Registers the handler; once per native init, before the first group is made or job started. */
    static void register(Context context) {
        new Registration(context).launch();
    }

    /** On the progress thread. */
    static void arrived(int status, MemorySegment info, long count) {
        Session session = Session.current();
        if (session == null) {
            return;
        }
        if (status == PMIxConstants.PMIX_GROUP_LEFT()) {
            left(session, info, count);
        } else if (status == PMIxConstants.PMIX_EVENT_JOB_END()) {
            session.spawned.ended(info, count);
        }
    }

    private static void left(Session session, MemorySegment info, long count) {
        PmixValue group = Infos.find(info, count, PMIxConstants.PMIX_GROUP_ID());
        PmixValue affected = Infos.find(info, count, PMIxConstants.PMIX_EVENT_AFFECTED_PROC());
        if (group instanceof PmixValue.Str id && affected instanceof PmixValue.Proc proc) {
            session.groups.left(id.value(), proc.value());
        }
    }

    private static final class Registration extends Action {
        Registration(Context context) {
            super(context, "registration of the event handler");
        }

        @Override
        int start(SegmentAllocator memory, MemorySegment cbdata) {
            MemorySegment codes = memory.allocateFrom(
                    ValueLayout.JAVA_INT, PMIxConstants.PMIX_GROUP_LEFT(), PMIxConstants.PMIX_EVENT_JOB_END());
            return Native.registerHandler(codes, 2, cbdata);
        }

        @Override
        void rejected() {
            context().session.eventsFailed();
        }
    }
}
