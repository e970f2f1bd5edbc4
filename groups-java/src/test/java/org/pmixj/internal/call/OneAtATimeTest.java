// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.pmixj.ProcId;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.directory.repair.OneAtATime;

/** Turns of calls whose native function is played here. */
class OneAtATimeTest {
    private final Session session = new Session(new ProcId("test", 0), false, false, null);
    private final Handle handle = new Handle(session, null, Duration.ofSeconds(10));
    private final OneAtATime turns = OneAtATime.of(session);

    private final class Played extends NativeCall<Void> {
        private final CountDownLatch hasTurn = new CountDownLatch(1);

        Played() {
            super(handle, "lookup");
        }

        boolean begins() {
            return turns.begins(this, hasTurn::countDown);
        }

        boolean getsTurn() throws InterruptedException {
            return hasTurn.await(30, TimeUnit.SECONDS) && begins();
        }

        @Override
        protected int start(SegmentAllocator memory, MemorySegment cbdata) {
            return StatusCodes.SUCCESS;
        }

        @Override
        protected @Nullable Void decode(int status, MemorySegment data, long count) {
            return null;
        }
    }

    @Test
    void theNextWaitsForTheEnd() throws InterruptedException {
        Played first = new Played();
        Played second = new Played();
        Played third = new Played();
        assertThat(first.begins()).isTrue();
        assertThat(second.begins()).isFalse();
        assertThat(third.begins()).isFalse();
        turns.over(second);
        assertThat(second.hasTurn.getCount()).isOne();
        turns.over(first);
        assertThat(second.getsTurn()).isTrue();
        assertThat(third.hasTurn.getCount()).isOne();
        turns.over(second);
        assertThat(third.getsTurn()).isTrue();
        turns.over(third);
        assertThat(first.begins()).isTrue();
    }

    @Test
    void anAnswerIsLost() throws InterruptedException {
        Played first = new Played();
        Played second = new Played();
        Played third = new Played();
        assertThat(first.begins()).isTrue();
        assertThat(second.begins()).isFalse();
        assertThat(third.begins()).isFalse();
        // Nobody ends the turns of the first two.
        assertThat(second.getsTurn()).isTrue();
        assertThat(third.getsTurn()).isTrue();
    }

    /** Each of many calls fails at once when its turn comes. */
    @Test
    void manyAreRefused() throws InterruptedException {
        Played first = new Played();
        assertThat(first.begins()).isTrue();
        Played[] refused = new Played[10_000];
        for (int i = 0; i < refused.length; i++) {
            Played call = new Played();
            refused[i] = call;
            boolean begins = turns.begins(call, () -> {
                throw new IllegalStateException("closed");
            });
            assertThat(begins).isFalse();
        }
        Played last = new Played();
        assertThat(last.begins()).isFalse();
        turns.over(first);
        assertThat(last.getsTurn()).isTrue();
        assertThat(refused).allMatch(NativeCall::hasFailed);
    }
}
