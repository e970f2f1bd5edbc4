// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.pmixj.DataType;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.call.Dispatcher;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.notice.ReceivedEvent;
import org.pmixj.process.Termination;

class SpawnedJobsTest {
    private final SpawnedJobs jobs = new SpawnedJobs();
    private final Dispatcher dispatcher = new Dispatcher(null);

    private void end(ProcId proc, int exit) {
        try (Arena arena = Arena.ofConfined()) {
            InfoArray infos = InfoArray.allocate(arena, 3)
                    .add(arena, PMIxConstants.PMIX_EVENT_AFFECTED_PROC(), new PmixValue.Proc(proc))
                    .add(arena, PMIxConstants.PMIX_JOB_TERM_STATUS(), new PmixValue.Status(new PmixStatus(-exit)));
            if (exit != 0) {
                infos.add(arena, PMIxConstants.PMIX_EXIT_CODE(), new PmixValue.Int(DataType.INT, exit));
            }
            jobs.ended(ReceivedEvent.read(
                    PMIxConstants.PMIX_EVENT_JOB_END(), MemorySegment.NULL, infos.segment(), infos.size()));
        }
    }

    @Test
    void theEndOfAJobIsTold() throws Exception {
        jobs.requested();
        CompletableFuture<Termination> future = jobs.started("job", dispatcher);
        jobs.answered();
        end(ProcId.all("another"), 0);
        assertThat(future).isNotDone();
        end(new ProcId("job", 3), 7);
        assertThat(future.get(10, TimeUnit.SECONDS))
                .isEqualTo(new Termination(new PmixStatus(-7), 7, new ProcId("job", 3)));
    }

    /** A future for each call would stay until the end. So all receive one, whose end nobody else can decide. */
    @Test
    void onlyAReportCompletesTheFuture() {
        CompletableFuture<Termination> future = jobs.started("job", dispatcher);
        Termination other = new Termination(PmixStatus.SUCCESS, 5, null);
        assertThat(future.cancel(true)).isFalse();
        assertThat(future.complete(other)).isFalse();
        assertThat(future.completeExceptionally(new IllegalStateException())).isFalse();
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> future.obtrudeValue(other));
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> future.obtrudeException(new IllegalStateException()));
        Duration limit = Duration.ofSeconds(10);
        assertThat(future.completeAsync(() -> other)).succeedsWithin(limit).isEqualTo(other);
        assertThat(future.completeOnTimeout(other, 1, TimeUnit.MILLISECONDS))
                .succeedsWithin(limit)
                .isEqualTo(other);
        assertThat(future.orTimeout(1, TimeUnit.MILLISECONDS))
                .failsWithin(limit)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(TimeoutException.class);
        CompletableFuture<Termination> dependent = future.copy();
        assertThat(dependent.cancel(true)).isTrue();
        assertThat(future).isNotDone();
        end(ProcId.all("job"), 3);
        assertThat(future)
                .succeedsWithin(limit)
                .extracting(Termination::exitCode)
                .isEqualTo(3);
    }

    @Test
    void anEndBeforeTheAnswerIsNotLost() throws Exception {
        jobs.requested();
        end(ProcId.all("job"), 0);
        CompletableFuture<Termination> future = jobs.started("job", dispatcher);
        jobs.answered();
        assertThat(future.get(10, TimeUnit.SECONDS)).isEqualTo(new Termination(PmixStatus.SUCCESS, 0, null));
    }

    @Test
    void theEndsOfOthersJobsAreNotKept() {
        jobs.requested();
        end(ProcId.all("job"), 0);
        jobs.answered();
        jobs.requested();
        assertThat(jobs.started("job", dispatcher)).isNotDone();
        end(ProcId.all("elsewhere"), 0);
        jobs.answered();
        jobs.requested();
        assertThat(jobs.started("elsewhere", dispatcher)).isNotDone();
    }

    @Test
    void afterTheSessionNothingIsHeard() {
        CompletableFuture<Termination> future = jobs.started("job", dispatcher);
        jobs.sessionEnded();
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> future.get(10, TimeUnit.SECONDS))
                .withCauseInstanceOf(PmixException.Closed.class);
    }
}
