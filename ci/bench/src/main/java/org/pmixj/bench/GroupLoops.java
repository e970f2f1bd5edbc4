// SPDX-License-Identifier: Apache-2.0
package org.pmixj.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.pmixj.FenceRequest;
import org.pmixj.Pmix;
import org.pmixj.ValueType;
import org.pmixj.collectives.Collectives;
import org.pmixj.collectives.Reductions;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.Invitation;
import org.pmixj.group.InvitationHandler;
import org.pmixj.group.InviteRequest;
import org.pmixj.host.Capabilities;

/**
 * Runs the same as {@code native/bench/grouploops.c}: constructs and destructs a group of all ranks repeatedly, then
 * computes the largest of the numbers of all ranks, then rank 0 invites all others. Writes {@code OUTPUT/RANK.PHASE}, the
 * nanoseconds of every iteration, the warm-up's first, as 64-bit numbers.
 */
public final class GroupLoops {
    private static final FenceRequest BARRIER = FenceRequest.ofJob().withoutData();

    private static final int TENTH = 10;

    private final Pmix pmix;
    private final boolean leads;
    private final BlockingQueue<CompletableFuture<Group>> joined = new LinkedBlockingQueue<>();
    private @Nullable Group last;

    private GroupLoops(Pmix pmix) {
        this.pmix = pmix;
        this.leads = pmix.self().rank() == 0;
    }

    /**
     * Runs one rank.
     *
     * @param args output folder, iterations of the warm-up, measured iterations, the divisor of both for invitations (0
     *     for none)
     * @throws IOException if the output cannot be written
     */
    public static void main(String[] args) throws IOException {
        Path output = Path.of(args[0]);
        int warmup = Integer.parseInt(args[1]);
        int iterations = Integer.parseInt(args[2]);
        int few = Integer.parseInt(args[3]);
        try (Pmix pmix = Pmix.init()) {
            GroupLoops loops = new GroupLoops(pmix);
            Phase constructs = new Phase("group", loops::group, warmup + iterations);
            pmix.fence(BARRIER);
            constructs.run();
            Group all = pmix.groups()
                    .construct(GroupRequest.named("bench-reduce")
                            .members(pmix.job().members())
                            .build());
            Phase reductions = new Phase(
                    "reduce",
                    iteration -> loops.reduce(Collectives.of(all), iteration),
                    warmup / TENTH + iterations / TENTH);
            pmix.fence(BARRIER);
            reductions.run();
            all.destruct();
            Phase invites = null;
            if (few > 0 && pmix.capabilities().groupMethod() != Capabilities.GroupMethod.FENCES) {
                invites = new Phase(
                        "invite",
                        loops::prepareInvite,
                        loops.leads ? loops::invite : null,
                        warmup / few + iterations / few);
                pmix.groups().onInvitation(loops::answer);
                pmix.fence(BARRIER);
                invites.run();
                loops.endLast();
            }
            pmix.fence(BARRIER);
            constructs.save(output, pmix.self().rank());
            reductions.save(output, pmix.self().rank());
            if (invites != null) {
                invites.save(output, pmix.self().rank());
            }
        }
    }

    private void group(int iteration) {
        pmix.groups()
                .construct(GroupRequest.named("bench-" + iteration)
                        .members(pmix.job().members())
                        .build())
                .destruct();
    }

    private void reduce(Collectives collectives, int iteration) {
        long number = (long) pmix.self().rank() + iteration;
        long largest = collectives.allReduce(ValueType.INT64, number, Reductions.max());
        if (largest != (long) pmix.job().size() - 1 + iteration) {
            throw new IllegalStateException("the largest number is wrong: " + largest);
        }
    }

    private InvitationHandler.Reply answer(Invitation invitation) {
        joined.add(invitation.outcome());
        return InvitationHandler.Reply.ACCEPT;
    }

    private void endLast() {
        if (last != null) {
            last.destruct();
        }
    }

    /** Destructs the last group and waits until all are ready; invited ranks receive their group here. */
    private void prepareInvite(int iteration) {
        endLast();
        pmix.fence(BARRIER);
        if (!leads) {
            try {
                last = joined.take().join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private void invite(int iteration) {
        last = pmix.groups()
                .invite(InviteRequest.named("bench-invited-" + iteration)
                        .members(pmix.job().members())
                        .build());
    }
}
