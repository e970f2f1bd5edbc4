// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.event.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Filter;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.HandlerBuilder;
import org.pmixj.event.Notification;
import org.pmixj.event.Registration;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.MemoryByTenth;
import org.pmixj.it.support.Seen;
import org.pmixj.it.support.Warnings;

/**
 * Handlers that come and go at random, in several threads of several processes, which send events all the while.
 * Handlers that stay must see each event exactly once, in its sender's order, and in the end nothing may be left over.
 */
final class EventChurn implements AutoCloseable {
    private static final int THREADS = 4;
    private static final int ACTIONS = 6;
    private static final int PARTS = 10;
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final Logger LOGGER = Logger.getLogger("org.pmixj");

    private final Pmix pmix;
    private final long seed;
    private final EventStreams streams;
    private final EventGuests guests;
    private final Warnings warnings = new Warnings();
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private final List<EventStreams.Seen> heads = new ArrayList<>();
    private final List<EventStreams.Seen> tails = new ArrayList<>();
    private final EventStreams.Seen any;
    private final List<Registration> registrations = new ArrayList<>();
    private int interleavings;
    private int arrivals;

    EventChurn(Pmix pmix, long seed) {
        this.pmix = pmix;
        this.seed = seed;
        this.streams = new EventStreams(pmix, THREADS);
        this.guests = new EventGuests(pmix, streams);
        this.any = streams.new Seen("any", EventStreams::isNeverEnded);
        LOGGER.setFilter(warnings);
        for (int code = 0; code < EventStreams.CODES; code++) {
            heads.add(streams.new Seen("first-" + code, each -> true));
            tails.add(streams.new Seen("last-" + code, EventStreams::isNeverEnded));
            register(pmix.events().on(EventStreams.code(code)).first(), heads.getLast());
            register(pmix.events().on(EventStreams.code(code)).last(), tails.getLast());
        }
        register(pmix.events().onAny(), any);
        pmix.fence();
    }

    private void register(HandlerBuilder builder, EventStreams.Seen seen) {
        registrations.add(builder.named(seen.toString()).register(event -> {
            seen.see(event);
            return EventOutcome.noAction();
        }));
    }

    /** In all ranks at once. */
    MemoryByTenth run(int count) throws Exception {
        System.out.println("rank " + pmix.self().rank() + ": seed " + seed);
        MemoryByTenth memory = new MemoryByTenth();
        int part = count / PARTS;
        for (int i = 0; i < count; i++) {
            interleave(interleavings++);
            if (i % part == part - 1) {
                guests.dismissAll();
                arrive();
                EventLoads.requireIdle();
                streams.requireRight();
                memory.measure();
                pmix.fence();
            }
        }
        System.out.println("rank " + pmix.self().rank() + ": " + count + " interleavings, " + streams + ", " + guests
                + ", " + warnings);
        return memory;
    }

    /** Whether guests have answered in each way there is. */
    boolean isVaried() {
        return guests.haveAnsweredInAllWays();
    }

    private void interleave(int number) throws InterruptedException, ExecutionException, TimeoutException {
        List<Future<?>> running = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            int own = thread;
            Random random = new Random(
                    seed + 1_000_003L * number + 31L * thread + pmix.self().rank());
            Callable<@Nullable Void> actions = () -> {
                act(own, random);
                return null;
            };
            running.add(threads.submit(actions));
        }
        for (Future<?> each : running) {
            each.get(120, TimeUnit.SECONDS);
        }
    }

    private void act(int thread, Random random) throws InterruptedException, ExecutionException, TimeoutException {
        List<CompletableFuture<?>> sending = new ArrayList<>();
        for (int i = 0; i < ACTIONS; i++) {
            int choice = random.nextInt(100);
            if (choice < 10) {
                streams.next(thread, random).send();
            } else if (choice < 50) {
                Notification event = streams.next(thread, random);
                sending.add(event.sendAsync());
            } else if (choice < 78) {
                guests.welcome(random);
            } else {
                guests.dismiss(random);
            }
        }
        for (CompletableFuture<?> each : sending) {
            Await.result(each);
        }
    }

    /** Tells the others what was sent, and waits until what they have sent is here. */
    private void arrive() throws InterruptedException {
        Key<List<Integer>> key = Key.of("churn.sent." + arrivals++, ValueType.listOf(ValueType.INT32));
        pmix.put(Scope.GLOBAL, key, streams.sent());
        pmix.commit();
        pmix.fence();
        for (ProcId source : pmix.job().members()) {
            List<Integer> counts = pmix.get(source, key);
            for (int stream = 0; stream < counts.size(); stream++) {
                for (EventStreams.Seen seen : wanting(source, stream)) {
                    await(seen, source, stream, counts.get(stream));
                }
            }
        }
    }

    /** Those who must have seen all of a stream. */
    private List<EventStreams.Seen> wanting(ProcId source, int stream) {
        int code = EventStreams.codeOf(stream);
        if (!streams.isForMe(source, stream)) {
            return List.of();
        } else if (!EventStreams.isNeverEnded(code)) {
            return List.of(heads.get(code));
        }
        return EventStreams.isForDefaults(stream)
                ? List.of(heads.get(code), tails.get(code), any)
                : List.of(heads.get(code), tails.get(code));
    }

    private void await(EventStreams.Seen seen, ProcId source, int stream, int wanted) throws InterruptedException {
        Await.until(PATIENCE, () -> {
            streams.requireRight();
            return seen.count(source, stream) >= wanted;
        });
        assertThat(seen.count(source, stream))
                .as("%s, stream %s of %s", seen, stream, source)
                .isEqualTo(wanted);
    }

    @Override
    public void close() {
        threads.shutdownNow();
        guests.close();
        registrations.forEach(Registration::close);
        LOGGER.setFilter(null);
    }

    /** Counts what would fill the output: guests fail on purpose. */
    private static final class Warnings implements Filter {
        private final AtomicInteger failures = new AtomicInteger();
        private final AtomicInteger bounds = new AtomicInteger();

        @Override
        public boolean isLoggable(LogRecord entry) {
            (entry.getMessage().contains(" gave no outcome ") ? bounds : failures).incrementAndGet();
            return false;
        }

        @Override
        public String toString() {
            return "warnings of " + failures + " failures and of " + bounds + " bounds";
        }
    }
}
