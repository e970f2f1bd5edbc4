// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.process.Processes;
import org.pmixj.process.SpawnRequest;
import org.pmixj.process.SpawnedJob;
import org.pmixj.process.Termination;
import org.pmixj.value.App;

/**
 * Started jobs that fail. The launcher reports the exit status of the first of them as its own, after the job that has
 * started it went on to its good end.
 */
class SpawnFailuresIT {
    @TempDir
    Path work;

    private static SpawnRequest request(String script, int processes) {
        return SpawnRequest.of(
                        App.of("/bin/sh", "-c", script).processes(processes).build())
                .mapBy(":OVERSUBSCRIBE")
                .independent()
                .build();
    }

    private static Termination end(SpawnedJob job) throws Exception {
        return job.terminated().get(20, TimeUnit.SECONDS);
    }

    static final class Ends {
        public static void main(String[] args) throws Exception {
            try (Pmix pmix = Pmix.init()) {
                Termination three = end(pmix.processes().spawn(request("exit 3", 1)));
                assertThat(three.isSuccess()).isFalse();
                assertThat(three.exitCode()).isEqualTo(3);
                assertThat(end(pmix.processes().spawn(request("kill -9 $$", 1))).exitCode())
                        .isEqualTo(128 + 9);
                Termination second = end(pmix.processes().spawn(request("test $PMIX_RANK = 0 || exit 4; sleep 10", 2)));
                assertThat(second.exitCode()).isEqualTo(4);
                ProcId failed = second.failed();
                assertThat(failed).isNotNull();
                assertThat(failed.rank()).isEqualTo(1);
                pmix.fence();
                System.out.println("all is well");
            }
        }
    }

    @Test
    void theEndIsTold() throws Exception {
        Launched job = Launched.job(work, 1, Ends.class);
        assertThat(job.output()).contains("all is well");
        assertThat(job.exit()).isEqualTo(3);
    }

    static final class Aborts {
        public static void main(String[] args) throws Exception {
            try (Pmix pmix = Pmix.init()) {
                Processes processes = pmix.processes();
                SpawnedJob first = processes.spawn(request("sleep 30", 2));
                SpawnedJob second = processes.spawnAsync(request("sleep 30", 2)).join();
                processes.abort(5, "enough", List.of(first.all()));
                assertThat(end(first).exitCode()).isEqualTo(5);
                assertThat(second.terminated()).isNotDone();
                processes.abortAsync(6, "enough", List.of(second.member(1))).join();
                assertThat(end(second).exitCode()).isEqualTo(6);
                assertThatExceptionOfType(PmixException.class)
                        .isThrownBy(() -> processes.abort(7, "nobody", List.of(new ProcId("no-such-job", 0))));
                pmix.fence();
                System.out.println("all is well");
            }
        }
    }

    @Test
    void processesCanBeAborted() throws Exception {
        Launched job = Launched.job(work, 1, Aborts.class);
        assertThat(job.output()).contains("all is well");
        assertThat(job.exit()).isEqualTo(5);
    }
}
