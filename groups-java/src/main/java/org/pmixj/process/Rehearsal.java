// SPDX-License-Identifier: Apache-2.0
package org.pmixj.process;

import java.time.Duration;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixStatus;
import org.pmixj.Scope;
import org.pmixj.Statuses;
import org.pmixj.ValueType;
import org.pmixj.event.EventOutcome;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;

/**
 * Runs most of the library once, as a job of one rank, so that a class cache of {@code pmixj-launch} contains its
 * classes.
 */
public final class Rehearsal {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Key<String> KEY = Key.of("rehearsal", ValueType.STRING);
    private static final Key<String> UNKNOWN = Key.of("rehearsal.none", ValueType.STRING);
    private static final PmixStatus CODE = new PmixStatus(-3001);

    private Rehearsal() {}

    /**
     * Runs as a rank.
     *
     * @param args none
     */
    public static void main(String[] args) {
        try (Pmix pmix = Pmix.init()) {
            run(pmix);
        }
    }

    /**
     * Runs data exchange, groups and events. Blocks for less than a second on an idle machine. All processes of the job
     * must call it.
     *
     * @param pmix an open session
     * @throws org.pmixj.PmixException if an operation fails, or does not end within 30 seconds
     */
    public static void run(Pmix pmix) {
        pmix.put(Scope.GLOBAL, KEY, "value");
        pmix.commit();
        pmix.fence();
        pmix.get(pmix.self(), KEY);
        pmix.find(pmix.self(), UNKNOWN);
        pmix.job().members();
        try (var _ = pmix.events().on(Statuses.GROUP_LEFT, CODE).register(_ -> EventOutcome.partial())) {
            GroupRequest request = GroupRequest.named("rehearsal")
                    .members(pmix.job().members())
                    .timeout(TIMEOUT)
                    .build();
            CollectiveOptions options = CollectiveOptions.within(TIMEOUT);
            Group group = pmix.groups().construct(request);
            group.with(options).exchange(ValueType.STRING, "value");
            group.with(options).fence();
            group.with(options).destruct();
            group = pmix.groups().constructAsync(request).join();
            group.with(options).fenceAsync().join();
            group.close();
            pmix.events().notify(CODE).toNamespace().text("text").send();
            pmix.events().awaitIdle(TIMEOUT);
        }
    }
}
