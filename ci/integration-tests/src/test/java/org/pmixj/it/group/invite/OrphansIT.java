// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group.invite;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.event.Registration;
import org.pmixj.group.AcceptOptions;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.InvitationHandler.Reply;
import org.pmixj.group.InviteRequest;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** The daemon of a rank is killed: nobody can answer or notify the rank any more. */
class OrphansIT {
    private static final int ORPHAN = 2;
    private static final Duration LONG = Duration.ofMinutes(20);
    /** Less than an operation waits for the report of a departure, if it has a server. */
    private static final Duration REPORT = Duration.ofSeconds(9);

    private static InviteRequest invitation(String id, List<ProcId> members) {
        return InviteRequest.named(id)
                .members(members)
                .timeout(LONG)
                .answerWithin(LONG)
                .build();
    }

    private static void killDaemon() {
        ProcessHandle daemon = ProcessHandle.current();
        while (!daemon.info().command().orElse("").endsWith("/prted")) {
            daemon = daemon.parent().orElseThrow();
        }
        daemon.destroyForcibly();
    }

    /** Waits until the end of the orphan is recorded. The job does not wait for it, and the nodes end with the job. */
    private static void awaitEnd(RankContext context) throws InterruptedException {
        context.await("ended", ORPHAN);
        Path status = context.scratch().resolveSibling("rank-" + ORPHAN + ".status");
        Await.until("its end is recorded", () -> status.toFile().length() > 0);
    }

    /** Rank 1 answers nobody, so that both constructions wait for it. */
    @PmixTest(ranks = 3, nodes = 3, killed = ORPHAN)
    void theirInvitationsEnd(Pmix pmix, RankContext context) throws Exception {
        List<ProcId> all = pmix.job().members();
        CompletableFuture<CompletableFuture<Group>> joins = new CompletableFuture<>();
        try (Registration _ = pmix.groups().onInvitation(invitation -> {
            if (context.rank() == ORPHAN) {
                joins.complete(invitation
                        .with(AcceptOptions.defaults().withTimeout(LONG))
                        .acceptAsync());
            }
            return Reply.LATER;
        })) {
            pmix.fence();
            if (context.rank() == 0) {
                var _ = pmix.groups().inviteAsync(invitation("it-of-another", all));
            }
            if (context.rank() == ORPHAN) {
                CompletableFuture<Group> joined = Await.result(joins);
                CompletableFuture<Group> led = pmix.groups().inviteAsync(invitation("it-of-the-orphan", all));
                killDaemon();
                for (CompletableFuture<Group> future : List.of(joined, led)) {
                    assertThatThrownBy(() -> Await.result(future))
                            .hasCauseInstanceOf(PmixException.LostConnection.class);
                }
                context.reached("ended");
                context.killSelf();
            }
            awaitEnd(context);
        }
    }

    /** Rank 2 waits for a notice that a member adds it, and uses no invitations. Then it calls a fence. */
    @PmixTest(ranks = 3, nodes = 3, killed = ORPHAN)
    void theyAreNotAddedAndAwaitNoReport(Pmix pmix, RankContext context) throws Exception {
        Group all = pmix.groups().construct(Jobs.all(pmix, "it-orphans").build());
        if (context.rank() == ORPHAN) {
            GroupRequest.Builder added = GroupRequest.added("it-added").timeout(LONG);
            CompletableFuture<Group> before = pmix.groups().constructAsync(added.build());
            UnderWay.awaitCall(pmix, "construct of group 'it-added'");
            killDaemon();
            assertThatThrownBy(() -> Await.result(before)).hasCauseInstanceOf(PmixException.LostConnection.class);
            CompletableFuture<Group> after = pmix.groups().constructAsync(added.build());
            assertThatThrownBy(() -> Await.result(after)).hasCauseInstanceOf(PmixException.LostConnection.class);
            // Where the server may report who has departed, the fence waits for it.
            assertThatThrownBy(() -> all.with(CollectiveOptions.within(LONG))
                            .fenceAsync()
                            .get(REPORT.toMillis(), TimeUnit.MILLISECONDS))
                    .hasCauseInstanceOf(PmixException.LostConnection.class);
            context.reached("ended");
            context.killSelf();
        }
        awaitEnd(context);
    }
}
