// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.pmixj.junit.rank.JobFiles;
import org.pmixj.junit.rank.JobSpec;
import org.pmixj.junit.rank.RankResult;

/** Watches a running job, ends it if necessary, and kills processes that remain. */
final class JobWatch {
    private static final long POLL_MILLIS = 10;
    private static final long LEAST_GRACE_MILLIS = 5_000;
    private static final long DUMP_MILLIS = 8_000;
    private static final long QUIT_MILLIS = 1_000;
    private static final long TERM_MILLIS = 20_000;
    private static final long GONE_MILLIS = 10_000;

    private final Settings settings;
    private final JobSpec spec;
    private final String token;
    private final Process launcher;
    private final Set<Integer> running = new TreeSet<>();
    private int method;
    private long methodMillis;
    private boolean interrupted;
    private long graceEndMillis = Long.MAX_VALUE;

    JobWatch(Settings settings, JobSpec spec, String token, Process launcher) {
        this.settings = settings;
        this.spec = spec;
        this.token = token;
        this.launcher = launcher;
        this.methodMillis = spec.startMillis();
        running.addAll(allRanks());
    }

    JobEnd untilGone() {
        JobEnd.Cause cause;
        try {
            cause = watch();
        } catch (InterruptedException e) {
            cause = JobEnd.Cause.INTERRUPT;
            interrupted = true;
        }
        long causeMillis = System.currentTimeMillis();
        if (cause == JobEnd.Cause.LIMIT) {
            collectThreadDumps();
        } else if (cause == JobEnd.Cause.FAILED_RANK) {
            // A rank that still runs may hang, and the others may have failed because they waited for it.
            dumpToOutput(running);
        }
        OptionalInt status = endLauncher();
        List<ProcessTable.Entry> survivors = killSurvivors();
        if (cause == JobEnd.Cause.ITSELF) {
            goOn();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return new JobEnd(spec, method, cause, causeMillis, status, survivors);
    }

    private JobEnd.Cause watch() throws InterruptedException {
        while (!launcher.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
            long now = System.currentTimeMillis();
            // First, since this thread may have been late.
            noteProgress(now);
            if (now >= methodMillis + spec.methods().get(method).limit().toMillis()) {
                return JobEnd.Cause.LIMIT;
            }
            if (now >= graceEndMillis) {
                return JobEnd.Cause.FAILED_RANK;
            }
        }
        return JobEnd.Cause.ITSELF;
    }

    private void noteProgress(long now) {
        if (goOn()) {
            methodMillis = now;
            running.addAll(allRanks());
        }
        JobFiles files = files();
        for (int rank : List.copyOf(running)) {
            if (Files.exists(files.result(rank)) || Files.exists(files.status(rank))) {
                RankState state = RankState.read(files, rank);
                boolean expected = state.result() == null && settings.expectedToEndEarly(rank);
                boolean waited = method + 1 < spec.methods().size() && state.endedWhileItWaited();
                if ((state.inTrouble() || waited) && !expected) {
                    graceEndMillis = Math.min(graceEndMillis, now + Math.max(LEAST_GRACE_MILLIS, now - methodMillis));
                }
                if (state.status().isPresent() || state.inTrouble()) {
                    running.remove(rank);
                }
            }
        }
    }

    /** Goes on to the first method that not all ranks have left without a failure, or to the last one. */
    private boolean goOn() {
        int before = method;
        while (method + 1 < spec.methods().size() && allRanks().stream().allMatch(this::hasPassed)) {
            method++;
        }
        return method > before;
    }

    private boolean hasPassed(int rank) {
        Path result = files().result(rank);
        try {
            return Files.exists(result) && RankResult.read(result).throwable() == null;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + result, e);
        }
    }

    private JobFiles files() {
        return spec.files(method);
    }

    private List<Integer> allRanks() {
        return IntStream.range(0, spec.ranks()).boxed().toList();
    }

    private void collectThreadDumps() {
        if (!waitFor(() -> withoutDump().isEmpty(), DUMP_MILLIS)) {
            // Such a JVM cannot run Java code any more; its signal handler may still write a dump to the output.
            dumpToOutput(withoutDump());
        }
    }

    private void dumpToOutput(Collection<Integer> ranks) {
        List<String> pids = ProcessTable.carrying(token).stream()
                .filter(each ->
                        each.rank().isPresent() && ranks.contains(each.rank().getAsInt()))
                .filter(each -> each.commandLine().contains("@" + files().javaArguments()))
                .map(each -> Long.toString(each.pid()))
                .toList();
        quit(pids);
        waitFor(() -> pids.isEmpty(), QUIT_MILLIS);
    }

    private List<Integer> withoutDump() {
        return IntStream.range(0, spec.ranks())
                .filter(rank -> Files.exists(files().output(rank)))
                .filter(rank -> !Files.exists(files().status(rank)))
                .filter(rank -> !Files.exists(files().threads(rank)))
                .boxed()
                .toList();
    }

    private void quit(List<String> pids) {
        List<String> command = new ArrayList<>(List.of("sh", "-c", "kill -s QUIT \"$@\"", "sh"));
        command.addAll(pids);
        try {
            if (!pids.isEmpty()) {
                Process kill = new ProcessBuilder(command).start();
                waitFor(() -> !kill.isAlive(), QUIT_MILLIS);
            }
        } catch (IOException e) {
            System.err.println("pmixj-junit: no thread dump of processes " + pids + ": " + e);
        }
    }

    private OptionalInt endLauncher() {
        if (launcher.isAlive()) {
            launcher.destroy();
            if (!waitFor(() -> !launcher.isAlive(), TERM_MILLIS)) {
                launcher.destroyForcibly();
                ProcessTable.carrying(token).forEach(ProcessTable.Entry::kill);
                waitFor(() -> !launcher.isAlive(), TERM_MILLIS);
                return OptionalInt.empty();
            }
        }
        return OptionalInt.of(launcher.exitValue());
    }

    private List<ProcessTable.Entry> killSurvivors() {
        waitFor(() -> ProcessTable.carrying(token).isEmpty(), GONE_MILLIS);
        List<ProcessTable.Entry> survivors = ProcessTable.carrying(token);
        waitFor(
                () -> {
                    List<ProcessTable.Entry> left = ProcessTable.carrying(token);
                    left.forEach(ProcessTable.Entry::kill);
                    return left.isEmpty();
                },
                GONE_MILLIS);
        return survivors;
    }

    // An interrupt does not end this short wait; untilGone restores it afterwards.
    private boolean waitFor(BooleanSupplier condition, long millis) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            try {
                Thread.sleep(POLL_MILLIS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        return true;
    }
}
