// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.elastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.Attributes;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.elastic.Elastic;
import org.pmixj.elastic.ElasticGroup;
import org.pmixj.elastic.NewMembers;
import org.pmixj.group.Group;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Launched;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.process.App;

/** Groups that grow, shrink, and replace members that have failed, see {@link SizedGroup}. */
// Among the longer ones: begins early.
@Order(2)
class ElasticGroupIT {
    private static final int STEPS = 200;
    /** A second for each step, on a slow machine ten. */
    private static final Duration LONGEST = Duration.ofMinutes(30);

    @TempDir
    Path work;

    /** Runs a plan on three nodes, of which the launcher uses the first one. Returns the output. */
    private String run(int ranks, String plan, int steps) throws Exception {
        Launched.needsLauncher();
        Path folder = Files.createDirectory(work.resolve("steps"));
        Path script = Files.writeString(work.resolve("steps.sh"), """
            "$@"
            # Daemons of nodes that were given back end after three seconds.
            for i in $(seq 200); do
                pgrep -x 'prted|java' >&2 || { echo 'nothing is left'; exit; }
                sleep 0.05
            done
            ps -ef
            """);
        List<String> command = new ArrayList<>(Launched.onNodes(3));
        command.addAll(List.of("sh", script.toString(), "prterun", "--prtemca", "prte_elastic_mode", "1"));
        command.addAll(List.of("--prtemca", "prte_default_hostfile", "/dev/null", "--host", "node0:16"));
        command.addAll(List.of("--map-by", ":oversubscribe", "--bind-to", "none"));
        command.addAll(List.of("--runtime-options", "recoverable,notifyerrors", "-n", Integer.toString(ranks)));
        command.addAll(Launched.java(SizedGroup.class, plan, Integer.toString(steps), folder.toString()));
        String output = Launched.run(work, command, Map.of(), LONGEST).output();
        assertThat(output)
                .doesNotContain("BROKEN at step")
                .contains("all " + steps + " steps")
                .contains("nothing is left");
        return output;
    }

    /** Each operation, each while a member dies, and what fails for all members and changes nothing. */
    @Test
    void aGroupGrowsShrinksAndIsRepaired() throws Exception {
        List<String> plan = List.of(
                "grow 2 node1:2",
                "kill 3",
                "replace 1 node1:2",
                "shrink 3,4",
                "grow 1 no-such-node",
                "broken 1 -",
                "silent 1 node2:1",
                "forged 1 -",
                "grow 2 node2:2",
                "grow 1 - 4 300",
                "replace 0 - 3 300",
                "replace 0 -",
                "shrink 1 2 50");
        String output = run(3, String.join(";", plan), plan.size());
        assertThat(output)
                // The node was given back, and the order is that of the places.
                .containsPattern("step 5: .* on \\[node0]")
                .containsPattern("step 5 failed: .*NotFound.*no-such-node is not known here")
                .containsPattern("step 6 failed: .*MemberLost")
                .containsPattern("step 7 failed: .*Timeout")
                .containsPattern("has not joined: .*, and must be by .* and describe a group with this process")
                .containsPattern("step 8 failed: ")
                .containsPattern("step 9: .* on \\[node0]")
                .containsPattern("time SHRINK");
    }

    /** Run by {@code ci/test slow}. {@code -Dpmixj.sizes.seed} repeats a run. */
    @Tag("slow")
    @Test
    void randomStepsOnThreeNodes() throws Exception {
        long seed = Long.getLong("pmixj.sizes.seed", new Random().nextInt(1_000_000));
        System.out.println("sizes: seed " + seed);
        String output = run(4, Long.toString(seed), STEPS);
        for (String kind : List.of("GROW", "SHRINK", "REPLACE")) {
            List<Integer> millis = Pattern.compile("time " + kind + " (\\d+) ms")
                    .matcher(output)
                    .results()
                    .map((MatchResult found) -> Integer.valueOf(found.group(1)))
                    .sorted(Comparator.naturalOrder())
                    .toList();
            assertThat(millis).as(kind).isNotEmpty();
            System.out.println("sizes: " + kind + " " + millis.size() + " times, median "
                    + millis.get(millis.size() / 2) + " ms, longest " + millis.getLast() + " ms");
        }
    }

