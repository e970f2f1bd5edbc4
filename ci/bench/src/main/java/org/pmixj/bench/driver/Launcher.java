// SPDX-License-Identifier: Apache-2.0
package org.pmixj.bench.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Runs jobs one after the other, with the same launcher options for every program. */
final class Launcher {
    // The shell's clock also reports the processor time of all ended processes of the job.
    // With fewer digits, bash 5.3 rounds them one by one, and writes the digit ten.
    private static final String TIMED = """
            TIMEFORMAT='%6R %6U %6S' times=$1 log=$2
            shift 2
            { time "$@" >"$log" 2>&1 </dev/null; } 2>"$times"
            """;

    private static final int LOG_LINES = 20;
    private static final int WATCH_MILLIS = 200;

    private final Workspace workspace;
    private final Duration limit;
    private final int keepFree;

    /**
     * Constructs a launcher.
     *
     * @param limit the time until a job is killed
     * @param keepFree the GiB of memory of the machine that must stay free, or a job is killed
     */
    Launcher(Workspace workspace, Duration limit, int keepFree) {
        this.workspace = workspace;
        this.limit = limit;
        this.keepFree = keepFree;
    }

    /** Holds the times of a whole job, including the launcher. */
    record Cost(double wallSeconds, double cpuSeconds) {}

    /** Returns the words before a program. */
    private List<String> launch(int ranks, int nodes) {
        List<String> words = new ArrayList<>();
        if (nodes > 1) {
            words.addAll(List.of(workspace.nodesCommand(), Integer.toString(nodes)));
        }
        String mapping = nodes > 1 ? "node:oversubscribe" : ":oversubscribe";
        words.addAll(List.of("prterun", "--map-by", mapping, "-n", Integer.toString(ranks)));
        return words;
    }

    /** Returns the words for a job of one rank that is bound to no core, since its threads need several. */
    Cost runFree(List<String> program) throws IOException, InterruptedException {
        return run(List.of("prterun", "--map-by", ":oversubscribe", "--bind-to", "none", "-n", "1"), program);
    }

    Cost run(int ranks, int nodes, List<String> program) throws IOException, InterruptedException {
        return run(launch(ranks, nodes), program);
    }

    /** Runs a program after the words of a launcher. */
    Cost run(List<String> launch, List<String> program) throws IOException, InterruptedException {
        Path times = workspace.file("times");
        Path log = workspace.file("log");
        List<String> job = new ArrayList<>(launch);
        job.addAll(program);
        List<String> command = new ArrayList<>(List.of("bash", "-c", TIMED, "bash", times.toString(), log.toString()));
        command.addAll(job);
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        LiveJob live = LiveJob.start(builder);
        try {
            long begun = System.nanoTime();
            while (!live.process().waitFor(WATCH_MILLIS, TimeUnit.MILLISECONDS)) {
                if (System.nanoTime() - begun > limit.toNanos()) {
                    throw failure("was killed after " + limit.toSeconds() + " s", job, log);
                } else if (Memory.freeGibibytes() < keepFree) {
                    throw failure("was killed, because less than " + keepFree + " GiB of memory were free", job, log);
                }
            }
        } finally {
            live.end();
        }
        if (live.process().exitValue() != 0) {
            throw failure("ended with status " + live.process().exitValue(), job, log);
        }
        return read(times);
    }

    private static Cost read(Path times) throws IOException {
        String[] words = Files.readString(times).strip().split(" ", -1);
        return new Cost(Double.parseDouble(words[0]), Double.parseDouble(words[1]) + Double.parseDouble(words[2]));
    }

    private static JobFailedException failure(String how, List<String> job, Path log) throws IOException {
        List<String> lines = Files.exists(log) ? Files.readAllLines(log) : List.of();
        List<String> last = lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size());
        return new JobFailedException(
                String.format(Locale.ROOT, "a job %s: %s%n%s", how, String.join(" ", job), String.join("\n", last)));
    }
}
