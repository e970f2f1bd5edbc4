// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Order;
import org.pmixj.FenceRequest;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.collectives.Consensus;
import org.pmixj.collectives.Consensus.Decision;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.Members;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Scenarios;
import org.pmixj.it.support.Smoke;
import org.pmixj.it.support.SubJob;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** The two words of ULFM: a group is revoked, and its members agree although some of them die. */
@Order(1)
class ConsensusIT {
    private static final Duration SHORT = Duration.ofSeconds(2);

    @Smoke
    @PmixTest(
            ranks = 6,
            nodes = 3,
            killed = {3, 4, 5})
    void agreeAndRevoke(Pmix pmix, RankContext context) throws Exception {
        Scenarios scenarios = new Scenarios(pmix, context);
        scenarios.run(ConsensusIT::everybodyIsThere, 0, 1, 2, 3, 4, 5);
        scenarios.run(ConsensusIT::oneRevokes, 0, 1, 2, 3);
        scenarios.run(ConsensusIT::aRevocationComesLate, 0, 1, 2, 3);
        scenarios.run(ConsensusIT::aMemberDiesBeforeItCalls, 0, 1, 2, 5);
        scenarios.run(ConsensusIT::membersDieMeanwhile, 0, 1, 2, 3, 4);
    }

    private static Group group(SubJob job) {
        return job.pmix()
                .groups()
                .construct(GroupRequest.named(job.id("consensus"))
                        .members(job.members())
                        .build());
    }

    /** Those who are left have the same decisions. */
    private static void assertSame(SubJob job, List<ProcId> left, String decisions) {
        try (Group survivors = job.pmix()
                .groups()
                .construct(GroupRequest.named(job.id("left")).members(left).build())) {
            assertThat(survivors.exchange(ValueType.STRING, decisions).values()).containsOnly(decisions);
        }
    }

    // --- nobody dies -----------------------------------------------------------------------------------------------

