// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** Ends of members of which the host tells nobody: bounds hold, and the host knows if it is asked. */
class GroupUnnotifiedIT {
    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final Duration PROMPT = Duration.ofSeconds(12);
    private static final Duration SHORT = Duration.ofSeconds(3);

    // --- the log -----------------------------------------------------------------------------------------------------

    /** The program of the ranks of {@link #theLogSaysOnceWhatIsMissing}. */
    static final class TwoGroups {
        private TwoGroups() {}

        public static void main(String[] args) throws InterruptedException {
            try (Pmix pmix = Pmix.init()) {
                for (int i = 0; i < 2; i++) {
                    GroupRequest.Builder request = Jobs.all(pmix, "it-log-" + i).timeout(BOUND);
                    if (args.length > 0) {
                        request.faultTolerant();
                    }
                    pmix.groups().construct(request.build()).destruct(BOUND);
                }
                // What is missing is found out apart.
                Thread.sleep(700);
            }
        }
    }

    private static final String TELLS_NOBODY = "the launcher tells nobody of members";
    private static final String ENDS_ALL = "the launcher ends the job when one of it dies";

    private static int warnings(String warning, Path work, int nodes, boolean survives, String... options)
            throws Exception {
        Launched.needsLauncher();
        List<String> command = new ArrayList<>(Launched.onNodes(nodes));
        command.addAll(List.of("prterun", "-n", "3", "--map-by", Launched.mapBy(nodes)));
        command.addAll(List.of(options));
        command.addAll(survives ? Launched.java(TwoGroups.class, "survives") : Launched.java(TwoGroups.class));
        Launched job = Launched.run(work, command, Map.of());
        assertThat(job.exit()).as(job.output()).isZero();
        return job.output().split(warning, -1).length - 1;
    }

    @Test
    void theLogSaysOnceWhatIsMissing(@TempDir Path work) throws Exception {
        // Nobody outlives a death, and nobody has asked to.
        assertThat(warnings("the launcher", work, 1, false)).isZero();
        assertThat(warnings(ENDS_ALL, work, 1, true)).isEqualTo(3);
        assertThat(warnings(TELLS_NOBODY, work, 1, false, "--rtos", "recoverable"))
                .isEqualTo(3);
        assertThat(warnings("the launcher", work, 1, true, "--rtos", "recoverable,notifyerrors"))
                .isZero();
        // Of a launcher on another node nothing is known.
        assertThat(warnings(TELLS_NOBODY, work, 3, false, "--rtos", "recoverable"))
                .isEqualTo(1);
        assertThat(warnings("the launcher", work, 3, true, "--rtos", "recoverable,notifyerrors"))
                .isZero();
    }

    // --- the bounds --------------------------------------------------------------------------------------------------

    private static void among(Pmix pmix, int survivors) {
        Group group = pmix.groups()
                .construct(GroupRequest.named("it-rest")
                        .members(pmix.job().members().subList(0, survivors))
                        .timeout(BOUND)
                        .build());
        group.fence(BOUND);
        group.destruct(BOUND);
    }

