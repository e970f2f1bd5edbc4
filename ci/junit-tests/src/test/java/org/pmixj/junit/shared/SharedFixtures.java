// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Files;
import java.util.stream.Stream;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmixj.Pmix;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** Contains methods that share jobs; build tools do not find them, because of the name. */
final class SharedFixtures {
    private SharedFixtures() {}

    private static void announce(RankContext context, String name) throws IOException {
        System.out.println(name + " in process " + ProcessHandle.current().pid());
        try (Stream<java.nio.file.Path> files = Files.list(context.scratch())) {
            assertThat(files.map(java.nio.file.Path::getFileName).map(Object::toString))
                    .allMatch(file -> file.startsWith("point-here"));
        }
        context.reached("here");
    }

    @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
    static class First {
        @PmixTest(ranks = 3)
        @Order(1)
        void one(Pmix pmix, RankContext context) throws Exception {
            announce(context, "one");
            pmix.fence();
            context.await("here");
        }

        @PmixTest(
                ranks = 3,
                nodes = {1, 2})
        @Order(2)
        void two(Pmix pmix, RankContext context) throws Exception {
            announce(context, "two");
            assertThat(pmix.isClosed()).isFalse();
            context.await("here");
        }

        @PmixTest(ranks = 3, timeLimit = 10)
        @Order(3)
        void hanging(Pmix pmix, RankContext context) throws Exception {
            announce(context, "hanging");
            if (context.rank() == 2) {
                Thread.sleep(100_000);
            }
        }

        @PmixTest(ranks = 3)
        @Order(4)
        void failing(Pmix pmix, RankContext context) throws Exception {
            announce(context, "failing");
            context.await("here");
            if (context.rank() == 1) {
                fail("on purpose");
            }
        }

        @PmixTest(ranks = 3)
        @Order(5)
        void exiting(Pmix pmix, RankContext context) throws Exception {
            announce(context, "exiting");
            context.await("here");
            if (context.rank() == 0) {
                Runtime.getRuntime().halt(3);
            }
            Thread.sleep(context.remaining());
        }
    }

    @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
    static class Second {
        @PmixTest(ranks = 3)
        @Order(1)
        void last(Pmix pmix, RankContext context) throws Exception {
            announce(context, "last");
            pmix.fence();
        }

        @PmixTest(ranks = 3, alone = true)
        @Order(2)
        void alone(Pmix pmix, RankContext context) throws Exception {
            announce(context, "alone");
        }

        @PmixTest(ranks = 3)
        @Order(3)
        void withoutSession(RankContext context) throws Exception {
            announce(context, "withoutSession");
        }

        @PmixTest(ranks = 3, jvm = "-Dsome.property=other")
        @Order(4)
        void otherOptions(Pmix pmix, RankContext context) throws Exception {
            announce(context, "otherOptions");
        }

        @Disabled("to see that it does not run")
        @PmixTest(ranks = 3)
        @Order(5)
        void disabled(Pmix pmix, RankContext context) throws Exception {
            announce(context, "disabled");
        }

        @OnNoMachine
        @PmixTest(ranks = 3)
        @Order(6)
        void disabledByAnAnnotationOfItsOwn(Pmix pmix, RankContext context) throws Exception {
            announce(context, "disabled");
        }

        @EnabledIfSystemProperty(named = "it.no.such.property", matches = ".*")
        @EnabledIfSystemProperty(named = "it.no.other.property", matches = ".*")
        @PmixTest(ranks = 3)
        @Order(7)
        void disabledTwice(Pmix pmix, RankContext context) throws Exception {
            announce(context, "disabled");
        }
    }

    @Retention(RetentionPolicy.RUNTIME)
    @EnabledIfSystemProperty(named = "it.no.such.property", matches = ".*")
    @interface OnNoMachine {}

    @Disabled("to see that nothing in it runs")
    static class Third {
        @Nested
        class Inside {
            @PmixTest(ranks = 3)
            void disabledByTheClassAround(Pmix pmix, RankContext context) throws Exception {
                announce(context, "disabled");
            }
        }
    }

    static class Fourth {
        @RegisterExtension
        private static final ExecutionCondition NEVER =
                _ -> ConditionEvaluationResult.disabled("to see that nothing in it runs");

        @PmixTest(ranks = 3)
        void disabledByAField(Pmix pmix, RankContext context) throws Exception {
            announce(context, "disabled");
        }
    }
}
