// SPDX-License-Identifier: Apache-2.0
package org.pmixj.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads the environment variables from which each JVM takes options. */
final class JvmVariables {
    private static final List<String> NAMES = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private JvmVariables() {}

    /** Returns the options without system properties, which change no class. */
    static List<String> options(Map<String, String> environment) {
        List<String> options = new ArrayList<>();
        for (String name : NAMES) {
            for (String word : environment.getOrDefault(name, "").split("\\s+", -1)) {
                if (!word.isEmpty() && !word.startsWith("-D")) {
                    options.add(word);
                }
            }
        }
        return options;
    }

    /** Returns options for ranks without the collector, if the variables choose one: the JVM refuses two. */
    static List<String> withoutConflict(List<String> options, Map<String, String> environment) {
        boolean isChosen = options(environment).stream().anyMatch(JvmVariables::choosesCollector);
        return options.stream()
                .filter(option -> !(isChosen && choosesCollector(option)))
                .toList();
    }

    private static boolean choosesCollector(String option) {
        return option.matches("-XX:\\+Use(Serial|Parallel|G1|Z|Shenandoah|Epsilon)GC");
    }
}
