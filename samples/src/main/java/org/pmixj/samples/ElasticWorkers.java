// SPDX-License-Identifier: Apache-2.0
package org.pmixj.samples;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.event.EventOutcome;
import org.pmixj.group.Group;
import org.pmixj.group.InvitationHandler.Reply;
import org.pmixj.group.InviteRequest;
import org.pmixj.group.LeaderDecision;
import org.pmixj.group.LeaderPolicy;

/**
 * Rank 0 is the leader; the others are workers, who notify it by an event when they are idle. For each round the leader
 * invites two of them, or one if no other is idle, computes with them, and ends the group. It replaces a worker that does
 * not join; if one dies while it computes, the leader closes the group, and repeats the round with a new one. With the
 * argument {@code fail} the first worker dies in its first round; this needs a launcher that then continues, as with
 * {@code samples/run --recoverable}.
 */
public final class ElasticWorkers {
    private static final PmixStatus IDLE = new PmixStatus(-3002);
    private static final PmixStatus DONE = new PmixStatus(-3003);
    private static final Key<Integer> ROUND = Key.of("elastic.round", ValueType.INT32);
    private static final int ROUNDS = 4;
    private static final int TEAM = 2;
    private static final long STEPS = 1_000_000;
    private static final Duration BOUND = Duration.ofSeconds(30);
    /** How many seconds the leader waits for a second worker, who may have died. */
    private static final int PATIENCE = 3;

    private ElasticWorkers() {}

    /**
     * Runs one rank.
     *
     * @param args {@code fail} to have a worker die, or {@code work}; then the seconds that the leader waits for a second
     *     worker, 3 if they are missing
     */
    public static void main(String[] args) throws InterruptedException {
        boolean fail = args.length > 0 && args[0].equals("fail");
        try (Pmix pmix = Pmix.builder().defaultTimeout(BOUND).init()) {
            if (pmix.job().size() < 2) {
                throw new IllegalArgumentException("start two ranks or more: rank 0 leads, and the others work");
            }
            if (pmix.self().rank() == 0) {
                lead(pmix, args.length > 1 ? Integer.parseInt(args[1]) : PATIENCE);
            } else {
                work(pmix, fail && pmix.self().rank() == 1);
            }
        }
    }

    // --- the leader --------------------------------------------------------------------------------------------------

    private static void lead(Pmix pmix, int patience) throws InterruptedException {
        BlockingQueue<ProcId> idle = new LinkedBlockingQueue<>();
        pmix.events().on(IDLE).register(event -> {
            idle.add(event.source().orElseThrow());
            return EventOutcome.partial();
        });
        pmix.fence();
        for (int round = 1; round <= ROUNDS; round++) {
            double pi = round(pmix, idle, patience, round);
            say(pmix, String.format("round %d: pi is about %.6f", round, pi));
        }
        pmix.events().notify(DONE).toNamespace().with(ROUND, ROUNDS).cached().send();
    }

    private static double round(Pmix pmix, BlockingQueue<ProcId> idle, int patience, int round)
            throws InterruptedException {
        while (true) {
            Group team = invite(pmix, idle, patience, round);
            try {
                double part = compute(pmix, team);
                double sum = 0;
                for (ProcId member : team.members()) {
                    sum += member.equals(pmix.self()) ? part : pmix.get(member, key(team));
                }
                team.destruct();
                return sum;
            } catch (PmixException.MemberLost e) {
                say(pmix, "round " + round + ": lost " + ranks(e.lost()) + ", once more");
                team.close();
            }
        }
    }

    private static Group invite(Pmix pmix, BlockingQueue<ProcId> idle, int patience, int round)
            throws InterruptedException {
        InviteRequest.Builder request =
                InviteRequest.named(pmix.groups().uniqueId("elastic")).answerWithin(Duration.ofSeconds(30));
        for (int i = 0; i < Math.min(TEAM, pmix.job().size() - 1); i++) {
            ProcId worker = idle.poll(i == 0 ? BOUND.toSeconds() : patience, TimeUnit.SECONDS);
            if (worker != null) {
                request.members(worker);
            } else if (i == 0) {
                throw new IllegalStateException("no worker has been idle within " + BOUND.toSeconds() + " s");
            }
        }
        LeaderPolicy policy = answer -> {
            if (answer.kind() == LeaderPolicy.Kind.ACCEPTED) {
                return LeaderDecision.goOn();
            }
            ProcId spare = idle.poll();
            say(pmix, "rank " + answer.proc().rank() + " does not come: " + answer.kind());
            return spare == null ? LeaderDecision.goOn() : LeaderDecision.replace(spare);
        };
        Group team = pmix.groups().invite(request.policy(policy).build());
        say(pmix, "round " + round + ": team of " + ranks(team.members()));
        return team;
    }

    // --- a worker ----------------------------------------------------------------------------------------------------

    private static void work(Pmix pmix, boolean fails) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        pmix.events().on(DONE).withCached().register(event -> {
            done.countDown();
            return EventOutcome.partial();
        });
        pmix.groups().onInvitation(invitation -> {
            var _ = invitation.outcome().whenComplete((team, failure) -> {
                try {
                    if (team != null) {
                        serve(pmix, team, fails);
                    }
                } finally {
                    idle(pmix);
                }
            });
            return Reply.ACCEPT;
        });
        // The work starts when all are ready for an invitation.
        pmix.fence();
        idle(pmix);
        if (!done.await(5, TimeUnit.MINUTES)) {
            throw new IllegalStateException("the leader has not notified this worker that all is done");
        }
    }

    private static void serve(Pmix pmix, Group team, boolean fails) {
        try (team) {
            if (fails) {
                say(pmix, "dies");
                Runtime.getRuntime().halt(1);
            }
            compute(pmix, team);
            team.destruct();
        } catch (PmixException e) {
            // Another worker has died, or the leader has closed the team because of that.
            say(pmix, "leaves its team: " + e.getMessage());
        }
    }

    private static void idle(Pmix pmix) {
        pmix.events().notify(IDLE).to(pmix.job().member(0)).send();
    }

    // --- all ---------------------------------------------------------------------------------------------------------

    /** Computes the part of this member and puts it for the others. */
    private static double compute(Pmix pmix, Group team) {
        double sum = 0;
        for (long i = team.rank(); i < STEPS; i += team.size()) {
            double x = (i + 0.5) / STEPS;
            sum += 4 / (1 + x * x) / STEPS;
        }
        pmix.put(Scope.GLOBAL, key(team), sum);
        pmix.commit();
        team.fence();
        return sum;
    }

    private static Key<Double> key(Group team) {
        return Key.of("elastic.part." + team.id(), ValueType.DOUBLE_BITS);
    }

    private static List<Integer> ranks(List<ProcId> procs) {
        return procs.stream().map(ProcId::rank).toList();
    }

    private static void say(Pmix pmix, String what) {
        System.out.println("rank " + pmix.self().rank() + ": " + what);
    }
}
