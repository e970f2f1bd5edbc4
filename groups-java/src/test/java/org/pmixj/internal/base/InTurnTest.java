// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class InTurnTest {
    private static final long LONG = 60_000_000_000L;

    private final InTurn order = new InTurn();

    @Test
    void operationsRunInTheOrderOfTheirNumbers() throws InterruptedException {
        List<Long> ran = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        List<Long> numbers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            numbers.add(order.take());
        }
        for (long number : numbers.reversed()) {
            threads.add(Thread.ofPlatform().start(() -> {
                if (order.await(number, Deadline.in(LONG))) {
                    ran.add(number);
                }
                order.end(number);
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(ran).isEqualTo(numbers);
        assertThat(order.isIdle()).isTrue();
    }

    @Test
    void oneThatEndsBeforeItsTurnIsInNobodysWay() {
        long first = order.take();
        long second = order.take();
        long third = order.take();
        order.end(second);
        order.end(second);
        assertThat(order.await(third, Deadline.now())).isFalse();
        order.end(first);
        order.end(first);
        assertThat(order.await(third, Deadline.now())).isTrue();
        assertThat(order.isIdle()).isFalse();
        order.end(third);
        assertThat(order.isIdle()).isTrue();
        assertThat(order.await(order.take(), Deadline.now())).isTrue();
    }

    @Test
    void anInterruptEndsTheWait() {
        long first = order.take();
        long second = order.take();
        Thread.currentThread().interrupt();
        assertThat(order.await(first, Deadline.in(LONG))).isTrue();
        assertThat(order.await(second, Deadline.in(LONG))).isFalse();
        assertThat(Thread.interrupted()).isTrue();
    }
}
