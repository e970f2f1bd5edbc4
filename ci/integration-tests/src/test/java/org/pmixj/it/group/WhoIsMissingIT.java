// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.pmixj.FenceRequest;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.connect.ConnectRequest;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.data.FenceCall;
import org.pmixj.internal.notice.EventCodes;
import org.pmixj.internal.notice.NativeRegistrations;
import org.pmixj.internal.rollcall.RollCall;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Ends;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.Points;
import org.pmixj.junit.RankContext;

/** The exception for a timeout names the processes that have not called, and those that did not answer. */
// Among the longer ones: begins early.
@Order(2)
class WhoIsMissingIT {
    /** More time for answers, where one does not answer: most of it passes. */
    private static final String A_FEW_SECONDS = "-Dpmixj.roll.extra=6";

    /** The question comes in the last quarter, but 2 s at most: so long before libpmix ends the calls. */
    private static final Duration BRIEF = Jobs.SHORT.multipliedBy(4);

    private static final long POLL_MILLIS = 100;
    /** Less than the time that an answer may take after the timeout would be. */
    private static final Duration SLACK = Duration.ofMillis(1700);

    private static final long STEP_MILLIS = 10;

    private static final int ATTEMPTS = 3;

    /** Starts an operation with a timeout. */
    private interface Operation extends Function<Duration, CompletableFuture<?>> {}

    private static FenceRequest fence(Duration timeout) {
        return FenceRequest.ofJob().withTimeout(timeout);
    }

    /** Waits until all processes can answer questions. */
    private static void allListen(Pmix pmix) throws InterruptedException {
        NativeRegistrations registrations = NativeRegistrations.of(Session.current());
        Await.until("this process receives questions", () -> registrations.isReady(EventCodes.ROLL_CALL));
        pmix.fence();
    }

    private static Map<String, Operation> operations(Pmix pmix, Group group, Group ending) {
        Map<String, Operation> operations = new LinkedHashMap<>();
        operations.put("fence", time -> pmix.fenceAsync(fence(time)));
        operations.put(
                "construct of group 'it-late'",
                time -> pmix.groups()
                        .constructAsync(Jobs.all(pmix, "it-late").timeout(time).build()));
        operations.put(
                "fence of group 'it-group'",
                time -> group.with(CollectiveOptions.within(time)).fenceAsync());
        operations.put(
                "exchange of group 'it-group'",
                time -> group.with(CollectiveOptions.within(time)).exchangeAsync(ValueType.INT32, 1));
        operations.put(
                "destruct of group 'it-ending'",
                time -> ending.with(CollectiveOptions.within(time)).destructAsync());
        operations.put(
                "connect of connection",
                time -> pmix.connections()
                        .connectAsync(ConnectRequest.builder()
                                .members(pmix.job().members())
                                .id("it-late")
                                // Otherwise it is refused beside the fence.
                                .earlyTermination()
                                .timeout(time)
                                .build()));
        return operations;
    }

    /** One process calls last, and its timeout is short. Another one never calls. */
    // Collectives are left under way, for which the server would take those of others.
    @PmixTest(ranks = 4, nodes = 3, jvm = Jobs.ALL_ANSWER, alone = true)
    void eachOperation(Pmix pmix, RankContext context) throws Exception {
        int late = 2;
        int asking = 1;
        Group group = pmix.groups().construct(Jobs.all(pmix, "it-group").build());
        Group ending = pmix.groups().construct(Jobs.all(pmix, "it-ending").build());
        Map<String, Operation> operations = operations(pmix, group, ending);
        // An earlier call of the same operation, which has succeeded, does not count.
        group.fence();
        group.exchange(ValueType.INT32, 1);
        pmix.groups().construct(Jobs.all(pmix, "it-late").build()).destruct();
        allListen(pmix);
        if (context.rank() == late) {
            context.await("named", asking);
        } else if (context.rank() == asking) {
            context.await("called", 0, 3);
            Map<String, CompletableFuture<?>> started = new LinkedHashMap<>();
            operations.forEach((name, operation) -> started.put(name, operation.apply(BRIEF)));
            started.forEach((name, future) -> assertThat(future)
                    .failsWithin(Await.LIMIT)
                    .withThrowableOfType(ExecutionException.class)
                    .havingCause()
                    .withMessageStartingWith(name.startsWith("connect") ? "connect of" : name)
                    .withMessageEndingWith(": [" + pmix.job().member(late) + "] has not called it")
                    .asInstanceOf(InstanceOfAssertFactories.type(PmixException.Timeout.class))
                    .satisfies(timeout -> {
                        assertThat(timeout.missing()).containsExactly(pmix.job().member(late));
                        assertThat(timeout.silent()).isEmpty();
                        assertThat(timeout.gaveUp()).isEmpty();
                    }));
            context.reached("named");
        } else {
            for (Map.Entry<String, Operation> operation : operations.entrySet()) {
                operation.getValue().apply(Await.LIMIT);
                // An exchange waits for the values of the others in the directory.
                String call = operation.getKey();
                UnderWay.awaitCall(pmix, call.startsWith("exchange") ? "lookup" : call);
            }
            context.reached("called");
            context.await("named", asking);
        }
    }

