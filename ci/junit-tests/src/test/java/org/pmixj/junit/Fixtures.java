// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.pmixj.Pmix;
import org.pmixj.Statuses;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.Registration;
import org.pmixj.group.Group;

/** Contains the tests that tests of the extension run; build tools do not find them, because of the name. */
final class Fixtures {
    private Fixtures() {}

    static class Passing {
        private boolean prepared;

        @BeforeEach
        void prepare(Pmix pmix, RankContext context) {
            prepared = pmix.self().rank() == context.rank();
        }

        @AfterEach
        void leaveMark(RankContext context) throws IOException {
            System.out.println("after each, rank " + context.rank());
        }

        @PmixTest(ranks = 4)
        void ranksSeeEachOther(Pmix pmix, RankContext context) throws IOException {
            assertThat(prepared).isTrue();
            assertThat(context.size()).isEqualTo(4);
            assertThat(pmix.job().size()).isEqualTo(4);
            assertThat(context.remaining()).isPositive();
            Files.createFile(context.scratch().resolve("rank-" + context.rank()));
            pmix.fence();
            try (Stream<Path> files = Files.list(context.scratch())) {
                assertThat(files).hasSize(4);
            }
            System.out.println("hello of rank " + context.rank());
            System.err.println("oops of rank " + context.rank());
        }

        @Nested
        class Inside {
            @PmixTest(
                    ranks = 2,
                    jvm = {"-Dsome.property=a \"quoted\" \\ value", "-XX:+UseParallelGC"})
            void hasTheOuterOnesPreparation() {
                assertThat(prepared).isTrue();
                assertThat(System.getProperty("some.property")).isEqualTo("a \"quoted\" \\ value");
            }
        }
    }

    /** Contains ranks that fail only after all have arrived: after a first failure the others must finish soon. */
    private static void awaitAll(RankContext context) throws InterruptedException {
        context.reached("here");
        context.await("here");
    }

    static class Failing {
        @PmixTest(ranks = 4)
        void eachInItsWay(RankContext context) throws InterruptedException {
            awaitAll(context);
            assertThat(context.rank()).as("the rank").isNotEqualTo(2);
            if (context.rank() == 1) {
                throw new Unserialisable();
            }
            assumeTrue(context.rank() != 3, "not for rank 3");
        }

        @PmixTest(ranks = 3)
        void othersWait(Pmix pmix, RankContext context) {
            if (context.rank() == 1) {
                fail("before the fence");
            }
            pmix.fence();
        }

        static final class Unserialisable extends RuntimeException {
            private static final long serialVersionUID = 1;

            @SuppressWarnings({"serial", "unused"})
            private final Object culprit = new CountDownLatch(1);

            Unserialisable() {
                super("cannot travel", new IllegalStateException("the cause"));
            }
        }
    }

    static class Exiting {
        @PmixTest(ranks = 3)
        void unexpected(RankContext context) throws InterruptedException {
            awaitAll(context);
            if (context.rank() == 1) {
                System.exit(3);
            }
            // The job ends before.
            Thread.sleep(context.remaining());
        }

        @PmixTest(ranks = 2)
        void unexpectedWithStatusZero(RankContext context) throws InterruptedException {
            awaitAll(context);
            if (context.rank() == 1) {
                System.exit(0);
            }
        }

        /** Lets ranks 1 and 3 exit as expected, and rank 2 return. */
        @PmixTest(
                ranks = 4,
                exits = {1, 2, 3})
        void expected(RankContext context) throws InterruptedException {
            awaitAll(context);
            if (context.rank() == 1) {
                Runtime.getRuntime().halt(7);
            } else if (context.rank() == 3) {
                Runtime.getRuntime().halt(-1);
            }
        }
    }

    static class Hanging {
        /** The limit is long enough for rank 2 to finish on a busy machine, and for the others to reach where they hang. */
        static final int LIMIT = 30;

        @PmixTest(ranks = 5, timeLimit = LIMIT)
        void allButRankTwo(Pmix pmix, RankContext context) throws IOException, InterruptedException {
            switch (context.rank()) {
                case 0 -> fenceThatOthersNeverJoin(pmix);
                case 1 -> sleepForEver();
                case 2 -> context.reached("the end");
                case 3 -> cannotWriteItsDump(context);
                default -> {
                    context.await("the end", 2);
                    context.await("the end");
                }
            }
        }

