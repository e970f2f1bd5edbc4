// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.host.Capabilities;
import org.pmixj.host.Capabilities.Provider;
import org.pmixj.host.LibraryVersion;
import org.pmixj.it.support.Launched;
import org.pmixj.junit.PmixTest;
import org.pmixj.samples.HelloGroups;
import org.pmixj.value.Attribute;

/** The capabilities that libpmix and PRRTE of the container report. */
class CapabilitiesIT {
    @TempDir
    Path work;

    /** A process whose libpmix does not fit the launcher's says so with its first group, which the members construct. */
    @Test
    void aServerOfAnotherReleaseIsNamed() throws Exception {
        Launched.needsLauncher();
        boolean knowsGroups = LibraryVersion.parse(Pmix.libraryVersion()).isAtLeast(7, 0);
        String other = knowsGroups ? "5.0.7" : "7.0.0";
        List<String> command = new ArrayList<>(List.of("prterun", "--map-by", Launched.mapBy(1), "-n", "2"));
        command.addAll(List.of("sh", "-c", "PMIX_VERSION=" + other + " exec \"$@\"", "sh"));
        command.addAll(Launched.java(HelloGroups.class));
        Launched job = Launched.run(work, command, Map.of());
        assertThat(job.exit()).as(job.output()).isZero();
        assertThat(job.output())
                .contains("the PMIx server that started it is of OpenPMIx " + other)
                .contains("rank 0: groups destructed");
    }

    @PmixTest(ranks = 2)
    void ofLibraryAndHost(Pmix pmix) {
        Capabilities can = pmix.capabilities();
        assertThat(pmix.capabilities()).isSameAs(can);
        assertThat(Pmix.libraryVersion()).contains(can.libraryVersion().toString());
        assertThat(can.toString())
                .contains(can.libraryVersion().toString(), can.groupMethod().toString());
        assertThat(pmix.toString()).isEqualTo("Pmix[" + pmix.self() + "]");
        assertThat(can.libraryVersion().isAtLeast(5, 0)).isTrue();
        assertThat(can.groupMethod() == Capabilities.GroupMethod.HOST)
                .isEqualTo(can.libraryVersion().isAtLeast(7, 0));
        assertThat(can.hostName()).isEqualTo("PRRTE");

        assertThat(can.hasFunction("PMIx_Query_info_nb")).isTrue();
        assertThat(can.hasFunction("PMIx_No_such_function")).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> can.hasFunction(""));
        assertThatIllegalArgumentException().isThrownBy(() -> can.hasFunction("PMIx_Init\0"));

        assertThat(can.functions(Provider.CLIENT)).contains("PMIx_Init", "PMIx_Get_nb", "PMIx_Query_info_nb");
        assertThat(can.functions(Provider.SERVER)).contains("PMIx_server_init").doesNotContain("PMIx_Get_nb");
        assertThat(can.functions(Provider.HOST)).contains("PMIx_Spawn").doesNotContain("PMIx_Get_credential");
        assertThat(can.functions(Provider.HOST)).isSameAs(can.functions(Provider.HOST));
        assertThat(can.canSpawn()).isTrue();

        assertThat(can.attributes(Provider.CLIENT, "PMIx_Get"))
                .extracting(Attribute::key)
                .contains("pmix.timeout", "pmix.optional");
        assertThat(can.attributes(Provider.CLIENT, "PMIx_Put")).isEmpty();
        assertThat(can.attributes(Provider.HOST, "PMIx_No_such_function")).isEmpty();
        assertThat(can.attributes(Provider.HOST, "PMIx_Fence"))
                .extracting(Attribute::key)
                .contains(Keys.TIMEOUT.name())
                .doesNotContain("it.none");
        pmix.fence();
    }

    @PmixTest(ranks = 1)
    void ofAClosedHandle(Pmix pmix) {
        Pmix closed = Pmix.init();
        Capabilities can = closed.capabilities();
        closed.close();
        assertThatIllegalStateException().isThrownBy(closed::capabilities);
        assertThatIllegalStateException().isThrownBy(() -> can.functions(Provider.HOST));
        assertThat(pmix.capabilities().functions(Provider.HOST)).isNotEmpty();
    }

    /** Without a launcher. */
    static final class Alone {
        public static void main(String[] args) {
            try (Pmix pmix = Pmix.init()) {
                Capabilities can = pmix.capabilities();
                assertThat(can.functions(Provider.CLIENT)).contains("PMIx_Init");
                assertThat(can.functions(Provider.HOST)).isEmpty();
                assertThat(can.attributes(Provider.HOST, "PMIx_Spawn")).isEmpty();
                assertThat(can.canSpawn()).isFalse();
                System.out.println("all is well");
            }
        }
    }

    @Test
    void withoutALauncherThereIsNoHost() throws Exception {
        Launched program = Launched.alone(work, Map.of(), Alone.class);
        assertThat(program.output()).contains("all is well");
        assertThat(program.exit()).isZero();
    }
}
