// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.group.Group;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Launched;
import org.pmixj.process.App;
import org.pmixj.process.SpawnRequest;

/** A program started without a launcher is a job of its own in which everything works. */
class SingletonIT {
    @TempDir
    Path work;

    static final class Main {
        public static void main(String[] args) {
            try (Pmix pmix = Pmix.init()) {
                assertThat(pmix.isSingleton()).isTrue();
                assertThat(pmix.self().rank()).isZero();
                assertThat(pmix.job().members()).containsExactly(pmix.self());

                Key<String> key = Key.of("it.alone", ValueType.STRING);
                pmix.put(Scope.GLOBAL, key, "alone");
                pmix.commit();
                pmix.fence();
                assertThat(pmix.get(pmix.self(), key)).isEqualTo("alone");

                Group group = pmix.groups().construct(Jobs.all(pmix, "it-alone").build());
                assertThat(group.members()).containsExactly(pmix.self());
                assertThat(group.rank()).isZero();
                group.fence();
                group.fenceAsync().join();
                group.destruct();
                Group again = pmix.groups()
                        .constructAsync(Jobs.all(pmix, "it-alone").build())
                        .join();
                again.close();
                Group collected = pmix.groups()
                        .construct(Jobs.all(pmix, "it-alone").collectData().build());
                assertThat(collected.jobs()).containsOnlyKeys(pmix.self().nspace());
                collected.destruct();
                assertThat(pmix.groups().active()).isEmpty();

                assertThatExceptionOfType(PmixException.NotSupported.class)
                        .isThrownBy(() -> pmix.directory().publish(key, "alone"))
                        .withMessageContaining("without a launcher");
                assertThatExceptionOfType(PmixException.NotSupported.class)
                        .isThrownBy(() -> pmix.directory().lookup(key));
                assertThatExceptionOfType(PmixException.NotSupported.class)
                        .isThrownBy(() -> pmix.directory().unpublish(key));
                assertThatExceptionOfType(PmixException.NotSupported.class)
                        .isThrownBy(() -> pmix.processes()
                                .spawn(SpawnRequest.builder()
                                        .apps(App.named("/bin/true").build())
                                        .build()))
                        .withMessageContaining("without a launcher");
                System.out.println("all is well");
            }
        }
    }

    // libpmix answers this as it answers a process without a launcher, but the others wait for this rank.
    @Test
    void aRankWhoseServerIsGoneIsNoSingleton() throws Exception {
        Launched program = Launched.alone(work, Map.of("PMIX_NAMESPACE", "job@1", "PMIX_RANK", "3"), Main.class);
        assertThat(program.output()).contains("PmixException$LostConnection").doesNotContain("all is well");
        assertThat(program.exit()).isEqualTo(1);
    }

    @Test
    void oneOfSeveralTasksIsRefused() throws Exception {
        Launched program = Launched.alone(work, Map.of("SLURM_STEP_NUM_TASKS", "4"), Main.class);
        assertThat(program.output())
                .contains("PmixException$NotSupported: PMIx_Init: srun of Slurm started this process as one of 4 tasks")
                .contains("allowSingleton()")
                .doesNotContain("all is well");
        assertThat(program.exit()).isEqualTo(1);
    }

    static final class Allowed {
        public static void main(String[] args) {
            assertThatExceptionOfType(PmixException.NotSupported.class).isThrownBy(Pmix::init);
            try (Pmix pmix = Pmix.builder().allowSingleton().init();
                    Pmix joined = Pmix.init()) {
                assertThat(pmix.isSingleton()).isTrue();
                assertThat(joined.self()).isEqualTo(pmix.self());
                joined.fence();
            }
            assertThatExceptionOfType(PmixException.NotSupported.class).isThrownBy(Pmix::init);
            System.out.println("all is well");
        }
    }

    @Test
    void oneOfSeveralTasksMayBeAllowed() throws Exception {
        Launched program = Launched.alone(work, Map.of("PMI_SIZE", "4"), Allowed.class);
        assertThat(program.output()).contains("all is well");
        assertThat(program.exit()).isZero();
    }

    @Test
    void everythingWorksWithoutALauncher() throws Exception {
        Launched program = Launched.alone(work, Map.of(), Main.class);
        assertThat(program.output()).contains("all is well");
        assertThat(program.exit()).isZero();
    }
}
