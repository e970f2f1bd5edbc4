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
}
