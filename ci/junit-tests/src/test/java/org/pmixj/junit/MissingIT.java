// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherExecutionRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Checks that a test that cannot run reports the reason, and fails if it is required. */
class MissingIT {
    private final Map<String, String> before = new HashMap<>();

    @BeforeEach
    void remember() {
        for (String name : new String[] {"pmixj.required", "pmixj.junit.launcher"}) {
            before.put(name, System.getProperty(name, ""));
        }
        System.setProperty("pmixj.required", "false");
    }

    @AfterEach
    void restore() {
        // The summary of this run must not list what these tests left out on purpose.
        launch(Nothing.class);
        before.forEach((name, value) -> {
            if (value.isEmpty()) {
                System.clearProperty(name);
            } else {
                System.setProperty(name, value);
            }
        });
    }

    @Test
    void launcherIsMissing() {
        System.setProperty("pmixj.junit.launcher", "no-such-prterun");
        Runs runs = Runs.unavailable(Fixtures.WithoutLibrary.class);

        runs.assertAborted("rank 0 of 2", "rank 1 of 2", "job");
        assertThat(runs.trace("rank 1 of 2")).contains("not run: no-such-prterun is not on the PATH");
    }

    @Test
    void libraryIsMissing() {
        Runs runs = Runs.unavailable(Fixtures.WithoutLibrary.class);

        runs.assertAborted("rank 0 of 2", "rank 1 of 2", "job");
        assertThat(runs.trace("rank 1 of 2"))
                .contains("not run: ")
                .containsAnyOf("/nowhere/libpmix.so", "prterun is not on the PATH");
    }

    @Test
    void failureWhereRequired() {
        System.setProperty("pmixj.required", "true");
        System.setProperty("pmixj.junit.launcher", "no-such-prterun");
        Runs runs = Runs.unavailable(Fixtures.WithoutLibrary.class);

        assertThat(runs.failure("rank 0 of 2")).hasMessageContaining("no-such-prterun is not on the PATH");
        assertThat(runs.failure("job")).hasMessageContaining("no-such-prterun is not on the PATH");
    }

    @Test
    void toldOnceMoreAtTheEnd() {
        System.setProperty("pmixj.junit.launcher", "no-such-prterun");

        assertThat(launch(Fixtures.WithoutLibrary.class))
                .containsOnlyOnce("NOT RUN")
                .contains("because no-such-prterun is not on the PATH", "WithoutLibrary.initialises");
        assertThat(launch(Nothing.class)).doesNotContain("NOT RUN");
    }

    /** By its name, while the console of a build tool has a number. */
    @Test
    void failedRanksAreListedAtTheEnd() {
        assertThat(launch(Fixtures.Failing.class))
                .containsPattern(
                        "(?m)^pmixj-junit: FAILED: .*Fixtures\\$Failing.othersWait, rank 1 of 3: .*before the fence")
                .containsPattern("(?m)^pmixj-junit: FAILED: .*Fixtures\\$Failing.eachInItsWay, rank 2 of 4: .*the rank")
                .doesNotContainPattern("FAILED: .*rank 3 of 4");
    }

    static class Nothing {}

    /** Runs tests with the listeners that the service loader finds. */
    private static String launch(Class<?> type) {
        PrintStream out = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            LauncherFactory.create()
                    .execute(LauncherExecutionRequestBuilder.request(LauncherDiscoveryRequestBuilder.request()
                                    .selectors(selectClass(type))
                                    .build())
                            .build());
        } finally {
            System.setOut(out);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
