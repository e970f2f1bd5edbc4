// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmixj.Attributes;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.elastic.Elastic;
import org.pmixj.elastic.NodeRequest;
import org.pmixj.host.Control;
import org.pmixj.it.cluster.SlurmRank.Process;
import org.pmixj.it.cluster.SlurmRank.Scene;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Launched;
import org.pmixj.it.support.MpjPrograms;
import org.pmixj.junit.Points;

/** How jobs of a real Slurm share it, and how they end. */
@Tag("slurm")
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class SlurmJobsIT {
    private static final List<Integer> RANKS = IntStream.range(0, 6).boxed().toList();
    private static final String PRTERUN = "prterun ";
    private static final String RECOVERABLE = "prterun --runtime-options recoverable,notifyerrors ";

    @TempDir
    Path work;

    // --- jobs ----------------------------------------------------------------------------------------------------

    private Launched batch(Cluster slurm, String script) throws Exception {
        int job = Integer.parseInt(slurm.output("sbatch --parsable --output='" + work + "/log' samples/slurm/" + script)
                .strip());
        String ended = slurm.awaitState(job, "COMPLETED|FAILED");
        assertThat(ended).contains(" BatchHost=node0 NumNodes=3 ");
        String status = ended.replaceAll("(?s).* ExitCode=(\\d+):.*", "$1");
        return new Launched(Integer.parseInt(status), Files.readString(work.resolve("log")));
    }

    @Test
    void aBatchScript() throws Exception {
        try (Cluster slurm = Cluster.slurm(work)) {
            Launched job = batch(slurm, "hello-groups.sbatch");
            assertThat(job.exit()).as(job.output()).isZero();
            SlurmIT.assertSixSaidHello(job.output());
        }
    }

    @Test
    void aBatchScriptOfWhichARankFails() throws Exception {
        try (Cluster slurm = Cluster.slurm(work)) {
            Launched job = batch(slurm, "watch-ranks.sbatch");
            assertThat(job.exit()).as(job.output()).isEqualTo(1);
            for (int rank = 0; rank < 2; rank++) {
                assertThat(job.output())
                        .contains("rank " + rank + ": rank 2 has ended, OptionalInt[1]")
                        .contains("rank " + rank + ": all events have arrived");
            }
        }
    }

    private String meet(String name, String other) {
        return PRTERUN + Cluster.java(SlurmRank.class, work, Scene.MEET, name, other);
    }

    private static void assertMet(String output, String name, String other) {
        for (int rank = 0; rank < 3; rank++) {
            assertThat(output).contains("rank " + rank + " of " + name + " has met " + other);
        }
    }

    @Test
    void twoJobsAtOnce() throws Exception {
        try (Cluster slurm = Cluster.slurm(work)) {
            String salloc = "salloc -N3 ";
            Cluster.Command one = slurm.start(salloc + meet("one", "two"));
            Cluster.Command two = slurm.start(salloc + meet("two", "one"));
            for (Cluster.Command job : List.of(one, two)) {
                assertThat(job.end().exit()).as(job.output()).isZero();
            }
            assertMet(one.output(), "one", "two");
            assertMet(two.output(), "two", "one");
        }
    }

    @Test
    void twoJobsInOneAllocation() throws Exception {
        try (Cluster slurm = Cluster.slurm(work)) {
            Files.writeString(work.resolve("both"), meet("one", "two") + " &\n" + meet("two", "one") + " && wait $!\n");
            String output = slurm.output("salloc -N3 bash '" + work + "/both'");
            assertMet(output, "one", "two");
            assertMet(output, "two", "one");
        }
    }

    @Test
    void programsForMpjExpress() throws Exception {
        MpjPrograms programs = MpjPrograms.compile(work, Map.of());
        String prterun = "salloc -Q -N3 --ntasks-per-node=2 prterun -x " + MpjPrograms.HOME + " ";
        try (Cluster slurm = Cluster.slurm(work)) {
            assertThat(slurm.output(prterun + Cluster.words(programs.rank("PingPong", "1"))))
                    .contains("ping-pong of 0 and 5: 266305 numbers came back");
            assertThat(slurm.output(prterun + Cluster.words(programs.rank("Collectives"))))
                    .contains("rank 5 of 6: MPJ 25 [0, 1, 4, 9, 16, 25] [5, 105, 205, 305, 405, 505]");
            assertThat(slurm.output(prterun + Cluster.words(programs.rank("Pi"))))
                    .contains("pi is about 3.141593, by the ranks 0 to 5");
        }
    }

    // --- ends ----------------------------------------------------------------------------------------------------

    /** Starts job 1, of six ranks, and waits until each has announced itself. */
    private Cluster.Command start(Cluster slurm, String salloc, String prterun, Scene scene) throws Exception {
        Cluster.Command job = slurm.start("salloc " + salloc + " -N3 --ntasks-per-node=2 " + prterun
                + Cluster.java(SlurmRank.class, work, scene));
        Await.until("all ranks are ready, or " + job.output(), () -> {
            assertThat(job.hasEnded()).as(job.output()).isFalse();
            return RANKS.stream().allMatch(rank -> points().isReached(SlurmRank.READY, rank));
        });
        return job;
    }

    private Points points() {
        return new Points(work);
    }

    private Map<Integer, Process> processes() throws Exception {
        Map<Integer, Process> processes = new TreeMap<>();
        for (int rank : RANKS) {
            processes.put(rank, Process.read(work, rank));
        }
        return processes;
    }

    private void awaitEnd(Cluster slurm, Process process) throws Exception {
        // Slurm and the launcher may say that a job has ended, and its processes live.
        assertThat(slurm.output(
                        "for i in $(seq 1200); do kill -0 %d 2>/dev/null || { echo ended; break; }; sleep 0.05; done"
                                .formatted(process.pid())))
                .as("%s still runs", process)
                .isEqualTo("ended\n");
    }

    private void awaitEndOfAll(Cluster slurm) throws Exception {
        for (Process process : processes().values()) {
            awaitEnd(slurm, process);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"WAIT", "BLOCK"})
    void scancelEndsAllRanksEvenIfTheirHooksBlock(Scene scene) throws Exception {
        try (Cluster slurm = Cluster.slurm(work)) {
            Cluster.Command job = start(slurm, "", PRTERUN, scene);
            slurm.output("scancel 1");
            slurm.awaitState(1, "CANCELLED");
            awaitEndOfAll(slurm);
            job.end();
            assertThat(RANKS).anyMatch(rank -> points().isReached(SlurmRank.HOOK, rank));
        }
    }

    @Test
    void theTimeLimitEndsAllRanks() throws Exception {
        try (Cluster slurm = Cluster.slurm(work)) {
            // A minute is the least.
            Cluster.Command job = start(slurm, "--time=1", PRTERUN, Scene.WAIT);
            slurm.awaitState(1, "TIMEOUT");
            awaitEndOfAll(slurm);
            job.end();
        }
    }

    @Test
    void theOthersSurviveADaemon() throws Exception {
        try (Cluster slurm = Cluster.slurm(work)) {
            Cluster.Command job = start(slurm, "", RECOVERABLE, Scene.SURVIVE);
            Map<Integer, Process> processes = processes();
            List<Integer> orphans = RANKS.stream()
                    .filter(rank -> processes.get(rank).node().equals("node2"))
                    .toList();
            assertThat(orphans).hasSize(2);
            slurm.output("kill -KILL " + processes.get(orphans.getFirst()).daemon());
            List<Integer> others =
                    RANKS.stream().filter(rank -> !orphans.contains(rank)).toList();
            points().await(SlurmRank.SURVIVED, others, Await.LIMIT);
            assertThat(job.end().exit()).as(job.output()).isZero();
            // Neither PRRTE nor Slurm ends them: they end themselves.
            points().await(SlurmRank.LOST_SERVER, orphans, Await.LIMIT);
            for (int rank : orphans) {
                awaitEnd(slurm, processes.get(rank));
            }
        }
    }

    // --- what PRRTE cannot do in Slurm, as the guide says: if one of these fails, it can -----------------------------

    @Test
    void nobodySurvivesANodeThatSlurmDeclaresDown() throws Exception {
        try (Cluster slurm = Cluster.slurm(work)) {
            start(slurm, "--no-kill", RECOVERABLE, Scene.WAIT);
            slurm.output("scontrol update nodename=node2 state=down reason=test");
            awaitEndOfAll(slurm);
        }
    }

    /** Asks for one node more, by its name and by a number. */
    static final class Grower {
        public static void main(String[] args) {
            try (Pmix pmix = Pmix.init()) {
                try {
                    Elastic.of(pmix).grow(NodeRequest.of("node2").withUncheckedHosts());
                    System.out.println("an allocation can grow: say so in Elastic");
                } catch (PmixException.NotSupported e) {
                    System.out.println("not supported: " + e.getMessage());
                }
                Attributes one =
                        Attributes.builder().set(Keys.ALLOC_NUM_NODES, 1L).build();
                pmix.control().allocate(Control.AllocationKind.EXTEND, one);
                System.out.println("an allocation can grow: say so in the guide");
            } catch (PmixException e) {
                System.out.println("refused: " + e.status());
            }
        }
    }

    @Test
    void anAllocationDoesNotGrow() throws Exception {
        try (Cluster slurm = Cluster.slurm(work)) {
            String prterun = "salloc -Q -N2 prterun --prtemca prte_elastic_mode 1 -n 1 ";
            String grower = Cluster.java(Grower.class);
            assertThat(slurm.output(prterun + grower))
                    .contains("not supported: adding nodes [node2] failed: this DVM is in an allocation of Slurm")
                    .contains("refused: PMIX_ERR_NOT_AVAILABLE (-64)")
                    .contains("the Slurm elastic allocation extensions were not built into this PRRTE");
            // A rank that does not know of Slurm asks PRRTE.
            assertThat(slurm.output(prterun + "env -u SLURM_JOB_ID -u SLURM_JOBID " + grower))
                    .contains("not supported: adding nodes [node2] failed: the host cannot change its size in this");
        }
    }
}
