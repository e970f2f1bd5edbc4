// SPDX-License-Identifier: Apache-2.0
package org.pmixj.ffi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The generated classes against the headers installed here, as {@code native/abi-probe.c} prints them. */
class AbiProbeIT {
    private static Map<String, String> generated;
    private static Map<String, String> headers;

    @BeforeAll
    static void runProbe(@TempDir Path work) throws Exception {
        boolean required = Boolean.getBoolean("pmixj.required");
        assumeTrue(required || Command.isOnPath("pmixcc"), "not run: there is no pmixcc on PATH (Debian: libpmix-dev)");
        AbiProbe probe = AbiProbe.ofGeneratedClasses();
        generated = probe.facts();
        Files.writeString(work.resolve("abi-symbols.h"), probe.symbols());
        Path program = work.resolve("abi-probe");
        Command.run(work, List.of("pmixcc", "-I", ".", "-o", program.toString(), source().toString()));
        headers = AbiProbe.parse(Command.run(work, List.of(program.toString())));
    }

    private static Path source() {
        return Path.of("../native/abi-probe.c").toAbsolutePath().normalize();
    }

    @Test
    void everyStructMemberAndConstantIsThatOfTheHeaders() {
        assertThat(AbiProbe.differences(generated, headers)).isEmpty();
    }

    @Test
    void theProbeSawWhatThereIs() {
        assertThat(headers.keySet()).isEqualTo(generated.keySet());
        assertThat(generated.keySet().stream().filter(fact -> fact.startsWith("struct ")))
                .hasSizeGreaterThan(20);
        assertThat(generated.keySet().stream().filter(fact -> fact.startsWith("constant ")))
                .hasSizeGreaterThan(1000);
        assertThat(generated).containsKeys("member pmix_value.data.darray", "constant PMIX_GROUP_ID");
    }

    @Test
    void aChangedNumberIsADifference() {
        for (String fact : List.of("struct pmix_info", "member pmix_proc.rank", "constant PMIX_ERR_TIMEOUT")) {
            Map<String, String> changed = new TreeMap<>(headers);
            changed.compute(fact, (name, value) -> value.replaceFirst("\\d", value.startsWith("9") ? "8" : "9"));
            assertThat(AbiProbe.differences(generated, changed)).containsOnlyKeys(fact);
        }
        Map<String, String> lost = new TreeMap<>(headers);
        lost.remove("struct pmix_value");
        assertThat(AbiProbe.differences(generated, lost)).containsOnlyKeys("struct pmix_value");
    }
}
