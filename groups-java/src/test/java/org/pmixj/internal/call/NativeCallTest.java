// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Statuses;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.ffi.InFlight;

/** Calls whose native function is played here: races of answer, timeout, cancellation and failure. */
class NativeCallTest {
    private static final long SECONDS = 10_000_000_000L;
    private static final long SHORT = 20_000_000L;

    private final Session session = new Session(new ProcId("test", 0), true, false, null);
    private final Handle handle = new Handle(session, null, Duration.ofSeconds(10));
    private final LinkedBlockingQueue<Integer> late = new LinkedBlockingQueue<>();
    private final Queue<String> ends = new ConcurrentLinkedQueue<>();

    private class Call extends PlayedCall {

        Call() {
            super(handle, "test call");
        }

        @Override
        protected void late(@Nullable Integer result) {
            late.add(result);
        }

        @Override
        protected void ended() {
            ends.add("ended");
        }

        @Override
        protected void rejected() {
            ends.add("rejected");
        }

        /** Plays the answer of libpmix. */
        void answer(int status) {
            if (InFlight.take(token) != null) {
                arrived(status, MemorySegment.NULL, 0);
            }
        }
    }

    /** Remembers where its memory is. */
    private final class Remembering extends Call {
        long address;

        @Override
        protected boolean endsMemory() {
            return true;
        }

        @Override
        protected int start(SegmentAllocator memory, MemorySegment cbdata) {
            address = memory.allocate(Long.BYTES).address();
            return super.start(memory, cbdata);
        }
    }

    @Test
    void memoryIsKeptUntilTheAnswerAlsoAfterTheTimeout() {
        Remembering given = new Remembering();
        assertThatThrownBy(() -> given.run(SHORT)).isInstanceOf(PmixException.Timeout.class);
        Remembering next = new Remembering();
        next.launch();
        assertThat(next.address).isNotEqualTo(given.address);
        given.answer(0);
        Remembering last = new Remembering();
        last.launch();
        assertThat(last.address).isEqualTo(given.address);
        next.answer(0);
        last.answer(0);
    }

    /** Otherwise a get would stay the first of its process, and those behind it would wait for it. */
    @Test
    void aCallEndsThatNoThreadCanStart() {
        Call call = new Call() {
            @Override
            protected boolean chooseWorker() {
                return true;
            }

            @Override
            protected void startOnWorker(Runnable start) {
                throw new OutOfMemoryError("deliberate");
            }
        };
        assertThatThrownBy(() -> call.run(SECONDS)).isInstanceOf(OutOfMemoryError.class);
        assertThat(ends).containsExactly("ended", "rejected");
        assertThat(InFlight.take(call.token)).isNull();
    }

    @Test
    void anAnswerAfterTheTimeoutIsLate() {
        Call call = new Call();
        assertThatThrownBy(() -> call.run(SHORT)).isInstanceOf(PmixException.Timeout.class);
        call.answer(7);
        assertThat(late).containsExactly(7);
        assertThat(ends).containsExactly("ended");
    }

    /** It runs once, and the call goes on; one that is answered before has none. */
    @Test
    void aTaskRunsBeforeTheTimeout() throws Exception {
        for (boolean isBlocking : new boolean[] {true, false}) {
            Call call = new Call();
            LinkedBlockingQueue<Boolean> wanted = new LinkedBlockingQueue<>();
            call.beforeTimeout(SHORT, () -> wanted.add(call.wanted()));
            if (isBlocking) {
                assertThatThrownBy(() -> call.run(2 * SHORT)).isInstanceOf(PmixException.Timeout.class);
            } else {
                assertThat(call.submit(2 * SHORT)).failsWithin(Duration.ofSeconds(10));
            }
            assertThat(wanted.poll(10, TimeUnit.SECONDS)).isNotNull();
            assertThat(wanted).isEmpty();
            Call answered = new Call();
            answered.beforeTimeout(SECONDS - SHORT, () -> answered.answer(7));
            assertThat(
                            isBlocking
                                    ? answered.run(SECONDS)
                                    : answered.submit(SECONDS).get())
                    .isEqualTo(7);
        }
        assertThat(session.timers.size()).isZero();
    }

