// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.pmixj.ProcId;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.directory.repair.OneAtATime;
import org.pmixj.internal.ffi.InFlight;

/** Turns of calls whose native function is played here. */
class OneAtATimeTest {
    private final Session session = new Session(new ProcId("test", 0), false, false, null);
    private final Handle handle = new Handle(session, null, Duration.ofSeconds(10));
    private final OneAtATime turns = OneAtATime.of(session);

    private final class Played extends NativeCall<Void> {
        private final CountDownLatch hasTurn = new CountDownLatch(1);

        /** It reaches 0 when the call was repeated. */
        private final CountDownLatch repeats = new CountDownLatch(1);

        private final boolean isRepeated;
        private final boolean isRefused;

        Played() {
            this(false, false);
        }

        Played(boolean isRepeated, boolean isRefused) {
            super(handle, "lookup");
            this.isRepeated = isRepeated;
            this.isRefused = isRefused;
        }

        /** Returns whether it has its turn at once. */
        boolean begins() {
            CompletableFuture<?> _ = submit(Duration.ofMinutes(1).toNanos());
            return hasTurn.getCount() == 0;
        }

        boolean getsTurn() throws InterruptedException {
            return hasTurn.await(30, TimeUnit.SECONDS);
        }

        @Override
        protected int start(SegmentAllocator memory, MemorySegment cbdata) {
            if (turns.takesTurn(this, isRepeated ? repeats::countDown : null)) {
                hasTurn.countDown();
                return isRefused ? StatusCodes.NOT_FOUND : StatusCodes.SUCCESS;
            }
            return StatusCodes.SUCCESS;
        }

        @Override
        protected void ended() {
            turns.endTurn(this);
        }

        void answer() {
            InFlight.take(token);
            arrived(StatusCodes.SUCCESS, MemorySegment.NULL, 0);
        }

        @Override
        protected @Nullable Void decode(int status, MemorySegment data, long count) {
            StatusCodes.check(what, status);
            return null;
        }
    }

    /** Lets calls begin, of which the first has its turn and the others wait. */
    private static void begin(Played first, Played... others) {
        assertThat(first.begins()).isTrue();
        assertThat(others).noneMatch(Played::begins);
    }

    @Test
    void theNextWaitsForTheEnd() throws InterruptedException {
        Played first = new Played();
        Played second = new Played();
        Played third = new Played();
        begin(first, second, third);
        turns.endTurn(second);
        assertThat(second.hasTurn.getCount()).isOne();
        first.answer();
        assertThat(second.getsTurn()).isTrue();
        assertThat(third.hasTurn.getCount()).isOne();
        second.answer();
        assertThat(third.getsTurn()).isTrue();
        third.answer();
        assertThat(new Played().begins()).isTrue();
    }

    @Test
    void anAnswerIsLost() throws InterruptedException {
        Played first = new Played();
        Played second = new Played(true, false);
        Played third = new Played();
        begin(first, second, third);
        // Nobody answers the first one, and nothing may repeat it.
        assertThat(second.getsTurn()).isTrue();
        // The turn lasts while the call is repeated.
        assertThat(second.repeats.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(third.hasTurn.getCount()).isOne();
        second.fail(StatusCodes.interrupted("lookup"));
        assertThat(third.getsTurn()).isTrue();
    }

    @Test
    void whoHasGivenUpGetsNoTurn() throws InterruptedException {
        Played first = new Played();
        Played second = new Played();
        Played third = new Played();
        begin(first, second, third);
        second.fail(StatusCodes.interrupted("lookup"));
        first.answer();
        assertThat(third.getsTurn()).isTrue();
        assertThat(second.hasTurn.getCount()).isOne();
        assertThat(InFlight.take(second.token)).isNull();
    }

    @Test
    void manyAreRefused() throws InterruptedException {
        Played first = new Played();
        assertThat(first.begins()).isTrue();
        Played[] refused = new Played[10_000];
        for (int i = 0; i < refused.length; i++) {
            refused[i] = new Played(false, true);
            assertThat(refused[i].begins()).isFalse();
        }
        Played last = new Played();
        assertThat(last.begins()).isFalse();
        first.answer();
        assertThat(last.getsTurn()).isTrue();
        assertThat(refused).allMatch(NativeCall::hasFailed);
    }

    /** Calls that wait reach the server, and so do those that come then. */
    @Test
    void theSessionEnds() {
        Played first = new Played();
        Played second = new Played();
        begin(first, second);
        turns.leave();
        assertThat(second.hasTurn.getCount()).isZero();
        assertThat(new Played().begins()).isTrue();
    }
}
