// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.ffi.InFlight;
import org.pmixj.internal.trace.Trace;
import org.pmixj.internal.trace.jfr.JfrTracer;

/** Tests what a flight recording shows of calls. The tests play the native function. */
class RecordedCallTest {
    private static final long SECONDS = 10_000_000_000L;
    private static final List<ProcId> PROCS = List.of(new ProcId("test", 0), new ProcId("test", 1));

    private final Session session = new Session(PROCS.getFirst(), true, false, null);
    private final Handle handle = new Handle(session, null, Duration.ofSeconds(10));
    private final Recording recording = new Recording();

    @TempDir
    Path work;

    @BeforeAll
    static void traces() {
        // Of all that follows in this JVM. Nothing is written unless a recording runs.
        Trace.use(JfrTracer.create());
    }

    @BeforeEach
    void start() {
        recording.start();
    }

    @AfterEach
    void close() {
        recording.close();
    }

    private class Call extends PlayedCall {
        int repetitions;

        Call(String name) {
            super(handle, "call of '" + name + "'");
        }

        @Override
        public List<ProcId> participants() {
            return PROCS;
        }

        @Override
        protected long decideRetry(int status, long count) {
            return repetitions-- > 0 ? 0 : NO_RETRY;
        }

        /** Plays the answer of libpmix. */
        void answer(int status) {
            assertThat(InFlight.take(token)).isNotNull();
            arrived(status, MemorySegment.NULL, 0);
        }
    }

    /** Returns what was recorded of a call so far: type, sequence, what it is a step of, and status. */
    private List<String> recorded(String name) throws IOException {
        Path file = work.resolve("recorded.jfr");
        recording.dump(file);
        return RecordingFile.readAllEvents(file).stream()
                .filter(event ->
                        event.hasField("name") && event.getString("name").equals(name))
                .map(RecordedCallTest::text)
                .toList();
    }

    private static String text(RecordedEvent event) {
        String type = event.getEventType().getName();
        String status = type.equals("pmixj.Operation") ? " " + event.getString("status") : "";
        return type + " " + event.getLong("sequence") + " '" + event.getString("within") + "'" + status;
    }

    @Test
    void aRepeatedCallIsRecordedOnce() throws Exception {
        Procedure<Integer> steps = new Procedure<>(handle, "steps") {
            @Override
            protected Integer call() {
                Call repeated = new Call("repeated");
                repeated.repetitions = 2;
                CompletableFuture<Integer> answer = repeated.submit(SECONDS);
                for (int i = 0; i < 3; i++) {
                    // libpmix answers on another thread, which runs no procedure.
                    onAnotherThread(() -> repeated.answer(7));
                }
                assertThat(repeated.starts).isEqualTo(3);
                return answer.join();
            }
        };
        assertThat(steps.run()).isEqualTo(7);
        assertThat(steps.run()).isEqualTo(7);
        assertThat(recorded("repeated"))
                .containsExactlyInAnyOrder(
                        "pmixj.OperationEntered 1 'steps'",
                        "pmixj.Operation 1 'steps' PMIX_SUCCESS",
                        "pmixj.OperationEntered 2 'steps'",
                        "pmixj.Operation 2 'steps' PMIX_SUCCESS");
    }

    private static void onAnotherThread(Runnable task) {
        try {
            Thread.ofPlatform().start(task).join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aCallThatCannotStartHasEnded() throws Exception {
        Call unable = new Call("unable") {
            @Override
            protected boolean chooseWorker() {
                throw new IllegalStateException("played");
            }
        };
        assertThatThrownBy(() -> unable.run(SECONDS)).hasMessage("played");
        assertThatThrownBy(() -> unable.submit(SECONDS)).hasMessage("played");
        assertThat(recorded("unable"))
                .containsExactlyInAnyOrder(
                        "pmixj.OperationEntered 1 ''",
                        "pmixj.Operation 1 '' IllegalStateException",
                        "pmixj.OperationEntered 2 ''",
                        "pmixj.Operation 2 '' IllegalStateException");
    }

    /** The caller receives the answer to the first attempt. */
    @Test
    void aRepetitionThatCannotStartIsNotTheOutcome() throws Exception {
        Call call = new Call("once") {
            @Override
            protected int start(SegmentAllocator memory, MemorySegment cbdata) {
                if (starts > 0) {
                    throw new OutOfMemoryError("played");
                }
                return super.start(memory, cbdata);
            }
        };
        call.repetitions = 1;
        CompletableFuture<Integer> future = call.submit(SECONDS);
        call.answer(StatusCodes.TIMEOUT);
        assertThatThrownBy(() -> future.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(PmixException.Timeout.class);
        assertThat(recorded("once"))
                .containsExactlyInAnyOrder("pmixj.OperationEntered 1 ''", "pmixj.Operation 1 '' PMIX_ERR_TIMEOUT");
    }

    @Test
    void theRecordOfAProcedureEndsBeforeItsStagesRun() throws Exception {
        CountDownLatch isLate = new CountDownLatch(1);
        Procedure<Integer> procedure = new Procedure<>(handle, "procedure of 'stages'") {
            @Override
            protected Integer call() {
                assertThatNobodyInterrupts(isLate);
                return 7;
            }
        };
        CompletableFuture<List<String>> stage = procedure.submit().thenApply(_ -> {
            try {
                return recorded("stages");
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        isLate.countDown();
        assertThat(stage.get(10, TimeUnit.SECONDS)).containsExactly("pmixj.Operation 0 '' PMIX_SUCCESS");
    }

    private static void assertThatNobodyInterrupts(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
