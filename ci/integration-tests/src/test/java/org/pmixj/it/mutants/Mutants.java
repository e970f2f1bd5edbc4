// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.mutants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks or runs mutants for {@code ci/mutants}, from its source file or from its class.
 *
 * <pre>
 * Mutants check ROOT [NAME...]             are the patches, tests and rows there?
 * Mutants run ROOT SECONDS TREE,... [NAME...]   do their tests fail? Each TREE is a built copy of the checkout
 * </pre>
 */
public final class Mutants {
    private static final Path TESTS = Path.of("ci/integration-tests/src/test/java");
    private static final Path SENTENCES =
            Path.of("ci/integration-tests/src/test/resources/org/pmixj/it/conformance/sentences");
    private static final Path CLASS_PATH = Path.of("ci/integration-tests/target/mutants-class-path");

    /** A mutant and its tests. */
    private record Usable(Mutant mutant, List<TestMethod> tests) {}

    private final Path patches;
    private final List<Usable> usable = new ArrayList<>();
    private int killed;
    private int passing;
    private int wrong;
    /** Whether a mutant may still be in a copy of the checkout. */
    private volatile boolean isCutOff;

    private Mutants(Path root) {
        this.patches = root.resolve("ci/mutants.d");
    }

    /** Does what the arguments say, and exits with 1 if something is wrong, with 2 if a copy is not as it was. */
    public static void main(String... arguments) throws Exception {
        List<String> words = List.of(arguments);
        Path root = Path.of(words.get(1));
        Mutants mutants = new Mutants(root);
        if (words.getFirst().equals("check")) {
            mutants.find(root, words.subList(2, words.size()));
            System.out.println(mutants.usable.size() + " mutants are in order, " + mutants.wrong + " errors");
        } else {
            List<Path> trees = Stream.of(words.get(3).split(",")).map(Path::of).toList();
            mutants.find(trees.getFirst(), words.subList(4, words.size()));
            mutants.run(trees, Integer.parseInt(words.get(2)));
        }
        System.exit(mutants.isCutOff ? 2 : mutants.wrong + mutants.passing == 0 ? 0 : 1);
    }

    private synchronized void error(String name, String message) {
        System.out.println("ERROR  " + name + ": " + message);
        wrong++;
    }

    // --- what the heads say ----------------------------------------------------------------------------------------

    /** Finds the mutants that can be used in a copy of the checkout. */
    private void find(Path tree, List<String> names) throws IOException {
        Set<String> rows = rowsOf(tree);
        List<TestMethod> all = TestMethod.below(tree.resolve(TESTS));
        List<Mutant> mutants = Mutant.in(patches);
        for (String name : names) {
            if (mutants.stream().noneMatch(each -> each.name().equals(name))) {
                error(name, "there is no ci/mutants.d/" + name + ".patch");
            }
        }
        for (Mutant mutant : mutants) {
            if (names.isEmpty() || names.contains(mutant.name())) {
                List<String> problems = new ArrayList<>();
                List<TestMethod> tests = testsOf(mutant, all, problems);
                check(mutant, tests, rows, problems);
                String refusal = MutantTree.refusal(tree, mutant.patch());
                if (!refusal.isEmpty()) {
                    problems.add(
                            "it does not apply: " + refusal.lines().findFirst().orElse(""));
                }
                if (problems.isEmpty()) {
                    usable.add(new Usable(mutant, tests));
                }
                problems.forEach(problem -> error(mutant.name(), problem));
            }
        }
    }

    private static Set<String> rowsOf(Path tree) throws IOException {
        Set<String> rows = new TreeSet<>();
        try (Stream<Path> files = Files.list(tree.resolve(SENTENCES))) {
            for (Path file : files.toList()) {
                Files.readAllLines(file).forEach(line -> rows.add(line.split(" ", 2)[0]));
            }
        }
        return rows;
    }

    private static List<TestMethod> testsOf(Mutant mutant, List<TestMethod> all, List<String> problems) {
        if (mutant.tests().isEmpty()) {
            return all.stream()
                    .filter(test -> mutant.rows().stream().anyMatch(test::names))
                    .toList();
        }
        List<TestMethod> tests = new ArrayList<>();
        for (String name : mutant.tests()) {
            List<TestMethod> named =
                    all.stream().filter(test -> test.name().equals(name)).toList();
            tests.addAll(named);
            if (named.isEmpty()) {
                problems.add("there is no test " + name);
            }
        }
        return tests;
    }

