// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmixj.it.support.Await.LIMIT;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.pmixj.Pmix;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.connect.ConnectRequest;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.Registration;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.InvitationHandler.Reply;
import org.pmixj.group.InviteRequest;
import org.pmixj.it.support.Await;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** Continuations and handlers that compute without a pause delay nothing else, even on a single processor. */
@Tag("slow")
class ComputingIT {
    private static final PmixStatus CALL = new PmixStatus(-4101);
    private static final PmixStatus OTHER = new PmixStatus(-4102);

    private volatile boolean stop;
    private final CountDownLatch computing = new CountDownLatch(4);

    private void compute() {
        computing.countDown();
        while (!stop) {
            Thread.onSpinWait();
        }
    }

    // By the asynchronous methods: a stage of a future that is complete already runs in the calling thread.
    /** Occupies four threads: after a fence, in a handler, and in both after an invitation. */
    private void begin(Pmix pmix, RankContext context, Registration[] open) throws InterruptedException {
        CompletableFuture<?> _ = pmix.fenceAsync().thenRunAsync(this::compute);
        open[0] = pmix.events().on(CALL).register(event -> {
            compute();
            return EventOutcome.partial();
        });
        open[1] = pmix.groups().onInvitation(invitation -> {
            CompletableFuture<?> _ = invitation.outcome().thenAccept(group -> compute());
            return Reply.ACCEPT;
        });
        pmix.fence();
        pmix.events().notify(CALL).to(List.of(pmix.self())).send();
        if (context.rank() == 0) {
            CompletableFuture<?> _ = pmix.groups()
                    .inviteAsync(InviteRequest.named("it-computing")
                            .members(pmix.job().members())
                            .build())
                    .thenAcceptAsync(group -> compute());
        }
        CompletableFuture<?> _ = pmix.fenceAsync().thenRunAsync(this::compute);
        Await.open(computing);
        context.reached("computing");
    }

    @PmixTest(ranks = 3, jvm = "-XX:ActiveProcessorCount=1")
    void delaysNothingElse(Pmix pmix, RankContext context) throws Exception {
        List<ProcId> all = pmix.job().members();
        Registration[] open = new Registration[2];
        try {
            begin(pmix, context, open);
            assertThat(pmix.fenceAsync()).succeedsWithin(LIMIT);
            CompletableFuture<ProcId> called = new CompletableFuture<>();
            try (Registration _ = pmix.events().on(OTHER).register(event -> {
                called.complete(event.source().orElseThrow());
                return EventOutcome.partial();
            })) {
                pmix.fence();
                ProcId next = all.get((context.rank() + 1) % all.size());
                pmix.events().notify(OTHER).to(List.of(next)).send();
                assertThat(called).succeedsWithin(LIMIT);
            }
            Group group = Await.result(pmix.groups()
                    .constructAsync(GroupRequest.named("it-beside").members(all).build()));
            assertThat(group.fenceAsync()).succeedsWithin(LIMIT);
            assertThat(group.destructAsync()).succeedsWithin(LIMIT);
            assertThat(pmix.connections()
                            .connectAsync(ConnectRequest.builder().members(all).build()))
                    .succeedsWithin(LIMIT);
            if (context.rank() == 1) {
                assertThat(pmix.groups()
                                .inviteAsync(InviteRequest.named("it-more")
                                        .members(all)
                                        .build()))
                        .succeedsWithin(LIMIT);
            }
            // Nobody leaves before all are connected.
            assertThat(pmix.fenceAsync()).succeedsWithin(LIMIT);
        } finally {
            stop = true;
            for (Registration registration : open) {
                registration.close();
            }
        }
    }
}
