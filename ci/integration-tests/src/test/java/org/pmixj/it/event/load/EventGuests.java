// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.event.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixStatus;
import org.pmixj.ValueType;
import org.pmixj.event.Event;
import org.pmixj.event.EventHandler;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.HandlerBuilder;
import org.pmixj.event.Registration;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Seen;

/** The handlers of {@link EventChurn} that come and go, at any place, with every way to answer. */
final class EventGuests implements AutoCloseable {
    private static final int MOST = 16;
    private static final int FRESH_CODES = 40;
    private static final PmixStatus ECHO = new PmixStatus(-3290);
    private static final Key<Integer> RESULT = Key.of("churn.result", ValueType.INT32);
    private static final Duration BRIEF = Duration.ofMillis(5);

    private enum Answer {
        NO_ACTION,
        RESULT,
        END,
        EXCEPTION,
        ERROR,
        NULL,
        STAGE,
        FAILED_STAGE,
        STAGE_OF_NULL,
        STAGE_OF_STAGE,
        NEVER,
        TOO_LATE,
        SLEEP,
        CLOSE_ITSELF,
        CLOSE_ANOTHER,
        SEND;

        private boolean isLate() {
            return this == NEVER || this == TOO_LATE || this == SLEEP;
        }
    }

    private final Pmix pmix;
    private final EventStreams streams;
    private final ScheduledExecutorService others = Executors.newScheduledThreadPool(2);
    private final List<Registration> here = new ArrayList<>();
    private final AtomicInteger names = new AtomicInteger();
    private final AtomicInteger fresh = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final Map<Answer, AtomicInteger> answers = new ConcurrentHashMap<>();

    EventGuests(Pmix pmix, EventStreams streams) {
        this.pmix = pmix;
        this.streams = streams;
    }

