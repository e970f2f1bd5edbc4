// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Tag;
import org.pmixj.FenceRequest;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.connect.ConnectRequest;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.Events;
import org.pmixj.event.Registration;
import org.pmixj.group.Group;
import org.pmixj.group.Groups;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.data.KnownJobs;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Tables;
import org.pmixj.junit.PmixTest;

/** The tables of the library do not grow with the number of operations that have ended. */
@Tag("slow")
class TablesIT {
    private static final PmixStatus NEWS = new PmixStatus(-3777);
    /** Tables that are full after so many operations do not grow with their number. */
    private static final int WARM_UP = 2_000;

    /** Fewer where {@code ci/test repeat} delays each of them. */
    private static final int MANY = Jobs.ARE_DELAYED ? 500 : 5_000;
    /** More than the limit of their table. None of them is delayed. */
    private static final int JOBS = 5_000;

    /** Where one takes milliseconds, and no table has a limit near that. */
    private static final int SOME = 400;

    /** It has an entry for each set of processes with an id that was connected: the next connection has another name. */
    private static final String NUMBERS = "ConnectionTable.NUMBERS";

    /** Timers and answers may outlast an operation for so long. */
    private static final Duration LATER = Duration.ofSeconds(15);

    /** The operations of a rank, and the tables that have grown with them. All ranks call the same. */
    private record Growth(Pmix pmix, Map<String, Map<String, Integer>> found) {
        /** Runs an operation again and again, and notes the tables that have grown with it. */
        void run(String what, int warmUp, int count, IntConsumer operation) throws Exception {
            long began = System.nanoTime();
            for (int i = 0; i < warmUp; i++) {
                operation.accept(i);
            }
            meet();
            Map<String, Integer> before = Tables.count();
            for (int i = 0; i < count; i++) {
                operation.accept(warmUp + i);
            }
            meet();
            Map<String, Integer> grown = new TreeMap<>();
            Await.until(LATER, () -> {
                // Some tables have entries for as long as others hold their keys.
                System.gc();
                grown.clear();
                grown.putAll(grown(before, count));
                return grown.isEmpty();
            });
            System.out.println(count + " " + what + ": " + Duration.ofNanos(System.nanoTime() - began));
            if (!grown.isEmpty()) {
                found.put(count + " " + what, grown);
            }
            meet();
        }

        private static Map<String, Integer> grown(Map<String, Integer> before, int count) {
            Map<String, Integer> grown = new TreeMap<>();
            Tables.count().forEach((table, size) -> {
                int more = size - before.getOrDefault(table, 0);
                if (more > count / 4 && !table.equals(NUMBERS)) {
                    grown.put(table, more);
                }
            });
            return grown;
        }

        void meet() {
            pmix.fence(FenceRequest.ofJob().withoutData());
        }
    }

    private static void data(Growth growth) throws Exception {
        Pmix pmix = growth.pmix;
        ProcId other = pmix.job().member(1 - pmix.self().rank());
        Key<Integer> key = Key.of("it.tables", ValueType.INT32);
        growth.run("puts", WARM_UP, MANY, i -> {
            pmix.put(Scope.GLOBAL, key, i);
            if (i % 100 == 0) {
                pmix.commit();
            }
        });
        pmix.fence();
        growth.run("gets", WARM_UP, MANY, i -> pmix.get(other, key));
        growth.run("gets of nothing", 100, SOME, i -> pmix.find(pmix.self(), Key.of("it.no-" + i, ValueType.INT32)));
        growth.run("fences", WARM_UP, MANY, i -> growth.meet());
        growth.run("handles", WARM_UP, MANY, i -> Pmix.init().close());
    }

