// SPDX-License-Identifier: Apache-2.0
package org.pmixj.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.LongTaskTimer;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;
import org.jspecify.annotations.Nullable;

/** Counts the events of a stream in the meters of a registry. All but the gauge is of the thread of the stream. */
final class RecordedMeters {
    private static final String KIND = "kind";
    private static final String CODE = "code";
    private static final String CODE_NAME = "codeName";
    private static final String STATUS = "status";

    /** How many events are remembered that no handler was called with; most of them have none. */
    private static final int MOST_QUEUED = 10_000;

    private final MeterProvider<Timer> operations;
    private final MeterProvider<Timer> nativeWaits;
    private final MeterProvider<Timer> dispatchWaits;
    private final MeterProvider<LongTaskTimer> active;
    private final MeterProvider<Timer> queries;
    private final MeterProvider<Counter> changes;
    private final MeterProvider<Timer> sent;
    private final MeterProvider<Counter> received;
    private final MeterProvider<Timer> queued;
    private final MeterProvider<Timer> handlers;
    private final Counter lost;

    /** The collective operations that have not ended, by what tells them apart. */
    private final Map<List<Object>, LongTaskTimer.Sample> calls = new HashMap<>();

    /** When events arrived, by the number of their receipt. */
    private final Map<Long, Instant> arrivals = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Instant> eldest) {
            return size() > MOST_QUEUED;
        }
    };

    /** The groups of this process. The gauge reads their number on any thread. */
    private final Set<String> groups = ConcurrentHashMap.newKeySet();

    RecordedMeters(MeterRegistry registry, Tags tags) {
        operations = timer(registry, tags, "pmixj.operations", "Operations of PMIx that have ended");
        nativeWaits = timer(registry, tags, "pmixj.operations.native", "Waits for libpmix within operations");
        dispatchWaits = timer(registry, tags, "pmixj.operations.dispatch", "Waits for a thread within operations");
        active = LongTaskTimer.builder("pmixj.operations.active")
                .description("Collective operations that have not ended")
                .tags(tags)
                .withRegistry(registry);
        queries = timer(registry, tags, "pmixj.queries", "Queries to the host");
        changes = counter(registry, tags, "pmixj.groups.changes", "Changes of groups");
        sent = timer(registry, tags, "pmixj.events.sent", "Notifications until the host has accepted them");
        received = counter(registry, tags, "pmixj.events.received", "Events that have arrived");
        queued = timer(registry, tags, "pmixj.events.queued", "Waits of events for their first handler");
        handlers = timer(registry, tags, "pmixj.handlers", "Calls of handlers of events");
        lost = Counter.builder("pmixj.members.lost")
                .description("Members that groups have lost by their death")
                .tags(tags)
                .register(registry);
        Gauge.builder("pmixj.groups", groups, Set::size)
                .description("Groups that this process belongs to")
                .tags(tags)
                .strongReference(true)
                .register(registry);
    }

    private static MeterProvider<Timer> timer(MeterRegistry registry, Tags tags, String name, String description) {
        return Timer.builder(name).description(description).tags(tags).withRegistry(registry);
    }

    private static MeterProvider<Counter> counter(MeterRegistry registry, Tags tags, String name, String description) {
        return Counter.builder(name).description(description).tags(tags).withRegistry(registry);
    }

    /** Has a stream record the events, and passes them on to this. */
    void listenTo(RecordingStream stream) {
        // An operation comes after the record of its call, and a call of a handler after that of its event.
        stream.setOrdered(true);
        listen(stream, "OperationEntered", this::entered);
        listen(stream, "Operation", this::operation);
        listen(stream, "HostQuery", this::query);
        listen(stream, "Group", this::group);
        listen(stream, "MemberLost", _ -> lost.increment());
        listen(stream, "EventSent", this::sent);
        listen(stream, "EventReceived", this::received);
        listen(stream, "HandlerCalled", this::handled);
    }

    private static void listen(RecordingStream stream, String type, Consumer<RecordedEvent> action) {
        String name = "pmixj." + type;
        stream.enable(name).withoutThreshold().withoutStackTrace();
        stream.onEvent(name, action);
    }

    /** Returns whether an operation is a step of another one. */
    private static boolean isStep(RecordedEvent event) {
        return !event.getString("within").isEmpty();
    }

    private static List<Object> call(RecordedEvent event) {
        return List.of(
                event.getString(KIND),
                event.getString("name"),
                event.getString("members"),
                event.getLong("sequence"),
                event.getInt("copy"));
    }

    private void entered(RecordedEvent event) {
        if (!isStep(event)) {
            calls.put(call(event), active.withTag(KIND, event.getString(KIND)).start());
        }
    }

    private void operation(RecordedEvent event) {
        if (isStep(event)) {
            return;
        }
        String kind = event.getString(KIND);
        LongTaskTimer.@Nullable Sample call = calls.remove(call(event));
        if (call != null) {
            call.stop();
        }
        operations.withTags(KIND, kind, STATUS, event.getString(STATUS)).record(event.getDuration());
        nativeWaits.withTag(KIND, kind).record(event.getDuration("nativeWait"));
        dispatchWaits.withTag(KIND, kind).record(event.getDuration("dispatchWait"));
    }

    private void query(RecordedEvent event) {
        if (!isStep(event)) {
            queries.withTag(STATUS, event.getString(STATUS)).record(event.getDuration());
        }
    }

    private void group(RecordedEvent event) {
        String change = event.getString("change");
        changes.withTag("change", change).increment();
        switch (change) {
            case "constructed" -> groups.add(event.getString("name"));
            case "destructed", "left" -> groups.remove(event.getString("name"));
            default -> {
                // It has another membership, and is still there.
            }
        }
    }

    private void sent(RecordedEvent event) {
        if (!isStep(event)) {
            sent.withTags(CODE, event.getString(CODE_NAME), STATUS, event.getString(STATUS))
                    .record(event.getDuration());
        }
    }

    private void received(RecordedEvent event) {
        received.withTag(CODE, event.getString(CODE_NAME)).increment();
        arrivals.put(event.getLong("receipt"), event.getStartTime());
    }

    private void handled(RecordedEvent event) {
        String code = event.getString(CODE_NAME);
        Instant arrival = arrivals.remove(event.getLong("receipt"));
        if (arrival != null) {
            queued.withTag(CODE, code).record(Duration.between(arrival, event.getStartTime()));
        }
        handlers.withTags(CODE, code, "outcome", event.getString("outcome")).record(event.getDuration());
    }
}
