// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Statuses;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Launched;
import org.pmixj.process.App;
import org.pmixj.process.Processes;
import org.pmixj.process.SpawnRequest;
import org.pmixj.process.SpawnedJob;
import org.pmixj.process.Termination;

/**
 * Started jobs that fail. The launcher reports the exit status of the first of them as its own, after the job that has
 * started it went on to its good end.
 */
class SpawnFailuresIT {
    @TempDir
    Path work;

    private static SpawnRequest request(String script, int processes) {
        return SpawnRequest.builder()
                .apps(App.named("/bin/sh", "-c", script).processes(processes).build())
                .mapBy(":OVERSUBSCRIBE")
                .bindTo("none")
                .independent()
                .build();
    }

    private static Termination end(SpawnedJob job) throws Exception {
        return Await.result(job.terminated());
    }

    /** Spawns again where PRRTE refuses: while a job that failed is cleared away it answers one in ten with an error. */
    private static SpawnedJob spawn(Pmix pmix, SpawnRequest request) throws InterruptedException {
        for (int tries = 0; ; tries++) {
            try {
                return pmix.processes().spawn(request);
            } catch (PmixException e) {
                if (tries == 50 || !e.status().equals(Statuses.ERROR)) {
                    throw e;
                }
                // The time between two attempts.
                Thread.sleep(100);
            }
        }
    }

    static final class Failing {
        public static void main(String[] args) throws Exception {
            try (Pmix pmix = Pmix.init()) {
                Termination three = end(spawn(pmix, request("exit 3", 1)));
                assertThat(three.isSuccess()).isFalse();
                assertThat(three.exitCode()).isEqualTo(3);
                assertThat(end(spawn(pmix, request("kill -9 $$", 1))).exitCode())
                        .isEqualTo(128 + 9);
                Termination second = end(spawn(pmix, request("test $PMIX_RANK = 0 || exit 4; sleep 60", 2)));
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
        Launched job = Launched.job(work, 1, Failing.class);
        assertThat(job.output()).contains("all is well");
        assertThat(job.exit()).isEqualTo(3);
    }

    static final class Aborts {
        public static void main(String[] args) throws Exception {
            try (Pmix pmix = Pmix.init()) {
                Processes processes = pmix.processes();
                SpawnedJob first = processes.spawn(request("sleep 120", 2));
                SpawnedJob second =
                        processes.spawnAsync(request("sleep 120", 2)).join();
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

    static final class Unstarted {
        public static void main(String[] args) {
            try (Pmix pmix = Pmix.init()) {
                for (App app : List.of(
                        App.named("/no/such/program").build(),
                        App.named("/bin/true")
                                .directory(Path.of("/no/such/directory"))
                                .build())) {
                    assertThatExceptionOfType(PmixException.class)
                            .isThrownBy(() -> pmix.processes()
                                    .spawn(SpawnRequest.builder()
                                            .apps(app)
                                            .mapBy(":OVERSUBSCRIBE")
                                            .bindTo("none")
                                            .independent()
                                            .withoutFileCheck()
                                            .build()))
                            .withMessageContaining("PMIX_ERR_JOB_FAILED_TO_LAUNCH")
                            .withMessageContaining("a program or a working directory is missing");
                }
                pmix.fence();
                System.out.println("all is well");
            }
        }
    }

    /** Runs a command until its output says that all is well, for a minute at most, and ends it. */
    private static final String UNTIL_ALL_IS_WELL = """
            out=$0
            "$@" >"$out" 2>&1 &
            for i in $(seq 600); do
                grep -q "all is well" "$out" && break
                kill -0 $! || break
                sleep 0.1
            done
            kill $!
            for i in $(seq 20); do
                kill -0 $! || break
                sleep 0.1
            done
            kill -KILL $!
            cat "$out"
            """;

    // The launcher of PRRTE 5.0.0rc1 does not end after that, which is why files are looked for before.
    @Test
    void whatTheHostDoesNotFindIsTold() throws Exception {
        Launched.needsLauncher();
        String file = work.resolve("launcher").toString();
        List<String> command = new ArrayList<>(List.of("sh", "-c", UNTIL_ALL_IS_WELL, file, "prterun", "-n", "1"));
        command.addAll(Launched.java(Unstarted.class));
        assertThat(Launched.run(work, command, Map.of()).output()).contains("all is well");
    }

    static final class TooMany {
        public static void main(String[] args) throws Exception {
            try (Pmix pmix = Pmix.init()) {
                SpawnRequest request = SpawnRequest.builder()
                        .apps(App.named("true").processes(1000).build())
                        .mapBy("slot:NOOVERSUBSCRIBE")
                        .build();
                assertThatExceptionOfType(CompletionException.class)
                        .isThrownBy(() -> pmix.processes().spawnAsync(request).join())
                        .withCauseInstanceOf(PmixException.class)
                        .withMessageContaining("PMIX_ERR_JOB_FAILED_TO_MAP")
                        .withMessageContaining("too few slots for 1000 processes");
                pmix.fence();
                System.out.println("all is well");
            }
        }
    }

    @Test
    void moreProcessesThanSlotsIsTold() throws Exception {
        Launched job = Launched.job(work, 1, TooMany.class);
        assertThat(job.output()).contains("all is well");
        assertThat(job.exit()).isEqualTo(1);
    }
}
