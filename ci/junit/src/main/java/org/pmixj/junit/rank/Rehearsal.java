// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.rank;

import java.util.List;
import org.pmixj.Pmix;
import org.pmixj.junit.RankContext;

/** Runs typical code of tests in a rank, so that a cache of the classes can be created. */
public final class Rehearsal {
    /** Runs as a test method. */
    void run(Pmix pmix, RankContext context) {
        org.pmixj.process.Rehearsal.run(pmix);
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