    private static void groups(Growth growth) throws Exception {
        Pmix pmix = growth.pmix;
        Groups groups = pmix.groups();
        growth.run(
                "groups",
                WARM_UP,
                MANY,
                i -> groups.construct(Jobs.all(pmix, "it-tables-" + i).build()).destruct());
        growth.run(
                "groups that notify",
                100,
                SOME,
                i -> groups.construct(Jobs.all(pmix, "it-notify-" + i)
                                .notifyTermination()
                                .build())
                        .destruct());
        Group group = groups.construct(Jobs.all(pmix, "it-tables").build());
        growth.run("fences of a group", 100, SOME, i -> group.fence());
        growth.run("exchanges", 100, SOME, i -> group.exchange(ValueType.INT32, i));
        growth.run("splits", 100, SOME, i -> group.split(0, 0).orElseThrow().destruct());
        growth.run("listeners", WARM_UP, MANY, i -> group.onChange(_ -> {}).close());
        group.destruct();
        // Their departures fill the table of delivered events.
        growth.run("groups that are left", 600, SOME, i -> {
            groups.construct(Jobs.all(pmix, "it-left-" + i % 100).build()).close();
            growth.meet();
        });
    }

    private static void events(Growth growth) throws Exception {
        Events events = growth.pmix.events();
        growth.run(
                "handlers",
                WARM_UP,
                MANY,
                i -> events.on(NEWS).register(_ -> EventOutcome.partial()).close());
        AtomicInteger arrived = new AtomicInteger();
        Registration handler = events.on(NEWS).register(_ -> {
            arrived.incrementAndGet();
            return EventOutcome.partial();
        });
        // A process does not receive what was sent between two of its handlers.
        growth.meet();
        growth.run("events", WARM_UP, MANY, i -> {
            events.notify(NEWS).toNamespace().send();
            // Events arrive after the call. The first ones of both ranks must fill the table before it is counted.
            if (i % 100 == 99) {
                Await.awaitOrInterrupt(
                        () -> Await.until("all events have arrived", () -> arrived.get() >= 2 * (i + 1)));
            }
        });
        handler.close();
    }

    private static void host(Growth growth) throws Exception {
        Pmix pmix = growth.pmix;
        growth.run("published values", 100, SOME, i -> {
            Key<Integer> key = Key.of("it.tables." + pmix.self().rank() + "." + i, ValueType.INT32);
            pmix.directory().publish(key, i);
            pmix.directory().lookup(key);
            pmix.directory().unpublish(key);
        });
        growth.run("queries", 100, SOME, i -> pmix.queries().namespaces());
    }

    private static void connections(Growth growth) throws Exception {
        Pmix pmix = growth.pmix;
        ConnectRequest.Builder request =
                ConnectRequest.builder().members(pmix.job().members());
        int before = numbers();
        growth.run(
                "connections",
                50,
                SOME / 2,
                i -> pmix.connections().connect(request.build()).disconnect());
        assertThat(numbers() - before).isEqualTo(1);
        growth.run(
                "connections with an id",
                50,
                SOME / 2,
                i -> pmix.connections()
                        .connect(request.id("it-tables-" + i).build())
                        .disconnect());
        assertThat(numbers() - before).isEqualTo(1 + 50 + SOME / 2);
    }

    private static int numbers() {
        return Tables.count().getOrDefault(NUMBERS, 0);
    }

    /** Jobs that this process has met, as one that spawns again and again. */
    private static void jobs(Growth growth) throws Exception {
        KnownJobs known = KnownJobs.of(Session.current());
        Pmix pmix = growth.pmix;
        assertThat(pmix.job().size()).isEqualTo(2);
        growth.run("jobs", WARM_UP, JOBS, i -> known.learn("it-job-" + i, 1));
        growth.run("jobs that are met", WARM_UP, JOBS, i -> known.met("it-met-" + i));
        assertThat(known.knows(pmix.self().nspace())).isTrue();
        assertThat(known.knows("it-job-" + WARM_UP)).isFalse();
    }

    @PmixTest(ranks = 2, timeLimit = 600)
    void nothingGrowsWithTheNumberOfOperations(Pmix pmix) throws Exception {
        Growth growth = new Growth(pmix, new TreeMap<>());
        jobs(growth);
        data(growth);
        events(growth);
        host(growth);
        connections(growth);
        groups(growth);
        assertThat(growth.found).isEmpty();
    }
}
