// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.pmixj.Pmix;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** Holds the checked settings of a test method. */
record Settings(
        Class<?> testClass,
        Method method,
        int ranks,
        int nodes,
        String program,
        List<String> launcher,
        List<String> jvm,
        Duration limit,
        boolean recoverable,
        Set<Integer> killed,
        Set<Integer> exits) {

    private static final String NODES = "pmixj.junit.nodes";

    /** Returns the numbers of nodes on which a method runs: those that the user has chosen, or its own. */
    static int[] nodes(PmixTest test) {
        String chosen = System.getProperty(NODES, "");
        try {
            return chosen.isBlank()
                    ? test.nodes()
                    : Arrays.stream(chosen.strip().split("[,\\s]+"))
                            .mapToInt(Integer::parseInt)
                            .toArray();
        } catch (NumberFormatException e) {
            throw new ExtensionConfigurationException(
                    "the system property " + NODES + " must be numbers of nodes, such as 1,3, not " + chosen, e);
        }
    }

    static Settings of(PmixTest test, int nodes, Class<?> testClass, Method method) {
        Set<Integer> killed = Arrays.stream(test.killed()).boxed().collect(Collectors.toUnmodifiableSet());
        Set<Integer> exits = Arrays.stream(test.exits()).boxed().collect(Collectors.toUnmodifiableSet());
        Settings settings = new Settings(
                testClass,
                method,
                test.ranks(),
                nodes,
                test.program(),
                List.of(test.launcher()),
                List.of(test.jvm()),
                Duration.ofSeconds(test.timeLimit()),
                test.recoverable() || !killed.isEmpty() || !exits.isEmpty(),
                killed,
                exits);
        settings.check();
        settings.require(
                Arrays.stream(nodes(test)).distinct().count() == nodes(test).length, "nodes must be different numbers");
        return settings;
    }

    /** Tests whether a rank is expected to end before the end of the method. */
    boolean expectedToEndEarly(int rank) {
        return killed.contains(rank) || exits.contains(rank);
    }

    /**
     * Returns on which of several nodes a rank is, for names; an empty text if that is not known before the job runs.
     */
    String at(int rank) {
        return nodes > 1 && isDealtInTurn() ? " @ node" + rank % nodes : "";
    }

    /** Tests whether rank r is on node r mod nodes. */
    boolean isDealtInTurn() {
        return program.isEmpty() && !hasLauncherOption("--map-by");
    }

    boolean hasLauncherOption(String name) {
        return launcher.stream().anyMatch(option -> option.equals(name) || option.startsWith(name + "="));
    }

    /** Returns class and method, for messages. */
    String title() {
        return testClass.getName() + "." + method.getName();
    }

    private void check() {
        require(ranks >= 1, "ranks must be at least 1");
        require(nodes >= 1, "nodes must be at least 1");
        require(limit.isPositive(), "timeLimit must be at least 1");
        require(
                Stream.concat(killed.stream(), exits.stream()).allMatch(rank -> rank >= 0 && rank < ranks),
                "killed and exits must name ranks of the job");
        require(killed.stream().noneMatch(exits::contains), "a rank cannot be both in killed and in exits");
        for (Class<?> type : method.getParameterTypes()) {
            require(
                    type == Pmix.class || type == RankContext.class,
                    "a parameter must be a Pmix or a RankContext, not a " + type.getName());
        }
    }

    private void require(boolean condition, String message) {
        if (!condition) {
            throw new ExtensionConfigurationException("@PmixTest on " + title() + ": " + message);
        }
    }
}
