// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.Key;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.it.support.Launched;
import org.pmixj.it.support.Smoke;
import org.pmixj.job.Application;
import org.pmixj.job.Job;
import org.pmixj.job.Node;
import org.pmixj.job.ProcessInfo;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** The views of job, nodes, applications and processes, compared with each other and with what each process sees. */
class ViewsIT {
    private static final Key<String> HOST = Key.of("it.view.host", ValueType.STRING);
    private static final Key<Long> PID = Key.of("it.view.pid", ValueType.INT64);
    private static final Key<String> CPUS = Key.of("it.view.cpus", ValueType.STRING);

    private static String kernelHostname() throws IOException {
        return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    }

    private static String allowedCpus() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElseThrow();
    }

    /** Each process's knowledge of itself without PMIx, for the others to compare. */
    private static void tellTruth(Pmix pmix) throws IOException {
        pmix.put(Scope.GLOBAL, HOST, kernelHostname());
        // The launcher knows the shell it started for this JVM, see rank.sh.
        pmix.put(
                Scope.GLOBAL,
                PID,
                ProcessHandle.current().parent().orElseThrow().pid());
        pmix.put(Scope.GLOBAL, CPUS, allowedCpus());
        pmix.commit();
        pmix.fence();
    }

    private static void viewsAreTrue(Pmix pmix, RankContext context) throws Exception {
        tellTruth(pmix);
        Job job = pmix.job();
        assertThat(job.size()).isEqualTo(context.size());
        assertThat(job.members()).hasSize(context.size());
        assertThat(pmix.job(job.nspace())).isSameAs(job);
        assertThat(job.info(Keys.JOBID)).hasValue(job.nspace());
        assertThat(job.parent()).isEmpty();
        assertThat(job.info(Keys.NPROC_OFFSET)).hasValue(0L);
        assertThat(job.info(Keys.UNIV_SIZE).orElseThrow()).isPositive();
        assertThat(job.info(Keys.MAX_PROCS).orElseThrow()).isPositive();
        assertThat(job.info(Keys.RANKBY)).isPresent();
        assertThat(job.info(Keys.NSDIR).map(Path::of).orElseThrow()).isDirectory();

        Map<String, List<ProcId>> byHost = new TreeMap<>();
        for (ProcId proc : job.members()) {
            String host = pmix.get(proc, HOST);
            byHost.computeIfAbsent(host, name -> new ArrayList<>()).add(proc);
            processIsTrue(pmix, pmix.process(proc), host);
            assertThat(job.hostname(proc.rank())).hasValue(host);
        }
        assertThat(byHost).hasSize(context.nodes());
        assertThat(job.hostnames()).containsExactlyInAnyOrderElementsOf(byHost.keySet());
        assertThat(job.nodes()).extracting(Node::hostname).isEqualTo(job.hostnames());
        for (Node node : job.nodes()) {
            nodeIsTrue(pmix, node, byHost.get(node.hostname()));
        }
        assertThat(pmix.node().hostname()).isEqualTo(kernelHostname());
        assertThat(pmix.node().members()).contains(pmix.self());
        assertThat(pmix.node().info(Keys.AVAIL_PHYS_MEMORY).orElseThrow()).isBetween(1L << 28, 1L << 50);
        pmix.fence();
    }

    private static void processIsTrue(Pmix pmix, ProcessInfo process, String host) throws IOException {
        assertThat(process.rank()).isEqualTo(process.id().rank());
        assertThat(process.hostname()).hasValue(host);
        assertThat(process.isLocal()).isEqualTo(host.equals(kernelHostname()));
        if (process.id().equals(pmix.self())) {
            assertThat(process.info(Key.of("it.none", ValueType.STRING))).isEmpty();
        } else if (process.info(Keys.PROC_PID).isPresent()) {
            assertThat(process.info(Keys.PROC_PID).get().longValue()).isEqualTo(pmix.get(process.id(), PID));
        }
        assertThat(process.info(Keys.REINCARNATION)).hasValue(0L);
        assertThat(process.info(Keys.APPNUM)).hasValue(0L);
        assertThat(process.info(Keys.APP_RANK)).hasValue((long) process.rank());
        assertThat(process.info(Keys.GLOBAL_RANK)).hasValue((long) process.rank());
        assertThat(process.info(Keys.NODEID)).isPresent();
        Node node = pmix.job().node(host);
        // One job on these nodes.
        assertThat(process.info(Keys.NODE_RANK)).hasValue(process.localRank().getAsInt());
        assertThat(node.members().indexOf(process.id()))
                .isEqualTo(process.localRank().getAsInt());
    }

    private static void nodeIsTrue(Pmix pmix, Node node, List<ProcId> members) throws IOException {
        assertThat(node.members()).containsExactlyInAnyOrderElementsOf(members);
        assertThat(node.size()).isEqualTo(members.size());
        assertThat(node.info(Keys.NODE_SIZE)).hasValue((long) members.size());
        assertThat(node.leader()).isEqualTo(members.get(0));
        assertThat(node.isLocal()).isEqualTo(node.hostname().equals(kernelHostname()));
        assertThat(node.members().contains(pmix.self())).isEqualTo(node.isLocal());
        List<String> aliases =
                List.of(node.info(Keys.HOSTNAME_ALIASES).orElseThrow().split(","));
        assertThat(aliases).doesNotContain(node.hostname());
        // What libpmix answers to an alias is the same node under its own name.
        Node byAlias = pmix.job().node(aliases.getLast());
        assertThat(byAlias.hostname()).isEqualTo(node.hostname());
    }

    @Smoke
    @PmixTest(ranks = 3)
    void onOneNode(Pmix pmix, RankContext context) throws Exception {
        viewsAreTrue(pmix, context);
        assertThat(pmix.job().info(Keys.BINDTO)).hasValue("NONE");
        assertThat(pmix.process().cpuset()).isEmpty();
        assertThat(pmix.process().info(Keys.LOCALITY_STRING)).isEmpty();
        assertThat(pmix.node().info(Keys.NODE_OVERSUBSCRIBED)).hasValue(true);
    }

    @Smoke
    @PmixTest(ranks = 5, nodes = 3)
    void onThreeNodesWithUnevenRanks(Pmix pmix, RankContext context) throws Exception {
        viewsAreTrue(pmix, context);
        assertThat(pmix.job().info(Keys.MAPBY).orElseThrow()).contains("BYNODE");
        for (int rank = 0; rank < 5; rank++) {
            assertThat(pmix.job().hostname(rank)).hasValue("node" + rank % 3);
        }
        assertThat(pmix.job().node("node2").size()).isEqualTo(1);
        assertThat(pmix.node().size()).isEqualTo(pmix.self().rank() % 3 == 2 ? 1 : 2);
    }

    @PmixTest(
            ranks = 2,
            launcher = {"--map-by", "core", "--bind-to", "core"})
    void boundProcesses(Pmix pmix) throws Exception {
        tellTruth(pmix);
        assertThat(pmix.job().info(Keys.BINDTO)).hasValue("CORE");
        assertThat(pmix.process().cpuset()).hasValue(allowedCpus());
        for (ProcId proc : pmix.job().members()) {
            assertThat(pmix.process(proc).cpuset()).hasValue(pmix.get(proc, CPUS));
            assertThat(pmix.process(proc).info(Keys.LOCALITY_STRING)).isPresent();
        }
        pmix.fence();
    }

    @PmixTest(ranks = 2)
    void viewsThatThereAreNot(Pmix pmix) {
        whatThereIsNotIsAnException(pmix);
        viewsOfAClosedHandle();
        pmix.fence();
    }

    private static void whatThereIsNotIsAnException(Pmix pmix) {
        Job job = pmix.job();
        assertThatExceptionOfType(PmixException.NotFound.class)
                .isThrownBy(() -> pmix.job().node("nosuch"));
        assertThatExceptionOfType(PmixException.NotFound.class).isThrownBy(() -> pmix.job("no-such-job"));
        assertThatExceptionOfType(PmixException.NotFound.class)
                .isThrownBy(() -> pmix.process(new ProcId("no-such-job", 0)));
        assertThatExceptionOfType(PmixException.NotFound.class)
                .isThrownBy(() -> pmix.process(new ProcId(job.nspace(), 2)))
                .withMessageContaining("has 2");
        assertThatIllegalArgumentException().isThrownBy(() -> pmix.process(ProcId.all(job.nspace())));
        assertThatIllegalArgumentException().isThrownBy(() -> pmix.job(""));
        assertThatIllegalArgumentException().isThrownBy(() -> pmix.job("a\0b"));
        assertThatIllegalArgumentException().isThrownBy(() -> pmix.job("x".repeat(256)));
        assertThatIllegalArgumentException().isThrownBy(() -> pmix.job().node(""));
        assertThatIllegalArgumentException().isThrownBy(() -> pmix.job().node("node0\0"));
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> job.apps().get(1));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> job.process(2));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> job.hostname(-1));
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> job.members().get(2));
        pmix.fence();
    }

    private static void viewsOfAClosedHandle() {
        Pmix own = Pmix.init();
        Job job = own.job();
        Node node = own.node();
        ProcessInfo process = own.process();
        own.close();
        assertThat(job.size()).isEqualTo(2);
        assertThat(node.size()).isEqualTo(2);
        assertThatIllegalStateException()
                .isThrownBy(() -> job.info(Keys.UNIV_SIZE))
                .withMessageContaining("closed");
        assertThatIllegalStateException().isThrownBy(() -> node.info(Keys.AVAIL_PHYS_MEMORY));
        assertThatIllegalStateException().isThrownBy(process::localRank);
        assertThatIllegalStateException().isThrownBy(() -> own.node());
    }

    // --- several applications ------------------------------------------------------------------------------------

    @TempDir
    Path work;

    static final class Apps {
        public static void main(String[] args) {
            try (Pmix pmix = Pmix.init()) {
                Job job = pmix.job();
                assertThat(job.apps()).hasSize(2);
                assertThat(job.size()).isEqualTo(5);
                appIsTrue(job, 0, job.members().subList(0, 3), args[0], "first");
                appIsTrue(job, 1, job.members().subList(3, 5), "/", "second");
                int own = pmix.self().rank() < 3 ? 0 : 1;
                assertThat(pmix.app().number()).isEqualTo(own);
                assertThat(System.getProperty("user.dir"))
                        .isEqualTo(pmix.app().workingDirectory().orElseThrow());
                pmix.fence();
                if (pmix.self().rank() == 0) {
                    System.out.println("all is well");
                }
            }
        }

        private static void appIsTrue(Job job, int number, List<ProcId> members, String directory, String argument) {
            Application app = job.apps().get(number);
            assertThat(app.number()).isEqualTo(number);
            assertThat(app.size()).isEqualTo(members.size());
            assertThat(app.members()).isEqualTo(members);
            assertThat(app.leader()).isEqualTo(members.get(0));
            assertThat(app.workingDirectory()).hasValue(directory);
            assertThat(app.info(Keys.APP_ARGV).orElseThrow()).contains("java").endsWith(argument);
            for (ProcId member : members) {
                assertThat(job.process(member.rank()).info(Keys.APPNUM)).hasValue((long) number);
                assertThat(job.process(member.rank()).info(Keys.APP_RANK)).hasValue((long) members.indexOf(member));
            }
        }
    }

    @Test
    void severalApplications() throws Exception {
        Launched.needsLauncher();
        String here = Path.of("").toAbsolutePath().toString();
        List<String> command = new ArrayList<>(List.of("prterun", "--map-by", ":oversubscribe", "-n", "3"));
        command.addAll(Launched.java(Apps.class, here, "first"));
        command.addAll(List.of(":", "-n", "2", "--wdir", "/"));
        command.addAll(Launched.java(Apps.class, here, "second"));
        Launched program = Launched.run(work, command, Map.of());
        assertThat(program.output()).contains("all is well");
        assertThat(program.exit()).isZero();
    }

    // --- without a launcher --------------------------------------------------------------------------------------

    static final class Alone {
        public static void main(String[] args) throws Exception {
            try (Pmix pmix = Pmix.init()) {
                Job job = pmix.job();
                assertThat(job.size()).isEqualTo(1);
                assertThat(job.info(Keys.JOBID)).hasValue(job.nspace());
                assertThat(job.hostnames()).containsExactly(kernelHostname());
                assertThat(job.hostname(0)).hasValue(kernelHostname());
                assertThat(job.info(Keys.UNIV_SIZE)).hasValue(1L);
                assertThat(job.info(Keys.MAX_PROCS)).hasValue(1L);
                assertThat(job.parent()).isEmpty();
                assertThat(job.info(Keys.MAPBY)).isEmpty();
                assertThat(job.apps()).hasSize(1);
                assertThat(pmix.app().members()).containsExactly(pmix.self());
                assertThat(pmix.app().size()).isEqualTo(1);
                assertThat(pmix.app().leader()).isEqualTo(pmix.self());
                assertThat(pmix.app().info(Keys.APP_ARGV)).isEmpty();
                assertThat(pmix.node().hostname()).isEqualTo(kernelHostname());
                assertThat(pmix.node().members()).containsExactly(pmix.self());
                assertThat(pmix.node().isLocal()).isTrue();
                assertThat(pmix.node().info(Keys.AVAIL_PHYS_MEMORY)).isEmpty();
                assertThatExceptionOfType(PmixException.NotFound.class)
                        .isThrownBy(() -> pmix.job().node("nosuch"));
                assertThatExceptionOfType(PmixException.class).isThrownBy(() -> pmix.job("no-such-job"));
                assertThat(pmix.process().localRank()).hasValue(0);
                assertThat(pmix.process().info(Keys.APPNUM)).hasValue(0L);
                assertThat(pmix.process().isLocal()).isTrue();
                assertThat(pmix.process().cpuset()).isEmpty();
                System.out.println("all is well");
            }
        }
    }

    @Test
    void aloneWithoutALauncher() throws Exception {
        Launched program = Launched.alone(work, Map.of(), Alone.class);
        assertThat(program.output()).contains("all is well");
        assertThat(program.exit()).isZero();
    }
}
