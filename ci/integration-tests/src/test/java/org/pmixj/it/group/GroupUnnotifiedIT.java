// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.pmixj.it.support.Await.LIMIT;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.group.repair.GroupRepairs;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Departure;
import org.pmixj.it.support.Forgery;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Launched;
import org.pmixj.it.support.Scenarios;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** Ends of members that the host reports to nobody: timeouts hold, and the host answers queries about them. */
// Among the longest: begins first.
@Order(1)
class GroupUnnotifiedIT {
    private static final Duration SHORT = Duration.ofSeconds(2);

    /** A rank whose node has another one, of five on three nodes. */
    private static final int SHARES_ITS_NODE = 4;

    private static final int ALONE = 2;

    // --- the log -----------------------------------------------------------------------------------------------------

    /** The program of the ranks of {@link #theLogSaysOnceWhatIsMissing}. */
    static final class TwoGroups {
        private TwoGroups() {}

        public static void main(String[] args) throws InterruptedException {
            CountDownLatch warned = new CountDownLatch(1);
            Handler handler = new Handler() {
                @Override
                public void publish(LogRecord message) {
                    if (message.getMessage().contains("the launcher")) {
                        warned.countDown();
                    }
                }

                @Override
                public void flush() {}

                @Override
                public void close() {}
            };
            // It is called after that of the console, which was there before.
            Logger log = Logger.getLogger("");
            log.addHandler(handler);
            try (Pmix pmix = Pmix.init()) {
                for (int i = 0; i < 2; i++) {
                    GroupRequest.Builder request = Jobs.all(pmix, "it-log-" + i);
                    if (args[0].equals("survives")) {
                        request.faultTolerant();
                    }
                    pmix.groups().construct(request.build()).destruct();
                }
                // The log is written by another thread.
                if (pmix.self().rank() < Integer.parseInt(args[1])) {
                    assertThat(warned.await(LIMIT.toSeconds(), TimeUnit.SECONDS))
                            .isTrue();
                }
                // No other warning is to come, for which nobody can wait: too short a time only misses it.
                Thread.sleep(300);
            }
            log.removeHandler(handler);
        }
    }

    private static final String NOTIFIES_NOBODY = "the launcher notifies nobody of failed members";
    private static final String ENDS_ALL = "the launcher ends the job when one of its processes fails";

    /** Runs the program where so many of its first ranks are to warn. */
    private static void assertWarns(
            int times, String warning, Path work, int nodes, boolean survives, String... options) throws Exception {
        Launched.needsLauncher();
        List<String> command = new ArrayList<>(Launched.onNodes(nodes));
        command.addAll(List.of("prterun", "-n", nodes == 1 ? "2" : "3", "--map-by", Launched.mapBy(nodes)));
        command.addAll(List.of(options));
        command.addAll(Launched.java(TwoGroups.class, survives ? "survives" : "does not", Integer.toString(times)));
        Launched job = Launched.run(work, command, Map.of());
        assertThat(job.exit()).as(job.output()).isZero();
        assertThat(job.output().split(warning, -1)).as(job.output()).hasSize(times + 1);
    }

    @Tag("slow")
    @Test
    void theLogSaysOnceWhatIsMissing(@TempDir Path work) throws Exception {
        // Nobody outlives a death, and nobody has asked to.
        assertWarns(0, "the launcher", work, 1, false);
        assertWarns(2, ENDS_ALL, work, 1, true);
        assertWarns(2, NOTIFIES_NOBODY, work, 1, false, "--runtime-options", "recoverable");
        // Nothing is known of a launcher on another node.
        assertWarns(1, NOTIFIES_NOBODY, work, 3, false, "--runtime-options", "recoverable");
        assertWarns(0, "the launcher", work, 3, true, "--runtime-options", "recoverable,notifyerrors");
    }

    // --- the bounds --------------------------------------------------------------------------------------------------

    private static GroupRequest.Builder named(String id, List<ProcId> members) {
        return GroupRequest.named(id).members(members);
    }

    private static List<ProcId> without(List<ProcId> members, ProcId gone) {
        List<ProcId> rest = new ArrayList<>(members);
        rest.remove(gone);
        return rest;
    }

    /** Ranks end in good order before the group is constructed, one after the other. */
    @PmixTest(ranks = 5, nodes = 3, alone = true)
    void goesQuietly(Pmix pmix, RankContext context) throws Exception {
        List<ProcId> members = pmix.job().members();
        for (int leaver : new int[] {SHARES_ITS_NODE, ALONE}) {
            if (context.rank() == leaver) {
                return;
            }
            ProcId gone = pmix.job().member(leaver);
            CompletableFuture<Group> group = pmix.groups()
                    .constructAsync(named("it-quiet-" + leaver, members).build());
            assertThat(group)
                    .failsWithin(LIMIT)
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOfSatisfying(
                            PmixException.MemberLost.class,
                            lost -> assertThat(lost.lost()).containsExactly(gone));
            members = without(members, gone);
            Jobs.useGroup(pmix, "it-rest", members);
        }
        if (context.rank() == 3) {
            return;
        }
        endedBefore(pmix, context, members, pmix.job().member(3));
        Group group = pmix.groups()
                .construct(named("it-quiet-3", members).faultTolerant().build());
        Await.until("only those who are left", () -> group.size() == 2);
        group.fence();
        Jobs.useGroup(pmix, "it-rest", pmix.job().members().subList(0, 2));
    }

