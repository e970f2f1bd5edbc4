// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.pmixj.Pmix;
import org.pmixj.PmixStatus;
import org.pmixj.ValueType;
import org.pmixj.event.EventOutcome;
import org.pmixj.group.Group;
import org.pmixj.internal.ffi.InFlight;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.junit.PmixTest;

/** How many calls of libpmix the operations of a group take: whatever a rank adds, it adds n times in a job of n. */
class GroupCallsIT {
    /** A member that waits for half a second asks the host about the others. One of these rounds is faster. */
    private static final int ROUNDS = 10;

    private static final PmixStatus EVENT = new PmixStatus(-10_077);

    private interface Operation {
        void run() throws Exception;
    }

    /** Counts the calls since the last count. */
    private static final class Counter {
        private final int[] fewest = new int[5];
        private int next;

        Counter() {
            Arrays.fill(fewest, Integer.MAX_VALUE);
        }

        void count(Operation operation) throws Exception {
            long before = InFlight.nextToken();
            operation.run();
            fewest[next] = Math.min(fewest[next], Math.toIntExact(InFlight.nextToken() - before - 1));
            next = (next + 1) % fewest.length;
        }
    }

    @PmixTest(ranks = 4, nodes = 3, alone = true)
    void anOperationTakesOneCallAndAnExchangeTwo(Pmix pmix) throws Exception {
        Semaphore arrived = new Semaphore(0);
        pmix.events().on(EVENT).register(_ -> {
            arrived.release();
            return EventOutcome.noAction();
        });
        Counter calls = new Counter();
        Group[] group = new Group[1];
        for (int round = 0; round < ROUNDS; round++) {
            int number = round;
            pmix.fence();
            calls.count(() -> group[0] =
                    pmix.groups().construct(Jobs.all(pmix, "it-calls-" + number).build()));
            calls.count(() -> group[0].fence());
            calls.count(() -> group[0].exchange(ValueType.INT32, number));
            calls.count(() -> {
                if (pmix.self().rank() == 0) {
                    pmix.events().notify(EVENT).toGroup(group[0]).send();
                }
                assertThat(arrived.tryAcquire(Await.LIMIT.toSeconds(), TimeUnit.SECONDS))
                        .isTrue();
            });
            calls.count(() -> group[0].destruct());
        }
        // Publish and lookup; nothing for an event that arrives; a destruct withdraws the value of the last exchange.
        assertThat(calls.fewest).containsExactly(1, 1, 2, pmix.self().rank() == 0 ? 1 : 0, 2);
    }
}
