// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmixj.it.support.Await.LIMIT;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmixj.FenceRequest;
import org.pmixj.Pmix;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.event.Registration;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.InvitationHandler.Reply;
import org.pmixj.group.LeaderDecision;
import org.pmixj.group.LeaderPolicy;
import org.pmixj.internal.data.FenceCall;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.OwnLeave;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Departure;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Launched;
import org.pmixj.it.support.Seen;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.Points;
import org.pmixj.junit.RankContext;

/**
 * Members remove a group from libpmix, one after the other, that has ended for all without it, as after the death of a
 * member. The last one waits for nobody, whatever the servers still do or do again under that id.
 */
class QuietEndIT {
    private static final PmixStatus REMOVED = new PmixStatus(-3611);
    private static final String ID = "it-quiet";
    private static final int VICTIM = 2;
    private static final int SPARE = 3;

    @TempDir
    Path work;

    /** Removes a group. Rank 0 is the last, and has received the notices of the two others. */
    private static void remove(Pmix pmix, Group group, Seen removed, Last last) throws InterruptedException {
        if (pmix.self().rank() == 0) {
            // These follow the notices.
            removed.next();
            removed.next();
            last.comes();
        }
        new OwnLeave((GroupImpl) group).forgetNow(true);
        if (pmix.self().rank() != 0) {
            pmix.events().notify(REMOVED).to(List.of(pmix.job().member(0))).send();
        }
    }

    private interface Last {
        void comes() throws InterruptedException;
    }

    static final class Main {
        public static void main(String[] args) throws Exception {
            try (Pmix pmix = Pmix.init();
                    Seen removed = new Seen(pmix.events().on(REMOVED))) {
                Points points = new Points(Path.of(args[0]));
                List<ProcId> all = pmix.job().members();
                int rank = pmix.self().rank();
                Group group = pmix.groups().construct(Jobs.all(pmix, ID).build());
                group.fence();
                remove(pmix, group, removed, () -> {
                    // libpmix of this process still knows all members, and replaces the group by them.
                    new FenceCall(UnderWay.handle(), "fence", List.of(ProcId.all(ID)), true, LIMIT, null)
                            .run(LIMIT.toNanos());
                    points.await("construct", List.of(1, 2), LIMIT);
                });
                if (rank != 0) {
                    pmix.fence(FenceRequest.of(all));
                }
                // The id can be used again.
                UnderWay.announceCall(pmix, "construct", () -> points.reached("construct", rank));
                Jobs.useGroup(pmix, ID, all);
                System.out.println("rank " + rank + " is done");
            }
        }
    }

    /** The others construct the next group of the id already. */
    @ParameterizedTest
    @ValueSource(ints = 3)
    void lastMemberPrintsNothing(int nodes) throws Exception {
        Launched job = Launched.job(work, nodes, 3, Main.class, work.toString());
        assertThat(job.output())
                .contains("rank 0 is done", "rank 1 is done", "rank 2 is done")
                .doesNotContain("BAD_PARAM");
        assertThat(job.exit()).isZero();
    }

    /** A construct in which a member failed goes on in the servers, which would take a destruct for a part of it. */
    @PmixTest(ranks = 4, nodes = 3, killed = VICTIM)
    void lastMemberAsksNoServer(Pmix pmix, RankContext context) throws Exception {
        List<ProcId> all = pmix.job().members();
        List<ProcId> members = all.subList(0, SPARE);
        List<ProcId> rest = List.of(all.get(0), all.get(1), all.get(SPARE));
        CompletableFuture<Group> invited = new CompletableFuture<>();
        try (Seen removed = new Seen(pmix.events().on(REMOVED));
                Registration _ = pmix.groups().onInvitation(invitation -> {
                    invitation.outcome().thenAccept(invited::complete);
                    return Reply.ACCEPT;
                })) {
            pmix.fence();
            Group group;
            if (context.rank() == SPARE) {
                group = Await.result(invited);
            } else {
                new Departure(pmix, context, ID, members, VICTIM).dieWhileOthersWait("construct");
                group = pmix.groups()
                        .construct(GroupRequest.named(ID)
                                .members(members)
                                .leader(all.get(0))
                                .policy(answer -> answer.kind() == LeaderPolicy.Kind.ACCEPTED
                                        ? LeaderDecision.goOn()
                                        : LeaderDecision.replace(all.get(SPARE)))
                                .build());
            }
            assertThat(group.members()).containsExactlyInAnyOrderElementsOf(rest);
            group.fence();
            AtomicBoolean asked = new AtomicBoolean();
            UnderWay.announceCall(pmix, "destruct", () -> asked.set(true));
            remove(pmix, group, removed, () -> {});
            assertThat(asked).isFalse();
            Jobs.useGroup(pmix, ID, rest);
        }
    }
}
