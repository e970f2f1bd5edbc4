// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.support;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.pmixj.Pmix;
import org.pmixj.junit.Points;
import org.pmixj.junit.RankContext;

/** The ways in which a process ends, or stops answering. */
public enum Ends {
    /** By SIGKILL. PRRTE reports {@code PMIX_ERR_PROC_ABORTED_BY_SIG}. */
    KILLED,
    /** Without finalizing PMIx. PRRTE reports {@code PMIX_ERR_PROC_TERM_WO_SYNC}. */
    EXITED,
    /** In good order, which PRRTE does not report. */
    CLOSED,
    /** By SIGSTOP: it lives and answers nothing. In a {@code PmixTest} it goes on when all others have reached {@link #OVER}. */
    SILENT;

    private static final Path NO_FILE = Path.of("");

    /** A point that a rank announces when it no longer needs the silence of another. */
    public static final String OVER = "over";

    /** Ends this rank of a {@code PmixTest}. */
    public void end(Pmix pmix, RankContext context) throws IOException, InterruptedException {
        switch (this) {
            case KILLED -> context.killSelf();
            case EXITED -> Runtime.getRuntime().halt(0);
            case CLOSED -> {
                if (context instanceof SubJob job) {
                    job.close();
                } else {
                    pmix.close();
                }
            }
            case SILENT -> stopUntil(context, OVER);
        }
    }

    /** Ends a program that a test launches itself, or stops it for ever. Returns only if it is {@link #CLOSED}. */
    public void end(Pmix pmix) throws IOException, InterruptedException {
        switch (this) {
            case KILLED -> signal("KILL");
            case EXITED -> Runtime.getRuntime().halt(0);
            case CLOSED -> pmix.close();
            case SILENT -> signal("STOP");
        }
    }

    private static void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder(
                        "kill",
                        "-" + name,
                        Long.toString(ProcessHandle.current().pid()))
                .start();
        Thread.sleep(Await.LIMIT);
    }

    /** Stops this process until all others have reached a point. */
    public static void stopUntil(RankContext context, String point) throws IOException, InterruptedException {
        Points points = new Points(context.scratch());
        List<Path> files = new ArrayList<>();
        for (int rank = 0; rank < context.size(); rank++) {
            if (rank != context.rank()) {
                files.add(points.file(point, rank));
            }
        }
        stop(NO_FILE, NO_FILE, files).waitFor();
    }

    /** Stops this process until a file exists, which another process creates. */
    public static void stopUntil(Path file) throws IOException, InterruptedException {
        stop(NO_FILE, NO_FILE, List.of(file)).waitFor();
    }

    /**
     * Stops this process once it has reached {@code from}, announces that as the point "stopped", and lets it go on when
     * another rank has reached {@code to}.
     */
    public static void stopWhile(RankContext context, String from, String to, int other) throws IOException {
        Points points = new Points(context.scratch());
        stop(
                points.file(from, context.rank()),
                points.file("stopped", context.rank()),
                List.of(points.file(to, other)));
    }

    /** A shell stops this process when a file exists, creates another, and continues it when all of some exist. */
    private static Process stop(Path from, Path stopped, List<Path> until) throws IOException {
        String script = """
                pid=$1 from=$2 stopped=$3
                shift 3
                all() { for file; do [ -e "$file" ] || return 1; done; }
                until [ -z "$from" ] || [ -e "$from" ]; do sleep 0.02; done
                kill -STOP $pid
                [ -z "$stopped" ] || : >"$stopped"
                # Where the job ends meanwhile, so does this.
                until all "$@" || ! kill -0 $pid 2>/dev/null; do sleep 0.02; done
                kill -CONT $pid
                """;
        String pid = Long.toString(ProcessHandle.current().pid());
        List<String> command =
                new ArrayList<>(List.of("sh", "-c", script, "sh", pid, from.toString(), stopped.toString()));
        until.forEach(file -> command.add(file.toString()));
        return new ProcessBuilder(command).start();
    }

    /** Returns whether a process has ended or is stopped. All nodes of a test are on one machine. */
    public static boolean isInactive(long pid) {
        return hasEnded(pid) || state(pid) == 'T';
    }

    /** Returns whether a process has ended, also if nobody waits for it. */
    public static boolean hasEnded(long pid) {
        return "ZX".indexOf(state(pid)) >= 0;
    }

    /** Returns the state of a process, as proc(5) has it; X if there is none. */
    private static char state(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            // The state follows the name of the program, which is in parentheses.
            return stat.charAt(stat.lastIndexOf(')') + 2);
        } catch (IOException e) {
            return 'X';
        }
    }
}
