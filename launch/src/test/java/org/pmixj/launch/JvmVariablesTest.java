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
            assertThat(ClassCache.withoutSecondCollector(
                            SHORT, ClassCache.variableOptions(Map.of(name, "-Xmx1g  -XX:+UseG1GC"))))
                    .containsExactly("-XX:TieredStopAtLevel=1");
        }
    }

    @Test
    void noCollectorOfTheEnvironment() {
        assertThat(ClassCache.withoutSecondCollector(SHORT, List.of())).isEqualTo(SHORT);
        assertThat(ClassCache.withoutSecondCollector(
                        SHORT, List.of("-XX:+UseMaximumCompactionOnSystemGC", "-XX:-UseG1GC")))
                .isEqualTo(SHORT);
    }

    @Test
    void optionsThatChangeACache() {
        assertThat(ClassCache.variableOptions(Map.of(
                        "JDK_JAVA_OPTIONS", " -Xmx1g -Da=b", "JAVA_TOOL_OPTIONS", "-XX:+UseZGC", "OTHER", "-Xint")))
                .containsExactly("-XX:+UseZGC", "-Xmx1g");
    }
}