    /** Registers one more, or is refused one whose place or neighbour is not to be had. */
    void welcome(Random random) throws InterruptedException, ExecutionException, TimeoutException {
        if (size() >= MOST) {
            dismiss(random);
        }
        Guest guest = new Guest(random);
        try {
            HandlerBuilder builder = place(guest, builder(random), random);
            guest.registration =
                    random.nextBoolean() ? builder.register(guest) : Await.result(builder.registerAsync(guest));
            add(guest.registration);
        } catch (IllegalStateException | IllegalArgumentException e) {
            refused.incrementAndGet();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof IllegalStateException || e.getCause() instanceof IllegalArgumentException)) {
                throw e;
            }
            refused.incrementAndGet();
        }
    }

    private HandlerBuilder builder(Random random) {
        int choice = random.nextInt(10);
        PmixStatus code = EventStreams.code(random.nextInt(EventStreams.CODES));
        if (choice == 0) {
            return pmix.events().onAny();
        } else if (choice == 1 && fresh.get() < FRESH_CODES) {
            // Nobody was ever there for it: libpmix is asked for what was kept.
            PmixStatus unused = new PmixStatus(-3300 - fresh.incrementAndGet());
            pmix.events().notify(unused).cached().toProcess().send();
            return pmix.events().on(unused);
        } else if (choice < 4) {
            return pmix.events().on(code, EventStreams.code(random.nextInt(EventStreams.CODES)));
        }
        return pmix.events().on(code);
    }

    private HandlerBuilder place(Guest guest, HandlerBuilder builder, Random random) {
        if (random.nextBoolean()) {
            builder.named("guest-" + names.incrementAndGet());
        }
        switch (random.nextInt(12)) {
            case 0 -> builder.prepend();
            case 1 -> builder.append();
            case 2 -> builder.firstInCategory();
            case 3 -> builder.lastInCategory();
            case 4 -> builder.before("guest-" + Math.max(1, names.get() - random.nextInt(6)));
            case 5 -> builder.after("guest-" + Math.max(1, names.get() - random.nextInt(6)));
            case 6 -> builder.after("first-" + random.nextInt(EventStreams.CODES));
            case 7 -> builder.before("last-" + random.nextInt(EventStreams.CODES));
            case 8 -> builder.first();
            default -> {}
        }
        if (random.nextInt(5) == 0) {
            guest.once = true;
            builder.once();
        }
        if (random.nextInt(5) == 0) {
            builder.withCached();
        }
        if (random.nextInt(10) == 0) {
            builder.from(pmix.self());
        }
        if (random.nextInt(10) == 0) {
            builder.where(event -> {
                if (guest.filtered.incrementAndGet() % 3 == 0) {
                    throw new IllegalStateException("a test that fails");
                }
                return true;
            });
        }
        return guest.answer.isLate() ? builder.answerWithin(BRIEF) : builder;
    }

    /** Closes one of them. */
    void dismiss(Random random) {
        Registration leaving = take(random);
        if (leaving != null) {
            leaving.close();
            if (leaving.isActive()) {
                streams.wrong(leaving + " is active after it was closed");
            }
        }
    }

    private synchronized int size() {
        return here.size();
    }

    private synchronized void add(Registration registration) {
        here.add(registration);
    }

    private synchronized @Nullable Registration take(Random random) {
        return here.isEmpty() ? null : here.remove(random.nextInt(here.size()));
    }

    void dismissAll() {
        for (Registration each = take(new Random(0)); each != null; each = take(new Random(0))) {
            each.close();
        }
    }

    @Override
    public void close() {
        dismissAll();
        others.shutdownNow();
    }

    /** Whether each way to answer was met. */
    boolean haveAnsweredInAllWays() {
        return answers.size() == Answer.values().length;
    }

    @Override
    public String toString() {
        return names + " named guests, " + refused + " refused, answers " + new TreeMap<>(answers);
    }

    private final class Guest implements EventHandler {
        private final Answer answer;
        private final long seed;
        private final EventStreams.Seen seen = streams.new Seen("a guest", code -> false);
        private final AtomicInteger filtered = new AtomicInteger();
        private final AtomicInteger called = new AtomicInteger();
        private boolean once;
        private volatile @Nullable Registration registration;

        Guest(Random random) {
            this.answer = Answer.values()[random.nextInt(Answer.values().length)];
            this.seed = random.nextLong();
        }

        @Override
        public EventOutcome handle(Event event) throws Exception {
            // Of one whose bound runs out calls overlap.
            if (!answer.isLate()) {
                seen.see(event);
            }
            if (called.incrementAndGet() > 1 && once) {
                streams.wrong("a handler for one event gets " + event);
            }
            answers.computeIfAbsent(answer, _ -> new AtomicInteger()).incrementAndGet();
            return answer(event);
        }

        private EventOutcome later(EventOutcome outcome, int mostMillis) {
            CompletableFuture<EventOutcome> stage = new CompletableFuture<>();
            int micros = new Random(seed + called.get()).nextInt(mostMillis * 1000);
            others.schedule(() -> stage.complete(outcome), micros, TimeUnit.MICROSECONDS);
            return EventOutcome.when(stage);
        }

        @SuppressWarnings("NullAway") // what must not be
        private EventOutcome answer(Event event) throws Exception {
            switch (answer) {
                case RESULT:
                    return EventOutcome.partial().with(RESULT, event.results().size());
                case END:
                    return EventStreams.mayEnd(event) ? EventOutcome.complete() : EventOutcome.deferred();
                case EXCEPTION:
                    throw new IllegalArgumentException("a handler that fails");
                case ERROR:
                    throw new AssertionError("a handler that fails");
                case NULL:
                    return null;
                case STAGE:
                    return later(EventOutcome.partial(), 2);
                case FAILED_STAGE:
                    return EventOutcome.when(CompletableFuture.failedFuture(new IllegalStateException("a stage")));
                case STAGE_OF_NULL:
                    return later(null, 1);
                case STAGE_OF_STAGE:
                    return later(later(EventOutcome.deferred(), 1), 1);
                case NEVER:
                    return called.get() % 8 == 1
                            ? EventOutcome.when(new CompletableFuture<>())
                            : EventOutcome.noAction();
                case TOO_LATE:
                    return later(EventOutcome.partial(), 10);
                case SLEEP:
                    Thread.sleep(called.get() % 4 == 1 ? 10 : 0);
                    return EventOutcome.noAction();
                case CLOSE_ITSELF:
                    Registration own = registration;
                    if (own != null) {
                        own.close();
                    }
                    return EventOutcome.partial();
                case CLOSE_ANOTHER:
                    dismiss(new Random(seed));
                    return EventOutcome.noAction();
                case SEND:
                    pmix.events().notify(ECHO).toProcess().send();
                    return EventOutcome.noAction();
                default:
                    return EventOutcome.noAction();
            }
        }
    }
}
