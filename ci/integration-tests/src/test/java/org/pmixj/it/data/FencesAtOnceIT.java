// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.pmixj.FenceRequest;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.internal.ffi.InFlight;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/**
 * Several fences of the same processes that one of them has begun: libpmix counts two calls of one process for two
 * processes.
 */
class FencesAtOnceIT {
    private static final Duration BOUND = Duration.ofSeconds(60);
    private static final int MANY = 3;

    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void aFenceCountsOnceForEachProcess(Pmix pmix, RankContext context) throws Exception {
        ofTheJob(pmix, context);
        ofAGroup(pmix, context);
        interruptedOnes(pmix, context);
    }

    private interface Fencing {
        CompletableFuture<Void> begin(Duration bound);
    }

    private static void atOnce(Pmix pmix, RankContext context, String begun, Fencing fencing) throws Exception {
        int before = InFlight.size();
        if (pmix.self().rank() == 0) {
            List<CompletableFuture<Void>> fences = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                fences.add(fencing.begin(BOUND));
            }
            // One that the caller wants no more is one all the same for the others.
            assertThat(fences.get(1).cancel(true)).isTrue();
            UnderWay.await(pmix, "fence", BOUND);
            assertThat(fences.get(0)).isNotDone();
            assertThat(fences.get(2)).isNotDone();
            context.reached(begun);
            fences.get(2).get(60, TimeUnit.SECONDS);
            assertThat(fences.get(0)).isCompleted();
        } else {
            context.await(begun, 0);
            for (int i = 0; i < MANY; i++) {
                fencing.begin(BOUND).get(60, TimeUnit.SECONDS);
            }
        }
        // Nobody is ahead of the others.
        fencing.begin(BOUND).get(60, TimeUnit.SECONDS);
        awaitInflight(before);
    }

    private static void awaitInflight(int before) throws InterruptedException {
        long end = System.nanoTime() + BOUND.toNanos();
        while (InFlight.size() > before && System.nanoTime() - end < 0) {
            Thread.sleep(5);
        }
        assertThat(InFlight.size()).isLessThanOrEqualTo(before);
    }

    private static void ofTheJob(Pmix pmix, RankContext context) throws Exception {
        pmix.fence();
        atOnce(
                pmix,
                context,
                "begun-job",
                bound -> pmix.fenceAsync(FenceRequest.builder().timeout(bound).build()));
    }

    private static Group group(Pmix pmix) {
        return pmix.groups()
                .construct(GroupRequest.named("it-at-once")
                        .members(pmix.job().members())
                        .timeout(BOUND)
                        .build());
    }

    private static void ofAGroup(Pmix pmix, RankContext context) throws Exception {
        Group group = group(pmix);
        group.fence();
        atOnce(pmix, context, "begun-group", timeout -> group.fenceAsync(CollectiveOptions.within(timeout)));
        group.destruct(CollectiveOptions.within(BOUND));
    }

    /** Those whose bound was over are one to libpmix, the next is that one, and none of them stays. */
    private static void interruptedOnes(Pmix pmix, RankContext context) throws Exception {
        Group group = group(pmix);
        group.fence();
        int before = InFlight.size();
        if (pmix.self().rank() == 0) {
            for (int i = 0; i < MANY; i++) {
                Thread.currentThread().interrupt();
                assertThatExceptionOfType(PmixException.Interrupted.class)
                        .isThrownBy(() -> group.fence(CollectiveOptions.within(BOUND)));
                assertThat(Thread.interrupted()).isTrue();
            }
            context.reached("interrupted");
        } else {
            context.await("interrupted", 0);
        }
        group.fence(CollectiveOptions.within(BOUND));
        awaitInflight(before);
        group.fence(CollectiveOptions.within(BOUND));
        group.destruct(CollectiveOptions.within(BOUND));
    }
}
