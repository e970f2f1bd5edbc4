// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.pmixj.ProcId;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.data.FenceCall;
import org.pmixj.internal.data.FencePlace;
import org.pmixj.internal.data.WithoutFences;
import org.pmixj.internal.data.repair.FenceQueue;
import org.pmixj.internal.ffi.CallMemory;
import org.pmixj.internal.ffi.InFlight;

/** Fences whose native function is played here. */
class QueuedFenceTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final List<ProcId> PROCS = List.of(new ProcId("test", 0), new ProcId("test", 1));

    private final Session session = new Session(PROCS.getFirst(), false, false, null);
    private final Handle handle = new Handle(session, null, TIMEOUT);

    private class Played extends FenceCall {
        volatile boolean isCalled;

        Played() {
            this(TIMEOUT);
        }

        Played(Duration timeout) {
            this(handle, PROCS, timeout);
        }

        Played(Handle caller, List<ProcId> procs, Duration timeout) {
            super(caller, "fence", procs, false, timeout, null);
        }

        @Override
        protected int call(MemorySegment procs, long count, InfoArray directives, MemorySegment answerTo) {
            isCalled = true;
            return StatusCodes.SUCCESS;
        }

        final void answer() {
            answer(StatusCodes.SUCCESS);
        }

        final void answer(int status) {
            InFlight.take(token);
            arrived(status, MemorySegment.NULL, 0);
        }
    }

    /** There are no groups by fences: all questions are answered by no. */
    @BeforeAll
    static void useNoGroups() {
        Session.useAddressBook(new SessionPart.Slot<AddressBook>(1) {
            @Override
            protected AddressBook create(Session session) {
                return (AddressBook) Proxy.newProxyInstance(
                        AddressBook.class.getClassLoader(),
                        new Class<?>[] {AddressBook.class},
                        (_, method, _) -> method.getReturnType() == boolean.class ? false : null);
            }
        });
    }

    private FencePlace place() {
        return FencePlace.take(handle, "construct", PROCS, TIMEOUT);
    }

    private Played launched() {
        Played fence = new Played();
        fence.launch();
        return fence;
    }

    private Played launchedIn(FencePlace place) {
        Played fence = new Played();
        fence.inPlaceOf(place).launch();
        return fence;
    }

    @Test
    void aFenceThatIsCalledLaterWaitsForThatOfAPlace() {
        FencePlace place = place();
        Played later = launched();
        assertThat(later.isCalled).isFalse();
        Played due = launchedIn(place);
        assertThat(due.isCalled).isTrue();
        FencePlace.giveBack(place);
        assertThat(later.isCalled).isFalse();
        due.answer();
        assertThat(later.isCalled).isTrue();
        later.answer();
        assertThat(launched().isCalled).isTrue();
    }

    @Test
    void aPlaceBehindAFenceHasItsTurnAfterThatOne() {
        Played before = launched();
        FencePlace place = place();
        Played later = launched();
        Played due = launchedIn(place);
        assertThat(due.isCalled).isFalse();
        before.answer();
        assertThat(due.isCalled).isTrue();
        assertThat(later.isCalled).isFalse();
        due.answer();
        assertThat(later.isCalled).isTrue();
    }

    /** The operation was refused before it called a fence. */
    @Test
    void aPlaceThatIsGivenBackIsInNobodysWay() {
        FencePlace first = place();
        FencePlace second = place();
        Played later = launched();
        FencePlace.giveBack(second);
        assertThat(later.isCalled).isFalse();
        FencePlace.giveBack(first, first, null);
        assertThat(later.isCalled).isTrue();
        assertThat(InFlight.all()).doesNotContain(first, second);
        later.answer();
        // Its time was over.
        Played next = launchedIn(first);
        assertThat(next.isCalled).isTrue();
    }

    /** The members of a new group compare how many fences they have called. */
    @Test
    void aPlaceIsNoFenceThatWasCalled() {
        long before = FenceCall.called(handle, PROCS, null);
        FencePlace place = place();
        assertThat(FenceCall.called(handle, PROCS, null)).isEqualTo(before);
        FencePlace.giveBack(place);
        assertThat(FenceCall.called(handle, PROCS, null)).isEqualTo(before);
        Played givenUp = launched();
        givenUp.fail(StatusCodes.interrupted("fence"));
        assertThat(FenceCall.called(handle, PROCS, null)).isEqualTo(before + 3);
        FencePlace behind = place();
        assertThat(FenceCall.called(handle, PROCS, null)).isEqualTo(before + 3);
        // It has its turn after the construct.
        Played later = launched();
        assertThat(FenceCall.called(handle, PROCS, behind)).isEqualTo(before + 3);
        FencePlace.giveBack(behind);
        givenUp.answer();
        later.answer();
    }

    @Test
    void fencesThatWaitForTheirTurnAreNotCounted() {
        List<ProcId> procs = List.of(new ProcId("waiting", 0), new ProcId("waiting", 1));
        new Played(handle, procs, TIMEOUT).launch();
        FencePlace place = FencePlace.take(handle, "construct", procs, TIMEOUT);
        FencePlace next = FencePlace.take(handle, "construct", procs, TIMEOUT);
        assertThat(FenceCall.called(handle, procs, place)).isEqualTo(2);
        // The place before it stands for a fence that is not called yet.
        assertThat(FenceCall.called(handle, procs, next)).isEqualTo(-1);
        assertThat(FenceCall.called(handle, procs, null)).isEqualTo(2);
        new Played(handle, procs, TIMEOUT).launch();
        assertThat(FenceCall.called(handle, procs, place)).isEqualTo(2);
        assertThat(FenceCall.called(handle, procs, null)).isEqualTo(-1);
    }

    /** Two constructs at once have told the others the same count. */
    @Test
    void aFenceThatOthersGaveUpIsOwedOnce() {
        List<ProcId> procs = List.of(PROCS.getFirst(), new ProcId("owed", 1));
        Played first = new Played(handle, procs, TIMEOUT);
        first.launch();
        long own = FenceCall.called(handle, procs, null);
        Map<ProcId, Long> called = Map.of(procs.get(0), own, procs.get(1), own + 3);
        FenceCall.agree(handle, procs, called, false);
        FenceCall.agree(handle, procs, called, false);
        List<FenceCall> owed = InFlight.all().stream()
                .filter(FenceCall.class::isInstance)
                .map(FenceCall.class::cast)
                .filter(call -> call.participants().equals(procs) && !call.equals(first))
                .toList();
        assertThat(owed).hasSize(1);
        owed.forEach(call -> call.fail(StatusCodes.interrupted("the owed fence")));
        first.answer();
    }

    @Test
    void aFenceBehindAPlaceThatIsGivenBackWaitsForOneOfAnEarlierSession() throws InterruptedException {
        List<ProcId> procs = List.of(new ProcId("left", 0), new ProcId("left", 1));
        Played left = new Played(handle, procs, Duration.ofSeconds(1));
        left.launch();
        FenceQueue.of(session, false).sessionEnded();
        Handle following = new Handle(new Session(procs.getFirst(), false, false, null), null, TIMEOUT);
        FencePlace place = FencePlace.take(following, "construct", procs, TIMEOUT);
        Played fence = new Played(following, procs, TIMEOUT);
        fence.launch();
        FencePlace.giveBack(place);
        assertThat(fence.isCalled).isFalse();
        long end = System.nanoTime() + TIMEOUT.toNanos();
        while (!fence.isCalled && System.nanoTime() < end) {
            Thread.sleep(10);
        }
        assertThat(fence.isCalled).isTrue();
        fence.answer();
        left.answer();
    }

    /** A fence of fewer processes, because one has departed, has no use for the place. */
    @Test
    void aPlaceAmongOtherProcessesIsNotTaken() {
        FencePlace place = FencePlace.take(handle, "construct", List.of(PROCS.getFirst()), TIMEOUT);
        assertThat(launchedIn(place).isCalled).isTrue();
    }

    /** A place takes no answer of a fence that was given up: nobody has called the fence for which it is. */
    @Test
    void theFenceOfAPlaceTakesTheAnswerToOneThatWasGivenUp() {
        Played givenUp = launched();
        givenUp.fail(StatusCodes.interrupted("fence"));
        FencePlace place = place();
        Played later = launched();
        givenUp.answer();
        assertThat(later.wanted()).isTrue();
        Played due = launchedIn(place);
        FencePlace.giveBack(place);
        assertThat(due.wanted()).isFalse();
        assertThat(due.hasFailed() || due.isCalled).isFalse();
        assertThat(later.isCalled).isTrue();
    }

    /** Without a fence for the place, the next one is that which was given up. */
    @Test
    void theNextFenceTakesTheAnswerIfAPlaceIsGivenBack() {
        Played givenUp = launched();
        givenUp.fail(StatusCodes.interrupted("fence"));
        FencePlace place = place();
        Played later = launched();
        givenUp.answer();
        assertThat(later.wanted()).isTrue();
        FencePlace.giveBack(place);
        assertThat(later.wanted()).isFalse();
        assertThat(later.hasFailed() || later.isCalled).isFalse();
        assertThat(launched().isCalled).isTrue();
    }

    /** The fence of the first place takes an answer that came before, and the next one need not wait for that place. */
    @Test
    void placesLeaveALateAnswerToTheFenceThatGetsOne() {
        Played givenUp = launched();
        givenUp.fail(StatusCodes.interrupted("fence"));
        givenUp.answer();
        FencePlace own = place();
        FencePlace next = place();
        Played first = launchedIn(own);
        assertThat(first.wanted() || first.hasFailed() || first.isCalled).isFalse();
        Played second = launchedIn(next);
        assertThat(second.isCalled).isTrue();
        FencePlace.giveBack(own, next);
        second.answer();
        assertThat(launched().isCalled).isTrue();
    }

    /** The host answers all with the timeout of the first caller, which has given up. */
    @Test
    void theTimeoutOfAnotherProcessIsNotThatOfAFenceWithTimeLeft() {
        Played fence = launched();
        Played later = launched();
        for (int i = 0; i < 2; i++) {
            fence.isCalled = false;
            fence.answer(StatusCodes.TIMEOUT);
            assertThat(fence.isCalled).isTrue();
            assertThat(fence.wanted()).isTrue();
            assertThat(later.isCalled).isFalse();
        }
        fence.answer();
        assertThat(fence.wanted() || fence.hasFailed()).isFalse();
        assertThat(later.isCalled).isTrue();
        later.answer();
    }

    /** A fence continues one that was given up, which timed out at the host: then it asks itself, as the others do. */
    @Test
    void aFenceThatTakesATimeoutAsksBeforeThoseCalledAfterIt() {
        Played givenUp = launched();
        givenUp.fail(StatusCodes.timeout("fence", 1));
        Played heir = launched();
        Played later = launched();
        givenUp.answer(StatusCodes.TIMEOUT);
        assertThat(heir.isCalled).isTrue();
        assertThat(later.isCalled).isFalse();
        heir.answer();
        assertThat(heir.wanted() || heir.hasFailed()).isFalse();
        assertThat(later.isCalled).isTrue();
        later.answer();
    }

    /** The host fails the fence for all. */
    @Test
    void aFenceThatTakesAFailureIsInNobodysWay() {
        Played givenUp = launched();
        givenUp.fail(StatusCodes.timeout("fence", 1));
        Played heir = launched();
        Played later = launched();
        givenUp.answer(StatusCodes.LOST_CONNECTION);
        assertThat(heir.hasFailed()).isTrue();
        assertThat(heir.isCalled).isFalse();
        assertThat(later.isCalled).isTrue();
        later.answer();
        assertThat(launched().isCalled).isTrue();
    }

    @Test
    void aFenceWhoseTimeIsOverFails() {
        Played fence = new Played(Duration.ofSeconds(1));
        fence.launch();
        fence.answer(StatusCodes.TIMEOUT);
        assertThat(fence.hasFailed()).isTrue();
        Played next = launched();
        assertThat(next.isCalled).isTrue();
        next.answer();
    }

    private Procedure<Void> connecting(List<ProcId> procs) {
        Procedure<Void> connect = new WithoutFences<>(handle, "connect", Duration.ofSeconds(10)) {
            @Override
            protected void takePlace() {
                refuseFences(procs);
            }

            @Override
            protected @Nullable Void call() {
                return null;
            }
        };
        connect.ensurePlace();
        return connect;
    }

    @Test
    void aConnectIsRefusedBesideAFenceAndBesideAPlace() {
        FencePlace place = place();
        assertThatIllegalStateException()
                .isThrownBy(() -> connecting(PROCS.reversed()))
                .withMessageContaining("a fence of exactly these processes is under way");
        Played fence = launchedIn(place);
        FencePlace.giveBack(place);
        assertThatIllegalStateException().isThrownBy(() -> connecting(PROCS));
        Procedure<Void> others = connecting(List.of(PROCS.getFirst()));
        fence.answer();
        Procedure<Void> one = connecting(PROCS);
        Procedure<Void> two = connecting(PROCS);
        one.leavePlace();
        Played refused = new Played();
        FenceCall _ = refused.ofApplication();
        assertThatIllegalStateException()
                .isThrownBy(refused::launch)
                .withMessageContaining("a connect or disconnect of exactly these processes is under way");
        assertThat(refused.isCalled).isFalse();
        two.leavePlace();
        others.leavePlace();
        assertThat(launched().isCalled).isTrue();
    }

    /** The thread that ends the connect may be behind the one that uses the place. */
    @Test
    void aFenceWithAPlaceWaitsForTheEndOfAConnect() {
        Procedure<Void> one = connecting(PROCS);
        Procedure<Void> two = connecting(PROCS);
        FencePlace place = place();
        Played fence = new Played();
        fence.ofApplication().inPlaceOf(place).launch();
        one.leavePlace();
        assertThat(fence.isCalled).isFalse();
        two.leavePlace();
        assertThat(fence.isCalled).isTrue();
        fence.answer();
        assertThat(launched().isCalled).isTrue();
    }

    /** It is behind a fence of the library, which connects do not hold. */
    @Test
    void aFenceWithALaterPlaceWaitsForTheEndOfAConnect() {
        Procedure<Void> connect = connecting(PROCS);
        FencePlace before = place();
        FencePlace place = place();
        Played fence = new Played();
        fence.ofApplication().inPlaceOf(place).launch();
        launchedIn(before).answer();
        assertThat(fence.isCalled).isFalse();
        connect.leavePlace();
        assertThat(fence.isCalled).isTrue();
    }

    @Test
    void aFenceWhosePlaceIsGoneIsRefusedBesideAConnect() {
        Procedure<Void> connect = connecting(PROCS);
        FencePlace place = place();
        FencePlace.giveBack(place);
        Played fence = new Played();
        FenceCall _ = fence.ofApplication().inPlaceOf(place);
        assertThatIllegalStateException().isThrownBy(fence::launch);
        connect.leavePlace();
        assertThat(launched().isCalled).isTrue();
    }

    @Test
    void aFenceThatNobodyWaitsForIsNotCalledAtTheEndOfAConnect() {
        Procedure<Void> connect = connecting(PROCS);
        Played fence = new Played();
        fence.ofApplication().inPlaceOf(place()).launch();
        fence.fail(StatusCodes.interrupted("fence"));
        Played next = launchedIn(place());
        connect.leavePlace();
        assertThat(fence.isCalled).isFalse();
        assertThat(next.isCalled).isTrue();
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