    /** The whole time is less than the part before its end. */
    @Test
    void aTaskRunsAtOnceIfTheTimeoutIsShort() throws Exception {
        LinkedBlockingQueue<Boolean> ran = new LinkedBlockingQueue<>();
        Call call = new Call();
        call.beforeTimeout(SECONDS, () -> ran.add(true));
        assertThat(call.submit(SHORT)).failsWithin(Duration.ofSeconds(10));
        assertThat(ran.poll(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void anAnswerAfterACancellationIsLate() throws Exception {
        Call call = new Call();
        CompletableFuture<Integer> future = call.submit(SECONDS);
        assertThat(session.timers.size()).isEqualTo(1);
        future.cancel(false);
        assertThat(session.timers.size()).isZero();
        call.answer(7);
        assertThat(late.poll(10, TimeUnit.SECONDS)).isEqualTo(7);
    }

    @Test
    void oneAnswerOfManyRacesIsDeliveredOrLate() throws Exception {
        for (int i = 1; i <= 2000; i++) {
            Call call = new Call();
            CompletableFuture<Integer> future = call.submit(SECONDS);
            int number = i;
            Thread answering = Thread.ofPlatform().start(() -> call.answer(number));
            boolean cancelled = future.cancel(false);
            answering.join();
            if (cancelled) {
                assertThat(late.poll(10, TimeUnit.SECONDS)).isEqualTo(number);
            } else {
                assertThat(future.get()).isEqualTo(number);
            }
        }
        assertThat(late).isEmpty();
        assertThat(session.timers.size()).isZero();
    }

    @Test
    void anInterruptedCallerStaysInterrupted() {
        Call call = new Call();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> call.run(SECONDS)).isInstanceOf(PmixException.Interrupted.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aStartThatFailsEndsTheCallOnce() {
        Call call = new Call() {
            @Override
            protected int start(SegmentAllocator memory, MemorySegment cbdata) {
                throw new IllegalArgumentException("refused");
            }
        };
        assertThatThrownBy(() -> call.run(SECONDS)).hasMessage("refused");
        assertThat(ends).containsExactly("ended", "rejected");
        assertThat(InFlight.take(call.token)).isNull();
    }

    @Test
    void aRepeatedStartThatFailsEndsTheCallOnce() throws Exception {
        Call call = new Call() {
            @Override
            protected int start(SegmentAllocator memory, MemorySegment cbdata) {
                if (starts > 0) {
                    throw new OutOfMemoryError("played");
                }
                return super.start(memory, cbdata);
            }

            @Override
            protected long decideRetry(int status, long count) {
                return 0;
            }
        };
        CompletableFuture<Integer> future = call.submit(SECONDS);
        call.answer(StatusCodes.TIMEOUT);
        assertThatThrownBy(() -> future.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(PmixException.Timeout.class);
        assertThat(ends).containsExactly("ended", "rejected");
        assertThat(InFlight.take(call.token)).isNull();
    }

    @Test
    void aRepetitionAfterTheEndOfTheTimersLeavesNothingInFlight() throws Exception {
        Call call = new Call() {
            @Override
            protected long decideRetry(int status, long count) {
                return SHORT;
            }
        };
        CompletableFuture<Integer> future = call.submit(SECONDS);
        session.timers.stop();
        call.answer(7);
        assertThat(future.get(10, TimeUnit.SECONDS)).isEqualTo(7);
        assertThat(ends).containsExactly("ended");
        assertThat(InFlight.take(call.token)).isNull();
    }

    @Test
    void aCallAfterTheEndOfTheTimersFails() {
        session.timers.stop();
        CompletableFuture<Integer> future = new Call().submit(SECONDS);
        assertThatThrownBy(() -> future.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(PmixException.Closed.class);
    }

    @Test
    void aCallerIsNotifiedEvenIfTheEndFails() throws Exception {
        Call call = new Call() {
            @Override
            protected void ended() {
                throw new IllegalStateException("played");
            }
        };
        CompletableFuture<Integer> future = call.submit(SECONDS);
        assertThatThrownBy(() -> call.answer(7)).hasMessage("played");
        assertThat(future.get(10, TimeUnit.SECONDS)).isEqualTo(7);
    }

    @Test
    void aCallWhoseTimeoutExpiresDuringItsPreparationIsNotStarted() {
        Call call = new Call() {
            @Override
            protected boolean chooseWorker() {
                return true;
            }

            @Override
            protected void prepare() {
                while (wanted()) {
                    Thread.onSpinWait();
                }
            }
        };
        assertThatThrownBy(() -> call.run(SHORT)).isInstanceOf(PmixException.Timeout.class);
        // One thread starts such calls in turn.
        CallWorker.run("wait", SECONDS, () -> 0);
        assertThat(call.starts).isZero();
        assertThat(ends).containsExactly("ended");
        assertThat(InFlight.take(call.token)).isNull();
    }

    @Test
    void anAnswerThatDoesNotFitTheMemoryIsAFailureWithItsCause() throws Exception {
        OutOfMemoryError full = new OutOfMemoryError("deliberate");
        Call call = new Call() {
            @Override
            protected Integer decode(int status, MemorySegment data, long count) {
                throw full;
            }
        };
        CompletableFuture<Integer> future = call.submit(SECONDS);
        call.answer(0);
        assertThatThrownBy(() -> future.get(10, TimeUnit.SECONDS))
                .hasCauseInstanceOf(PmixException.class)
                .hasRootCause(full)
                .hasMessageContaining("test call failed: its answer could not be read: java.lang.OutOfMemoryError")
                .satisfies(
                        e -> assertThat(((PmixException) e.getCause()).status()).isEqualTo(Statuses.ERR_NOMEM));
    }

    /** Its later steps are refused, because the handle was closed under way. */
    @Test
    void aProcedureUnderWayAtTheEndIsClosed() {
        Handle closing = new Handle(session, null, Duration.ofSeconds(10));
        Procedure<String> procedure = new Procedure<>(closing, "a procedure") {
            @Override
            protected String call() {
                closing.close();
                closing.checkOpen();
                return "";
            }
        };
        assertThatThrownBy(procedure::run)
                .isInstanceOf(PmixException.Closed.class)
                .hasMessageContaining("a procedure: the session was closed meanwhile");
        assertThatThrownBy(() -> procedure.submit().get(10, TimeUnit.SECONDS))
                .hasCauseInstanceOf(PmixException.Closed.class);
    }
}
