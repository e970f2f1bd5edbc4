// SPDX-License-Identifier: Apache-2.0
package org.pmixj.bench;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import org.pmixj.Pmix;
import org.pmixj.Statuses;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.Registration;

/**
 * Runs the same as {@code native/bench/omptloops.c}: parallel regions of OpenMP in native code that a JVM has loaded, with
 * or without a handler for their events. Writes {@code OUTPUT/0.regions}, the nanoseconds of every region, the warm-up's
 * first, as 64-bit numbers.
 */
public final class OmptLoops {
    private OmptLoops() {}

    /**
     * Runs the only rank.
     *
     * @param args output folder, regions of the warm-up, measured regions, threads, the library with the regions, {@code
     *     handler} or nothing
     * @throws IOException if the output cannot be written
     */
    public static void main(String[] args) throws IOException {
        Path output = Path.of(args[0]);
        int count = Integer.parseInt(args[1]) + Integer.parseInt(args[2]);
        int threads = Integer.parseInt(args[3]);
        boolean handled = args.length > 5;
        try (Pmix pmix = Pmix.init();
                Arena arena = Arena.ofShared()) {
            SymbolLookup library = SymbolLookup.libraryLookup(args[4], Arena.global());
            MemorySegment samples = arena.allocate(ValueLayout.JAVA_LONG, count);
            if (handled) {
                LongAdder events = new LongAdder();
                try (Registration _ = pmix.events()
                        .on(Statuses.OPENMP_PARALLEL_ENTERED, Statuses.OPENMP_PARALLEL_EXITED)
                        .register(event -> {
                            events.increment();
                            return EventOutcome.partial();
                        })) {
                    regions(library, samples, count, threads);
                    pmix.events().awaitIdle(Duration.ofMinutes(1));
                }
                System.out.println(events.sum() + " events");
            } else {
                regions(library, samples, count, threads);
            }
            Files.write(output.resolve("0.regions"), samples.toArray(ValueLayout.JAVA_BYTE));
        }
    }

    private static void regions(SymbolLookup library, MemorySegment samples, int count, int threads) {
        FunctionDescriptor type =
                FunctionDescriptor.ofVoid(ValueLayout.ADDRESS, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
        try {
            Linker.nativeLinker()
                    .downcallHandle(library.findOrThrow("ompt_regions"), type)
                    .invokeExact(samples, count, threads);
        } catch (Error | RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
