// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmixj.checks.Golden;
import org.pmixj.it.cluster.SlurmRank.Process;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Launched;
import org.pmixj.junit.Points;

/**
 * Daemons and nodes fail: each cell of the table {@link DaemonFault} is a job of its own on three nodes. What the ranks
 * on each side see is a row of {@code FAULTS.md}.
 */
class DaemonFaultMatrixIT {
    private static final Path DOCUMENT = Path.of("../../groups-java/FAULTS.md");
    private static final List<Integer> RANKS =
            IntStream.range(0, DaemonFault.RANKS).boxed().toList();

    private static final String CRASH = "LostConnection, or ended by the daemon";

    /** Gives the nodes empty folders, but not in place of /tmp, in which the checkout may be. */
    private static final String EMPTY = """
            for folder in /dev/shm "$TMPDIR"; do mount -t tmpfs -o size=64m tmpfs "$folder"; done
            : >'%s/began'
            """;

    /** Prints what is left, with N for the number of a process, but not what the next JVM removes, nor files of Surefire and of tests. */
    private static final String LEFT = """
            {
                find /dev/shm "$TMPDIR" -mindepth 1 ! -name full
                find /tmp -mindepth 1 -maxdepth 1 -newer '%s/began' ! -name 'hsperfdata*' ! -name 'surefire*' ! -name 'pmixj-*IT.*'
            } |
                sed -E "s|^$TMPDIR/([^/]*).*|\\1|; s/[0-9]+/N/g" | sort -u | paste -sd ' '
            """;

    @TempDir
    Path work;

    static Stream<DaemonFault> cells() {
        String only = System.getProperty("pmixj.faults", "");
        return DaemonFault.all().stream().filter(cell -> cell.argument().contains(only));
    }

    /** Run by {@code ci/test daemons}. */
    @Tag("daemons")
    @ParameterizedTest(name = "{0}")
    @MethodSource("cells")
    void cell(DaemonFault cell) throws Exception {
        String row;
        try (Cluster cluster = Cluster.nodes(work)) {
            String left = left(cell, run(cell, cluster));
            row = "%s | %s | %s |".formatted(outcome(cell, false), outcome(cell, true), left);
        }
        String columns = "| %s | %s | ".formatted(cell.fault(), cell.during());
        Golden.checkRow(DOCUMENT, columns, columns + row);
    }

    /** Runs a job, in which all processes end. Returns what is left of it. */
    private String run(DaemonFault cell, Cluster cluster) throws Exception {
        cluster.output(EMPTY.formatted(work));
        Cluster.Command job = cluster.start("%s --runtime-options recoverable,notifyerrors -n %d --map-by %s %s"
                .formatted(
                        cell.fault().launcher(),
                        DaemonFault.RANKS,
                        Launched.mapBy(3),
                        Cluster.java(DaemonFaultRank.class, cell.argument(), work)));
        try {
            return run(cell, cluster, job);
        } catch (Exception | Error e) {
            System.out.println(cell + " failed\n" + job.output());
            throw e;
        }
    }

    private String run(DaemonFault cell, Cluster cluster, Cluster.Command job) throws Exception {
        Points points = new Points(work);
        Await.until("all ranks are ready, or " + job.output(), () -> {
            assertThat(job.hasEnded()).as(job.output()).isFalse();
            return RANKS.stream().allMatch(rank -> points.isReached(DaemonFaultRank.READY, rank));
        });
        long daemon = Process.read(work, cell.fault().victim()).daemon();
        cluster.output(cell.fault().begin(daemon));
        points.reached(DaemonFaultRank.FAULT, DaemonFaultRank.TEST);
        if (cell.fault().isHarmless()) {
            points.await(DaemonFaultRank.CALLED, List.of(DaemonFault.LATE), Await.LIMIT);
            cluster.output("sleep 1; " + cell.fault().end(daemon));
        }
        for (int rank : RANKS) {
            awaitEnd(cluster, Process.read(work, rank).pid(), work.resolve("rank-" + rank));
        }
        if (cell.fault().isUnnoticed()) {
            cluster.output(cell.fault().end(daemon));
        }
        points.reached(DaemonFaultRank.OVER, DaemonFaultRank.TEST);
        Launched end = job.end();
        for (int rank : RANKS) {
            Process process = Process.read(work, rank);
            awaitEnd(cluster, process.pid(), work.resolve("none"));
            awaitEnd(cluster, process.daemon(), work.resolve("none"));
        }
        System.out.println(cell + " ended with " + end.exit() + "\n" + end.output());
        return cluster.output(LEFT.formatted(work)).strip();
    }

    /** Waits until a process has ended, or has written a file. */
    private static void awaitEnd(Cluster cluster, long pid, Path file) throws Exception {
        String script = """
                for i in $(seq 3000); do
                    [ ! -e '%s' ] && kill -0 %d 2>/dev/null || { echo ended; break; }
                    sleep 0.05
                done
                """.formatted(file, pid);
        assertThat(cluster.output(script)).as("process %d still runs", pid).isEqualTo("ended\n");
    }

    private static String left(DaemonFault cell, String left) {
        if (!cell.fault().crashesAll()) {
            return left;
        }
        // A daemon that has not crashed yet when prterun does removes its folder.
        assertThat(left).matches("(prted\\.N|prtrn\\.N|prted\\.N prtrn\\.N)");
        return "prted.N, prtrn.N or both";
    }

    /** Returns what the ranks of a side saw, and who, if it is not the same. */
    private String outcome(DaemonFault cell, boolean cutOff) throws IOException {
        Map<String, List<Integer>> outcomes = new LinkedHashMap<>();
        for (int rank : cell.side(cutOff)) {
            outcomes.computeIfAbsent(outcome(cell, work.resolve("rank-" + rank)), same -> new ArrayList<>())
                    .add(rank);
        }
        if (outcomes.isEmpty()) {
            return "";
        }
        return outcomes.size() == 1
                ? outcomes.keySet().iterator().next()
                : outcomes.entrySet().stream()
                        .map(entry -> "ranks " + entry.getValue() + ": " + entry.getKey())
                        .collect(Collectors.joining("; "));
    }

    private static String outcome(DaemonFault cell, Path file) throws IOException {
        if (!Files.exists(file)) {
            return cell.fault().crashesAll() ? CRASH : "ended by the daemon";
        }
        List<String> steps = Files.readAllLines(file);
        assertThat(steps).as("%s", file).last().isEqualTo("ok");
        if (cell.fault().crashesAll()) {
            // Which daemon crashes first, and which notices it and ends its ranks, differs.
            assertThat(steps).as("%s", file).contains("again LostConnection", "notified");
            return CRASH;
        }
        String outcome = String.join("; ", steps.subList(0, steps.size() - 1)).replace("accept ", "invite ");
        if (!cell.fault().losesMembers()) {
            return outcome;
        }
        // What comes first differs: the call of the rank that is late, or the report of the loss.
        return outcome.replaceFirst("^construct (success|MemberLost);", "construct success or MemberLost;")
                .replaceFirst(
                        "^fence (success|MemberLost; fence repeated success);",
                        "fence success, or MemberLost and then success;");
    }
}
