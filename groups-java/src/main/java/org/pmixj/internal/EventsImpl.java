// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.pmixj.PmixStatus;
import org.pmixj.event.Events;
import org.pmixj.event.HandlerBuilder;
import org.pmixj.event.Notification;

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
        String reserved = EventCodes.reserved(code.code());
        if (reserved != null) {
            throw new IllegalArgumentException(
                    code + " " + reserved + "; codes of an application's own are below PMIX_EXTERNAL_ERR_BASE");
        }
        context.checkOpen();
        return new NotificationImpl(context, code.code());
    }

    @Override
    public boolean awaitIdle(Duration timeout) {
        Checks.timeout(timeout);
        context.checkOpen();
        context.session.refuseOnProgressThread("waiting for event handlers");
        return context.session.events.hub().awaitIdle(Operation.toNanos(timeout));
    }
}
