// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;
import org.pmixj.junit.rank.JobFiles;
import org.pmixj.junit.rank.JobSpec;
import org.pmixj.junit.rank.LibraryMissing;

/** Reports a method of a job that has ended to JUnit. */
final class JobReport {
    private final JobFolder folder;
    private final JobFiles files;
    private final boolean isFirst;
    private final @Nullable JobFiles next;
    private final List<@Nullable Throwable> ranks;
    private final @Nullable Throwable job;
    private final ThreadDumps dumps;

    JobReport(JobFolder folder, JobSpec spec, int method, List<@Nullable Throwable> ranks, @Nullable Throwable job) {
        this.folder = folder;
        this.files = spec.files(method);
        this.isFirst = method == 0;
        this.next = method + 1 < spec.methods().size() ? spec.files(method + 1) : null;
        this.ranks = ranks;
        this.job = job;
        this.dumps = new ThreadDumps(files, ranks.size());
    }

    /** Returns why the job could not run, if so. */
    Optional<String> missing() {
        return ranks.stream()
                .filter(LibraryMissing.class::isInstance)
                .map(each -> String.valueOf(Objects.requireNonNull(each).getMessage()))
                .findFirst();
    }

    /** Prints the rank's output and throws its failure, if any. */
    void reportRank(int rank) throws Throwable {
        print("[rank " + rank + "] ", output(rank));
        if (isFirstAtLimit(rank)) {
            print(
                    "[job] ",
                    List.of(String.valueOf(
                            Objects.requireNonNull(ranks.get(rank)).getMessage())));
        }
        print("[rank " + rank + " threads] ", dumps.distinct(rank));
        Throwable problem = ranks.get(rank);
        if (problem != null) {
            String host = String.join("", JobText.lines(files.host(rank)));
            String name = "rank " + rank + " of " + ranks.size() + (host.isEmpty() ? "" : " @ " + host);
            List<String> details = new ArrayList<>();
            addLines(details, name + " wrote:", JobText.tail(output(rank)));
            addLines(details, "its main thread at the time limit:", dumps.main(rank));
            throw withDetails(problem, name, details);
        }
    }

    private boolean isFirstAtLimit(int rank) {
        return ranks.get(rank) instanceof TimeLimitError
                && ranks.subList(0, rank).stream().noneMatch(TimeLimitError.class::isInstance);
    }

    /** Prints the launcher's output and throws the failure of the whole job, if any. */
    void reportJob() throws Throwable {
        print("[launcher] ", JobText.lines(files.launcherOutput()));
        if (job != null) {
            List<String> details = new ArrayList<>();
            addLines(details, "the launcher wrote:", JobText.tail(JobText.lines(files.launcherOutput())));
            throw withDetails(job, "job", details);
        }
    }

    /** Throws the failure of the job, if any, and prints nothing. */
    void check() throws Throwable {
        for (Throwable problem : ranks) {
            if (problem != null) {
                throw problem;
            }
        }
        if (job != null) {
            throw job;
        }
    }

    /** Deletes the job's files, unless the job failed or other methods of it are to be reported. */
    void close() throws IOException {
        folder.reported(job != null || ranks.stream().anyMatch(each -> each != null && !aborted(each)));
    }

    /** Returns what the rank has written in the method. */
    private List<String> output(int rank) {
        OptionalLong start = JobText.number(files.outputStart(rank));
        if (start.isEmpty() && !isFirst) {
            // It did not come to the method.
            return List.of();
        }
        long begin = start.orElse(0);
        long end = next == null
                ? Long.MAX_VALUE
                : JobText.number(next.outputStart(rank)).orElse(Long.MAX_VALUE);
        return JobText.lines(files.output(rank), begin, end);
    }

    private Throwable withDetails(Throwable problem, String name, List<String> details) {
        if (!aborted(problem)) {
            details.addFirst(name + "; files are kept in " + files.folder());
        }
        if (!details.isEmpty()) {
            problem.addSuppressed(new Details(String.join("\n", details)));
        }
        return problem;
    }

    private static boolean aborted(Throwable problem) {
        return problem instanceof TestAbortedException;
    }

    private static void addLines(List<String> details, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            details.add(title);
            lines.forEach(line -> details.add("    " + line));
        }
    }

    private static void print(String prefix, List<String> lines) {
        PrintStream out = System.out;
        lines.forEach(line -> out.println(prefix + line));
    }
}
