// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.util.List;
import java.util.Optional;
import org.pmixj.Attributes;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.event.Event;
import org.pmixj.event.EventDetail;
import org.pmixj.event.HandlerResult;
import org.pmixj.internal.notice.EventKeys;
import org.pmixj.internal.notice.ReceivedEvent;

/** Shows an event to one handler, with the results of the handlers before it. */
final class EventView implements Event {
    private final ReceivedEvent data;
    private final List<HandlerResult> results;
    private final boolean cached;

    /** Creates the view when the handler has its turn, so that all earlier results are known. */
    EventView(EventInChain arrival) {
        this.data = arrival.event;
        this.results = arrival.results;
        this.cached = arrival.cached;
    }

    @Override
    public PmixStatus code() {
        return new PmixStatus(data.code);
    }

    @Override
    public Optional<ProcId> source() {
        return Optional.ofNullable(data.namedSource);
    }

    @Override
    public List<ProcId> affected() {
        return data.affected;
    }

    @Override
    public Optional<String> text() {
        return Optional.ofNullable(data.text(EventKeys.TEXT));
    }

    @Override
    public EventDetail detail() {
        return EventMeaning.of(data);
    }

    @Override
    public Attributes attributes() {
        return data.forApplication();
    }

    @Override
    public boolean isCached() {
        return cached;
    }

    @Override
    public List<HandlerResult> results() {
        return results;
    }

    @Override
    public Optional<HandlerResult> result(String handler) {
        return results.stream()
                .filter(result -> handler.equals(result.name().orElse(null)))
                .findFirst();
    }

    @Override
    public String toString() {
        return "Event[" + code() + " of " + data.namedSource + ", " + data.attributes + "]";
    }
}
