// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.function.BinaryOperator;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.pmixj.Attributes;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.collectives.ArrayReduction;
import org.pmixj.collectives.Collectives;
import org.pmixj.collectives.Mesh;
import org.pmixj.collectives.Reductions;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.CollectiveValues;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Meshes;
import org.pmixj.it.support.Scenarios;
import org.pmixj.it.support.Smoke;
import org.pmixj.it.support.SubJob;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** {@code Collectives}: broadcast, gather and reductions. */
// Among the longer ones: begins early.
@Order(2)
class CollectivesIT {
    /** Part of the title of the native call in which an exchange waits for the values of others. */
    private static final String EXCHANGE = "lookup of [org.pmixj.exchange";

    private static final String BY_FENCES = "-Dpmixj.groups=fences";
    private static final int VICTIM = 2;

    // --- values ----------------------------------------------------------------------------------------------------

    @PmixTest(ranks = 1)
    void alone(Pmix pmix) throws Exception {
        values(pmix);
    }

    @PmixTest(ranks = 2)
    void two(Pmix pmix) throws Exception {
        values(pmix);
    }

    @Smoke
    @PmixTest(ranks = 5, nodes = 3)
    void five(Pmix pmix) throws Exception {
        values(pmix);
    }

    private static void values(Pmix pmix) throws Exception {
        // A rank of the group is not that of the job.
        Group group = GroupExchangeIT.all(pmix, "it-values");
        CollectiveValues.check(group);
        Meshes.check(group);
        Meshes.checkDestruct(group);
        Collectives ended = Collectives.of(group);
        assertThatIllegalStateException().isThrownBy(() -> ended.broadcast(0, ValueType.INT32, 1));
        assertThatIllegalStateException().isThrownBy(() -> ended.gatherAsync(0, ValueType.INT32, 1));
        assertThatIllegalStateException().isThrownBy(() -> ended.allReduce(ValueType.INT32, 1, Reductions.sum()));
    }

    // --- those who do not come -------------------------------------------------------------------------------------

    @Tag("slow")
    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void aMemberThatNeverCallsIsATimeout(Pmix pmix) {
        Group group = GroupExchangeIT.all(pmix, "it-late");
        Collectives collectives = Collectives.of(group);
        CollectiveOptions brief = CollectiveOptions.within(Jobs.SHORT);
        if (pmix.self().rank() != 1) {
            timesOut("fence", () -> group.with(brief).fence());
            timesOut("broadcast", () -> collectives.with(brief).broadcast(0, ValueType.INT32, 1));
            timesOut("gather", () -> collectives.with(brief).gather(0, ValueType.INT32, 1));
            timesOut("allReduce", () -> collectives.with(brief).allReduce(ValueType.INT32, 1, Reductions.sum()));
        }
        pmix.fence();
        group.close();
    }

    private static void timesOut(String operation, ThrowingCallable collective) {
        assertThatExceptionOfType(PmixException.Timeout.class)
                .isThrownBy(collective)
                .withMessageStartingWith(operation + " of group 'it-late' timed out");
    }

    private static int[] othersThan(RankContext context, int... ranks) {
        return IntStream.range(0, context.size())
                .filter(rank -> IntStream.of(ranks).noneMatch(one -> one == rank))
                .toArray();
    }

    private static void aMemberThatDies(SubJob job) throws Exception {
        Group group = job.pmix()
                .groups()
                .construct(GroupRequest.named(job.id("it-dies"))
                        .members(job.members())
                        .build());
        Collectives collectives = Collectives.of(group);
        Mesh mesh = Meshes.open(group);
        ProcId victim = job.member(VICTIM);
        if (job.rank() == VICTIM) {
            job.await("exchange", othersThan(job, VICTIM));
            job.killSelf();
        }
        UnderWay.announceCall(job.pmix(), job, "exchange", EXCHANGE);
        if (job.rank() == 0) {
            assertThatThrownBy(() -> Await.result(collectives.broadcastAsync(0, ValueType.INT32, 1)))
                    .hasCauseInstanceOf(PmixException.MemberLost.class);
        } else {
            assertThatThrownBy(() -> collectives.broadcast(0, ValueType.INT32, null))
                    .isInstanceOfSatisfying(
                            PmixException.MemberLost.class,
                            lost -> assertThat(lost.lost()).isEqualTo(List.of(victim)));
        }
        assertThat(group.size()).isEqualTo(3);
        CollectiveValues.check(group);
        Meshes.checkWithout(group, mesh, victim);
    }

