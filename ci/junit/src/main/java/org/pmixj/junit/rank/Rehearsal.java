// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.rank;

import java.time.Duration;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.Scope;
import org.pmixj.Statuses;
import org.pmixj.ValueType;
import org.pmixj.event.EventOutcome;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.junit.RankContext;

/** A rank that does a little of what tests do, so that a cache can be made of the classes that takes. */
public final class Rehearsal {
    private static final Duration BOUND = Duration.ofSeconds(10);
    private static final Key<String> KEY = Key.of("org.pmixj.rehearsal", ValueType.STRING);
    private static final String[] OF_TESTS = {
        "org.assertj.core.api.Assertions", "org.assertj.core.api.ThrowableAssert", "org.junit.jupiter.api.Assertions",
    };

    /** As a test method. */
    void run(Pmix pmix, RankContext context) {
        pmix.put(Scope.GLOBAL, KEY, context.toString());
        pmix.commit();
        pmix.fence();
        pmix.get(pmix.self(), KEY);
        pmix.job().members();
        try (var _ = pmix.events().on(Statuses.GROUP_LEFT).register(_ -> EventOutcome.partial())) {
            Group group = pmix.groups()
                    .construct(GroupRequest.named("org.pmixj.rehearsal")
                            .members(pmix.job().members())
                            .timeout(BOUND)
                            .build());
            group.exchange(ValueType.STRING, "value", BOUND);
            group.fence(BOUND);
            group.destruct(BOUND);
        }
        for (String name : OF_TESTS) {
            try {
                Class.forName(name);
            } catch (ClassNotFoundException e) {
                // Not every suite has it.
            }
        }
    }
}