        @PmixTest(ranks = 4, timeLimit = LIMIT)
        void inGroups(Pmix pmix, RankContext context) throws InterruptedException {
            if (context.rank() == 3) {
                sleepForEver();
            }
            Group three = pmix.groups()
                    .construct("hanging-three", pmix.job().members().subList(0, 3));
            if (context.rank() == 1) {
                pmix.groups()
                        .construct(
                                "hanging-two", List.of(pmix.self(), pmix.job().member(3)));
            }
            three.fence();
        }

        private static void fenceThatOthersNeverJoin(Pmix pmix) {
            pmix.fence();
        }

        private static void cannotWriteItsDump(RankContext context) throws IOException, InterruptedException {
            Files.createFile(context.scratch().resolveSibling("rank-3.threads.part"));
            sleepForEver();
        }

        @SuppressWarnings("InfiniteLoop")
        private static void sleepForEver() throws InterruptedException {
            while (true) {
                Thread.sleep(100_000);
            }
        }
    }

    static class Killed {
        @PmixTest(ranks = 4, killed = 2)
        void survivorsCarryOn(Pmix pmix, RankContext context) throws InterruptedException {
            CountDownLatch dead = new CountDownLatch(1);
            try (Registration _ = pmix.events()
                    .on(Statuses.ERR_PROC_ABORTED_BY_SIG)
                    .register(event -> {
                        dead.countDown();
                        return EventOutcome.noAction();
                    })) {
                pmix.fence();
                if (context.rank() == 2) {
                    context.reached("death");
                    context.killSelf();
                }
                assertThat(dead.await(60, TimeUnit.SECONDS)).isTrue();
                // Its point outlasts it.
                context.await("death", 2);
                System.out.println("still here");
            }
        }

        @PmixTest(ranks = 3)
        void unexpected(RankContext context) throws InterruptedException {
            awaitAll(context);
            if (context.rank() == 1) {
                context.killSelf();
            }
            // The job ends before.
            Thread.sleep(context.remaining());
        }

        @PmixTest(ranks = 3, recoverable = true)
        void unexpectedButRecoverable(RankContext context) throws InterruptedException {
            awaitAll(context);
            if (context.rank() == 1) {
                context.killSelf();
            }
        }

        @PmixTest(
                ranks = 3,
                killed = {1, 2})
        void didNotHappen(RankContext context) throws InterruptedException {
            awaitAll(context);
            if (context.rank() == 2) {
                System.exit(5);
            }
        }
    }

    static class LeavingProcesses {
        @PmixTest(ranks = 2)
        void childOutlivesItsRank(RankContext context) throws IOException {
            if (context.rank() == 1) {
                new ProcessBuilder("setsid", "sleep", "300.25")
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
            }
        }
    }

    static class SeveralNodes {
        @PmixTest(ranks = 6, nodes = 3)
        void dealtInTurn(Pmix pmix, RankContext context) throws IOException, InterruptedException {
            Process hostname = new ProcessBuilder("hostname").start();
            List<String> lines = hostname.inputReader().lines().toList();
            assertThat(lines).containsExactly("node" + context.rank() % 3);
            pmix.fence();
        }

        @PmixTest(
                ranks = 2,
                nodes = {1, 2})
        void onTwoAfterOne(Pmix pmix, RankContext context) throws InterruptedException {
            pmix.fence();
            awaitAll(context);
            if (context.nodes() == 2 && context.rank() == 0) {
                throw new AssertionError("that is " + context.nodes() + " nodes");
            }
        }

        /** The limit is long enough for the others to finish. */
        @PmixTest(ranks = 4, nodes = 3, timeLimit = Hanging.LIMIT)
        void twoHang(RankContext context) throws InterruptedException {
            if (context.rank() >= 2) {
                Thread.sleep(100_000);
            }
        }
    }

    static class WithoutLibrary {
        @PmixTest(ranks = 2, jvm = "-Dpmixj.library=/nowhere/libpmix.so")
        void initialises(Pmix pmix) {}
    }

    static class Misused {
        @PmixTest(ranks = 2, launcher = "--no-such-option")
        void badOption() {}

        @PmixTest(ranks = 2, killed = 2)
        void noSuchRank() {}

        @PmixTest(
                ranks = 2,
                nodes = {1, 1})
        void twiceOnOneNode() {}

        @PmixTest(ranks = 2)
        void strangeParameter(String parameter) {}
    }
}
