// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.pmixj.it.support.Await.LIMIT;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.assertj.core.api.Assertions;
import org.pmixj.GetOptions;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.group.GroupRequest;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.call.SessionUsers;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.codec.ProcCodec;
import org.pmixj.internal.ffi.InFlight;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;

/** Work on libpmix's progress thread, which user code does not reach. Only an operation of this library can look. */
class ProgressThreadIT {
    /** A fence of this process alone whose answer is read by a piece of test code. */
    private static final class Probe extends NativeCall<Void> {
        private final ProcId self;
        private final Runnable code;

        Probe(Handle handle, Runnable code) {
            super(handle, "probe");
            this.self = handle.session.self();
            this.code = code;
        }

        @Override
        protected int start(SegmentAllocator memory, MemorySegment cbdata) {
            return Libpmix.fence(ProcCodec.procs(memory, List.of(self)), 1, InfoArray.NONE, cbdata);
        }

        @Override
        protected Void decode(int status, MemorySegment data, long count) {
            code.run();
            return null;
        }
    }

    static void onProgressThread(Runnable code) {
        Handle handle = new Handle(SessionUsers.acquire(LIMIT, false, false, null, null), null, LIMIT);
        try {
            new Probe(handle, code).run(LIMIT.toNanos());
        } finally {
            SessionUsers.release(handle);
        }
    }

    private static void blockingOperationsAreRefused(Pmix pmix) {
        Key<Integer> key = Key.of("it.progress", ValueType.INT32);
        List<Runnable> calls = List.of(
                pmix::fence,
                pmix::commit,
                () -> pmix.put(Scope.GLOBAL, key, 1),
                () -> pmix.get(pmix.self(), key),
                () -> pmix.abort(1, "never"),
                () -> pmix.groups()
                        .construct(GroupRequest.named("it-progress")
                                .members(pmix.self())
                                .build()));
        onProgressThread(() -> {
            for (Runnable call : calls) {
                assertThatIllegalStateException().isThrownBy(call::run).withMessageContaining("progress thread");
            }
        });
    }

    private static void anErrorWhileAnAnswerIsReadReachesTheCallerAndTheJvmLives(Pmix pmix) {
        Assertions.assertThatThrownBy(() -> onProgressThread(() -> {
                    throw new AssertionError("deliberate");
                }))
                .hasRootCauseMessage("deliberate");
        pmix.fence();
    }

    @PmixTest(ranks = 2)
    void nothingStaysInFlight(Pmix pmix) throws InterruptedException {
        for (int i = 0; i < 100; i++) {
            pmix.fenceAsync().join();
        }
        if (pmix.self().rank() == 0) {
            Key<Integer> missing = Key.of("it.never", ValueType.INT32);
            Assertions.assertThatExceptionOfType(CompletionException.class)
                    .isThrownBy(() -> pmix.getAsync(
                                    pmix.job().member(1),
                                    missing,
                                    GetOptions.defaults().withTimeout(Duration.ofMillis(200)))
                            .join());
            // The caller's bound has run out; the library's own, a whole second, ends the native operation.
            UnderWay.awaitNoCalls();
        }
        assertThat(InFlight.size()).isZero();
        pmix.fence();
    }

    @PmixTest(ranks = 1)
    void userCodeDoesNotHarmIt(Pmix pmix) {
        blockingOperationsAreRefused(pmix);
        anErrorWhileAnAnswerIsReadReachesTheCallerAndTheJvmLives(pmix);
    }
}
