// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmixj.Statuses.MODEL_DECLARED;
import static org.pmixj.Statuses.MODEL_RESOURCES;
import static org.pmixj.Statuses.OPENMP_PARALLEL_ENTERED;
import static org.pmixj.Statuses.OPENMP_PARALLEL_EXITED;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.pmixj.Key;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.event.Event;
import org.pmixj.it.model.OpenMp.Regions;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Seen;
import org.pmixj.it.support.Smoke;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** A JVM with native code whose OpenMP regions are events to handlers in Java, by the tool of {@code native/ompt}. */
class OmptIT {
    private static final String TOOL = "OMP_TOOL_LIBRARIES=" + OpenMp.TOOL;
    private static final Key<Long> REGION = Key.of("openmp.region", ValueType.UINT64);
    private static final Key<Long> LEVEL = Key.of("openmp.level", ValueType.UINT32);
    private static final Key<Long> REQUESTED = Key.of("openmp.requested", ValueType.UINT64);
    private static final Key<String> REACH = Key.of("org.pmixj.model.reach", ValueType.STRING);
    private static final Key<Boolean> MARK = Key.of("it.mark", ValueType.BOOL);
    private static final Key<Long> CODE = Key.of("openmp.code", ValueType.UINT64);

    private static Seen all(Pmix pmix) {
        return new Seen(
                pmix.events().on(MODEL_DECLARED, MODEL_RESOURCES, OPENMP_PARALLEL_ENTERED, OPENMP_PARALLEL_EXITED));
    }

    private static Seen regions(Pmix pmix) {
        return new Seen(pmix.events().on(OPENMP_PARALLEL_ENTERED, OPENMP_PARALLEL_EXITED));
    }

    /** Checks that nothing arrives before a mark, which this process sends itself. */
    private static void nothingMore(Pmix pmix, Seen seen) throws InterruptedException {
        pmix.events()
                .notify(OPENMP_PARALLEL_EXITED)
                .toProcess()
                .toDefaultHandlersToo()
                .with(MARK, true)
                .send();
        assertThat(seen.next().attributes().get(MARK)).contains(true);
    }

    private static <T> T value(Event event, Key<T> key) {
        return event.attributes().get(key).orElseThrow(() -> new AssertionError(key + " is not in " + event));
    }

    /** Sees a region, not nested, entered or left. */
    private static long region(Seen seen, PmixStatus code, ProcId source, long threads) throws InterruptedException {
        Event event = seen.next();
        assertThat(event.code()).isEqualTo(code);
        assertThat(event.source()).contains(source);
        assertThat(event.isCached()).isFalse();
        assertThat(value(event, Keys.PROGRAMMING_MODEL)).isEqualTo("OpenMP");
        assertThat(value(event, Keys.MODEL_NUM_THREADS)).isEqualTo(threads);
        assertThat(value(event, REQUESTED)).isEqualTo(threads);
        assertThat(value(event, LEVEL)).isOne();
        assertThat(value(event, CODE)).isPositive();
        return value(event, REGION);
    }

