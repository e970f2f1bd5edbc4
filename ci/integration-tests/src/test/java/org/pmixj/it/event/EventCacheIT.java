// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixStatus;
import org.pmixj.ValueType;
import org.pmixj.event.Event;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Seen;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** Events that came before their handlers: each once, in the order they were sent, for those that ask. */
class EventCacheIT {
    private static final PmixStatus CODE = new PmixStatus(-3020);
    private static final PmixStatus OTHER = new PmixStatus(-3021);
    private static final PmixStatus ANOTHER = new PmixStatus(-3022);
    private static final Key<Integer> NUMBER = Key.of("it.number", ValueType.INT32);

    /** The numbers of the next events. */
    private static List<Integer> next(Seen seen, int count) throws InterruptedException {
        List<Integer> numbers = new ArrayList<>();
        while (numbers.size() < count) {
            Event event = Await.next(seen.events);
            numbers.add(event.attributes().get(NUMBER).orElseThrow());
        }
        return numbers;
    }

    private static List<Integer> range(int from, int to) {
        return IntStream.range(from, to).boxed().toList();
    }

    @PmixTest(
            ranks = 4,
            nodes = {1, 3})
    void cachedAreToldOnceInOrder(Pmix pmix, RankContext context) throws Exception {
        toldOnceInOrder(pmix, context);
        nothingIsMissedWhileRegistering(pmix, context);
    }

    private static void send(Pmix pmix, int from, int to) {
        for (int i = from; i < to; i++) {
            pmix.events().notify(CODE).cached().with(NUMBER, i).send();
        }
    }

    private static void toldOnceInOrder(Pmix pmix, RankContext context) throws Exception {
        if (context.rank() == 0) {
            send(pmix, 0, 20);
        }
        pmix.fence();
        try (Seen without = new Seen(pmix.events().on(CODE));
                Seen first = new Seen(pmix.events().on(CODE).withCached());
                Seen second = new Seen(pmix.events().on(CODE, OTHER).withCached())) {
            assertThat(next(first, 20)).isEqualTo(range(0, 20));
            assertThat(next(second, 20)).isEqualTo(range(0, 20));
            pmix.fence();
            if (context.rank() == 0) {
                send(pmix, 20, 40);
            }
            assertThat(next(without, 20)).isEqualTo(range(20, 40));
            assertThat(next(first, 20)).isEqualTo(range(20, 40));
            assertThat(next(second, 20)).isEqualTo(range(20, 40));
            try (Seen third = new Seen(pmix.events().on(CODE).withCached())) {
                assertThat(next(third, 40)).isEqualTo(range(0, 40));
            }
            pmix.fence();
            assertThat(without.events).isEmpty();
            assertThat(first.events).isEmpty();
            assertThat(second.events).isEmpty();
        }
    }

    // --- during the registration -----------------------------------------------------------------------------------

    private static final int MANY = 400;

    private static void nothingIsMissedWhileRegistering(Pmix pmix, RankContext context) throws Exception {
        pmix.fence();
        if (context.rank() == 0) {
            for (int i = 0; i < MANY; i++) {
                pmix.events().notify(ANOTHER).cached().with(NUMBER, i).send();
                // Some of them before the others register, some meanwhile, some after.
                if (i % 20 == 0) {
                    Thread.sleep(1);
                }
            }
        }
        // At any moment of the sending: all are right.
        Thread.sleep(ThreadLocalRandom.current().nextInt(30));
        try (Seen seen = new Seen(pmix.events().on(ANOTHER).withCached())) {
            assertThat(next(seen, MANY)).isEqualTo(range(0, MANY));
            pmix.fence();
            assertThat(seen.events).isEmpty();
        }
    }

    // --- what is not kept, and what is not told twice --------------------------------------------------------------

    @PmixTest(ranks = 2)
    void unlessAskedForNothingIsKept(Pmix pmix) throws Exception {
        pmix.events().notify(CODE).toNamespace().with(NUMBER, 1).send();
        pmix.events().notify(CODE).toProcess().with(NUMBER, 2).send();
        pmix.fence();
        try (Seen seen = new Seen(pmix.events().on(CODE).withCached())) {
            pmix.fence();
            pmix.events().notify(CODE).toProcess().with(NUMBER, 3).send();
            assertThat(next(seen, 1)).isEqualTo(List.of(3));
        }
    }

