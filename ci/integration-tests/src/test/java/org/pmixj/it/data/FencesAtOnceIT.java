// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.pmixj.it.support.Await.LIMIT;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.pmixj.FenceRequest;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.data.FenceCall;
import org.pmixj.internal.ffi.InFlight;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/**
 * Several fences of the same processes that one of them has started: libpmix counts two calls of one process for two
 * processes.
 */
class FencesAtOnceIT {
    private static final int MANY = 3;
    /** An event that no handler receives. */
    private static final PmixStatus NOBODY = new PmixStatus(-3043);

    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void aFenceCountsOnceForEachProcess(Pmix pmix, RankContext context) throws Throwable {
        ofTheJob(pmix, context);
        ofAGroup(pmix, context);
        interruptedOnes(pmix, context, false);
        interruptedOnes(pmix, context, true);
        ofAnEarlierGroup(pmix, context);
        ofALaterGroup(pmix, context);
        ofAGroupThatGoesOn(pmix, context);
        ofADuplicate(pmix, context);
    }

    /** The server goes on to count a fence whose caller has finalized. */
    @PmixTest(ranks = 2)
    void aFenceInFlightWhenTheSessionClosesIsNotThatOfTheNextSession(RankContext context) throws Exception {
        CompletableFuture<Void> left = null;
        try (Pmix pmix = Pmix.init()) {
            if (context.rank() == 0) {
                left = pmix.fenceAsync(FenceRequest.ofJob().withTimeout(Duration.ofSeconds(3)));
                UnderWay.awaitCall(pmix, "fence");
            }
        }
        try (Pmix pmix = Pmix.init()) {
            if (context.rank() == 0) {
                assertThat(left).failsWithin(LIMIT);
                CompletableFuture<Void> next =
                        pmix.fenceAsync(FenceRequest.ofJob().withTimeout(LIMIT));
                // Longer than the server keeps the first one.
                assertThatExceptionOfType(TimeoutException.class).isThrownBy(() -> next.get(5, TimeUnit.SECONDS));
                context.reached("alone");
                Await.result(next);
            } else {
                context.await("alone", 0);
                pmix.fence();
            }
            pmix.fence();
        }
    }

    private interface Fencing {
        CompletableFuture<Void> begin(Duration bound);
    }

