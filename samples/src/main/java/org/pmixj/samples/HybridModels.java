// SPDX-License-Identifier: Apache-2.0
package org.pmixj.samples;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.pmixj.Pmix;
import org.pmixj.model.ActivityOptions;
import org.pmixj.model.ModelActivity;
import org.pmixj.model.ModelResources;
import org.pmixj.model.Models;
import org.pmixj.model.Phase;
import org.pmixj.model.ProgrammingModel;
import org.pmixj.model.Reach;

/**
 * Java and OpenMP run in one process: Java prepares with parallel streams, a C library ({@code hybrid-models.c}) computes
 * in parallel regions, and each knows when the other is active. The tool of {@code native/ompt} reports what OpenMP does;
 * {@code samples/run} lets OpenMP's runtime load it. The C library does not use PMIx. Rank 0 shows who is active in the
 * whole job, while it runs and at the end.
 */
public final class HybridModels {
    private static final int ROUNDS = 5;
    private static final int SWEEPS = 4;
    private static final int CELLS = 200_000;
    private static final int THREADS = 2;
    private static final Duration INTERVAL = Duration.ofMillis(100);
    private static final Duration BOUND = Duration.ofSeconds(30);

    /** Holds what is known about a rank. */
    private static final class Row {
        private String phase = "-";
        private String openMp = "-";
        private int active;
        private int regions;
        private int phases;
    }

    private final Pmix pmix;
    private final MethodHandle sweep;
    // Guarded by itself.
    private final Map<Integer, Row> rows = new TreeMap<>();

    private HybridModels(Pmix pmix, MethodHandle sweep) {
        this.pmix = pmix;
        this.sweep = sweep;
    }

    /**
     * Runs one rank.
     *
     * @param args the C library
     * @throws InterruptedException if the thread is interrupted
     */
    public static void main(String[] args) throws InterruptedException {
        SymbolLookup library = SymbolLookup.libraryLookup(Path.of(args[0]), Arena.global());
        MethodHandle sweep = Linker.nativeLinker()
                .downcallHandle(
                        library.findOrThrow("hybrid_sweep"),
                        FunctionDescriptor.of(
                                ValueLayout.JAVA_DOUBLE,
                                ValueLayout.ADDRESS,
                                ValueLayout.ADDRESS,
                                ValueLayout.JAVA_INT,
                                ValueLayout.JAVA_INT));
        ProgrammingModel java = ProgrammingModel.named("Java streams")
                .library("java.util.stream")
                .version(System.getProperty("java.version"))
                .threading("java")
                .resources(ModelResources.ofThisJvm())
                .build();
        try (Pmix pmix = Pmix.builder().model(java, Reach.NODE).init()) {
            new HybridModels(pmix, sweep).run();
        }
    }

    private void run() throws InterruptedException {
        Models models = pmix.models();
        models.readyAsync().join();
        models.onActivity(this::note);
        pmix.fence();

        Thread display = Thread.ofVirtual().unstarted(this::display);
        if (pmix.self().rank() == 0) {
            display.start();
        }
        try (Arena arena = Arena.ofShared()) {
            MemorySegment cells = arena.allocate(ValueLayout.JAVA_DOUBLE, CELLS);
            MemorySegment next = arena.allocate(ValueLayout.JAVA_DOUBLE, CELLS);
            double change = 0;
            for (int round = 0; round < ROUNDS; round++) {
                try (Phase _ = models.phase("round " + round, "preparation", ActivityOptions.to(Reach.JOB))) {
                    int offset = round;
                    IntStream.range(0, CELLS)
                            .parallel()
                            .forEach(i -> cells.setAtIndex(ValueLayout.JAVA_DOUBLE, i, Math.sin(i * 0.001 + offset)));
                }
                for (int i = 0; i < SWEEPS; i++) {
                    change = i % 2 == 0 ? compute(cells, next) : compute(next, cells);
                }
            }
            say("computed, the last change was " + (change < 1e-3 ? "small" : "large: " + change));
        }
        // All have computed; the events of it arrive soon after.
        pmix.fence();
        if (pmix.self().rank() == 0) {
            awaitAll();
            display.interrupt();
            display.join();
            System.out.println(table());
        }
        say("models of this process: "
                + models.declared().stream().map(ProgrammingModel::name).toList());
        pmix.fence();
        say("done");
    }

    private double compute(MemorySegment from, MemorySegment to) {
        try {
            return (double) sweep.invokeExact(from, to, CELLS, THREADS);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    // --- who is active -----------------------------------------------------------------------------------------------

    private void note(ModelActivity activity) {
        if (!activity.proc().nspace().equals(pmix.self().nspace())) {
            return;
        }
        synchronized (rows) {
            Row row = rows.computeIfAbsent(activity.proc().rank(), _ -> new Row());
            switch (activity.kind()) {
                case PHASE_ENTERED -> {
                    row.phase = activity.phaseName().orElse("?") + ", "
                            + activity.phaseType().orElse("?");
                    row.phases++;
                }
                case PHASE_LEFT -> row.phase = "-";
                case PARALLEL_ENTERED -> {
                    row.active++;
                    row.openMp = activity.resources().threads().orElse(0) + " threads";
                    row.regions++;
                }
                case PARALLEL_EXITED -> {
                    row.active--;
                    if (row.active == 0) {
                        row.openMp = "-";
                    }
                }
                default -> {}
            }
            rows.notifyAll();
        }
    }

    private String table() {
        StringBuilder table = new StringBuilder("rank | Java's phase now        | OpenMP now | phases | regions");
        synchronized (rows) {
            rows.forEach((rank, row) -> table.append("%n%4d | %-23s | %-10s | %6d | %7d"
                    .formatted(rank, row.phase, row.openMp, row.phases, row.regions)));
        }
        return table.toString();
    }

    private void display() {
        try {
            while (true) {
                System.out.println(table());
                Thread.sleep(INTERVAL);
            }
        } catch (InterruptedException e) {
            // The main thread has finished.
        }
    }

    private void awaitAll() throws InterruptedException {
        long end = System.nanoTime() + BOUND.toNanos();
        synchronized (rows) {
            while (!isAllTold()) {
                long left = (end - System.nanoTime()) / 1_000_000;
                if (left <= 0) {
                    throw new IllegalStateException("waited for all events, but some are missing: " + table());
                }
                rows.wait(left);
            }
        }
    }

    private boolean isAllTold() {
        return rows.size() == pmix.job().size()
                && rows.values().stream()
                        .allMatch(row -> row.regions == ROUNDS * SWEEPS && row.phases == ROUNDS && row.active == 0);
    }

    private void say(String what) {
        System.out.println("rank " + pmix.self().rank() + ": " + what);
    }
}