    /** The one that comes late learns that the others no longer wait. */
    @Tag("slow")
    @PmixTest(ranks = 3, jvm = Jobs.ALL_ANSWER, alone = true)
    void theOthersHaveGivenUp(Pmix pmix, RankContext context) throws Exception {
        int late = 1;
        allListen(pmix);
        if (context.rank() == late) {
            context.await("given-up");
            List<ProcId> others = List.of(pmix.job().member(0), pmix.job().member(2));
            assertThatExceptionOfType(PmixException.Timeout.class)
                    .isThrownBy(() -> pmix.fence(fence(Jobs.SHORT)))
                    .withMessageEndingWith(": " + others + " have given it up before this process called it")
                    .satisfies(timeout -> {
                        assertThat(timeout.gaveUp()).isEqualTo(others);
                        assertThat(timeout.missing()).isEmpty();
                    });
            context.reached("came");
        } else {
            assertThatExceptionOfType(PmixException.Timeout.class)
                    .isThrownBy(() -> pmix.fence(fence(Jobs.SHORT)))
                    .satisfies(timeout ->
                            assertThat(timeout.missing()).contains(pmix.job().member(late)));
            context.reached("given-up");
            context.await("came", late);
        }
        // What has succeeded since is not given up any more.
        pmix.fence();
        pmix.fence();
        if (context.rank() == late) {
            context.await("named", 0);
        } else if (context.rank() == 0) {
            context.await("called", 2);
            assertThatExceptionOfType(PmixException.Timeout.class)
                    .isThrownBy(() -> pmix.fence(fence(Jobs.SHORT)))
                    .satisfies(timeout -> assertThat(timeout.missing())
                            .containsExactly(pmix.job().member(late)));
            context.reached("named");
        } else {
            UnderWay.announceCall(pmix, context, "called", "fence");
            CompletableFuture<Void> waiting = pmix.fenceAsync(fence(Await.LIMIT));
            context.await("named", 0);
            waiting.cancel(true);
        }
    }

    /** The exception comes a second after the timeout at the latest, although one process does not answer. */
    @PmixTest(
            ranks = 4,
            nodes = {1, 3},
            alone = true)
    void theQuestionIsPartOfTheTimeout(Pmix pmix, RankContext context) throws Exception {
        partOfTheTimeout(pmix, context);
    }

    /** Where some ask on behalf of all. */
    @Tag("slow")
    @PmixTest(
            ranks = 40,
            nodes = {1, 3})
    void theQuestionOfManyIsPartOfTheTimeout(Pmix pmix, RankContext context) throws Exception {
        partOfTheTimeout(pmix, context);
    }

    /** Passes a time in steps. On a busy machine each of them takes longer, as do the steps of what is measured. */
    private static CompletableFuture<Void> inSteps(Duration time) {
        CompletableFuture<Void> passed = new CompletableFuture<>();
        Thread.ofPlatform()
                .daemon()
                .start(() -> Await.awaitOrInterrupt(() -> {
                    for (long millis = 0; millis < time.toMillis(); millis += STEP_MILLIS) {
                        Thread.sleep(STEP_MILLIS);
                    }
                    passed.complete(null);
                }));
        return passed;
    }

    private static void partOfTheTimeout(Pmix pmix, RankContext context) throws Exception {
        int silent = context.size() - 1;
        Group group = pmix.groups().construct(Jobs.all(pmix, "it-part").build());
        allListen(pmix);
        if (context.rank() == silent) {
            Ends.stopUntil(context, "named");
        } else {
            Points points = new Points(context.scratch());
            int[] others = IntStream.range(0, silent).toArray();
            boolean inTime = false;
            boolean all = false;
            // On a busy machine a single attempt may take longer, whose ranks have hardly run.
            for (int attempt = 0; attempt < ATTEMPTS && !all; attempt++) {
                inTime |= failsInTime(pmix, group, "it-part-late-" + attempt);
                String holds = "in-time-" + attempt;
                if (inTime) {
                    context.reached(holds);
                }
                context.reached("tried-" + attempt);
                context.await("tried-" + attempt, others);
                all = Arrays.stream(others).allMatch(rank -> points.isReached(holds, rank));
            }
            context.reached("named");
            context.await("named", others);
            assertThat(inTime).isTrue();
        }
        // The one that was given up, for the others.
        group.fence();
        group.destruct();
    }

