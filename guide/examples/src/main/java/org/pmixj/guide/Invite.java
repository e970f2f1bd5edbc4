// SPDX-License-Identifier: Apache-2.0
package org.pmixj.guide;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.event.Registration;
import org.pmixj.group.Group;
import org.pmixj.group.InvitationHandler.Reply;
import org.pmixj.group.InviteRequest;
import org.pmixj.group.LeaderDecision;
import org.pmixj.group.LeaderPolicy;

/** Rank 0 invites ranks 1 and 2. Rank 2 declines, and rank 3 takes its place. */
public final class Invite {
    private Invite() {}

    /**
     * Runs one rank.
     *
     * @param args none
     */
    public static void main(String[] args) {
        try (Pmix pmix = Pmix.init()) {
            if (pmix.self().rank() == 0) {
                pmix.fence();
                lead(pmix);
            } else {
                join(pmix);
            }
        }
    }

    private static void lead(Pmix pmix) {
        List<ProcId> workers = List.of(pmix.job().member(1), pmix.job().member(2));
        Queue<ProcId> spare = new ArrayDeque<>(List.of(pmix.job().member(3)));
        // --8<-- [start:lead]
        LeaderPolicy policy = answer -> {
            if (answer.kind() == LeaderPolicy.Kind.ACCEPTED) {
                return LeaderDecision.goOn();
            }
            ProcId next = spare.poll(); // it declined, died, or is silent
            return next == null ? LeaderDecision.goOn() : LeaderDecision.replace(next);
        };
        Group team = pmix.groups()
                .invite(InviteRequest.named(pmix.groups().uniqueId("team"))
                        .members(workers)
                        .answerWithin(Duration.ofSeconds(10))
                        .policy(policy)
                        .build());
        // --8<-- [end:lead]
        System.out.println("a team of " + team.size());
        team.destruct();
        // Nobody closes its session before all have answered.
        pmix.fence();
    }

    private static void join(Pmix pmix) {
        boolean busy = pmix.self().rank() == 2;
        CompletableFuture<Void> done = new CompletableFuture<>();
        // --8<-- [start:join]
        Registration invitations = pmix.groups().onInvitation(invitation -> {
            if (busy) {
                return Reply.DECLINE;
            }
            // Completed when the group is complete; its functions may call PMIx and block.
            var _ = invitation.outcome().thenAccept(team -> {
                System.out.println("rank " + team.rank() + " of a team of " + team.size());
                team.destruct();
                done.complete(null);
            });
            return Reply.ACCEPT;
        });
        pmix.fence(); // now rank 0 may invite
        // --8<-- [end:join]
        if (!busy) {
            done.orTimeout(30, TimeUnit.SECONDS).join();
        }
        pmix.fence();
        invitations.close();
    }
}