    /** The server counts a member that ended before; the group loses it when a member has asked the host. */
    private static void endedBefore(Pmix pmix, RankContext context, List<ProcId> members, ProcId gone)
            throws InterruptedException {
        // Only the daemon of its node knows while another process lives there.
        if (context.rank() == 0) {
            Await.until("it has ended", () -> Jobs.hasEnded(pmix, gone));
            context.reached("ended");
        }
        context.await("ended", 0);
        Group group = pmix.groups().construct(named("it-ended", members).build());
        Await.until("the group has lost it", () -> !group.members().contains(gone));
        assertThat(group.members()).isEqualTo(without(members, gone));
        group.fence();
        assertThatThrownBy(group::destruct).isInstanceOf(PmixException.MemberLost.class);
    }

    private static void isKilled(Departure death) throws Exception {
        Group group = death.construct();
        group.fence();
        death.dieWhileOthersWait("fence");
        death.assertFails(() -> group.fence());
        death.assertFails(() -> death.pmix()
                .groups()
                .construct(named(death.id() + "-next", death.members()).build()));
        death.awaitRest(group);
        death.useRest(death.id() + "-rest");
    }

    /**
     * Rank 0 has left, so that a destruct across nodes is answered as if somebody were lost; and then somebody is, who is
     * not alone on its node.
     */
    private static void isKilledBeforeADestruct(Departure death) throws Exception {
        Group group = death.construct();
        if (death.context().rank() == 0) {
            group.close();
            return;
        }
        Await.until("one has left", () -> group.size() == death.members().size() - 1);
        group.fence();
        if (death.isLeaver()) {
            death.context().killSelf();
        }
        death.assertFails(() -> group.destruct());
    }

    /** The answer about a member is there although the application's executor is busy, by the wait for it. */
    private static void goesWhileTheExecutorWaits(Departure death) throws Exception {
        try (ExecutorService executor = Executors.newSingleThreadExecutor();
                Pmix own = Pmix.builder().executor(executor).init()) {
            Group group = own.groups().construct(death.request().build());
            group.fence();
            death.dieWhileOthersWait("fence");
            Await.result(executor.submit(
                    () -> assertThatThrownBy(group::fence).isInstanceOf(PmixException.MemberLost.class)));
        }
    }

    /** A member is killed while nobody waits for it. Another one passes that on, and the host confirms it. */
    private static void isPassedOn(Departure death) throws Exception {
        Group group = death.construct();
        group.fence();
        GroupRepairs repairs = GroupRepairs.of(Session.current());
        // Until the host is not asked about the members of the new group any more.
        Await.until("nothing is asked", () -> !repairs.isWatching());
        death.context().reached("quiet");
        death.context().await("quiet");
        if (death.isLeaver()) {
            death.context().killSelf();
        }
        ProcId reporter = death.members().get(1);
        if (death.pmix().self().equals(reporter)) {
            Await.until("the host knows", () -> Jobs.hasEnded(death.pmix(), death.departed()));
            for (ProcId survivor : death.rest()) {
                Forgery.send(
                        UnderWay.handle(), PMIxConstants.PMIX_ERR_PROC_ABORTED(), survivor, List.of(death.departed()));
            }
        }
        death.awaitRest(group);
        death.assertFails(() -> group.destruct());
        death.useRest(death.id() + "-rest");
    }

    /** Ranks are killed one after the other, under a launcher that goes on and does not notify the others. */
    @PmixTest(
            ranks = 7,
            nodes = 3,
            killed = {2, 3, 4, 5, 6},
            launcher = {"--runtime-options", "recoverable"})
    void areKilled(Pmix pmix, RankContext context) throws Exception {
        Scenarios scenarios = new Scenarios(pmix, context);
        scenarios.departs(GroupUnnotifiedIT::isKilled, 4, 0, 1, 2, 3, 4);
        scenarios.departs(GroupUnnotifiedIT::isKilled, 2, 0, 1, 2, 3);
        scenarios.departs(GroupUnnotifiedIT::isKilledBeforeADestruct, 3, 0, 1, 3, 6);
        scenarios.departs(GroupUnnotifiedIT::goesWhileTheExecutorWaits, 2, 0, 1, 5);
        scenarios.departs(GroupUnnotifiedIT::isPassedOn, 2, 0, 1, 3);
    }

    /** A rank that lives and does not call. */
    @PmixTest(ranks = 4, nodes = 3, alone = true)
    void isSilent(Pmix pmix, RankContext context) {
        List<ProcId> others = pmix.job().members().subList(0, 3);
        boolean silent = context.rank() == 3;
        // So that nobody's time is over long before that of the others.
        pmix.fence();
        if (!silent) {
            assertThatThrownBy(() -> pmix.groups()
                            .construct(
                                    Jobs.all(pmix, "it-silent").timeout(SHORT).build()))
                    // Across nodes, members that called later are notified that the first one gave up.
                    .isInstanceOfAny(
                            PmixException.Timeout.class,
                            context.nodes() > 1 ? PmixException.Aborted.class : PmixException.Timeout.class);
            Jobs.useGroup(pmix, "it-rest", others);
        }
        Group group = pmix.groups().construct(Jobs.all(pmix, "it-all").build());
        if (!silent) {
            assertThatThrownBy(() -> group.with(CollectiveOptions.within(SHORT)).fence())
                    .isInstanceOf(PmixException.Timeout.class);
            assertThatThrownBy(() -> group.with(CollectiveOptions.within(SHORT)).destruct())
                    .isInstanceOf(PmixException.Timeout.class);
            assertThat(group.state()).isEqualTo(Group.State.DESTRUCTED);
            Jobs.useGroup(pmix, "it-rest", others);
        }
        pmix.fence();
    }
}