    /** The root dies: all others know that there is no value, and go on without it. */
    private static void theRootOfAFaultTolerantGroupDies(SubJob job) throws Exception {
        Group group = job.pmix()
                .groups()
                .construct(GroupRequest.named(job.id("it-root"))
                        .members(job.members())
                        .faultTolerant()
                        .build());
        Collectives collectives = Collectives.of(group);
        ProcId victim = job.member(VICTIM);
        if (job.rank() == VICTIM) {
            job.await("exchange", othersThan(job, VICTIM));
            job.killSelf();
        }
        UnderWay.announceCall(job.pmix(), job, "exchange", EXCHANGE);
        assertThatThrownBy(() -> collectives.broadcast(VICTIM, ValueType.INT32, job.rank() == 0 ? null : 1))
                .isInstanceOfSatisfying(
                        PmixException.MemberLost.class,
                        lost -> assertThat(lost.lost()).isEqualTo(List.of(victim)))
                .hasMessageContaining("the root " + victim + " departed");
        CollectiveValues.check(group);
    }

    /** A member that knows of a death takes another process for the root: nobody gets a wrong value. */
    private static void theRanksMoveUpMeanwhile(SubJob job) throws Exception {
        Group group = job.pmix()
                .groups()
                .construct(GroupRequest.named(job.id("it-moves"))
                        .members(job.members())
                        .faultTolerant()
                        .build());
        Collectives collectives = Collectives.of(group);
        int[] waiting = othersThan(job, 0, 1);
        if (job.rank() == 0) {
            job.await("exchange", waiting);
            job.killSelf();
        } else if (job.rank() == 1) {
            job.await("exchange", waiting);
            Await.until("the death is known", () -> group.size() == 3);
        } else {
            UnderWay.announceCall(job.pmix(), job, "exchange", EXCHANGE);
        }
        assertThatExceptionOfType(PmixException.BadParameter.class)
                .isThrownBy(() -> collectives.broadcast(1, ValueType.INT32, job.rank()))
                .withMessageContaining("members named different roots")
                .withMessageContaining(job.member(1).toString())
                .withMessageContaining(job.member(2).toString());
        assertThat(collectives.broadcast(1, ValueType.INT32, job.rank())).isEqualTo(2);
        assertThat(collectives.allReduce(ValueType.INT32, job.rank(), Reductions.sum()))
                .isEqualTo(6);
    }

    @Tag("slow")
    @PmixTest(
            ranks = 6,
            nodes = {1, 3},
            killed = {2, 4, 5})
    void membersDie(Pmix pmix, RankContext context) throws Exception {
        Scenarios scenarios = new Scenarios(pmix, context);
        scenarios.run(CollectivesIT::aMemberThatDies, 0, 1, 2, 3);
        scenarios.run(CollectivesIT::theRootOfAFaultTolerantGroupDies, 0, 1, 4, 3);
        scenarios.run(CollectivesIT::theRanksMoveUpMeanwhile, 5, 0, 1, 3);
    }

    @PmixTest(ranks = 3, nodes = 3, killed = VICTIM, jvm = BY_FENCES)
    void aMemberDiesInAGroupByFences(Pmix pmix, RankContext context) throws Exception {
        Group group = pmix.groups().construct(Jobs.all(pmix, "it-fences").build());
        Collectives collectives = Collectives.of(group);
        assertThat(collectives.allReduce(ValueType.INT32, 1, Reductions.sum())).isEqualTo(3);
        if (context.rank() == VICTIM) {
            context.await("exchange", 0, 1);
            context.killSelf();
        }
        UnderWay.announceCall(pmix, context, "exchange", "allReduce of group 'it-fences'");
        // The host says that the fence failed, not who is lost.
        assertThatExceptionOfType(PmixException.LostConnection.class)
                .isThrownBy(() -> collectives.allReduce(ValueType.INT32, 1, Reductions.sum()))
                .withMessageContaining("it-fences");
    }

    // --- bad input -------------------------------------------------------------------------------------------------

    @PmixTest(ranks = 2)
    void badInput(Pmix pmix) throws Exception {
        Group group = GroupExchangeIT.all(pmix, "it-bad");
        Collectives collectives = Collectives.of(group);
        refusedArguments(group, collectives);
        operatorsThatFail(group, collectives);
        badArrays(group, collectives);
        membersThatDiffer(group, collectives);
        Meshes.checkRefusals(group);
        // None of these has counted as a call, or both have called it.
        CollectiveValues.check(group);
        group.destruct();
    }

