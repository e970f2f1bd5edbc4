// SPDX-License-Identifier: Apache-2.0
package org.pmixj.launch;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reads the environment variables from which each JVM takes options. */
final class JvmVariables {
    private static final List<String> NAMES = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private JvmVariables() {}

    /** Returns the options without system properties, which change no class. */
    static List<String> options(Map<String, String> environment) {
        return NAMES.stream()
                .flatMap(name -> Stream.of(environment.getOrDefault(name, "").split("\\s+", -1)))
                .filter(word -> !word.isEmpty() && !word.startsWith("-D"))
                .toList();
    }
}
