// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.it.chaos.ChaosPlan.Round;
import org.pmixj.it.chaos.ChaosPlan.Step;
import org.pmixj.it.chaos.ChaosPlan.Team;
import org.pmixj.it.chaos.ChaosView.Outcome;
import org.pmixj.it.support.CCode;
import org.pmixj.it.support.Launched;

/**
 * Ranks on three nodes construct groups with ids that are used again, use them, and end them, as a {@link ChaosPlan} says,
 * while some are killed, and ranks in C send events of all kinds. No operation times out, since who has not been killed calls it;
 * the survivors see the same members and values; nothing outlives its timeout, hangs or crashes. Run by {@code ci/test
 * chaos}; {@code -Dpmixj.chaos.seed=1} repeats a plan, though not its scheduling, and {@code -Dpmixj.chaos.seconds=20} makes it shorter.
 */
@Tag("chaos")
class ChaosIT {
    private static final int SECONDS = Integer.getInteger("pmixj.chaos.seconds", 300);
    private static final long SEED = Long.getLong("pmixj.chaos.seed", System.nanoTime() & Integer.MAX_VALUE);
    private static final int IN_C = 2;

    /** Ranks that take the places of those that are killed. */
    private static final int WAITING = Math.min(36, 4 + SECONDS / 10);

    private static final int IN_JAVA = ChaosPlan.ACTIVE + WAITING;

    /** How long the job may take to start and to end. */
    private static final Duration AROUND = Duration.ofMinutes(7);

    private static final Pattern OVER = Pattern.compile("point-over-(\\d+)-\\d+");

    @TempDir
    Path work;

    @Test
    void survivorsAgree() throws Exception {
        System.out.printf("chaos: seed %d, %d s, %d ranks%n", SEED, SECONDS, IN_JAVA + IN_C);
        Launched.needsLauncher();
        Path program = work.resolve("chaos-events");
        CCode.compile(work, "-o", program.toString(), CCode.source("chaos-events.c"));
        Launched job = Launched.run(work, command(program), Map.of(), AROUND.plusSeconds(SECONDS));
        List<ChaosView> views = new ArrayList<>();
        for (int rank = 0; rank < IN_JAVA; rank++) {
            views.addAll(ChaosView.read(work, rank));
        }
        views.sort(Comparator.comparingLong(ChaosView::time));
        List<Round> rounds = rounds();
        String seed = "seed " + SEED + ", " + SECONDS + " s";
        System.out.println("chaos: " + summary(rounds, views));
        assertThat(views.stream().filter(view -> view.outcome() == Outcome.WRONG))
                .as(seed)
                .isEmpty();
        assertThat(views.stream().filter(ChaosView::outlivedBound)).as(seed).isEmpty();
        assertThat(lastWords()).as("%s: %s", seed, job.output()).isEqualTo(expectedLastWords(rounds));
        assertThat(job.exit()).as("%s: %s", seed, job.output()).isZero();
        assertThat(disagreements(views)).as(seed).isEmpty();
        assertThat(missing(rounds, views)).as(seed).isEmpty();
        assertThat(job.output().lines().filter(line -> line.matches("chaos-events: rank \\d+ has sent [1-9].*")))
                .as(job.output())
                .hasSize(IN_C);
        try (Stream<Path> files = Files.list(work)) {
            assertThat(files.filter(file -> file.getFileName().toString().startsWith("hs_err")))
                    .isEmpty();
        }
    }

    private List<String> command(Path program) {
        List<String> command = new ArrayList<>(Launched.onNodes(ChaosPlan.NODES));
        command.addAll(List.of(
                "prterun",
                "--runtime-options",
                "recoverable,notifyerrors",
                "--map-by",
                Launched.mapBy(ChaosPlan.NODES)));
        command.addAll(List.of("-n", Integer.toString(IN_JAVA)));
        List<String> java = Launched.java(
                ChaosRank.class,
                Long.toString(SEED),
                Integer.toString(SECONDS),
                Integer.toString(IN_JAVA),
                work.toString());
        command.add(java.getFirst());
        command.addAll(List.of("-Xmx64m", "-XX:ErrorFile=" + work.resolve("hs_err_%p.log")));
        command.addAll(java.subList(1, java.size()));
        command.addAll(List.of(":", "-n", Integer.toString(IN_C), program.toString()));
        command.addAll(List.of(
                ChaosRank.end(work).toString(),
                Long.toString(AROUND.plusSeconds(SECONDS).toSeconds()),
                Long.toString(SEED),
                Integer.toString(IN_JAVA)));
        return command;
    }