    private static void atOnce(Pmix pmix, RankContext context, String begun, Fencing fencing) throws Exception {
        if (pmix.self().rank() == 0) {
            List<CompletableFuture<Void>> fences = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                fences.add(fencing.begin(LIMIT));
            }
            // One that the caller wants no more is one all the same for the others.
            assertThat(fences.get(1).cancel(true)).isTrue();
            UnderWay.awaitCall(pmix, "fence");
            assertThat(fences.get(0)).isNotDone();
            assertThat(fences.get(2)).isNotDone();
            context.reached(begun);
            Await.result(fences.get(2));
            Await.result(fences.get(0));
        } else {
            context.await(begun, 0);
            for (int i = 0; i < MANY; i++) {
                Await.result(fencing.begin(LIMIT));
            }
        }
        // Nobody is ahead of the others.
        Await.result(fencing.begin(LIMIT));
        awaitNoFence(pmix);
    }

    private static void awaitNoFence(Pmix pmix) throws InterruptedException {
        Await.until(
                "no fence is under way",
                () -> InFlight.all().stream().noneMatch(call -> call.what().contains("fence")));
        // Its answer has been taken, and may still be handled. The next one comes on the same thread.
        pmix.events().notify(NOBODY).toProcess().send();
    }

    private static void ofTheJob(Pmix pmix, RankContext context) throws Exception {
        pmix.fence();
        atOnce(
                pmix,
                context,
                "begun-job",
                bound -> pmix.fenceAsync(FenceRequest.ofJob().withTimeout(bound)));
    }

    private static Group group(Pmix pmix) {
        return pmix.groups()
                .construct(GroupRequest.named("it-at-once")
                        .members(pmix.job().members())
                        .build());
    }

    private static void ofAGroup(Pmix pmix, RankContext context) throws Exception {
        Group group = group(pmix);
        group.fence();
        atOnce(
                pmix,
                context,
                "begun-group",
                timeout -> group.with(CollectiveOptions.within(timeout)).fenceAsync());
        group.destruct();
    }

    /** libpmix takes all fences that were given up for one. The next fence is that one, and none of them stays. */
    private static void interruptedOnes(Pmix pmix, RankContext context, boolean late) throws Throwable {
        String name = late ? "late" : "early";
        interrupted(pmix, context, name + "-job", pmix::fence, late);
        Group group = group(pmix);
        interrupted(pmix, context, name + "-group", group::fence, late);
        group.destruct();
    }

    private static void interrupted(Pmix pmix, RankContext context, String state, ThrowingCallable fence, boolean late)
            throws Throwable {
        fence.call();
        if (context.rank() == 0) {
            giveUp(fence, MANY);
            context.reached(state);
            if (late) {
                // The others have passed the one that was given up.
                awaitNoFence(pmix);
            }
        } else {
            context.await(state, 0);
        }
        fence.call();
        awaitNoFence(pmix);
        fence.call();
        fence.call();
    }

    private static void giveUp(ThrowingCallable fence, int times) {
        for (int i = 0; i < times; i++) {
            Thread.currentThread().interrupt();
            assertThatExceptionOfType(PmixException.Interrupted.class).isThrownBy(fence);
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    /** A fence that was given up and never called again does not count for a later group of the same members. */
    private static void ofAnEarlierGroup(Pmix pmix, RankContext context) throws Exception {
        Group earlier = group(pmix);
        if (context.rank() == 0) {
            giveUp(earlier::fence, 1);
            context.reached("given-up");
            awaitNoFence(pmix);
        } else {
            context.await("given-up", 0);
            earlier.fence();
        }
        earlier.destruct();
        Group group = group(pmix);
        group.fence();
        group.destruct();
    }

    /** A fence that its caller gives up while its answer is handled. */
    private static final class LateFence extends FenceCall {
        LateFence() {
            super(UnderWay.handle(), "fence", List.of(), false, LIMIT, null);
        }

        @Override
        public void ended() {
            super.ended();
            fail(StatusCodes.interrupted(what));
        }

        /** Returns whether the caller has to call it again. */
        boolean isInterrupted() {
            try {
                run(LIMIT.toNanos());
                return false;
            } catch (PmixException.Interrupted e) {
                return true;
            }
        }
    }

    /** Such a fence has either succeeded, or is the next one that is called. */
    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void givenUpAtTheAnswer(Pmix pmix, RankContext context) {
        FenceRequest request = FenceRequest.ofJob().withoutData().withTimeout(LIMIT);
        for (int i = 0; i < MANY; i++) {
            if (context.rank() != 0 || new LateFence().isInterrupted()) {
                pmix.fence(request);
            }
            pmix.fence(request);
        }
    }

    /** The others complete a fence that was given up when they call that of a later group. It counts for that group. */
    private static void ofALaterGroup(Pmix pmix, RankContext context) throws Exception {
        Group earlier = group(pmix);
        if (context.rank() == 0) {
            giveUp(earlier::fence, 1);
        }
        earlier.destruct();
        Group later = group(pmix);
        if (context.rank() == 0) {
            awaitNoFence(pmix);
        }
        later.fence();
        later.fence();
        later.destruct();
    }

    /** The others complete it by calling it in its own group, which goes on. It does not count for a later group. */
    private static void ofAGroupThatGoesOn(Pmix pmix, RankContext context) throws Exception {
        Group first = group(pmix);
        if (context.rank() == 0) {
            giveUp(first::fence, 1);
        }
        Group second = pmix.groups()
                .construct(GroupRequest.named("it-second")
                        .members(pmix.job().members())
                        .build());
        if (context.rank() == 0) {
            awaitNoFence(pmix);
        } else {
            first.fence();
        }
        second.fence();
        second.destruct();
        first.destruct();
    }

    /**
     * Shows a limit of the host, of which the Javadoc of {@code Group.fence} and the guide speak: it takes the fence of a
     * group for that of another one of the same members. If this fails, they can be called in any order, and the documents are to be changed.
     */
    private static void ofADuplicate(Pmix pmix, RankContext context) throws Exception {
        Group group = group(pmix);
        Group copy = pmix.groups().construct(Jobs.all(pmix, "it-copy").build());
        boolean isFirst = context.rank() == 0;
        // Nobody calls the fence of this rank, or not all call that of the others, and both succeed.
        Await.result((isFirst ? group : copy).fenceAsync());
        Await.result((isFirst ? copy : group).fenceAsync());
        // Exchanges have names.
        int rank = context.rank();
        CompletableFuture<?> first = (isFirst ? group : copy).exchangeAsync(ValueType.INT32, isFirst ? 10 : 20 + rank);
        CompletableFuture<?> second = (isFirst ? copy : group).exchangeAsync(ValueType.INT32, isFirst ? 20 : 10 + rank);
        Map<ProcId, Integer> ofGroup = new HashMap<>();
        Map<ProcId, Integer> ofCopy = new HashMap<>();
        for (ProcId proc : pmix.job().members()) {
            ofGroup.put(proc, 10 + proc.rank());
            ofCopy.put(proc, 20 + proc.rank());
        }
        assertThat(Await.result(first)).isEqualTo(isFirst ? ofGroup : ofCopy);
        assertThat(Await.result(second)).isEqualTo(isFirst ? ofCopy : ofGroup);
        copy.destruct();
        group.destruct();
    }
}
