// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.mutants;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.CancellationToken;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherExecutionRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs tests one after the other in this JVM, each until its first case has failed, and writes down what was seen. */
public final class TestRun implements TestExecutionListener {
    private static final int LONGEST_REASON = 200;

    private final CancellationToken end = CancellationToken.create();
    private final Set<String> tags = new TreeSet<>();
    private int cases;
    private @Nullable Throwable failure;

    private TestRun() {}

    /**
     * Runs the tests.
     *
     * @param arguments the file for the results, rows that are separated by commas, and tests; once a test of a row has
     *     failed, others of that row do not run
     */
    public static void main(String... arguments) throws Exception {
        Path results = Path.of(arguments[0]);
        Set<String> rows = new TreeSet<>();
        Stream.of(arguments[1].split(",")).filter(row -> !row.isEmpty()).forEach(row -> rows.add(Mutant.TAG + row));
        boolean byRow = !rows.isEmpty();
        Files.writeString(results, "");
        Launcher launcher = LauncherFactory.create();
        for (String test : List.of(arguments).subList(2, arguments.length)) {
            if (byRow && rows.isEmpty()) {
                break;
            }
            TestRun run = new TestRun();
            run.execute(launcher, test, rows);
            if (run.failure != null) {
                rows.removeAll(run.tags);
            }
            run.appendTo(results, test);
        }
        // Threads of what a test has left behind do not keep it.
        System.exit(0);
    }

    private void execute(Launcher launcher, String test, Set<String> rows) throws ReflectiveOperationException {
        LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request();
        Class<?> type = Class.forName(test.substring(0, test.indexOf('#')));
        for (Method method : type.getDeclaredMethods()) {
            if (method.getName().equals(test.substring(test.indexOf('#') + 1))) {
                request.selectors(selectMethod(type, method));
            }
        }
        if (!rows.isEmpty()) {
            request.filters(TagFilter.includeTags(List.copyOf(rows)));
        }
        launcher.execute(LauncherExecutionRequestBuilder.request(request.build())
                .listeners(this)
                .cancellationToken(end)
                .build());
    }

    @Override
    public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
        identifier.getTags().forEach(tag -> tags.add(tag.getName()));
        if (result.getStatus() == TestExecutionResult.Status.FAILED) {
            if (failure == null) {
                failure = result.getThrowable().orElseGet(() -> new AssertionError("no reason"));
                failure.printStackTrace();
            }
            // The job of this case has ended. The next one, on other nodes, would show nothing new.
            end.cancel();
        } else if (identifier.isTest() && result.getStatus() == TestExecutionResult.Status.SUCCESSFUL) {
            cases++;
        }
    }

    private void appendTo(Path results, String test) throws IOException {
        String seen = failure != null ? "red" : cases > 0 ? "green" : "none";
        String reason = failure == null ? "" : failure.toString().replaceAll("\\s+", " ");
        Files.writeString(
                results,
                seen + "\t" + test + "\t" + reason.substring(0, Math.min(reason.length(), LONGEST_REASON)) + "\n",
                StandardOpenOption.APPEND);
    }
}
