// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Runs a fixture and keeps its results. */
record Runs(Map<String, TestExecutionResult> cases, String output, EngineExecutionResults results) {

    static Runs method(Class<?> type, String name) {
        Method found = Arrays.stream(type.getDeclaredMethods())
                .filter(method -> method.getName().equals(name))
                .findFirst()
                .orElseThrow();
        return ofAvailable(selectMethod(type, found));
    }

    /** Runs a fixture that may not be able to run here. */
    static Runs unavailable(Class<?> type) {
        return of(selectClass(type));
    }

    static Runs all(Class<?> type) {
        return ofAvailable(selectClass(type));
    }

    private static Runs ofAvailable(DiscoverySelector selector) {
        Runs runs = of(selector);
        runs.cases
                .values()
                .forEach(result -> result.getThrowable()
                        .map(Throwable::getMessage)
                        .filter(message -> message.startsWith("not run: "))
                        .ifPresent(Assumptions::abort));
        return runs;
    }

    private static Runs of(DiscoverySelector selector) {
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        EngineExecutionResults results;
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            results = EngineTestKit.engine("junit-jupiter").selectors(selector).execute();
        } finally {
            System.setOut(before);
        }
        Map<String, TestExecutionResult> cases = new LinkedHashMap<>();
        results.testEvents().finished().stream()
                .forEach(event -> cases.put(
                        event.getTestDescriptor().getDisplayName(),
                        event.getRequiredPayload(TestExecutionResult.class)));
        return new Runs(cases, bytes.toString(StandardCharsets.UTF_8), results);
    }

    TestExecutionResult get(String name) {
        assertThat(cases).containsKey(name);
        return Objects.requireNonNull(cases.get(name));
    }

    void assertPassed(String... names) {
        for (String name : names) {
            assertThat(get(name).getStatus())
                    .as(() -> name + ": " + trace(name) + "\n" + output)
                    .isEqualTo(TestExecutionResult.Status.SUCCESSFUL);
        }
    }

    void assertAborted(String... names) {
        for (String name : names) {
            assertThat(get(name).getStatus())
                    .as(() -> name + ": " + trace(name))
                    .isEqualTo(TestExecutionResult.Status.ABORTED);
        }
    }

    Throwable failure(String name) {
        assertThat(get(name).getStatus()).as(name).isEqualTo(TestExecutionResult.Status.FAILED);
        return get(name).getThrowable().orElseThrow();
    }

    /** Returns the stack trace of a test case that did not pass. */
    String trace(String name) {
        @Nullable Throwable problem = get(name).getThrowable().orElse(null);
        StringWriter text = new StringWriter();
        if (problem != null) {
            problem.printStackTrace(new PrintWriter(text, true));
        }
        return text.toString();
    }

    /** Returns the kept directory that a failure names. */
    Path keptDirectory(String name) {
        Matcher matcher = Pattern.compile("files are kept in (.+)").matcher(trace(name));
        assertThat(matcher.find()).as(() -> trace(name)).isTrue();
        return Path.of(matcher.group(1));
    }
}
