// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.pmixj.PmixStatus;
import org.pmixj.event.Events;
import org.pmixj.event.HandlerBuilder;
import org.pmixj.event.Notification;
import org.pmixj.ffi.PMIxConstants;

/** Begins handlers and notifications. */
public final class EventsImpl implements Events {
    private final Context context;

    /** As the interface: a method that returns an implementation as one makes the verifier load it at once. */
    public static Events of(Context context) {
        return new EventsImpl(context);
    }

    private EventsImpl(Context context) {
        this.context = context;
    }

    @Override
    public HandlerBuilder on(PmixStatus... codes) {
        if (codes.length == 0) {
            throw new IllegalArgumentException("no codes are given; onAny() is for events of every code");
        }
        Set<Integer> distinct = new LinkedHashSet<>();
        for (PmixStatus code : codes) {
            distinct.add(Objects.requireNonNull(code, "code").code());
        }
        context.checkOpen();
        return new HandlerBuilderImpl(context, List.copyOf(distinct));
    }

    @Override
    public HandlerBuilder onAny() {
        context.checkOpen();
        return new HandlerBuilderImpl(context, List.of());
    }

    @Override
    public Notification notify(PmixStatus code) {
        if (EventDetails.isProcessEnd(code.code())) {
            throw new IllegalArgumentException(
                    code + " tells the end of a process, which the host does; use a code below PMIX_EXTERNAL_ERR_BASE");
        }
        if (code.code() == PMIxConstants.PMIX_EVENT_JOB_END()) {
            throw new IllegalArgumentException(
                    code + " tells the end of a job, which the host does, and who started the job would believe it");
        }
        if (code.code() == PMIxConstants.PMIX_GROUP_LEFT()
                || code.code() == PMIxConstants.PMIX_GROUP_CONSTRUCT_COMPLETE()) {
            throw new IllegalArgumentException(code + " changes what libpmix knows of a group wherever it arrives");
        }
        context.checkOpen();
        return new NotificationImpl(context, code.code());
    }
}
