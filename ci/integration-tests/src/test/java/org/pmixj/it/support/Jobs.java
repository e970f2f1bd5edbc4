// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.support;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.Invitation;
import org.pmixj.group.InvitationHandler.Reply;
import org.pmixj.junit.Points;
import org.pmixj.junit.RankContext;

/** Helpers for the processes of a job. */
public final class Jobs {
    /** Whether {@code ci/test repeat} delays what the library does. */
    public static final boolean ARE_DELAYED = System.getenv("PMIXJ_DELAYS") != null;

    /** A timeout that is meant to expire, in the last step of an operation. */
    public static final Duration SHORT = Duration.ofSeconds(ARE_DELAYED ? 6 : 2);

    /**
     * An option of the ranks of a test in which all answer the question who has not called a collective. However busy the
     * machine is, nobody is named as silent.
     */
    public static final String ALL_ANSWER = "-Dpmixj.roll.extra=60";

    private Jobs() {}

    /**
     * Waits until all ranks are here, without a fence: in a further session of a process OpenPMIx 5.0 may fail one, or never
     * end it.
     *
     * @param point a name that no other call in this job has
     */
    public static void meet(RankContext context, String point) throws InterruptedException {
        context.reached(point);
        context.await(point);
    }

    /**
     * Waits until all ranks have said whether something holds for them, and returns whether it does for all.
     *
     * @param point a name that no other call in this job has
     */
    public static boolean allSay(RankContext context, String point, boolean holds) throws InterruptedException {
        Points points = new Points(context.scratch());
        String yes = point + "-holds";
        if (holds) {
            context.reached(yes);
        }
        meet(context, point);
        return IntStream.range(0, context.size()).allMatch(rank -> points.isReached(yes, rank));
    }

    /** Returns a request for a group of all processes of the job. */
    public static GroupRequest.Builder all(Pmix pmix, String id) {
        return GroupRequest.named(id).members(pmix.job().members());
    }

    /** Constructs a group, fences in it and ends it. All members call it. */
    public static void useGroup(Pmix pmix, String id, List<ProcId> members) {
        Group group =
                pmix.groups().construct(GroupRequest.named(id).members(members).build());
        group.fence();
        group.destruct();
    }

    /** Returns the processes whose rank has the parity of this one's. */
    public static List<ProcId> sameParity(Pmix pmix) {
        return pmix.job().members().stream()
                .filter(proc -> proc.rank() % 2 == pmix.self().rank() % 2)
                .toList();
    }

    /** Returns whether the host knows that a process has ended. Its groups may not know it yet. */
    public static boolean hasEnded(Pmix pmix, ProcId proc) {
        return pmix.queries().processTable(proc.nspace()).stream()
                .anyMatch(info -> info.proc().equals(proc) && info.state().isEnded());
    }

    /** Returns a queue that receives the invitations of this process, which are answered later. */
    public static BlockingQueue<Invitation> inbox(Pmix pmix) {
        BlockingQueue<Invitation> invitations = new LinkedBlockingQueue<>();
        pmix.groups().onInvitation(invitation -> {
            invitations.add(invitation);
            return Reply.LATER;
        });
        return invitations;
    }
}
