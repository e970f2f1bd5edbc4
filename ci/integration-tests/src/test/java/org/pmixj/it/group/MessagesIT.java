// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.pmixj.it.support.Await.LIMIT;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.pmixj.FenceRequest;
import org.pmixj.GetOptions;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Departure;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Scenarios;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** A mistake of a program is named in the message of its exception. */
class MessagesIT {
    private static final int VICTIM = 2;

    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void exchangeOfTwoTypes(Pmix pmix, RankContext context) {
        Group group = pmix.groups().construct(Jobs.all(pmix, "it-types").build());
        ProcId odd = pmix.job().member(1);
        boolean isOdd = pmix.self().equals(odd);
        assertThatThrownBy(() -> {
                    if (isOdd) {
                        group.exchange(ValueType.STRING, "one");
                    } else {
                        group.exchange(ValueType.INT32, context.rank());
                    }
                })
                .isInstanceOf(PmixException.class)
                .hasMessageStartingWith("exchange of group 'it-types' failed: the value of ")
                .hasMessageContaining(isOdd ? "INT32, not STRING" : odd + " is STRING, not INT32")
                .hasMessageContaining("all members must give the same type")
                .hasMessageNotContaining("org.pmixj");
        pmix.fence();
        // The next exchange is one of its own.
        assertThat(group.exchange(ValueType.INT32, context.rank()).values()).containsExactly(0, 1, 2);
        group.destruct();
    }

    /** Nobody else can put what this process has not put. */
    @PmixTest(
            ranks = 2,
            nodes = {1, 2})
    void ownKey(Pmix pmix) {
        Key<String> never = Key.of("it.never", ValueType.STRING);
        Key<String> key = Key.of("it.own", ValueType.STRING);
        GetOptions patient = GetOptions.defaults().withTimeout(LIMIT);
        String text = "get of it.never of " + pmix.self() + " failed: this process has not put it";
        long begin = System.nanoTime();
        assertThatExceptionOfType(PmixException.NotFound.class)
                .isThrownBy(() -> pmix.get(pmix.self(), never, patient))
                .withMessage(text);
        assertThat(pmix.getAsync(pmix.self(), never, patient))
                .failsWithin(LIMIT)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(PmixException.NotFound.class)
                .withMessageEndingWith(text);
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(LIMIT);
        for (Scope scope : List.of(Scope.GLOBAL, Scope.LOCAL, Scope.REMOTE, Scope.INTERNAL)) {
            Key<String> scoped = Key.of(key.name() + "." + scope, ValueType.STRING);
            // It need not be committed.
            pmix.put(scope, scoped, "here");
            assertThat(pmix.get(pmix.self(), scoped, patient)).isEqualTo("here");
            assertThat(pmix.getAsync(pmix.self(), scoped, patient))
                    .succeedsWithin(LIMIT)
                    .isEqualTo("here");
        }
        pmix.fence();
    }

    /** A process that has ended in good order has not failed. On one node libpmix constructs such a group. */
    @PmixTest(ranks = 3, nodes = 3, alone = true)
    void endedBefore(Pmix pmix, RankContext context) throws Exception {
        List<ProcId> all = pmix.job().members();
        pmix.fence();
        if (context.rank() == VICTIM) {
            pmix.close();
            return;
        }
        Await.until("the host knows of the end", () -> Jobs.hasEnded(pmix, all.get(VICTIM)));
        // Only then does the library ask the host about the members.
        assertThatThrownBy(
                        () -> pmix.groups().construct(Jobs.all(pmix, "it-first").build()))
                .isInstanceOf(PmixException.MemberLost.class);
        assertThatThrownBy(
                        () -> pmix.groups().construct(Jobs.all(pmix, "it-ended").build()))
                .isInstanceOf(PmixException.MemberLost.class)
                .hasMessage("construct of group 'it-ended' failed: member " + all.get(VICTIM) + " ended before");
        pmix.fence(FenceRequest.of(all.subList(0, VICTIM)));
    }

    /** The second attempt has only what is left of the timeout, of which the caller, rank 0, knows nothing. */
    private static void timesOut(Departure death) throws Exception {
        // The death has to be noticed meanwhile, on a busy machine too.
        Duration timeout = Duration.ofSeconds(8);
        // From its first group on a process notices deaths.
        Jobs.useGroup(death.pmix(), death.id() + "-first", death.members());
        death.pmix().fence(FenceRequest.of(death.members()));
        if (death.isLate()) {
            death.context().await("timed-out", 0, 3);
        } else {
            if (death.isLeaver()) {
                death.await("construct", Departure.LATE);
                // Part of the timeout passes.
                Thread.sleep(timeout.dividedBy(8));
            }
            death.dieWhileOthersWait("construct", Departure.LATE);
            GroupRequest.Builder request = death.request().faultTolerant();
            if (death.context().rank() == 0) {
                assertThatExceptionOfType(PmixException.Timeout.class)
                        .isThrownBy(() -> death.pmix()
                                .groups()
                                .construct(request.timeout(timeout).build()))
                        .withMessageContaining("timed out after 8000 ms");
            } else {
                // It may learn that rank 0 has given up.
                assertThatThrownBy(() -> death.pmix()
                                .groups()
                                .construct(
                                        request.timeout(timeout.multipliedBy(2)).build()))
                        .isInstanceOf(PmixException.class);
            }
            death.context().reached("timed-out");
        }
        death.pmix().fence(FenceRequest.of(death.rest()));
    }

    @PmixTest(ranks = 4, nodes = 3, killed = VICTIM)
    void timeoutOfTheCaller(Pmix pmix, RankContext context) throws Exception {
        new Scenarios(pmix, context).departs(MessagesIT::timesOut, VICTIM, 0, 1, 2, 3);
    }
}