    /** A rank that goes in good order before the group is made. */
    private static void goesQuietly(Pmix pmix, RankContext context, boolean faultTolerant) throws Exception {
        int last = context.size() - 1;
        if (context.rank() == last) {
            return;
        }
        GroupRequest.Builder request = Jobs.all(pmix, "it-quiet").timeout(BOUND);
        long begin = System.nanoTime();
        if (faultTolerant) {
            Group group = pmix.groups().construct(request.faultTolerant().build());
            Jobs.await("only those who are left", () -> group.size() == last);
            group.fence(BOUND);
        } else {
            CompletableFuture<Group> group = pmix.groups().constructAsync(request.build());
            assertThat(group)
                    .failsWithin(PROMPT)
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOfSatisfying(
                            PmixException.MemberLost.class,
                            lost -> assertThat(lost.lost())
                                    .containsExactly(pmix.job().member(last)));
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(PROMPT);
        among(pmix, last);
    }

    @PmixTest(ranks = 3, nodes = 3)
    void goesQuietlyAloneOnItsNode(Pmix pmix, RankContext context) throws Exception {
        goesQuietly(pmix, context, false);
    }

    @PmixTest(ranks = 6, nodes = 3)
    void goesQuietlyOnThreeNodes(Pmix pmix, RankContext context) throws Exception {
        goesQuietly(pmix, context, false);
    }

    @PmixTest(ranks = 6, nodes = 3)
    void goesQuietlyFromAFaultTolerantOne(Pmix pmix, RankContext context) throws Exception {
        goesQuietly(pmix, context, true);
    }

    /** A rank that is killed, and the launcher was told to go on, but not to tell. */
    private static void isKilled(Pmix pmix, RankContext context) throws Exception {
        Group group = pmix.groups()
                .construct(Jobs.all(pmix, "it-killed").timeout(BOUND).build());
        group.fence(BOUND);
        int last = context.size() - 1;
        if (context.rank() == last) {
            context.killSelf();
        }
        long begin = System.nanoTime();
        assertThatThrownBy(() -> {
                    // Whether it still takes part in the first is a matter of luck.
                    group.fence(BOUND);
                    group.fence(BOUND);
                    pmix.groups()
                            .construct(Jobs.all(pmix, "it-next").timeout(BOUND).build());
                })
                .isInstanceOfSatisfying(
                        PmixException.MemberLost.class,
                        lost -> assertThat(lost.lost())
                                .containsExactly(pmix.job().member(last)));
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(PROMPT);
        Jobs.await("the group is smaller", () -> group.size() == last);
        among(pmix, last);
    }

    @PmixTest(
            ranks = 3,
            nodes = 3,
            killed = 2,
            launcher = {"--rtos", "recoverable"})
    void isKilledAloneOnItsNode(Pmix pmix, RankContext context) throws Exception {
        isKilled(pmix, context);
    }

    @PmixTest(
            ranks = 6,
            nodes = 3,
            killed = 5,
            launcher = {"--rtos", "recoverable"})
    void isKilledOnThreeNodes(Pmix pmix, RankContext context) throws Exception {
        isKilled(pmix, context);
    }

    /** One has left, so that a destruct across nodes is answered as if somebody were lost; and then somebody is. */
    private static void isKilledBeforeADestruct(Pmix pmix, RankContext context) throws Exception {
        int last = context.size() - 1;
        Group group =
                pmix.groups().construct(Jobs.all(pmix, "it-left").timeout(BOUND).build());
        if (context.rank() == 0) {
            group.close();
            return;
        }
        Jobs.await("one has left", () -> group.size() == last);
        group.fence(BOUND);
        if (context.rank() == last) {
            context.killSelf();
        }
        assertThatThrownBy(() -> group.destruct(BOUND))
                .isInstanceOfSatisfying(
                        PmixException.MemberLost.class,
                        lost -> assertThat(lost.lost())
                                .containsExactly(pmix.job().member(last)));
    }

    @PmixTest(
            ranks = 6,
            nodes = 3,
            killed = 5,
            launcher = {"--rtos", "recoverable"})
    void isKilledBeforeADestructOnThreeNodes(Pmix pmix, RankContext context) throws Exception {
        isKilledBeforeADestruct(pmix, context);
    }

    /** The answer about a member is there although the application's executor is busy, by the wait for it. */
    private static void goesWhileTheExecutorWaits(Pmix pmix, RankContext context) throws Exception {
        int last = context.size() - 1;
        try (ExecutorService executor = Executors.newSingleThreadExecutor();
                Pmix own = Pmix.builder().executor(executor).init()) {
            Group group = own.groups()
                    .construct(Jobs.all(own, "it-busy").timeout(BOUND).build());
            group.fence(BOUND);
            if (context.rank() == last) {
                context.killSelf();
            }
            long begin = System.nanoTime();
            executor.submit(() ->
                            assertThatThrownBy(() -> group.fence(BOUND)).isInstanceOf(PmixException.MemberLost.class))
                    .get(30, TimeUnit.SECONDS);
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(PROMPT);
        }
    }

    @PmixTest(
            ranks = 3,
            nodes = 3,
            killed = 2,
            launcher = {"--rtos", "recoverable"})
    void goesWhileTheExecutorOfTheOthersWaits(Pmix pmix, RankContext context) throws Exception {
        goesWhileTheExecutorWaits(pmix, context);
    }

    /** A rank that lives and does not call. */
    private static void isSilent(Pmix pmix, RankContext context) {
        int last = context.size() - 1;
        // So that nobody's time is over long before the others'.
        pmix.fence();
        if (context.rank() != last) {
            assertThatThrownBy(() -> pmix.groups()
                            .construct(
                                    Jobs.all(pmix, "it-silent").timeout(SHORT).build()))
                    .isInstanceOf(PmixException.Timeout.class);
            among(pmix, last);
        }
        Group group =
                pmix.groups().construct(Jobs.all(pmix, "it-all").timeout(BOUND).build());
        if (context.rank() != last) {
            assertThatThrownBy(() -> group.fence(SHORT)).isInstanceOf(PmixException.Timeout.class);
            assertThatThrownBy(() -> group.destruct(SHORT)).isInstanceOf(PmixException.Timeout.class);
            assertThat(group.state()).isEqualTo(Group.State.DESTRUCTED);
            among(pmix, last);
        }
        pmix.fence();
    }

    @PmixTest(ranks = 3)
    void isSilentOnOneNode(Pmix pmix, RankContext context) {
        isSilent(pmix, context);
    }

    @PmixTest(ranks = 6, nodes = 3)
    void isSilentOnThreeNodes(Pmix pmix, RankContext context) {
        isSilent(pmix, context);
    }
}