    private static void everybodyIsThere(SubJob job) throws Exception {
        Group group = group(job);
        Consensus consensus = Consensus.open(job.pmix(), group, Await.LIMIT);
        for (int round = 0; round < 8; round++) {
            // Each is the only one that disagrees, once; in the first and the last round nobody does.
            boolean flag = round != job.rank() + 1;
            Decision decision = round % 2 == 0 ? consensus.agree(flag) : Await.result(consensus.agreeAsync(flag));
            assertThat(decision).isEqualTo(new Decision(round == 0 || round == 7, Members.none()));
        }
        assertThatNullPointerException().isThrownBy(() -> Consensus.open(job.pmix(), null, SHORT));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Consensus.open(job.pmix(), group, Duration.ZERO))
                .withMessageContaining("timeout");
        oneAfterTheOther(job, consensus);
        timeWithoutEnd(job, group);
        lateMember(job, group);
        alone(job);
        closedMeanwhile(job, group);
        leaver(job, group, consensus);
    }

    /** A verdict is a part of an agreement. */
    private static void oneAfterTheOther(SubJob job, Consensus consensus) {
        assertThat(consensus.<Integer>decide("nested", Await.LIMIT, ValueType.INT32, job.rank(), given -> {
                    assertThatIllegalStateException()
                            .isThrownBy(() -> consensus.agree(true))
                            .withMessageContaining("this process is in an agreement already");
                    return given.size();
                }))
                .isEqualTo(6);
    }

    private static void timeWithoutEnd(SubJob job, Group group) {
        Duration forever = ChronoUnit.FOREVER.getDuration();
        Consensus consensus = Consensus.named(job.pmix(), group, Members.of(job.members()), job.id("forever"), forever);
        assertThat(consensus.agree(true)).isEqualTo(new Decision(true, Members.none()));
    }

    /** The handle of a library is closed while the library waits for members that do not come. */
    private static void closedMeanwhile(SubJob job, Group group) throws Exception {
        Pmix library = Pmix.init();
        Consensus consensus =
                Consensus.named(library, group, Members.of(job.members()), job.id("closed" + job.rank()), Await.LIMIT);
        CompletableFuture<Void> agreement =
                CompletableFuture.runAsync(() -> assertThatExceptionOfType(PmixException.Closed.class)
                        .isThrownBy(() -> consensus.agree(true))
                        .withMessage("agreement 1 of group '" + group.id() + "': the session was closed meanwhile"));
        UnderWay.awaitCall(job.pmix(), "lookup of [org.pmixj.agree");
        library.close();
        Await.result(agreement);
    }

    private static void alone(SubJob job) {
        Group group = job.pmix()
                .groups()
                .construct(GroupRequest.named(job.id("it-alone-" + job.rank()))
                        .members(job.pmix().self())
                        .build());
        Consensus consensus = Consensus.open(job.pmix(), group, SHORT);
        assertThat(consensus.agree(false)).isEqualTo(new Decision(false, Members.none()));
        group.destruct();
        assertThatIllegalStateException()
                .isThrownBy(() -> consensus.agree(true))
                .withMessageContaining("no longer a member");
    }

    /** The others miss a member that comes late. It counts when they call again, with the flags that they gave first. */
    private static void lateMember(SubJob job, Group group) throws Exception {
        // All begin within this time, and all make the second call within it, on a busy machine too.
        Consensus consensus = Consensus.open(job.pmix(), group, SHORT.multipliedBy(8));
        job.reached("opened");
        job.await("opened");
        if (job.rank() != 2) {
            assertThatExceptionOfType(PmixException.Timeout.class)
                    .isThrownBy(() -> consensus.agree(true))
                    .withMessageContaining("agreement 1 of group '" + group.id() + "' timed out")
                    .satisfies(timeout -> assertThat(timeout.missing()).isEqualTo(List.of(job.member(2))));
            job.reached("timed out");
        }
        job.await("timed out", 0, 1, 3, 4, 5);
        assertThat(consensus.agree(job.rank() == 2)).isEqualTo(new Decision(true, Members.none()));
    }

    private static void leaver(SubJob job, Group group, Consensus consensus) throws Exception {
        if (job.rank() == 0) {
            group.leave();
            assertThatIllegalStateException().isThrownBy(() -> consensus.agree(true));
            // The future fails with this exception, which is not wrapped.
            Throwable failure = Await.result(consensus.agreeAsync(true).handle((_, thrown) -> thrown));
            assertThat(failure).isInstanceOf(IllegalStateException.class);
        } else {
            assertThat(consensus.agree(true)).isEqualTo(new Decision(true, Members.of(job.member(0))));
        }
    }

    // --- a group is revoked ----------------------------------------------------------------------------------------

    private static void oneRevokes(SubJob job) throws Exception {
        Group group = group(job);
        Consensus consensus = Consensus.open(job.pmix(), group, Await.LIMIT);
        if (job.rank() == 0) {
            job.await("waits", 1, 2, 3);
            group.revoke();
        } else {
            ThrowingCallable pending = switch (job.rank()) {
                case 1 -> group::fence;
                case 2 -> () -> group.exchange(ValueType.INT32, 1);
                default -> () -> group.split(1, 0);
            };
            CompletableFuture<Void> waits = CompletableFuture.runAsync(() -> assertRevoked(job, pending));
            UnderWay.awaitCall(job.pmix(), job.rank() == 1 ? "fence of group" : "lookup of [org.pmixj.exchange");
            job.reached("waits");
            Await.result(waits);
        }
        for (ThrowingCallable later : List.<ThrowingCallable>of(
                group::fence,
                () -> group.exchange(ValueType.INT32, 1),
                () -> group.split(1, 0),
                () -> group.extend(Set.of()),
                group::destruct)) {
            assertRevoked(job, later);
        }
        // The Async forms complete their futures with the exception.
        for (CompletableFuture<?> later : List.of(
                group.fenceAsync(),
                job.pmix().fenceAsync(FenceRequest.of(group)),
                group.exchangeAsync(ValueType.INT32, 1),
                group.splitAsync(1, 0),
                group.splitByNodeAsync(),
                group.extendAsync(Set.of()),
                group.destructAsync())) {
            assertThat(later).isCompletedExceptionally();
            assertRevoked(job, () -> {
                throw later.exceptionNow();
            });
        }
        assertThat(group.state()).isEqualTo(Group.State.ACTIVE);
        // Once more: nothing happens.
        group.revoke();
        assertThat(consensus.agree(true)).isEqualTo(new Decision(true, Members.none()));
        group.close();
        assertSame(job, job.members(), new Decision(true, Members.none()).toString());
    }

    /**
     * A revocation is for the group that its sender has, and not for the next one of its id, which a member constructs. One
     * that arrives over a quarter of a second after the end of its group is believed: then all do it once more.
     */
    private static void aRevocationComesLate(SubJob job) throws Exception {
        for (int round = 1; !isIgnored(job, round); round++) {
            assertThat(round).as("rounds in which it was believed").isLessThan(10);
        }
    }

    private static boolean isIgnored(SubJob job, int round) throws Exception {
        GroupRequest request = GroupRequest.named(job.id("late-" + round))
                .members(job.members())
                .build();
        Group group = job.pmix().groups().construct(request);
        if (job.rank() == 0) {
            group.close();
            CompletableFuture<Group> next = job.pmix().groups().constructAsync(request);
            job.reached("constructs-" + round);
            group = Await.result(next);
        } else {
            job.await("constructs-" + round, 0);
            if (job.rank() == 1) {
                group.revoke();
            }
            group.close();
            group = job.pmix().groups().construct(request);
        }
        boolean ignored = true;
        try {
            assertThat(group.exchange(ValueType.INT32, job.rank()))
                    .hasSize(job.members().size());
            group.destruct();
        } catch (PmixException.Revoked | PmixException.MemberLost e) {
            ignored = false;
            group.close();
        }
        return Jobs.allSay(job, "late-" + round, ignored);
    }

    private static void assertRevoked(SubJob job, ThrowingCallable operation) {
        assertThatExceptionOfType(PmixException.Revoked.class)
                .isThrownBy(operation)
                .withMessageContaining("was revoked by " + job.member(0));
    }

    // --- members die -----------------------------------------------------------------------------------------------

    private static void aMemberDiesBeforeItCalls(SubJob job) throws Exception {
        Group group = group(job);
        Consensus consensus = Consensus.open(job.pmix(), group, Await.LIMIT);
        if (job.rank() == 3) {
            job.await("agrees", 0, 1, 2);
            job.killSelf();
        }
        CompletableFuture<Decision> decision = consensus.agreeAsync(job.rank() != 1);
        UnderWay.awaitCall(job.pmix(), "lookup of [org.pmixj.agree");
        job.reached("agrees");
        assertThat(Await.result(decision)).isEqualTo(new Decision(false, Members.of(job.member(3))));
        assertThat(consensus.agree(true)).isEqualTo(new Decision(true, Members.of(job.member(3))));
        group.revoke();
        assertSame(job, job.without(3), new Decision(true, Members.of(job.member(3))).toString());
    }

    /** At whatever moment of the agreement: before the flag, after it, after the decision. */
    private static void membersDieMeanwhile(SubJob job) throws Exception {
        Group group = group(job);
        Consensus consensus = Consensus.open(job.pmix(), group, Await.LIMIT);
        group.with(CollectiveOptions.within(Await.LIMIT)).fence();
        if (job.rank() >= 3) {
            Thread.ofPlatform().daemon().start(() -> {
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(20_000_000));
                job.killSelf();
            });
            while (true) {
                consensus.agree(false);
            }
        }
        Decision decision;
        StringBuilder all = new StringBuilder();
        do {
            decision = consensus.agree(true);
            all.append(decision);
        } while (decision.departed().size() < 2);
        assertThat(decision.departed()).containsExactlyInAnyOrder(job.member(3), job.member(4));
        assertThat(consensus.agree(true).flag()).isTrue();
        assertSame(job, job.without(3, 4), all.toString());
    }
}
