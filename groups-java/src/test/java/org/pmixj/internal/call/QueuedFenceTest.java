// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.pmixj.ProcId;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.data.FenceCall;
import org.pmixj.internal.ffi.CallMemory;
import org.pmixj.internal.ffi.InFlight;

/** Fences whose native function is played here. */
class QueuedFenceTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final List<ProcId> PROCS = List.of(new ProcId("test", 0), new ProcId("test", 1));

    private final Session session = new Session(PROCS.getFirst(), false, false, null);
    private final Handle handle = new Handle(session, null, TIMEOUT);

    private class Played extends FenceCall {
        boolean isCalled;

        Played() {
            super(handle, "fence", PROCS, false, TIMEOUT);
        }

        @Override
        protected int call(MemorySegment procs, long count, InfoArray directives, MemorySegment answerTo) {
            isCalled = true;
            return StatusCodes.SUCCESS;
        }

        final void answer() {
            InFlight.take(token);
            arrived(StatusCodes.SUCCESS, MemorySegment.NULL, 0);
        }
    }

    /** libpmix answers while the function that was called with the memory has not returned. */
    @Test
    void theMemoryOfAFenceThatWaitedForItsTurnIsKeptUntilTheFunctionReturns() {
        Played first = new Played();
        first.launch();
        boolean[] isKept = new boolean[1];
        Played second = new Played() {
            @Override
            protected int call(MemorySegment procs, long count, InfoArray directives, MemorySegment answerTo) {
                answer();
                CallMemory other = CallMemory.take(true);
                isKept[0] = other.allocate(procs.byteSize(), Long.BYTES).address() != procs.address();
                return super.call(procs, count, directives, answerTo);
            }
        };
        second.launch();
        assertThat(first.isCalled).isTrue();
        assertThat(second.isCalled).isFalse();
        first.answer();
        assertThat(second.isCalled).isTrue();
        assertThat(isKept).containsExactly(true);
    }

    /** libpmix refuses every call once its server is gone. */
    @Test
    void manyFencesThatAreRefusedInTheirTurnNeedNoMoreStackThanOne() {
        Played first = new Played();
        first.launch();
        List<Played> waiting = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            Played next = new Played() {
                @Override
                protected int call(MemorySegment procs, long count, InfoArray directives, MemorySegment answerTo) {
                    super.call(procs, count, directives, answerTo);
                    return StatusCodes.UNREACH;
                }
            };
            next.launch();
            waiting.add(next);
        }
        first.answer();
        assertThat(waiting).allMatch(fence -> fence.isCalled && fence.hasFailed());
        assertThat(InFlight.all()).doesNotContainAnyElementsOf(waiting);
    }
}
