// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Collects the tests that could not run here, by reason. */
final class NotRun {
    private static final Map<String, Set<String>> TESTS = new TreeMap<>();

    private NotRun() {}

    static synchronized void add(String reason, String test) {
        TESTS.computeIfAbsent(reason, key -> new TreeSet<>()).add(test);
    }

    /** Returns one line for each reason, and forgets them. */
    static synchronized List<String> take() {
        List<String> lines = new ArrayList<>();
        TESTS.forEach((reason, tests) -> lines.add("pmixj-junit: NOT RUN: " + tests.size()
                + " @PmixTest method(s), because " + reason + ": " + String.join(", ", tests)));
        TESTS.clear();
        return lines;
    }
}
