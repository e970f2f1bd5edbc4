// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.event.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.pmixj.FenceRequest;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.event.Event;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.HandlerResult;
import org.pmixj.event.Notification;
import org.pmixj.event.Registration;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.it.support.Await;

/**
 * Many events from several senders at once. Every handler of every receiver must get every event that is for it exactly
 * once, in its sender's order, and with the results of the handlers before it.
 */
final class EventFlood {
    enum Sending {
        SYNC,
        ASYNC,
        MIXED
    }

    private static final PmixStatus CODE = new PmixStatus(-3101);
    private static final Key<Integer> NUMBER = Key.of("flood.number", ValueType.INT32);
    private static final FenceRequest FENCE = FenceRequest.ofJob().withoutData().withTimeout(Duration.ofSeconds(300));

    /** Events that are on their way to the server at most: libpmix holds nobody back. */
    private static final int WINDOW = 256;

    private static final Duration PATIENCE = Duration.ofSeconds(240);

    private final Pmix pmix;
    private final List<Tally> tallies = new ArrayList<>();

    private EventFlood(Pmix pmix, int handlers) {
        this.pmix = pmix;
        for (int i = 0; i < handlers; i++) {
            tallies.add(new Tally(i));
        }
    }

    /** The first ranks send to all ranks of the job; in all ranks at once. */
    static void toAll(Pmix pmix, Sending sending, int each, int senders, int handlers) throws InterruptedException {
        List<ProcId> heard = pmix.job().members().subList(0, senders);
        run(pmix, sending, each, heard.contains(pmix.self()) ? Notification::toNamespace : null, heard, handlers);
    }

    /** The first two of six ranks send to a group of 0, 1, 2, 5, the next two to one of 2, 3, 4, 5. */
    static void toTwoGroups(Pmix pmix, Sending sending, int each, int handlers) throws InterruptedException {
        int rank = pmix.self().rank();
        List<ProcId> all = pmix.job().members();
        List<ProcId> one = List.of(all.get(0), all.get(1), all.get(2), all.get(5));
        List<ProcId> other = List.of(all.get(2), all.get(3), all.get(4), all.get(5));
        List<ProcId> heard = new ArrayList<>();
        Group first = one.contains(pmix.self()) ? construct(pmix, "flood-one", one) : null;
        if (first != null) {
            heard.addAll(all.subList(0, 2));
        }
        Group second = other.contains(pmix.self()) ? construct(pmix, "flood-other", other) : null;
        if (second != null) {
            heard.addAll(all.subList(2, 4));
        }
        Group own = rank < 2 ? first : second;
        run(pmix, sending, each, rank < 4 ? event -> event.toGroup(own) : null, heard, handlers);
        if (first != null) {
            first.destruct();
        }
        if (second != null) {
            second.destruct();
        }
    }

    private static Group construct(Pmix pmix, String id, List<ProcId> members) {
        return pmix.groups().construct(GroupRequest.named(id).members(members).build());
    }

    private static void run(
            Pmix pmix,
            Sending sending,
            int each,
            @Nullable UnaryOperator<Notification> target,
            List<ProcId> heard,
            int handlers)
            throws InterruptedException {
        EventFlood flood = new EventFlood(pmix, handlers);
        List<Registration> registrations = new ArrayList<>();
        try {
            for (Tally tally : flood.tallies) {
                registrations.add(
                        pmix.events().on(CODE).named("flood-" + tally.place).register(tally::handle));
            }
            pmix.fence(FENCE);
            long begun = System.nanoTime();
            if (target != null) {
                flood.send(sending, each, target);
            }
            flood.await(heard, each);
            System.out.println("rank " + pmix.self().rank() + ", " + sending + ": " + heard.size() * each
                    + " events, handlers " + handlers + ", " + (System.nanoTime() - begun) / 1_000_000 + " ms");
            pmix.fence(FENCE);
            // What libpmix or the host tells twice comes before what is sent now.
            if (target != null) {
                target.apply(pmix.events().notify(CODE)).with(NUMBER, each).send();
            }
            flood.await(heard, each + 1);
            flood.check(heard, each + 1);
            pmix.fence(FENCE);
        } finally {
            registrations.forEach(Registration::close);
        }
        EventLoads.requireNothingLeft();
    }

    private void send(Sending sending, int each, UnaryOperator<Notification> target) throws InterruptedException {
        Semaphore window = new Semaphore(WINDOW);
        AtomicInteger failed = new AtomicInteger();
        AtomicReference<Throwable> first = new AtomicReference<>();
        for (int i = 0; i < each; i++) {
            Notification event = target.apply(pmix.events().notify(CODE)).with(NUMBER, i);
            if (sending == Sending.SYNC || (sending == Sending.MIXED && i % 7 == 0)) {
                event.send();
                continue;
            }
            window.acquire();
            event.sendAsync().whenComplete((none, failure) -> {
                window.release();
                if (failure != null) {
                    failed.incrementAndGet();
                    first.compareAndSet(null, failure);
                }
            });
        }
        window.acquire(WINDOW);
        assertThat(failed).as("first failure: %s", first).hasValue(0);
    }

    private void await(List<ProcId> heard, int each) throws InterruptedException {
        Await.until(PATIENCE, () -> {
            tallies.forEach(Tally::requireRight);
            return tallies.stream().allMatch(tally -> tally.count.get() >= heard.size() * each);
        });
        check(heard, each);
    }

    private void check(List<ProcId> heard, int each) {
        for (Tally tally : tallies) {
            tally.requireRight();
            assertThat(tally.next.keySet()).as("senders").containsExactlyInAnyOrderElementsOf(heard);
            assertThat(tally.next.values()).as("events of each").containsOnly(each);
        }
    }

    /** The events that one handler has seen: numbers from 0 on from each sender. */
    private static final class Tally {
        private final int place;
        private final AtomicInteger count = new AtomicInteger();
        private final AtomicInteger busy = new AtomicInteger();
        private final Map<ProcId, Integer> next = new ConcurrentHashMap<>();
        private volatile String wrong = "";

        Tally(int place) {
            this.place = place;
        }

        EventOutcome handle(Event event) {
            boolean alone = busy.incrementAndGet() == 1;
            int number = event.attributes().get(NUMBER).orElse(-1);
            ProcId source = event.source().orElseThrow();
            int wanted = next.getOrDefault(source, 0);
            if (!alone || number != wanted || !hasResults(event, number)) {
                wrong = wrong.isEmpty() ? "handler " + place + " wants " + wanted + ", got " + event : wrong;
            }
            next.put(source, number + 1);
            busy.decrementAndGet();
            count.incrementAndGet();
            return EventOutcome.partial().with(NUMBER, number);
        }

        private boolean hasResults(Event event, int number) {
            List<HandlerResult> results = event.results();
            for (int i = 0; i < results.size(); i++) {
                if (!results.get(i).name().orElse("").equals("flood-" + i)
                        || results.get(i).results().get(NUMBER).orElse(-1) != number) {
                    return false;
                }
            }
            return results.size() == place;
        }

        void requireRight() {
            assertThat(wrong).isEmpty();
        }
    }
}
