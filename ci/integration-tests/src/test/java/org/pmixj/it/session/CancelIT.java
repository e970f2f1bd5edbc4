// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.pmixj.it.support.Await.LIMIT;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.pmixj.FenceRequest;
import org.pmixj.GetOptions;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.data.repair.GetInTurn;
import org.pmixj.internal.ffi.InFlight;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** Operations whose caller has given them up. */
class CancelIT {
    private static final Key<String> MISSING = Key.of("it.missing", ValueType.STRING);
    private static final Key<Integer> NUMBER = Key.of("it.number", ValueType.INT32);
    private static final int MANY = 1000;
    private static final Duration LATE = Duration.ofMinutes(30);

    private static void awaitNothingInFlight() throws InterruptedException {
        UnderWay.awaitNoCalls();
        assertThat(GetInTurn.isIdle(Session.current())).isTrue();
    }

    private static List<CompletableFuture<String>> getsThatFindNothing(Pmix pmix, Duration bound) {
        ProcId other = pmix.job().member(1 - pmix.self().rank());
        List<CompletableFuture<String>> gets = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            gets.add(pmix.getAsync(other, MISSING, GetOptions.defaults().withTimeout(bound)));
        }
        return gets;
    }

    private static void cancelledGets(Pmix pmix) throws InterruptedException {
        ProcId other = pmix.job().member(1 - pmix.self().rank());
        pmix.put(Scope.GLOBAL, NUMBER, pmix.self().rank());
        pmix.commit();
        pmix.fence();
        List<CompletableFuture<String>> gets = getsThatFindNothing(pmix, LIMIT);
        assertThat(InFlight.size()).isPositive();
        for (CompletableFuture<String> get : gets) {
            assertThat(get.cancel(true)).isTrue();
        }
        // Later operations are not confused with those that nobody waits for.
        for (int i = 0; i < MANY; i++) {
            assertThat(pmix.getAsync(other, NUMBER).join()).isEqualTo(other.rank());
        }
        for (CompletableFuture<String> get : gets) {
            assertThatExceptionOfType(CancellationException.class).isThrownBy(get::join);
        }
        awaitNothingInFlight();
        pmix.fence();
    }

    private static void getsThatTimeOut(Pmix pmix) throws InterruptedException {
        for (CompletableFuture<String> get : getsThatFindNothing(pmix, Duration.ofSeconds(1))) {
            assertThatExceptionOfType(CompletionException.class)
                    .isThrownBy(get::join)
                    .withCauseInstanceOf(PmixException.Timeout.class);
        }
        awaitNothingInFlight();
        pmix.fence();
    }

    private static void getsOfAnUnknownNamespace(Pmix pmix) throws InterruptedException {
        ProcId nobody = new ProcId("no-such-job", 0);
        for (int i = 0; i < 100; i++) {
            assertThatExceptionOfType(PmixException.NotFound.class).isThrownBy(() -> pmix.get(nobody, MISSING));
            assertThatExceptionOfType(CompletionException.class)
                    .isThrownBy(() -> pmix.getAsync(nobody, MISSING).join())
                    .withCauseInstanceOf(PmixException.NotFound.class);
        }
        awaitNothingInFlight();
        pmix.fence();
    }

    private static boolean hasNoTimer() {
        return Session.current().timers.size() == 0;
    }

    // The others are not left alone: they see this process take part. No timer of this process gives the fence up: the
    // next
    // fence would be taken for it. Only libpmix ends it, at the timeout that was given to it.
    private static void aCancelledFenceStillTakesPart(
            RankContext context, String point, Supplier<CompletableFuture<Void>> fence) throws InterruptedException {
        if (context.rank() == 0) {
            // A timer that expires meanwhile would hide another one that is left.
            Await.until("no timer is left of what was before", CancelIT::hasNoTimer);
            fence.get().cancel(true);
            assertThat(InFlight.size()).isPositive();
            Await.until("no timeout is left", CancelIT::hasNoTimer);
            context.reached(point);
        } else {
            context.await(point);
            fence.get().join();
        }
        awaitNothingInFlight();
        fence.get().join();
    }

    private static void cancelledFences(Pmix pmix, RankContext context) throws InterruptedException {
        FenceRequest late = FenceRequest.ofJob().withTimeout(LATE);
        aCancelledFenceStillTakesPart(context, "cancelled", () -> pmix.fenceAsync(late));
        Group group = pmix.groups()
                .construct(GroupRequest.named("it-cancel")
                        .members(pmix.job().members())
                        .build());
        aCancelledFenceStillTakesPart(
                context,
                "cancelled-of-group",
                () -> group.with(CollectiveOptions.within(LATE)).fenceAsync());
        group.destruct();
    }

    @Tag("slow")
    @PmixTest(
            ranks = 2,
            nodes = {1, 2})
    void nothingIsLeftBehind(Pmix pmix, RankContext context) throws InterruptedException {
        cancelledGets(pmix);
        getsThatTimeOut(pmix);
        getsOfAnUnknownNamespace(pmix);
        cancelledFences(pmix, context);
    }
}
