// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.checks.Golden;
import org.pmixj.it.support.Launched;

/** Every function of the installed header has a place in Java, or a reason why not. */
class ApiCoverageIT {
    private static final Path COMMITTED = Path.of("../../groups-java/API-COVERAGE.md");
    private static final List<String> PACKAGES = List.of(
            "org.pmixj",
            "org.pmixj.connect",
            "org.pmixj.directory",
            "org.pmixj.elastic",
            "org.pmixj.event",
            "org.pmixj.group",
            "org.pmixj.host",
            "org.pmixj.job",
            "org.pmixj.model",
            "org.pmixj.process",
            "org.pmixj.value");

    private static Path headers;
    private static Set<String> called;

    @BeforeAll
    static void find(@TempDir Path work) throws Exception {
        Launched.needsLauncher();
        Launched compiler = Launched.run(work, List.of("pmixcc", "--showme:incdirs"), Map.of());
        headers = Path.of(compiler.output().strip().split("\\s+")[0]);
        called = new TreeSet<>(ApiCoverage.calledBy(Class.forName("org.pmixj.internal.ffi.Libpmix")));
        called.addAll(ApiCoverage.calledBy(Class.forName("org.pmixj.internal.ffi.Libpmix$Texts")));
        // The loader links this one by hand, see PmixLibrary: it must work with any version.
        called.add("PMIx_Get_version");
    }

    private static ApiCoverage coverage(String rows) throws Exception {
        return new ApiCoverage(
                ApiCoverage.declaredIn(headers.resolve("pmix.h")), ApiCoverage.rows(rows), called, PACKAGES);
    }

    private static String rows() throws Exception {
        try (InputStream in = ApiCoverageIT.class.getResourceAsStream("api-coverage.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void everyFunctionHasItsRow() throws Exception {
        ApiCoverage coverage = coverage(rows());
        assertThat(coverage.table).hasSizeGreaterThan(200).containsKeys("PMIx_Init", "PMIx_Query_info_nb");
        assertThat(coverage.problems).isEmpty();
    }

    @Test
    void theTableIsUpToDate() throws Exception {
        Map<String, Set<String>> others = new LinkedHashMap<>();
        others.put(
                "`pmix_server.h`: for the daemons of a host", ApiCoverage.declaredIn(headers.resolve("pmix_server.h")));
        others.put("`pmix_tool.h`: for tools", ApiCoverage.declaredIn(headers.resolve("pmix_tool.h")));
        others.put(
                "`pmix_deprecated.h`: withdrawn from the Standard",
                ApiCoverage.declaredIn(headers.resolve("pmix_deprecated.h")));
        assertThat(others.values())
                .allSatisfy(functions -> assertThat(functions).isNotEmpty());
        Golden.check(COMMITTED, coverage(rows()).markdown(others));
    }

    // What the first test is for, seen to work on rows that are wrong.
    @Test
    void wrongRowsAreSeen() throws Exception {
        String rows = rows();
        assertThat(coverage(rows.replaceFirst("(?m)^PMIx_Commit .*$", "")).problems)
                .containsExactly("PMIx_Commit of the header is in no row");
        assertThat(coverage(rows + "PMIx_Levitate - no magic\n").problems)
                .singleElement()
                .asString()
                .contains("row PMIx_Levitate names no function");
        assertThat(coverage(rows.replace("Pmix.commitAsync", "Pmix.committed")).problems)
                .containsExactly("PMIx_Commit: there is no public method Pmix.committed");
        assertThat(coverage(rows.replace(
                                "PMIx_Progress_thread_stop -",
                                "PMIx_Progress_thread_stop : Pmix.isClosed, Pmix.init #"))
                        .problems)
                .anyMatch(problem ->
                        problem.contains("PMIx_Progress_thread_stop is said to be covered, and is not called"));
        assertThat(coverage(rows.replace("PMIx_Value_free ~", "PMIx_Value_free -")).problems)
                .containsExactly("PMIx_Value_free is said not to be there, and is called");
        assertThat(coverage(rows.replace("PMIx_Fence = PMIx_Fence_nb", "PMIx_Fence = PMIx_Put_nb")).problems)
                .containsExactly("PMIx_Fence: its twin PMIx_Put_nb is not covered");
    }
}