    private static void refusedArguments(Group group, Collectives collectives) {
        for (int root : new int[] {-1, 2, Integer.MAX_VALUE}) {
            assertThatExceptionOfType(IndexOutOfBoundsException.class)
                    .isThrownBy(() -> collectives.broadcast(root, ValueType.INT32, 1))
                    .withMessage("broadcast of group 'it-bad': there is no root " + root
                            + "; the group has the ranks 0 to 1");
            assertThatExceptionOfType(IndexOutOfBoundsException.class)
                    .isThrownBy(() -> collectives.gatherAsync(root, ValueType.INT32, 1));
        }
        int me = group.rank();
        BinaryOperator<Integer> sum = Reductions.sum();
        assertThatNullPointerException().isThrownBy(() -> Collectives.of(null));
        assertThatNullPointerException()
                .isThrownBy(() -> collectives.broadcast(me, ValueType.INT32, null))
                .withMessage(
                        "broadcast of group 'it-bad': this process gives null, and its value is sent; give a value");
        assertThatNullPointerException().isThrownBy(() -> collectives.broadcast(0, null, 1));
        assertThatNullPointerException().isThrownBy(() -> collectives.with(null).broadcast(0, ValueType.INT32, 1));
        assertThatNullPointerException().isThrownBy(() -> collectives.gather(0, ValueType.INT32, null));
        assertThatNullPointerException()
                .isThrownBy(() -> collectives.allReduce(ValueType.INT32, null, sum))
                .withMessage("allReduce of group 'it-bad': the value is null; give one");
        assertThatNullPointerException().isThrownBy(() -> collectives.allReduce(ValueType.INT32, 1, null));
        assertThatNullPointerException().isThrownBy(() -> collectives.allReduceAsync(null, 1, sum));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CollectiveOptions.defaults().named(" "))
                .withMessageContaining("the operation has no name");
        assertThatNullPointerException()
                .isThrownBy(() -> CollectiveOptions.defaults().named(null));
        assertThatIllegalArgumentException().isThrownBy(() -> collectives.gather(0, ValueType.UINT8, 256));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> collectives.broadcast(me, ValueType.BYTES, new byte[2 << 20]))
                .withMessageContaining("each member may exchange");
        CollectiveOptions directive =
                CollectiveOptions.defaults().withDirectives(Attributes.of(Key.of("it.directive", ValueType.INT32), 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> collectives.with(directive).allReduce(ValueType.INT32, 1, sum))
                .withMessageStartingWith("allReduce of group 'it-bad' takes no directives");
    }

    /** The operator fails on all members alike. */
    private static void operatorsThatFail(Group group, Collectives collectives) {
        RuntimeException failure = new UnsupportedOperationException("it fails");
        BinaryOperator<Integer> failing = (one, other) -> {
            throw failure;
        };
        assertThatIllegalArgumentException()
                .isThrownBy(() -> collectives.allReduce(ValueType.INT32, 1, failing))
                .withCause(failure)
                .withMessageStartingWith("allReduce of group 'it-bad' failed")
                .withMessageContaining("at the value of " + group.members().get(1) + ": ")
                .withMessageContaining("it fails");
        assertThatThrownBy(() ->
                        collectives.allReduceAsync(ValueType.INT32, 1, failing).join())
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(IllegalArgumentException.class)
                .hasCause(failure);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> collectives.allReduce(ValueType.INT32, 1, (one, other) -> null))
                .withMessageContaining("the operator returned null");
        overflows(() -> collectives.allReduce(ValueType.INT32, Integer.MAX_VALUE, Reductions.sum()));
        overflows(() -> collectives.allReduce(ValueType.INT64, Long.MIN_VALUE, Reductions.sum()));
        overflows(() -> collectives.allReduce(ValueType.INT16, Short.MAX_VALUE, Reductions.sum()));
        overflows(() -> collectives.allReduce(ValueType.INT8, (byte) -100, Reductions.sum()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> collectives.allReduce(ValueType.UINT8, 200, Reductions.sum()))
                .withMessageContaining("the result is no value of UINT8")
                .withMessageContaining("400");
    }

    private static void overflows(ThrowingCallable sum) {
        assertThatIllegalArgumentException()
                .isThrownBy(sum)
                .havingCause()
                .isInstanceOf(ArithmeticException.class)
                .withMessageContaining("overflow");
    }

    private static void badArrays(Group group, Collectives collectives) {
        boolean first = group.rank() == 0;
        assertThatNullPointerException()
                .isThrownBy(() -> collectives.allReduce((int[]) null, ArrayReduction.SUM))
                .withMessage("allReduce of group 'it-bad': the array is null; give one");
        assertThatNullPointerException()
                .isThrownBy(() -> collectives.allReduceAsync(new double[1], null))
                .withMessage("allReduce of group 'it-bad': the operator is null; give one");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> collectives.allReduce(new long[1 << 19], ArrayReduction.SUM))
                .withMessageContaining("each member may exchange");
        overflows(() -> collectives.allReduce(new int[] {0, Integer.MAX_VALUE}, ArrayReduction.SUM));
        overflows(() -> collectives.allReduce(new int[] {1 << 20}, ArrayReduction.PRODUCT));
        overflows(() -> collectives.allReduce(new long[] {Long.MIN_VALUE}, ArrayReduction.SUM));
        overflows(() -> collectives.allReduce(new long[] {1L << 40}, ArrayReduction.PRODUCT));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> collectives.allReduce(new double[] {0, 1}, (one, other) -> {
                    throw new IllegalStateException("it fails");
                }))
                .withMessageStartingWith("allReduce of group 'it-bad' failed after the exchange, on all members")
                .withMessageContaining("at element 0 of " + group.members().get(1) + ": ")
                .withMessageContaining("it fails");
        assertThatExceptionOfType(PmixException.BadParameter.class)
                .isThrownBy(() -> collectives.allReduce(new int[first ? 2 : 3], ArrayReduction.SUM))
                .withMessageContaining(
                        group.members().get(0) + "=int[2], " + group.members().get(1) + "=int[3]")
                .withMessageContaining("all must give the same type and length");
        assertThatExceptionOfType(PmixException.BadParameter.class)
                .isThrownBy(() -> {
                    if (first) {
                        collectives.allReduce(new long[2], ArrayReduction.SUM);
                    } else {
                        collectives.allReduce(new double[2], ArrayReduction.SUM);
                    }
                })
                .withMessageContaining(
                        group.members().get(0) + "=long[2], " + group.members().get(1) + "=double[2]");
        assertThatThrownBy(() -> {
                    if (first) {
                        collectives.allReduce(new int[2], ArrayReduction.SUM);
                    } else {
                        collectives.broadcast(1, ValueType.INT32, 1);
                    }
                })
                .isInstanceOf(PmixException.class)
                .hasMessageContaining("call the same operations in the same order");
    }

    private static void membersThatDiffer(Group group, Collectives collectives) {
        boolean first = group.rank() == 0;
        // The types and the name are those of a split.
        if (first) {
            group.exchange(ValueType.listOf(ValueType.INT64), List.of(1L));
        } else {
            assertThatExceptionOfType(PmixException.class)
                    .isThrownBy(() -> group.split(0, 0))
                    .withMessageContaining(group.members().getFirst() + " has called another operation");
        }
        assertThatExceptionOfType(PmixException.BadParameter.class)
                .isThrownBy(() -> collectives.broadcast(group.rank(), ValueType.INT32, 1))
                .withMessageContaining("members named different roots");
        assertThatExceptionOfType(PmixException.BadParameter.class)
                .isThrownBy(() -> collectives.gather(group.rank(), ValueType.INT32, 1))
                .withMessageContaining("members named different roots");
        assertThatExceptionOfType(PmixException.BadParameter.class)
                .isThrownBy(() -> {
                    if (first) {
                        collectives.broadcast(0, ValueType.INT32, 1);
                    } else {
                        collectives.gather(0, ValueType.INT32, 1);
                    }
                })
                .withMessageContaining(group.members().get(first ? 1 : 0) + " called another operation");
        assertThatThrownBy(() -> {
                    if (first) {
                        // The other one waits for a value of this process, and receives that of the next operation.
                        assertThatNullPointerException()
                                .isThrownBy(() -> collectives.broadcast(0, ValueType.INT32, null));
                        group.exchange(ValueType.INT32, 1);
                    } else {
                        collectives.broadcast(0, ValueType.INT32, null);
                    }
                })
                .isInstanceOf(PmixException.class)
                .hasMessageStartingWith((first ? "exchange" : "broadcast") + " of group 'it-bad' failed: the value of ")
                .hasMessageContaining(
                        first
                                ? "is attributes, which a broadcast or a gather sends, not INT32"
                                : "is INT32, not attributes, which a broadcast or a gather sends")
                .hasMessageNotContaining("DATA_ARRAY");
        assertThatThrownBy(() -> {
                    if (first) {
                        collectives.allReduce(ValueType.INT32, 1, Reductions.sum());
                    } else {
                        collectives.allReduce(ValueType.STRING, "1", Reductions.max());
                    }
                })
                .isInstanceOf(PmixException.class)
                .hasMessageContaining(first ? "STRING" : "INT32");
        // The receiver alone sees the values.
        if (first) {
            assertThatThrownBy(() -> collectives.gather(0, ValueType.INT32, 1))
                    .isInstanceOf(PmixException.class)
                    .hasMessageContaining("the value of " + group.members().get(1))
                    .hasMessageContaining("all members must give the same type");
        } else {
            assertThat(collectives.gather(0, ValueType.STRING, "1")).isEmpty();
        }
    }
}
