// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.rank;

import java.time.Duration;
import java.util.List;
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
import org.pmixj.junit.RankContext;

/** Runs typical code of tests in a rank, so that a cache of the classes can be created. */
public final class Rehearsal {
    private static final Duration BOUND = Duration.ofSeconds(10);
    private static final Key<String> KEY = Key.of("org.pmixj.rehearsal", ValueType.STRING);
    private static final PmixStatus CODE = new PmixStatus(-3001);

    /** Runs as a test method. */
    void run(Pmix pmix, RankContext context) {
        pmix.put(Scope.GLOBAL, KEY, context.toString());
        pmix.commit();
        pmix.fence();
        pmix.get(pmix.self(), KEY);
        pmix.job().members();
        pmix.find(pmix.self(), Key.of("org.pmixj.rehearsal.none", ValueType.STRING));
        try (var _ = pmix.events().on(Statuses.GROUP_LEFT, CODE).register(_ -> EventOutcome.partial())) {
            GroupRequest request = GroupRequest.named("org.pmixj.rehearsal")
                    .members(pmix.job().members())
                    .timeout(BOUND)
                    .build();
            Group group = pmix.groups().construct(request);
            group.exchange(ValueType.STRING, "value", CollectiveOptions.within(BOUND));
            group.fence(CollectiveOptions.within(BOUND));
            group.destruct(CollectiveOptions.within(BOUND));
            group = pmix.groups().constructAsync(request).join();
            group.fenceAsync(CollectiveOptions.within(BOUND)).join();
            group.close();
            pmix.events().notify(CODE).toNamespace().text("text").send();
            pmix.events().awaitIdle(BOUND);
        }
        assertSomething();
    }

    /** Uses AssertJ, if the suite has it. */
    private static void assertSomething() {
        try {
            Class<?> assertions = Class.forName("org.assertj.core.api.Assertions");
            List<String> list = List.of("one", "two");
            Object ofList = assertions.getMethod("assertThat", List.class).invoke(null, list);
            ofList.getClass().getMethod("isEqualTo", Object.class).invoke(ofList, list);
            Object ofNumber = assertions.getMethod("assertThat", int.class).invoke(null, 1);
            ofNumber.getClass().getMethod("isEqualTo", int.class).invoke(ofNumber, 1);
            Object ofFailure =
                    assertions.getMethod("assertThat", Throwable.class).invoke(null, new IllegalStateException("text"));
            ofFailure.getClass().getMethod("isInstanceOf", Class.class).invoke(ofFailure, RuntimeException.class);
            ofFailure.getClass().getMethod("hasMessageContaining", String.class).invoke(ofFailure, "te");
        } catch (ReflectiveOperationException e) {
            // The suite has no AssertJ.
        }
    }
}