    /** Returns whether a fence and a construct, which one process does not call, fail before long. */
    private static boolean failsInTime(Pmix pmix, Group group, String id) {
        CompletableFuture<Void> tooLate = inSteps(Jobs.SHORT.plusSeconds(1).plus(SLACK));
        List<CompletableFuture<?>> started = List.of(
                group.with(CollectiveOptions.within(Jobs.SHORT)).fenceAsync(),
                pmix.groups()
                        .constructAsync(Jobs.all(pmix, id).timeout(Jobs.SHORT).build()));
        for (CompletableFuture<?> future : started) {
            assertThat(future)
                    .failsWithin(Await.LIMIT)
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(PmixException.Timeout.class);
        }
        return !tooLate.isDone();
    }

    /** A process that is stopped does not answer. Another one that is late does, whatever its own threads do. */
    @PmixTest(ranks = 4, nodes = 3, jvm = A_FEW_SECONDS)
    void oneIsStopped(Pmix pmix, RankContext context) throws Exception {
        allListen(pmix);
        stopped(pmix, context, 2, 3);
    }

    /** Where there are many members, some of them ask the others on behalf of all. */
    @Tag("slow")
    @PmixTest(
            ranks = 5,
            nodes = 3,
            jvm = {A_FEW_SECONDS, "-Dpmixj.roll.few=1"})
    void someAskForAll(Pmix pmix, RankContext context) throws Exception {
        allListen(pmix);
        stopped(pmix, context, 0, 1);
    }

    /** A process that calls after a question is not named for ever, although nobody else calls or times out since. */
    @Tag("slow")
    @PmixTest(ranks = 3, nodes = 3, jvm = A_FEW_SECONDS)
    void aResultIsKeptForAMoment(Pmix pmix, RankContext context) throws Exception {
        allListen(pmix);
        int asking = 0;
        int late = 2;
        if (context.rank() == asking) {
            long calledAt = Deadline.now();
            CompletableFuture<Void> waiting = pmix.fenceAsync(fence(Await.LIMIT));
            UnderWay.awaitCall(pmix, "fence");
            assertThat(missing(pmix, calledAt)).contains(pmix.job().member(late));
            context.reached("asked");
            context.await("came", late);
            while (missing(pmix, calledAt).contains(pmix.job().member(late))) {
                // The result that is kept.
                Thread.sleep(POLL_MILLIS);
            }
            assertThat(missing(pmix, calledAt)).contains(pmix.job().member(1));
            context.reached("known");
            Await.result(waiting);
        } else {
            context.await(context.rank() == late ? "asked" : "known", asking);
            UnderWay.announceCall(pmix, context, "came", "fence");
            pmix.fence();
        }
    }

    /** Asks who has not called the fence of all processes, before its timeout. */
    private static List<ProcId> missing(Pmix pmix, long calledAt) {
        List<ProcId> all = List.of(ProcId.all(pmix.self().nspace()));
        // The time of the question is over a second after that of libpmix.
        Duration timeout = Jobs.SHORT.plusNanos(Deadline.since(calledAt)).minusSeconds(1);
        return RollCall.of(Session.current())
                .ask(FenceCall.name(FenceCall.Kind.FENCE, all), all, timeout, calledAt)
                .missing();
    }

    private static void stopped(Pmix pmix, RankContext context, int silent, int late) throws Exception {
        Path pid = context.scratch().resolve("pid");
        int[] calling = IntStream.range(0, context.size())
                .filter(rank -> rank != silent && rank != late)
                .toArray();
        int asking = calling[calling.length - 1];
        if (context.rank() == silent) {
            Files.writeString(pid, Long.toString(ProcessHandle.current().pid()));
            context.reached("stopping");
            Ends.SILENT.end(pmix, context);
        } else if (context.rank() == asking) {
            context.await(
                    "called", IntStream.of(calling).limit(calling.length - 1).toArray());
            context.await("stopping", silent);
            long stopping = Long.parseLong(Files.readString(pid));
            Await.until("it has stopped", () -> Ends.isInactive(stopping));
            ProcId missing = pmix.job().member(late);
            ProcId stopped = pmix.job().member(silent);
            assertThatExceptionOfType(PmixException.Timeout.class)
                    .isThrownBy(() -> pmix.fence(fence(BRIEF)))
                    .withMessageEndingWith(": [" + missing + "] has not called it; [" + stopped + "] did not answer")
                    .satisfies(timeout -> {
                        assertThat(timeout.missing()).containsExactly(missing);
                        assertThat(timeout.silent()).containsExactly(stopped);
                    });
            context.reached("named");
        } else if (context.rank() == late) {
            context.await("named", asking);
        } else {
            UnderWay.announceCall(pmix, context, "called", "fence");
            CompletableFuture<Void> waiting = pmix.fenceAsync(fence(Await.LIMIT));
            context.await("named", asking);
            waiting.cancel(true);
        }
        context.reached(Ends.OVER);
    }
}
