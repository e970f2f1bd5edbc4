// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixStatus;
import org.pmixj.event.Events;
import org.pmixj.event.HandlerBuilder;
import org.pmixj.event.Notification;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.NativeTexts;
import org.pmixj.internal.base.StatusNames;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.notice.EventCodes;

/** Creates builders of handlers and of notifications. */
public record EventsImpl(Handle handle) implements Events {
    /** Returns the interface type: with the class as its type the verifier would load it early. */
    public static Events of(Handle handle) {
        return new EventsImpl(handle);
    }

    /** Returns the codes that report the end of one process, for the exported types. */
    public static PmixStatus[] processEnds() {
        return EventCodes.PROCESS_ENDS.stream().map(PmixStatus::new).toArray(PmixStatus[]::new);
    }

    @Override
    public HandlerBuilder on(PmixStatus... codes) {
        if (codes.length == 0) {
            throw new IllegalArgumentException("no codes are given; onAny() is for events of every code");
        }
        List<Integer> distinct = Arrays.stream(codes)
                .map(code -> Objects.requireNonNull(code, "code").code())
                .distinct()
                .toList();
        handle.checkOpen();
        return new HandlerBuilderImpl(handle, distinct);
    }

    @Override
    public HandlerBuilder onAny() {
        handle.checkOpen();
        return new HandlerBuilderImpl(handle, List.of());
    }

    @Override
    public Notification notify(PmixStatus code) {
        String reserved = reserved(code.code());
        if (reserved != null) {
            throw new IllegalArgumentException(
                    code + " " + reserved + "; codes of an application's own are below PMIX_EXTERNAL_ERR_BASE");
        }
        handle.checkOpen();
        return new NotificationImpl(handle, code.code());
    }

    /**
     * Returns why an application must not send a code, or null if it may. Others act upon such events: an MPI rank that
     * is reported as ended ends, PRRTE ends every job if one is reported as ended, libpmix changes its view of a group.
     */
    private static @Nullable String reserved(int code) {
        if (EventCodes.isProcessEnd(code)) {
            return "reports the end of a process, which the host does";
        } else if (EventCodes.isJobEnd(code)) {
            return "reports the end of a job, which the host does and acts upon";
        } else if (EventCodes.isConnectionLoss(code)) {
            return "reports a lost connection, which libpmix does";
        } else if (code == PMIxConstants.PMIX_GROUP_LEFT() || code == PMIxConstants.PMIX_GROUP_CONSTRUCT_COMPLETE()) {
            return "changes what libpmix knows of a group wherever it arrives";
        }
        return isOfEvent(code) ? null : "is no code of an event";
    }

    /** Returns whether a code is one of the Standard that says what happened, or one of an application's own. */
    private static boolean isOfEvent(int code) {
        if (code >= PMIxConstants.PMIX_ERROR() || code == PMIxConstants.PMIX_EXTERNAL_ERR_BASE()) {
            return false;
        }
        NativeTexts names = NativeTexts.get();
        return code < PMIxConstants.PMIX_EXTERNAL_ERR_BASE()
                || StatusNames.of(code) != null
                || (names != null && names.status(code) != null);
    }

    @Override
    public boolean awaitIdle(Duration timeout) {
        Checks.timeout(timeout);
        handle.checkOpen();
        handle.session.refuseOnProgressThread("waiting for event handlers");
        return HandlerChains.of(handle.session).awaitIdle(handle, Deadline.toNanos(timeout));
    }
}
