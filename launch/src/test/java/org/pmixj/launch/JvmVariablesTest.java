// SPDX-License-Identifier: Apache-2.0
package org.pmixj.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JvmVariablesTest {
    private static final List<String> SHORT = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    @Test
    void aCollectorOfTheEnvironment() {
        for (String name : List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")) {
            assertThat(JvmVariables.withoutConflict(SHORT, Map.of(name, "-Xmx1g  -XX:+UseG1GC")))
                    .containsExactly("-XX:TieredStopAtLevel=1");
        }
    }

    @Test
    void noCollectorOfTheEnvironment() {
        assertThat(JvmVariables.withoutConflict(SHORT, Map.of())).isEqualTo(SHORT);
        assertThat(JvmVariables.withoutConflict(
                        SHORT, Map.of("JAVA_TOOL_OPTIONS", "-XX:+UseMaximumCompactionOnSystemGC -XX:-UseG1GC")))
                .isEqualTo(SHORT);
    }

    @Test
    void optionsThatChangeACache() {
        assertThat(JvmVariables.options(Map.of(
                        "JDK_JAVA_OPTIONS", " -Xmx1g -Da=b", "JAVA_TOOL_OPTIONS", "-XX:+UseZGC", "OTHER", "-Xint")))
                .containsExactly("-XX:+UseZGC", "-Xmx1g");
    }
}
