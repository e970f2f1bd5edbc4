// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.rank;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;

/**
 * A collective operation that a rank has called and that has not ended, with the ranks of the job that take part. At
 * the time limit each rank writes its own.
 *
 * @param what what messages call it, such as {@code fence of group 'solvers'}
 * @param participants their ranks in the job
 */
public record CallsUnderWay(String what, List<Integer> participants) {
    private static final String SEPARATOR = "\t";

    /** Writes those of this process, a line each. */
    static void write(Path file, @Nullable String job, int size) throws IOException {
        List<String> lines = new ArrayList<>();
        for (CallsUnderWay call : own(job, size)) {
            lines.add(call.what
                    + SEPARATOR
                    + String.join(
                            SEPARATOR,
                            call.participants.stream().map(String::valueOf).toList()));
        }
        Files.write(file, lines);
    }

    /** Reads what a rank has written. */
    public static List<CallsUnderWay> read(List<String> lines) {
        List<CallsUnderWay> calls = new ArrayList<>();
        for (String line : lines) {
            List<String> words = List.of(line.split(SEPARATOR, -1));
            calls.add(new CallsUnderWay(
                    words.getFirst(),
                    words.subList(1, words.size()).stream()
                            .map(Integer::valueOf)
                            .toList()));
        }
        return calls;
    }

    /**
     * Returns those of this process. The library does not export what knows them, and a rank runs on the class path; a
     * library of another version may not have it.
     */
    private static List<CallsUnderWay> own(@Nullable String job, int size) {
        List<CallsUnderWay> calls = new ArrayList<>();
        try {
            Class<?> traced = Class.forName("org.pmixj.internal.trace.Traced");
            Method participants = traced.getMethod("participants");
            Method what = traced.getMethod("what");
            Object all = Class.forName("org.pmixj.internal.ffi.InFlight")
                    .getMethod("all")
                    .invoke(null);
            for (Object call : (Collection<?>) all) {
                List<Integer> ranks = traced.isInstance(call)
                        ? ranks((Collection<?>) participants.invoke(call), job, size)
                        : List.of();
                if (!ranks.isEmpty()) {
                    calls.add(new CallsUnderWay((String) what.invoke(call), ranks));
                }
            }
        } catch (ReflectiveOperationException | ClassCastException e) {
            System.err.println("pmixj-junit: it is not known what this rank has called: " + e);
        }
        return calls;
    }

    private static List<Integer> ranks(Collection<?> participants, @Nullable String job, int size) {
        List<Integer> ranks = new ArrayList<>();
        for (Object each : participants) {
            ProcId proc = (ProcId) each;
            if (proc.nspace().equals(job)) {
                for (int rank = 0; rank < size; rank++) {
                    if (proc.isWildcard() || proc.rank() == rank) {
                        ranks.add(rank);
                    }
                }
            }
        }
        return ranks.stream().distinct().sorted().toList();
    }
}
