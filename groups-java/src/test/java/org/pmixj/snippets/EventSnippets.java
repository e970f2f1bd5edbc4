// SPDX-License-Identifier: Apache-2.0
package org.pmixj.snippets;

import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.Statuses;
import org.pmixj.event.Event;
import org.pmixj.event.EventDetail;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.Events;
import org.pmixj.event.Registration;

/** Holds the examples of the Javadoc. They are compiled with the tests, and nobody runs them. */
@SuppressWarnings({"unused", "try", "FutureReturnValueIgnored"})
final class EventSnippets {
    void detail(Event event) {
        // @start region="detail"
        switch (event.detail()) {
            case EventDetail.ProcessTerminated(ProcId proc, OptionalInt exitCode) ->
                System.out.println(proc + " ended with " + exitCode);
            case EventDetail.JobEnded ended -> System.out.println(ended.nspace() + " ended");
            case EventDetail.GroupChanged change -> System.out.println(change.group() + ": " + change.kind());
            default -> {}
        }
        // @end
    }

    void handler(Pmix pmix, BlockingQueue<ProcId> restarts) {
        // @start region="handler"
        Events events = pmix.events();
        try (Registration ended = events.on(Statuses.ERR_PROC_ABORTED_BY_SIG)
                .named("solver-watch")
                .register(event -> {
                    if (event.detail() instanceof EventDetail.ProcessTerminated end) {
                        restarts.add(end.proc());
                    }
                    return EventOutcome.partial();
                })) {
            events.notify(Statuses.MODEL_RESOURCES)
                    .toNode()
                    .with(Keys.MODEL_NUM_THREADS, 8L)
                    .send();
        }
        // @end
    }

    void async(Events events, PmixStatus code) {
        // @start region="async"
        events.listenAsync(code, event -> System.out.println(event.code()))
                .thenCompose(registration -> events.notify(code).sendAsync());
        // @end
    }
}
