// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.pmixj.PmixStatus;
import org.pmixj.event.Events;
import org.pmixj.event.HandlerBuilder;
import org.pmixj.event.Notification;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.call.Handle;

/** Creates builders of handlers and of notifications. */
public final class EventsImpl implements Events {
    private final Handle handle;

    /** Returns the interface type: with the class as its type the verifier would load it early. */
    public static Events of(Handle handle) {
        return new EventsImpl(handle);
    }

    private EventsImpl(Handle handle) {
        this.handle = handle;
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
        String reserved = CodeMeaning.reserved(code.code());
        if (reserved != null) {
            throw new IllegalArgumentException(
                    code + " " + reserved + "; codes of an application's own are below PMIX_EXTERNAL_ERR_BASE");
        }
        handle.checkOpen();
        return new NotificationImpl(handle, code.code());
    }

    @Override
    public boolean awaitIdle(Duration timeout) {
        Checks.timeout(timeout);
        handle.checkOpen();
        handle.session.refuseOnProgressThread("waiting for event handlers");
        return HandlerChains.of(handle.session).awaitIdle(handle, Deadline.toNanos(timeout));
    }
}