    private static String summary(List<Round> rounds, List<ChaosView> views) {
        Map<String, Long> counts = views.stream()
                .collect(Collectors.groupingBy(
                        view -> view.operation()
                                .replaceAll("async \\d", "async")
                                .replaceAll("split -?\\d", "split"),
                        TreeMap::new,
                        Collectors.counting()));
        return "%d rounds, %d killed, %s, %d reported departures, longest %d ms"
                .formatted(
                        rounds.size(),
                        rounds.stream()
                                .mapToInt(round -> round.active().size()
                                        - round.survivors().size())
                                .sum(),
                        counts,
                        views.stream()
                                .filter(view -> view.outcome() == Outcome.LOST)
                                .count(),
                        views.stream().mapToLong(ChaosView::millis).max().orElse(0));
    }

    // --- what is expected --------------------------------------------------------------------------------------------

    /** Returns the rounds that the ranks have completed; none if the job has failed. */
    private List<Round> rounds() throws IOException {
        int last = -1;
        try (Stream<Path> files = Files.list(work)) {
            for (Path file : files.toList()) {
                Matcher over = OVER.matcher(file.getFileName().toString());
                last = over.matches() ? Integer.parseInt(over.group(1)) : last;
            }
        }
        ChaosPlan plan = new ChaosPlan(SEED, IN_JAVA);
        return IntStream.rangeClosed(0, last).mapToObj(_ -> plan.next()).toList();
    }

    private Map<Integer, String> lastWords() throws IOException {
        Map<Integer, String> words = new TreeMap<>();
        for (int rank = 0; rank < IN_JAVA; rank++) {
            Path file = ChaosRank.lastWord(work, rank);
            // After "ok" comes how many events of C it has received.
            words.put(rank, Files.exists(file) ? Files.readString(file).replaceFirst("ok [1-9]\\d*", "ok") : "none");
        }
        return words;
    }

    private static Map<Integer, String> expectedLastWords(List<Round> rounds) {
        Map<Integer, String> words = new TreeMap<>();
        IntStream.range(0, IN_JAVA).forEach(rank -> words.put(rank, "ok"));
        for (Round round : rounds) {
            ChaosPlan.without(round.active(), round.survivors()).forEach(rank -> words.put(rank, "killed"));
        }
        return words;
    }

    /** Returns the views of which the same operation looked different to another member. */
    private static List<List<ChaosView>> disagreements(List<ChaosView> views) {
        Map<String, List<ChaosView>> same = views.stream()
                // A fence may fail for a member that did not know of a departure, and a destruct likewise.
                .filter(view -> !view.operation().matches("fence|destruct"))
                .collect(Collectors.groupingBy(ChaosView::key, LinkedHashMap::new, Collectors.toList()));
        return same.values().stream()
                .filter(some -> some.stream().map(ChaosIT::common).distinct().count() > 1)
                .toList();
    }

    private static String common(ChaosView view) {
        return view.outcome() == Outcome.SUCCESS
                ? view.outcome() + " " + view.detail()
                : view.outcome().name();
    }

    /** Returns who has not seen the operation of a step that it was to take part in. */
    private static List<String> missing(List<Round> rounds, List<ChaosView> views) {
        Map<String, Set<Integer>> seen = new HashMap<>();
        for (ChaosView view : views) {
            String operation = view.operation().split("[ :]")[0];
            seen.computeIfAbsent(view.round() + view.team() + " " + view.step() + operation, _ -> new TreeSet<>())
                    .add(view.rank());
        }
        List<String> missing = new ArrayList<>();
        for (Round round : rounds) {
            for (Team team : round.teams()) {
                for (Step step : team.steps()) {
                    Set<Integer> expected = new TreeSet<>(step.callers());
                    String operation =
                            step.operation().name().toLowerCase(Locale.ROOT).split("_")[0];
                    expected.removeAll(
                            seen.getOrDefault(round.number() + team.id() + " " + step.number() + operation, Set.of()));
                    if (!expected.isEmpty()) {
                        missing.add("round " + round.number() + ", group " + team.id() + ", " + step + ": " + expected);
                    }
                }
            }
        }
        return missing;
    }
}
