// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmixj.Pmix;
import org.pmixj.PmixStatus;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.Registration;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Launched;
import org.pmixj.it.trace.Recordings.Rank;
import org.pmixj.model.ActivityOptions;
import org.pmixj.model.Phase;
import org.pmixj.model.ProgrammingModel;
import org.pmixj.model.Reach;

/** How a recording shows a notification from its sender to its handlers, and programming models. */
class RecordedEventsIT {
    private static final int RANKS = 3;
    private static final int CODE = -3777;
    private static final int EVENTS = 3;

    @TempDir
    Path work;

    /** Rank 0 sends to all, kept and not; the handler of rank 1 fails at the second. */
    static final class Main {
        public static void main(String[] args) throws Exception {
            CountDownLatch handled = new CountDownLatch(EVENTS);
            try (Pmix pmix = Pmix.init();
                    Registration _ = pmix.events()
                            .on(new PmixStatus(CODE))
                            .named("it-rec-handler")
                            .register(event -> {
                                boolean isSecond = handled.getCount() == EVENTS - 1;
                                handled.countDown();
                                assertThat(event.attributes().infos())
                                        .noneMatch(info -> info.key().startsWith("pmixj."));
                                if (pmix.self().rank() == 1 && isSecond) {
                                    throw new IllegalStateException("meant to fail");
                                }
                                return EventOutcome.partial();
                            })) {
                pmix.models().declare(ProgrammingModel.named("it-rec-model").build(), Reach.PROCESS);
                try (Phase _ = pmix.models().phase("it-rec-phase", "solve", ActivityOptions.to(Reach.PROCESS))) {
                    pmix.fence();
                }
                if (pmix.self().rank() == 0) {
                    for (int i = 0; i < EVENTS; i++) {
                        var notification =
                                pmix.events().notify(new PmixStatus(CODE)).toNamespace();
                        (i == EVENTS - 1 ? notification.cached() : notification).send();
                    }
                }
                Await.open(handled);
                assertThat(pmix.events().awaitIdle(Await.LIMIT)).isTrue();
                pmix.fence();
            }
        }
    }

    private static List<RecordedEvent> ofCode(List<RecordedEvent> events) {
        return events.stream().filter(event -> event.getInt("code") == CODE).toList();
    }

    private static List<String> names(List<RecordedEvent> events) {
        return events.stream()
                .map(event -> event.getString("nspace") + " " + event.getLong("rank") + " " + event.getLong("id"))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = 3)
    void aNotificationIsFollowedFromItsSenderToItsHandlers(int nodes) throws Exception {
        Recordings recordings = new Recordings(work);
        Launched job = recordings.run(nodes, RANKS, List.of(), List.of(recordings.option()), Main.class);
        assertThat(job.exit()).as(job.output()).isZero();
        Map<Long, Rank> ranks = Recordings.read(work);
        assertThat(ranks).containsOnlyKeys(0L, 1L, 2L);
        String nspace = ranks.get(0L).of("Session").getFirst().getString("nspace");

        List<RecordedEvent> sent = ofCode(ranks.get(0L).of("EventSent"));
        assertThat(sent).hasSize(EVENTS);
        for (RecordedEvent event : sent) {
            assertThat(event.getString("nspace") + event.getLong("rank")).isEqualTo(nspace + "0");
            assertThat(event.getString("codeName")).isEqualTo(new PmixStatus(CODE).name());
            assertThat(event.getString("range")).isEqualTo("PMIX_RANGE_CUSTOM");
            assertThat(event.getString("targets")).startsWith(nspace + ":");
            assertThat(event.getString("status")).isEqualTo("PMIX_SUCCESS");
        }
        assertThat(names(sent)).doesNotHaveDuplicates().noneMatch(name -> name.endsWith(" 0"));

        for (Rank rank : ranks.values()) {
            List<RecordedEvent> received = ofCode(rank.of("EventReceived"));
            List<RecordedEvent> called = ofCode(rank.of("HandlerCalled"));
            assertThat(names(received)).containsExactlyInAnyOrderElementsOf(names(sent));
            assertThat(names(called)).isEqualTo(names(received));
            assertThat(called.stream().map(event -> event.getLong("receipt")))
                    .isEqualTo(received.stream()
                            .map(event -> event.getLong("receipt"))
                            .toList())
                    .doesNotHaveDuplicates();
            assertThat(called).allMatch(event -> event.getString("handler").equals("it-rec-handler"));
            assertThat(called.stream().map(event -> event.getString("outcome")))
                    .containsExactly(
                            "PMIX_EVENT_PARTIAL_ACTION_TAKEN",
                            rank.number() == 1 ? "IllegalStateException" : "PMIX_EVENT_PARTIAL_ACTION_TAKEN",
                            "PMIX_EVENT_PARTIAL_ACTION_TAKEN");

            assertThat(rank.of("Model"))
                    .extracting(event ->
                            event.getString("model") + " " + event.getString("change") + " " + event.getString("reach"))
                    .containsExactly("it-rec-model declared " + Reach.PROCESS);
            RecordedEvent phase = rank.of("Phase").getFirst();
            assertThat(phase.getString("model")).isEqualTo("it-rec-model");
            assertThat(phase.getString("name")).isEqualTo("it-rec-phase");
            assertThat(phase.getString("type")).isEqualTo("solve");
            assertThat(phase.getLong("threads")).isZero();
            Duration fence = rank.operations("fence").getFirst().getDuration();
            assertThat(phase.getDuration()).isGreaterThanOrEqualTo(fence);
        }
    }
}