    private static void check(Mutant mutant, List<TestMethod> tests, Set<String> rows, List<String> problems) {
        if (mutant.rows().isEmpty() && mutant.tests().isEmpty()) {
            problems.add("its head has neither 'Rows: …' nor 'Tests: …'");
        }
        if (mutant.files().isEmpty()) {
            problems.add("no line begins with 'diff --git a/', which names a file");
        }
        for (String row : mutant.rows()) {
            if (!rows.contains(row)) {
                problems.add("there is no row " + row);
            } else if (tests.stream().noneMatch(test -> test.names(row))) {
                problems.add("none of its tests has the tag " + Mutant.TAG + row);
            }
        }
    }

    // --- what their tests say --------------------------------------------------------------------------------------

    private void run(List<Path> roots, int seconds) throws Exception {
        long began = System.nanoTime();
        String classPath = Files.readString(roots.getFirst().resolve(CLASS_PATH));
        List<MutantTree> trees = roots.stream()
                .map(root -> new MutantTree(root, roots.getFirst(), classPath))
                .toList();
        Path logs = roots.getFirst().getParent();
        Map<String, TestResult> unchanged = new ConcurrentHashMap<>();
        Map<String, List<TestMethod>> classes = usable.stream()
                .flatMap(each -> each.tests().stream())
                .distinct()
                .collect(Collectors.groupingBy(TestMethod::type));
        inAll(trees, classes.values(), (tree, tests) -> {
            Path log = logs.resolve("unchanged-" + tests.getFirst().type() + ".log");
            unchanged.putAll(tree.run(tests, log, seconds * tests.size()));
            for (TestMethod test : tests) {
                TestResult result = unchanged.getOrDefault(test.name(), TestResult.NONE);
                if (!result.isGreen()) {
                    String problem = result.isRed() ? " fails without any patch: " + result.reason() : " did not run";
                    error("unchanged", test.name() + problem + "; see " + log);
                }
            }
        });
        inAll(trees, usable, (tree, each) -> run(tree, each, unchanged, logs, seconds));
        System.out.printf(
                "%d rows or tests turned red, %d still pass, %d errors, %d min; logs are in %s%n",
                killed, passing, wrong, (System.nanoTime() - began) / 60_000_000_000L, logs);
    }

    /** Work in a copy of the checkout. */
    private interface Work<T> {
        void in(MutantTree tree, T what) throws IOException;
    }

    /** Does work in all copies at the same time. */
    private <T> void inAll(List<MutantTree> trees, Collection<T> all, Work<T> work) throws InterruptedException {
        Queue<T> left = new ConcurrentLinkedQueue<>(all);
        List<Thread> threads = trees.stream()
                .map(tree -> Thread.ofPlatform().start(() -> {
                    for (T each = left.poll(); each != null; each = left.poll()) {
                        try {
                            work.in(tree, each);
                        } catch (IOException e) {
                            error(each instanceof Usable its ? its.mutant().name() : "unchanged", e.getMessage());
                        } catch (RuntimeException | Error e) {
                            error(each instanceof Usable its ? its.mutant().name() : "unchanged", e.toString());
                            isCutOff = true;
                        }
                    }
                }))
                .toList();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void run(MutantTree tree, Usable each, Map<String, TestResult> unchanged, Path logs, int seconds)
            throws IOException {
        Mutant mutant = each.mutant();
        for (TestMethod test : each.tests()) {
            if (!unchanged.getOrDefault(test.name(), TestResult.NONE).isGreen()) {
                error(mutant.name(), test.name() + " does not pass without the patch");
                return;
            }
        }
        long began = System.nanoTime();
        Map<String, TestResult> seen = tree.run(mutant, each.tests(), logs.resolve(mutant.name() + ".log"), seconds);
        long took = (System.nanoTime() - began) / 1_000_000_000;
        if (mutant.rows().isEmpty()) {
            each.tests().forEach(test -> judge(mutant, test.name(), List.of(test), seen, took));
        }
        for (String row : mutant.rows()) {
            judge(
                    mutant,
                    row,
                    each.tests().stream().filter(test -> test.names(row)).toList(),
                    seen,
                    took);
        }
    }

    /** Says whether one of the tests is red. */
    private synchronized void judge(
            Mutant mutant, String what, List<TestMethod> tests, Map<String, TestResult> seen, long seconds) {
        for (TestMethod test : tests) {
            TestResult result = seen.getOrDefault(test.name(), TestResult.NONE);
            if (result.isRed()) {
                System.out.printf(
                        "red    %s: %s (%d s) %s: %s%n", mutant.name(), what, seconds, test.name(), result.reason());
                killed++;
                return;
            }
        }
        List<String> names = tests.stream().map(TestMethod::name).toList();
        if (names.stream()
                .allMatch(name -> seen.getOrDefault(name, TestResult.NONE).isGreen())) {
            System.out.printf("PASSES %s: %s is still green in %s (%d s)%n", mutant.name(), what, names, seconds);
            passing++;
        } else {
            error(mutant.name(), what + ": a test of it did not run: " + names);
        }
    }
}