    @Tag("row:hybrid-9")
    @Tag("row:hybrid-10")
    @Tag("row:hybrid-11")
    @Tag("row:hybrid-12")
    @Tag("row:hybrid-13")
    @Tag("row:hybrid-14")
    @Tag("row:hybrid-15")
    @Tag("row:hybrid-18")
    @Tag("row:hybrid-27")
    @Tag("row:hybrid-28")
    @Tag("row:hybrid-29")
    @Tag("row:hybrid-30")
    @Smoke
    @PmixTest(
            ranks = 3,
            launcher = {
                "--bind-to",
                "none",
                "-x",
                TOOL,
                "-x",
                "PMIXJ_OMPT_PHASE=cfd reduction",
                "-x",
                "OMP_PROC_BIND=close"
            })
    void theModelAndItsRegionsAreTold(Pmix pmix, RankContext context) throws Exception {
        try (Seen seen = all(pmix)) {
            Regions code = Regions.load(context.scratch());
            nothingMore(pmix, seen);
            // Before OMP_PROC_BIND has this thread bound.
            int cpus = Runtime.getRuntime().availableProcessors();
            code.run(100, 2);
            Event declared = seen.next();
            assertThat(declared.code()).isEqualTo(MODEL_DECLARED);
            assertThat(declared.source()).contains(pmix.self());
            Event resources = seen.next();
            assertThat(resources.code()).isEqualTo(MODEL_RESOURCES);
            for (Event event : List.of(declared, resources)) {
                assertThat(value(event, Keys.PROGRAMMING_MODEL)).isEqualTo("OpenMP");
                assertThat(value(event, Keys.MODEL_LIBRARY_NAME)).isEqualTo("LLVM OMP");
                assertThat(value(event, Keys.MODEL_LIBRARY_VERSION)).matches("5\\.0\\.[0-9]+");
                assertThat(value(event, Keys.THREADING_MODEL)).isEqualTo("pthread");
            }
            assertThat(value(resources, Keys.MODEL_NUM_THREADS)).isEqualTo(2);
            assertThat(value(resources, Keys.MODEL_NUM_CPUS)).isEqualTo(cpus);
            assertThat(value(resources, Keys.MODEL_CPU_TYPE)).isEqualTo("hwthread");
            assertThat(value(resources, Keys.MODEL_AFFINITY_POLICY)).isEqualTo("close");
            for (int i = 1; i <= 100; i++) {
                assertThat(region(seen, OPENMP_PARALLEL_ENTERED, pmix.self(), 2))
                        .isEqualTo(i);
                assertThat(region(seen, OPENMP_PARALLEL_EXITED, pmix.self(), 2)).isEqualTo(i);
            }
            // A larger team is news, a smaller one is not.
            code.run(1, 3);
            Event larger = seen.next();
            assertThat(larger.code()).isEqualTo(MODEL_RESOURCES);
            assertThat(value(larger, Keys.MODEL_NUM_THREADS)).isEqualTo(3);
            assertThat(region(seen, OPENMP_PARALLEL_ENTERED, pmix.self(), 3)).isEqualTo(101);
            Event left = seen.next();
            assertThat(left.code()).isEqualTo(OPENMP_PARALLEL_EXITED);
            assertThat(value(left, Keys.MODEL_PHASE_NAME)).isEqualTo("cfd reduction");
            code.run(1, 1);
            assertThat(region(seen, OPENMP_PARALLEL_ENTERED, pmix.self(), 1)).isEqualTo(102);
            assertThat(region(seen, OPENMP_PARALLEL_EXITED, pmix.self(), 1)).isEqualTo(102);
            nothingMore(pmix, seen);
        }
        // The declaration is kept for handlers that come later, regions are not.
        try (Seen seen = new Seen(pmix.events()
                .on(MODEL_DECLARED, OPENMP_PARALLEL_ENTERED, OPENMP_PARALLEL_EXITED)
                .withCached())) {
            assertThat(seen.next().code()).isEqualTo(MODEL_DECLARED);
            nothingMore(pmix, seen);
        }
    }

    /** Each part has sessions of its own; OpenMP is new to the process in the first. */
    @PmixTest(
            ranks = 1,
            launcher = {"-x", TOOL})
    void regionsOfAProcess(RankContext context) throws Exception {
        pmixComesLateAndGoes(context);
        defaultHandlersAreNotCalled(context);
        nestedRegionsHaveLevels(context);
        severalThreadsEnterAtOnce(context);
    }