    /** Each pushes out what the one before has left. */
    @PmixTest(ranks = 1)
    void whatOneProcessKeeps(Pmix pmix) throws Exception {
        whatWasToldIsNotToldAgain(pmix);
        whatWasToldLongAgoIsNotToldAgain(pmix);
        theNewestAreKept(pmix);
    }

    /** libpmix hands events that a process has sent to itself to each new handler again. */
    private static void whatWasToldIsNotToldAgain(Pmix pmix) throws Exception {
        try (Seen one = new Seen(pmix.events().on(CODE))) {
            pmix.events()
                    .notify(CODE)
                    .toProcess()
                    .cached()
                    .toDefaultHandlersToo()
                    .with(NUMBER, 1)
                    .send();
            pmix.events()
                    .notify(OTHER)
                    .toProcess()
                    .cached()
                    .toDefaultHandlersToo()
                    .with(NUMBER, 2)
                    .send();
            assertThat(next(one, 1)).isEqualTo(List.of(1));
            try (Seen any = new Seen(pmix.events().onAny().withCached());
                    Seen other = new Seen(pmix.events().on(OTHER).withCached());
                    Seen both = new Seen(pmix.events().on(OTHER, CODE).withCached())) {
                assertThat(next(any, 2)).isEqualTo(range(1, 3));
                assertThat(next(other, 1)).isEqualTo(List.of(2));
                assertThat(next(both, 2)).isEqualTo(range(1, 3));
                pmix.events()
                        .notify(OTHER)
                        .toProcess()
                        .toDefaultHandlersToo()
                        .with(NUMBER, 3)
                        .send();
                assertThat(next(any, 1)).isEqualTo(List.of(3));
                assertThat(next(other, 1)).isEqualTo(List.of(3));
                assertThat(next(both, 1)).isEqualTo(List.of(3));
                assertThat(one.events).isEmpty();
                assertThat(any.events).isEmpty();
            }
        }
    }

    // The numbers of its events go on.
    @PmixTest(ranks = 2)
    void aProcessIsHeardInEachOfItsSessions(RankContext context) throws Exception {
        if (context.rank() == 1) {
            try (Pmix pmix = Pmix.init();
                    Seen seen = new Seen(pmix.events().on(CODE))) {
                pmix.fence();
                assertThat(next(seen, 3)).isEqualTo(List.of(7, 7, 7));
            }
            return;
        }
        for (int i = 0; i < 3; i++) {
            try (Pmix pmix = Pmix.init()) {
                if (i == 0) {
                    pmix.fence();
                }
                pmix.events().notify(CODE).cached().with(NUMBER, 7).send();
            }
        }
    }

    /** libpmix hands out its oldest events again. This process has handled them long ago. */
    private static void whatWasToldLongAgoIsNotToldAgain(Pmix pmix) throws Exception {
        try (Seen one = new Seen(pmix.events().on(CODE))) {
            for (int i = 0; i < 1200; i++) {
                pmix.events()
                        .notify(CODE)
                        .toProcess()
                        .cached()
                        .toDefaultHandlersToo()
                        .with(NUMBER, i)
                        .send();
            }
            assertThat(next(one, 1200)).isEqualTo(range(0, 1200));
            try (Seen any = new Seen(pmix.events().onAny().withCached())) {
                assertThat(next(any, 512)).isEqualTo(range(1200 - 512, 1200));
                pmix.fence();
                assertThat(one.events).isEmpty();
                assertThat(any.events).isEmpty();
            }
        }
    }

    private static void theNewestAreKept(Pmix pmix) throws Exception {
        try (Seen all = new Seen(pmix.events().on(CODE))) {
            for (int i = 0; i < 600; i++) {
                pmix.events().notify(CODE).toProcess().cached().with(NUMBER, i).send();
            }
            assertThat(next(all, 600)).isEqualTo(range(0, 600));
            try (Seen late = new Seen(pmix.events().on(CODE).withCached())) {
                assertThat(next(late, 512)).isEqualTo(range(88, 600));
                assertThat(late.events).isEmpty();
            }
        }
    }
}
