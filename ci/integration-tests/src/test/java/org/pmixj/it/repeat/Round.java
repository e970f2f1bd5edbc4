// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.repeat;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClasspathRoots;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.ClassNameFilter;
import org.junit.platform.engine.discovery.PackageNameFilter;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs test classes once for {@code ci/test repeat}, in a random order, and adds a line for each to a table. */
public final class Round implements TestExecutionListener {
    /** The statuses if no method was found, and if a case was red. A JVM that fails ends with 1. */
    static final int EMPTY = 3;

    static final int RED = 4;

    private static final Pattern FILES = Pattern.compile("files are kept in (\\S.*)");

    /** The result of a class in a round. */
    private static final class Outcome {
        final long began = System.nanoTime();
        final Set<String> red = new LinkedHashSet<>();
        final Set<String> files = new LinkedHashSet<>();
        int cases;
        int reds;
    }

    private final String round;
    private final Path table;
    private final PrintStream out;
    private final Map<String, Outcome> outcomes = new ConcurrentHashMap<>();
    private TestPlan plan;
    private boolean isRed;

    private Round(String round, Path table, PrintStream out) {
        this.round = round;
        this.table = table;
        this.out = out;
    }

    /**
     * Runs them, and ends the JVM with status 0, {@link #EMPTY} or {@link #RED}.
     *
     * @param args the words of the round that begin its lines, the table, the tags that are left out, and names of
     *     classes, or none for all that have jobs
     */
    public static void main(String[] args) throws Exception {
        List<String> names = List.of(args).subList(3, args.length);
        PrintStream out = System.out;
        Round round = new Round(args[0], Path.of(args[1]), out);
        // What ranks print goes to a file, with the reasons of failures.
        System.setOut(System.err);
        LauncherFactory.create().execute(request(names, args[2].split(",")), round);
        boolean isEmpty = round.outcomes.values().stream().allMatch(outcome -> outcome.cases == 0);
        System.exit(round.isRed ? RED : isEmpty ? EMPTY : 0);
    }

    private static LauncherDiscoveryRequest request(List<String> names, String[] excluded) throws Exception {
        LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request()
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
                // Not that of @Order, so that other classes run at the same time.
                .configurationParameter(
                        "junit.jupiter.testclass.order.default", "org.junit.jupiter.api.ClassOrderer$Random")
                .configurationParameter(
                        "junit.jupiter.execution.order.random.seed", String.valueOf(System.getenv(Pause.SEED)));
        if (names.isEmpty()) {
            // The tests of these folders have no jobs.
            return request.selectors(selectClasspathRoots(Set.of(Path.of("target/test-classes"))))
                    .filters(
                            ClassNameFilter.includeClassNamePatterns(".*IT"),
                            PackageNameFilter.excludePackageNames("org.pmixj.it.conformance", "org.pmixj.it.release"),
                            TagFilter.excludeTags(excluded))
                    .build();
        }
        List<DiscoverySelector> selectors = new ArrayList<>();
        for (String name : names) {
            String[] parts = name.split("#", 2);
            Class<?> type = Class.forName(parts[0]);
            if (parts.length == 1) {
                selectors.add(selectClass(type));
                continue;
            }
            for (String pattern : parts[1].split("\\+")) {
                String regex = pattern.replace("*", "\\w*");
                methods(type)
                        .filter(method -> method.getName().matches(regex))
                        .forEach(method -> selectors.add(selectMethod(type, method)));
            }
        }
        return request.selectors(selectors).build();
    }

    private static Stream<Method> methods(Class<?> type) {
        return type == null
                ? Stream.of()
                : Stream.concat(Arrays.stream(type.getDeclaredMethods()), methods(type.getSuperclass()))
                        .filter(method -> Arrays.stream(method.getAnnotations())
                                .anyMatch(each ->
                                        each.annotationType().getSimpleName().endsWith("Test")));
    }

    @Override
    public void testPlanExecutionStarted(TestPlan started) {
        plan = started;
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        classOf(test).ifPresent(type -> outcomes.computeIfAbsent(type, _ -> new Outcome()));
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        Optional<String> type = classOf(test);
        if (type.isEmpty()) {
            return;
        }
        Outcome outcome = outcomes.get(type.get());
        synchronized (this) {
            if (test.isTest()) {
                outcome.cases++;
            }
            if (result.getStatus() == TestExecutionResult.Status.FAILED) {
                failed(type.get(), outcome, test, result.getThrowable().orElse(null));
            }
            if (test.getSource().orElse(null) instanceof ClassSource source
                    && source.getClassName().equals(type.get())) {
                append(type.get(), outcome);
            }
        }
    }

    private void failed(String type, Outcome outcome, TestIdentifier test, Throwable failure) {
        isRed = true;
        outcome.reds++;
        String method = test.getSource().orElse(null) instanceof MethodSource source
                ? source.getMethodName()
                : test.getDisplayName();
        outcome.red.add(method);
        StringWriter text = new StringWriter();
        if (failure != null) {
            failure.printStackTrace(new PrintWriter(text));
        }
        out.println("    RED " + simple(type) + "." + method + ", " + test.getDisplayName());
        text.toString().lines().limit(4).forEach(line -> out.println("        " + line));
        System.err.println("RED " + type + "." + method + ", " + test.getDisplayName() + "\n" + text);
        Matcher files = FILES.matcher(text.toString());
        while (files.find()) {
            outcome.files.add(files.group(1));
        }
    }

    private void append(String type, Outcome outcome) {
        String line = String.join(
                        "\t",
                        round,
                        simple(type),
                        Integer.toString(outcome.cases),
                        Integer.toString(outcome.reds),
                        "%.1f".formatted((System.nanoTime() - outcome.began) / 1e9),
                        String.join(",", outcome.red),
                        String.join(",", outcome.files))
                + "\n";
        try {
            Files.writeString(
                    table, line, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the class of a test, or of the container of its class. */
    private Optional<String> classOf(TestIdentifier test) {
        String type = null;
        for (Optional<TestIdentifier> each = Optional.of(test); each.isPresent(); each = plan.getParent(each.get())) {
            if (each.get().getSource().orElse(null) instanceof ClassSource source) {
                // The outermost one.
                type = source.getClassName();
            }
        }
        return Optional.ofNullable(type);
    }

    private static String simple(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }
}