    private static void defaultHandlersAreNotCalled(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            try (Seen any = new Seen(pmix.events().onAny());
                    Seen seen = regions(pmix)) {
                Regions.load(context.scratch()).run(10, 2);
                for (int i = 0; i < 20; i++) {
                    seen.next();
                }
                nothingMore(pmix, any);
            }
        }
    }

    /** The entry of each region comes before its exit, and both have the same attributes. */
    private static Map<Long, Integer> pairsByLevel(Pmix pmix, Seen seen, int regions, long threads)
            throws InterruptedException {
        Map<Long, Integer> levels = new HashMap<>();
        Map<Long, Long> open = new HashMap<>();
        Set<Long> over = new HashSet<>();
        for (int i = 0; i < 2 * regions; i++) {
            Event event = seen.next();
            long number = value(event, REGION);
            assertThat(value(event, Keys.MODEL_NUM_THREADS)).isEqualTo(threads);
            if (event.code().equals(OPENMP_PARALLEL_ENTERED)) {
                assertThat(open.put(number, value(event, LEVEL))).isNull();
                levels.merge(value(event, LEVEL), 1, Integer::sum);
            } else {
                assertThat(open.remove(number)).isEqualTo(value(event, LEVEL));
                assertThat(over.add(number)).isTrue();
            }
        }
        assertThat(open).isEmpty();
        assertThat(over).hasSize(regions);
        nothingMore(pmix, seen);
        return levels;
    }

    private static void nestedRegionsHaveLevels(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            try (Seen seen = regions(pmix)) {
                Regions code = Regions.load(context.scratch());
                code.nested(2, 2);
                assertThat(pairsByLevel(pmix, seen, 3, 2)).isEqualTo(Map.of(1L, 1, 2L, 2));
                code.run(1, 2);
                assertThat(pairsByLevel(pmix, seen, 1, 2)).isEqualTo(Map.of(1L, 1));
            }
        }
    }

    private static void severalThreadsEnterAtOnce(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            try (Seen seen = regions(pmix)) {
                Regions code = Regions.load(context.scratch());
                code.together(4, 100, 2);
                assertThat(pairsByLevel(pmix, seen, 400, 2)).isEqualTo(Map.of(1L, 400));
                // Java threads.
                List<Thread> threads = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    threads.add(Thread.ofPlatform().start(() -> code.run(25, 2)));
                }
                for (Thread thread : threads) {
                    thread.join();
                }
                assertThat(pairsByLevel(pmix, seen, 100, 2)).isEqualTo(Map.of(1L, 100));
            }
        }
    }

    /** PMIx comes after OpenMP, goes, and comes again; OpenMP goes on. */
    private static void pmixComesLateAndGoes(RankContext context) throws Exception {
        Regions code = Regions.load(context.scratch());
        long number = 0;
        for (int round = 0; round < 3; round++) {
            code.run(7, 2);
            number += 7;
            try (Pmix pmix = Pmix.init();
                    Seen seen = all(pmix)) {
                nothingMore(pmix, seen);
                code.run(5, 2);
                assertThat(seen.next().code()).isEqualTo(MODEL_DECLARED);
                assertThat(seen.next().code()).isEqualTo(MODEL_RESOURCES);
                for (int i = 0; i < 5; i++) {
                    number++;
                    assertThat(region(seen, OPENMP_PARALLEL_ENTERED, pmix.self(), 2))
                            .isEqualTo(number);
                    assertThat(region(seen, OPENMP_PARALLEL_EXITED, pmix.self(), 2))
                            .isEqualTo(number);
                }
                nothingMore(pmix, seen);
            }
        }
        code.run(7, 2);
    }

    // --- ranges --------------------------------------------------------------------------------------------------

    /** All but the last rank have regions. */
    private static void ranged(Pmix pmix, RankContext context, boolean sameNodeOnly) throws Exception {
        int regions = 10;
        try (Seen seen = regions(pmix);
                Seen declared = new Seen(pmix.events().on(MODEL_DECLARED));
                Seen resources = new Seen(pmix.events().on(MODEL_RESOURCES))) {
            pmix.fence();
            boolean works = context.rank() < context.size() - 1;
            if (works) {
                Regions.load(context.scratch()).run(regions, 2);
            }
            Set<ProcId> heard = new HashSet<>();
            for (int rank = 0; rank < context.size() - 1; rank++) {
                if (!sameNodeOnly || rank % context.nodes() == context.rank() % context.nodes()) {
                    heard.add(pmix.job().member(rank));
                }
            }
            Map<ProcId, Long> last = new HashMap<>();
            for (int i = 0; i < 2 * regions * heard.size(); i++) {
                Event event = seen.next();
                ProcId source = event.source().orElseThrow();
                long number = value(event, REGION);
                long before = last.getOrDefault(source, 0L);
                boolean entered = event.code().equals(OPENMP_PARALLEL_ENTERED);
                assertThat(number).isEqualTo(entered ? before + 1 : before);
                last.put(source, number);
            }
            assertThat(last.keySet()).isEqualTo(heard);
            while (!heard.isEmpty()) {
                Event event = resources.next();
                assertThat(heard.remove(event.source().orElseThrow())).isTrue();
                assertThat(value(event, Keys.MODEL_NUM_THREADS)).isEqualTo(2);
            }
            pmix.fence();
            Await.nothing(seen.events);
            Await.nothing(resources.events);
            // The own process is told as by PMIx_Init, and then with the others.
            List<ProcId> all = new ArrayList<>(last.keySet());
            if (works) {
                all.add(pmix.self());
            }
            List<ProcId> sources = new ArrayList<>();
            for (int i = 0; i < all.size(); i++) {
                Event event = declared.next();
                sources.add(event.source().orElseThrow());
                if (event.attributes().get(REACH).isPresent()) {
                    assertThat(value(event, REACH)).isEqualTo(sameNodeOnly ? "NODE" : "JOB");
                    assertThat(value(event, Keys.MODEL_NUM_THREADS)).isEqualTo(2);
                    assertThat(last.remove(sources.getLast())).isNotNull();
                }
            }
            assertThat(last).isEmpty();
            assertThat(sources).containsExactlyInAnyOrderElementsOf(all);
            Await.nothing(declared.events);
        }
    }

    @PmixTest(
            ranks = 4,
            nodes = 3,
            launcher = {"-x", TOOL, "-x", "PMIXJ_OMPT_RANGE=node"},
            alone = true)
    void theNodeIsTold(Pmix pmix, RankContext context) throws Exception {
        ranged(pmix, context, true);
    }

    @Tag("row:hybrid-25")
    @Tag("row:hybrid-29")
    @Tag("row:hybrid-30")
    @PmixTest(
            ranks = 4,
            nodes = 3,
            launcher = {"-x", TOOL, "-x", "PMIXJ_OMPT_RANGE=job"},
            alone = true)
    void theJobIsTold(Pmix pmix, RankContext context) throws Exception {
        ranged(pmix, context, false);
    }
}