    /** The nodes and the processes are given up, also by a thread that has been interrupted. */
    @PmixTest(
            ranks = 1,
            nodes = 2,
            recoverable = true,
            launcher = {
                "--host",
                "node0:2",
                "--prtemca",
                "prte_elastic_mode",
                "1",
                "--prtemca",
                "prte_default_hostfile",
                "/dev/null"
            })
    void aGrowthThatIsInterruptedLeavesNoNodes(Pmix pmix) throws Exception {
        Group group = pmix.groups().construct("interrupted", pmix.job().members());
        ElasticGroup elastic = ElasticGroup.of(pmix, group);
        App silent = App.named("/bin/sleep", "600").build();
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        CompletableFuture<Boolean> isInterrupted = new CompletableFuture<>();
        Thread caller = Thread.ofPlatform().start(() -> {
            try {
                elastic.grow(NewMembers.onEachSlot(silent, "node1"));
            } catch (Throwable e) {
                isInterrupted.complete(Thread.interrupted());
                failure.complete(e);
            }
        });
        UnderWay.awaitCall(pmix, "group 'interrupted~");
        caller.interrupt();
        assertThat(Await.result(failure)).isInstanceOf(PmixException.Interrupted.class);
        assertThat(isInterrupted).isCompletedWithValue(true);
        assertThat(Elastic.of(pmix).reservations()).isEmpty();
        assertThat(elastic.group()).isSameAs(group);
        assertThat(elastic.places()).containsExactly(pmix.self());
        group.destruct();
    }

    // --- what is refused -----------------------------------------------------------------------------------------

    private static void bad(ThrowingCallable call, String reason) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessageContaining(reason);
    }

    @PmixTest(ranks = 2)
    void badRequestsAreRefused(Pmix pmix) {
        App app = App.named("/bin/true").build();
        bad(
                () -> NewMembers.of(new App("/bin/true", List.of(), List.of(), null, 0, Attributes.none())),
                "no processes");
        bad(() -> NewMembers.of(app).withTimeout(Duration.ZERO), "not positive");
        bad(() -> NewMembers.of(app).onNodes("node1:0"), "no number of slots");
        bad(() -> NewMembers.onEachSlot(app), "0 entries");
        bad(() -> NewMembers.onEachSlot(app, "a:999999999", "b:999999999", "c:999999999"), "slots together");
        bad(
                () -> NewMembers.of(app)
                        .onNodes("node1")
                        .withDirectives(Attributes.of(Keys.SPAWN_TARGET, new PmixValue.Str("x"))),
                "two places");
        assertThat(NewMembers.onEachSlot(app, "node1:2", "node2").app().processes())
                .isEqualTo(3);
        assertThatIllegalStateException()
                .isThrownBy(() -> ElasticGroup.join(pmix, Await.LIMIT))
                .withMessageContaining("was not spawned");
        bad(() -> ElasticGroup.join(pmix, Duration.ZERO), "not positive");
        Group named = pmix.groups().construct("n".repeat(241), pmix.job().members());
        bad(() -> ElasticGroup.of(pmix, named), "at most 240");
        named.destruct();
        Group group = pmix.groups().construct("sized", pmix.job().members());
        ElasticGroup elastic = ElasticGroup.of(pmix, group);
        ProcId other = pmix.job().member(1 - pmix.self().rank());
        bad(() -> elastic.shrink(List.of(), Await.LIMIT), "nobody leaves");
        bad(() -> elastic.shrink(elastic.places(), Await.LIMIT), "all would leave");
        bad(() -> elastic.shrinkAsync(List.of(new ProcId("x", 0)), Await.LIMIT), "has no place");
        bad(() -> elastic.shrink(List.of(other), Duration.ofSeconds(-1)), "not positive");
        // Each names the other one.
        bad(() -> elastic.shrink(List.of(other), Await.LIMIT), "all members must request the same");
        // On all members, and the group goes on.
        assertThatThrownBy(() -> elastic.grow(NewMembers.of(app).onNodes("no-such-node")))
                .isInstanceOf(PmixException.class)
                .hasMessageContaining("no-such-node is not known here");
        assertThat(elastic.vacant()).isEmpty();
        assertThat(elastic.replace(NewMembers.of(app))).isSameAs(group);
        assertThat(elastic.places()).isEqualTo(pmix.job().members());
        group.destruct();
        assertThatIllegalStateException()
                .isThrownBy(() -> ElasticGroup.of(pmix, group))
                .withMessageContaining("give one that is active");
        assertThatIllegalStateException()
                .isThrownBy(() -> elastic.grow(NewMembers.of(app)))
                .withMessageContaining("has ended");
    }
}
