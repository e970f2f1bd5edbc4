// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.pmixj.checks.Golden;
import org.pmixj.junit.PmixTest;

/**
 * Keeps what becomes of the tests that name sentences, and writes the table of each document, all tests of which were in
 * the run, to {@code target/conformance}, which {@code ci/test} compares. The column of OpenPMIx 5.0 and PRRTE 3.0 stays
 * as it is committed; a run of {@code ci/test trixie} replaces it, and nothing else.
 */
public final class ConformanceListener implements TestExecutionListener {
    static final Path TABLES = Path.of("target/conformance");

    private static final Path COMMITTED = Path.of("../../groups-java/conformance");

    /** Nothing for all columns but that of another OpenPMIx and PRRTE; "old" for that alone, and "none" for no table. */
    private static final String COLUMN = System.getProperty("pmixj.conformance", "");

    /** A test on a number of nodes, and how many of its cases have passed. */
    private record Job(String test, int nodes) {}

    // Of the JVM: a run may come as a plan for each class.
    private static final Set<String> PLANNED = new HashSet<>();
    private static final Map<Job, Integer> PASSED = new ConcurrentHashMap<>();

    /** For the service loader. */
    public ConformanceListener() {}

    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        for (TestIdentifier root : plan.getRoots()) {
            for (TestIdentifier each : plan.getDescendants(root)) {
                each.getSource()
                        .filter(MethodSource.class::isInstance)
                        .ifPresent(source -> PLANNED.add(Conformance.name(((MethodSource) source).getJavaMethod())));
            }
        }
    }

    @Override
    public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
        if (identifier.isTest()
                && result.getStatus() == TestExecutionResult.Status.SUCCESSFUL
                && identifier.getSource().orElse(null) instanceof MethodSource source) {
            Method method = source.getJavaMethod();
            if (!Conformance.sentences(method).isEmpty()) {
                int nodes = nodesOf(method, identifier.getUniqueIdObject());
                PASSED.merge(new Job(Conformance.name(method), nodes), 1, Integer::sum);
            }
        }
    }

    /** The cases of a {@code PmixTest} are its ranks and one for the job, for each number of nodes. */
    private static int nodesOf(Method method, UniqueId id) {
        String last = id.getLastSegment().getValue();
        int number = last.startsWith("#") ? Integer.parseInt(last.substring(1)) : 1;
        PmixTest test = method.getAnnotation(PmixTest.class);
        return test == null ? Conformance.nodes(method)[number - 1] : test.nodes()[(number - 1) / (test.ranks() + 1)];
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        List<Method> tests = Conformance.tests();
        try {
            for (Conformance.Document document : Conformance.documents()) {
                List<Method> own = tests.stream().filter(document::isShownBy).toList();
                List<Method> planned = own.stream()
                        .filter(test -> PLANNED.contains(Conformance.name(test)))
                        .toList();
                Path committed = COMMITTED.resolve(document.name() + ".md");
                if (COLUMN.equals("old")) {
                    Conformance.Cells cells = Conformance.read(document, Files.readString(committed));
                    write(document, cells.with(Conformance.Place.OLD, old(document, own, planned)));
                } else if (COLUMN.isEmpty() && !own.isEmpty() && planned.equals(own)) {
                    List<Conformance.Shown> shown = new ArrayList<>();
                    own.forEach(test -> add(shown, test));
                    Map<String, String> old = Conformance.read(document, Files.readString(committed))
                            .column(Conformance.Place.OLD);
                    write(document, Conformance.cells(document, shown).with(Conformance.Place.OLD, old));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Conformance.Document document, Conformance.Cells cells) throws IOException {
        Files.createDirectories(TABLES);
        String name = document.name() + ".md";
        String table = Conformance.markdown(document, cells, Conformance.mutants());
        Files.writeString(TABLES.resolve(name), table);
        Golden.update(COMMITTED.resolve(name), table);
    }

    /** Groups by fences, which a property asks for, are not those of that host. */
    private static Map<String, String> old(Conformance.Document document, List<Method> own, List<Method> planned) {
        Map<String, Set<String>> named = new HashMap<>();
        List<Conformance.Shown> shown = new ArrayList<>();
        for (Method test : own) {
            if (!Conformance.isByFences(test)) {
                String name = Conformance.name(test);
                List<String> ids = Conformance.sentences(test);
                ids.forEach(
                        id -> named.computeIfAbsent(id, _ -> new HashSet<>()).add(name));
                if (planned.contains(test)) {
                    List<Conformance.Shown> seen = new ArrayList<>();
                    add(seen, test);
                    boolean passed = seen.stream().allMatch(Conformance.Shown::passed);
                    ids.forEach(id -> shown.add(new Conformance.Shown(id, Conformance.Place.OLD, name, passed)));
                }
            }
        }
        return Conformance.old(document, shown, named);
    }

    private static void add(List<Conformance.Shown> shown, Method method) {
        PmixTest test = method.getAnnotation(PmixTest.class);
        String name = Conformance.name(method);
        int[] jobs = test == null ? Conformance.nodes(method) : test.nodes();
        for (int nodes : IntStream.of(jobs).distinct().toArray()) {
            long cases =
                    IntStream.of(jobs).filter(each -> each == nodes).count() * (test == null ? 1 : test.ranks() + 1);
            boolean passed = PASSED.getOrDefault(new Job(name, nodes), 0) == cases;
            for (Conformance.Place place :
                    Conformance.isByFences(method) ? List.of(Conformance.Place.FENCES) : Conformance.Place.of(nodes)) {
                for (String id : Conformance.sentences(method)) {
                    shown.add(new Conformance.Shown(id, place, name, passed));
                }
            }
        }
    }
}
