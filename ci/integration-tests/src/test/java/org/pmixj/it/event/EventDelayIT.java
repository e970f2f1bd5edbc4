// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.pmixj.Pmix;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.Registration;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Seen;
import org.pmixj.junit.PmixTest;

/** The kernel's delay before it acknowledges a message of the server, which the server's next one waits for. */
class EventDelayIT {
    private static final PmixStatus CODE = new PmixStatus(-3041);
    private static final int ROUNDS = 50;

    /** Returns how often the kernel of this node has let such a delay pass. A simulated node has a count of its own. */
    private static long delayed() throws IOException {
        List<String> lines = Files.readAllLines(Path.of("/proc/self/net/netstat"));
        for (int i = 0; i + 1 < lines.size(); i += 2) {
            List<String> names = List.of(lines.get(i).split(" "));
            int index = names.indexOf("DelayedACKs");
            if (index >= 0) {
                return Long.parseLong(lines.get(i + 1).split(" ")[index]);
            }
        }
        throw new AssertionError("the kernel does not count delayed acknowledgements");
    }

    // Run by ci/test slow: on a busy machine the process is late for more of them.
    @Tag("slow")
    @PmixTest(ranks = 2, nodes = 3)
    void eventsAreAcknowledgedAtOnce(Pmix pmix) throws Exception {
        betweenThreads(pmix);
        betweenInlineHandlers(pmix);
    }

    private static void betweenThreads(Pmix pmix) throws Exception {
        ProcId other = pmix.job().member(1 - pmix.self().rank());
        try (Seen seen = new Seen(pmix.events().on(CODE))) {
            pmix.fence();
            long before = delayed();
            for (int i = 0; i < ROUNDS; i++) {
                if (pmix.self().rank() == 0) {
                    pmix.events().notify(CODE).to(other).send();
                }
                seen.next();
                if (pmix.self().rank() == 1) {
                    pmix.events().notify(CODE).to(other).send();
                }
            }
            // Nearly every round has one otherwise. A process that waits for a core may be late for some.
            assertThat(delayed() - before).isLessThan(ROUNDS / 2);
        }
        pmix.fence();
    }

    /** Each event is answered on libpmix's thread, and so is the call that sends the answer. */
    private static void betweenInlineHandlers(Pmix pmix) throws Exception {
        ProcId other = pmix.job().member(1 - pmix.self().rank());
        CountDownLatch rounds = new CountDownLatch(ROUNDS);
        try (Registration _ = pmix.events().on(CODE).inline().register(event -> {
            rounds.countDown();
            if (pmix.self().rank() == 1 || rounds.getCount() > 0) {
                CompletableFuture<?> _ = pmix.events().notify(CODE).to(other).sendAsync();
            }
            return EventOutcome.noAction();
        })) {
            pmix.fence();
            long before = delayed();
            if (pmix.self().rank() == 0) {
                pmix.events().notify(CODE).to(other).send();
            }
            Await.open(rounds);
            assertThat(delayed() - before).isLessThan(ROUNDS / 2);
            pmix.fence();
        }
    }
}
