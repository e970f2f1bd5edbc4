// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmixj.it.support.Await.LIMIT;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ValueType;
import org.pmixj.event.Event;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.Notification;
import org.pmixj.event.Registration;
import org.pmixj.it.data.ValuesOfCIT;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Boundaries;
import org.pmixj.it.support.CCode;
import org.pmixj.it.support.Launched;

/** Two Java ranks and a C rank of one job send each other events; {@code native/tests/event-rank.c} is the C rank. */
class EventCRankIT {
    private static final int RANKS = 3;

    @TempDir
    Path work;

    @ParameterizedTest
    @CsvSource({"1, 0, false", "3, 1, true"})
    void sendEachOtherEvents(int nodes, int rankInC, boolean isRecorded) throws Exception {
        Launched.needsLauncher();
        Path program = work.resolve("event-rank");
        CCode.compile(
                work, "-pthread", "-o", program.toString(), CCode.source("event-rank.c"), CCode.source("handlers.c"));
        List<String> command = new ArrayList<>(Launched.onNodes(nodes));
        command.addAll(List.of("prterun", "--map-by", ":oversubscribe"));
        for (int rank = 0; rank < RANKS; rank++) {
            if (rank > 0) {
                command.add(":");
            }
            if (nodes > 1) {
                command.addAll(List.of("--host", "node" + rank));
            }
            command.addAll(List.of("-n", "1"));
            command.addAll(rank == rankInC ? List.of(program.toString()) : java(rankInC, isRecorded));
        }
        Launched job = Launched.run(work, command, Map.of());
        assertThat(job.exit()).as(job.output()).isZero();
        List<String> lines = job.output().lines().toList();
        for (String rank : List.of("Java " + (1 - rankInC), "Java 2")) {
            assertThat(lines)
                    .contains(
                            rank + ": early " + numbers(12),
                            rank + ": early again " + numbers(12),
                            rank + ": live " + numbers(200),
                            rank + ": " + ValuesOfCIT.values().size() + " values are the same",
                            rank + ": nothing more");
        }
        // libpmix hands out what was kept in reverse.
        assertThat(ofC(lines, "early")).containsExactlyInAnyOrder(1, 2, 3, 4, 5, 6);
        assertThat(ofC(lines, "live")).isEqualTo(numbers(200));
        int values = ValuesOfCIT.values().size();
        // With them comes what keeps the event from default handlers and from being kept, whom it is for, and marks.
        assertThat(job.output())
                .contains("event-rank: " + values + " of " + values + " values are the same, ")
                .contains("came, " + (isRecorded ? 1 : 0) + " for a recording");
    }

    private static List<String> java(int rankInC, boolean isRecorded) {
        List<String> command = Launched.java(Main.class, Integer.toString(rankInC));
        if (isRecorded) {
            command.addAll(1, List.of("-Xlog:jfr*=warning", "-XX:StartFlightRecording"));
        }
        return command;
    }

    private static List<Integer> numbers(int last) {
        return IntStream.rangeClosed(1, last).boxed().toList();
    }

    private static List<Integer> ofC(List<String> lines, String what) {
        String head = "event-rank: " + what + " ";
        return lines.stream()
                .filter(line -> line.startsWith(head))
                .map(line -> Integer.valueOf(line.substring(head.length())))
                .toList();
    }

    /** The ranks in Java. Its argument is the rank in C. */
    static final class Main {
        private static final PmixStatus EARLY = new PmixStatus(-3201);
        private static final PmixStatus EARLY_JAVA = new PmixStatus(-3202);
        private static final PmixStatus LIVE = new PmixStatus(-3203);
        private static final PmixStatus LIVE_JAVA = new PmixStatus(-3204);
        private static final PmixStatus VALUES = new PmixStatus(-3205);
        private static final PmixStatus VALUES_JAVA = new PmixStatus(-3206);
        private static final PmixStatus END = new PmixStatus(-3207);
        private static final Key<Integer> OF_C = Key.of("c.number", ValueType.INT32);
        private static final Key<Integer> OF_JAVA = Key.of("it.number", ValueType.INT32);

        private final Pmix pmix;
        private final int rankInC;
        private final List<BlockingQueue<Event>> queues = new ArrayList<>();

        private Main(Pmix pmix, int rankInC) {
            this.pmix = pmix;
            this.rankInC = rankInC;
        }

        public static void main(String[] args) throws Exception {
            try (Pmix pmix = Pmix.init()) {
                new Main(pmix, Integer.parseInt(args[0])).run();
            }
        }

        private void run() throws Exception {
            boolean sends = pmix.self().rank() == 1 - rankInC;
            if (sends) {
                for (int i = 1; i <= 6; i++) {
                    pmix.events().notify(EARLY_JAVA).with(OF_JAVA, i).cached().send();
                }
            }
            pmix.fence();
            pmix.fence();
            BlockingQueue<Event> early = handler(EARLY);
            print("early " + numbers(early, 12));
            print("early again " + numbers(handler(EARLY), 12));
            pmix.fence();
            BlockingQueue<Event> live = handler(LIVE);
            BlockingQueue<Event> values = handler(VALUES);
            BlockingQueue<Event> end = handler(END);
            pmix.fence();
            if (sends) {
                for (int i = 1; i <= 200; i++) {
                    Notification event = pmix.events().notify(LIVE_JAVA).with(OF_JAVA, i);
                    (i <= 100 ? event : event.cached()).send();
                }
                Notification event = pmix.events().notify(VALUES_JAVA).toAll();
                ValuesOfCIT.values().forEach((name, value) -> event.with(Key.of("java." + name, ValueType.ANY), value));
                event.send();
            }
            print("live " + numbers(live, 200));
            compare(Await.next(values));
            // The C rank sends it last. Events of different codes are handled at the same time.
            Await.next(end);
            boolean idle = pmix.events().awaitIdle(LIMIT);
            pmix.fence();
            if (idle && queues.stream().allMatch(BlockingQueue::isEmpty)) {
                print("nothing more");
            }
        }

        @SuppressWarnings("MustBeClosed")
        private BlockingQueue<Event> handler(PmixStatus code) {
            BlockingQueue<Event> queue = new LinkedBlockingQueue<>();
            queues.add(queue);
            Registration _ = pmix.events().on(code).withCached().register(event -> {
                queue.add(event);
                return EventOutcome.partial();
            });
            return queue;
        }

        private List<Integer> numbers(BlockingQueue<Event> queue, int count) throws InterruptedException {
            List<Integer> numbers = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                Event event = Await.next(queue);
                if (!event.source().equals(Optional.of(pmix.job().member(rankInC)))) {
                    print("after " + i + " events: " + event);
                    return numbers;
                }
                numbers.add(event.attributes().get(OF_C).orElse(-1));
            }
            return numbers;
        }

        private void compare(Event event) {
            int same = 0;
            Map<String, PmixValue> came = new LinkedHashMap<>();
            event.attributes().forEach(info -> came.put(info.key(), info.value()));
            for (Map.Entry<String, PmixValue> entry : ValuesOfCIT.values().entrySet()) {
                PmixValue value = came.remove("c." + entry.getKey());
                if (entry.getValue().equals(value)) {
                    same++;
                } else {
                    print("c." + entry.getKey() + " is " + Boundaries.describe(value));
                }
            }
            print(came.isEmpty() ? same + " values are the same" : "too many: " + came);
        }

        private void print(String text) {
            System.out.println("Java " + pmix.self().rank() + ": " + text);
        }
    }
}
