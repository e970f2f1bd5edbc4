// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.adapters;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmixj.it.support.Launched;
import org.pmixj.it.support.MpjPrograms;
import org.pmixj.it.support.Smoke;
import org.pmixj.mpj.MpjRun;

/** Programs for MPJ Express, unchanged, as the ranks of a job. */
// Among the longer ones: begins early.
@Order(2)
class MpjIT {
    /** Rank 1 ends in the way of the argument, while the others wait for a message of it. */
    private static final String ENDS = """
            import java.io.DataOutputStream;
            import java.net.Socket;
            import java.nio.file.Files;
            import java.nio.file.Path;
            import java.util.ArrayList;
            import java.util.List;
            import mpi.MPI;

            public class Ends {
                public static void main(String[] args) throws Exception {
                    if (args[3].equals("absent") && args[0].equals("1")) {
                        return;
                    }
                    if (args[3].equals("strangers") && args[0].equals("1")) {
                        say(args, -1, "Sending Info");
                        say(args, 2, "GET / HTTP/1.1");
                        say(args, 99, "Sending Info");
                        server(args).close();
                        sayAsNobody(args, 2);
                    }
                    if (args[3].equals("impostor") && args[0].equals("1")) {
                        say(args, 2, "Sending Info");
                    }
                    List<Socket> silent = new ArrayList<>();
                    for (int i = 0; args[3].equals("silent") && i < (args[0].equals("1") ? 120 : 5); i++) {
                        silent.add(server(args));
                    }
                    if (args[3].equals("late") && args[0].equals("1")) {
                        Thread.sleep(600_000);
                    }
                    MPI.Init(args);
                    MPI.COMM_WORLD.Barrier();
                    if (List.of("strangers", "impostor", "silent").contains(args[3]) || args[3].equals("exit-after-finalize")) {
                        MPI.Finalize();
                        System.exit(0);
                    }
                    if (MPI.COMM_WORLD.Rank() != 1) {
                        MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, 1, 7);
                        System.out.println("received");
                    }
                    switch (args[3]) {
                        case "killed" -> {
                            String pid = Long.toString(ProcessHandle.current().pid());
                            new ProcessBuilder("kill", "-9", pid).start().waitFor();
                            Thread.sleep(60_000);
                        }
                        case "daemon" -> {
                            Files.writeString(Path.of(args[4]), Long.toString(ProcessHandle.current().pid()));
                            String daemon = Long.toString(ProcessHandle.current().parent().get().pid());
                            new ProcessBuilder("kill", "-9", daemon).start().waitFor();
                            Thread.sleep(600_000);
                        }
                        case "exit" -> System.exit(0);
                        case "throws" -> throw new IllegalStateException("deliberate");
                        case "returns" -> { }
                    }
                }

                static Socket server(String[] args) throws Exception {
                    String[] server = args[1].replaceFirst(".*#Server Name;", "").split(";#Server Port;");
                    return new Socket(server[0], Integer.parseInt(server[1]));
                }

                /** Says as another user of this machine that it is a rank. */
                static void sayAsNobody(String[] args, int rank) throws Exception {
                    String[] server = args[1].replaceFirst(".*#Server Name;", "").split(";#Server Port;");
                    String script = "exec 3<>/dev/tcp/$0/$1"
                            + " && printf '\\\\0\\\\014Sending Info\\\\0\\\\0\\\\0\\\\1\\\\0\\\\0\\\\0\\\\1\\\\0\\\\0\\\\0\\\\'$2 >&3 && cat <&3";
                    String number = Integer.toString(rank);
                    Process other = new ProcessBuilder(
                                    "setpriv", "--reuid=65534", "--clear-groups",
                                    "bash", "-c", script, server[0], server[1], number)
                            .inheritIO()
                            .start();
                    System.out.println(other.waitFor() == 0 ? "nobody is refused" : "there is no other user");
                }

                static void say(String[] args, int rank, String greeting) throws Exception {
                    try (Socket socket = server(args);
                            DataOutputStream out = new DataOutputStream(socket.getOutputStream())) {
                        out.writeUTF(greeting);
                        out.writeInt(1);
                        out.writeInt(1);
                        out.writeInt(rank);
                        // It is refused when the other end closes it.
                        socket.getInputStream().read();
                    }
                }
            }
            """;

    @TempDir
    static Path shared;

    @TempDir
    Path work;

    private static MpjPrograms programs;

    @BeforeAll
    static void compile() throws Exception {
        Launched.needsLauncher();
        programs = MpjPrograms.compile(shared, Map.of("Ends", ENDS));
    }

    private Launched run(int ranks, int nodes, List<String> options, String program, String... arguments)
            throws Exception {
        List<String> command = new ArrayList<>(Launched.onNodes(nodes));
        command.addAll(List.of("prterun", "--map-by", Launched.mapBy(nodes), "-n", Integer.toString(ranks)));
        command.addAll(List.of("-x", MpjPrograms.HOME));
        command.addAll(options);
        command.addAll(programs.rank(program, arguments));
        return Launched.run(work, command, Map.of());
    }

    @Smoke
    @ParameterizedTest
    @CsvSource("2, 1")
    void pingPong(int ranks, int nodes) throws Exception {
        Launched job = run(ranks, nodes, List.of(), "PingPong", "2");
        assertThat(job.exit()).as(job.output()).isZero();
        // Two rounds of 1, 64, 4096 and 262144 numbers.
        assertThat(job.output())
                .contains("ping-pong of 0 and " + (ranks - 1) + ": 532610 numbers came back")
                .doesNotContain("Exception");
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource("6, 3")
    void pingPongOnThreeNodes(int ranks, int nodes) throws Exception {
        pingPong(ranks, nodes);
    }

    @ParameterizedTest
    @CsvSource("5, 3")
    void collectives(int ranks, int nodes) throws Exception {
        Launched job = run(ranks, nodes, List.of(), "Collectives");
        assertThat(job.exit()).as(job.output()).isZero();
        String squares = IntStream.range(0, ranks).mapToObj(i -> "" + i * i).collect(Collectors.joining(", "));
        for (int rank = 0; rank < ranks; rank++) {
            int own = rank;
            String column = IntStream.range(0, ranks)
                    .mapToObj(i -> "" + (100 * i + own))
                    .collect(Collectors.joining(", "));
            assertThat(job.output())
                    .contains("rank " + rank + " of " + ranks + ": MPJ " + rank * rank + " [" + squares + "] [" + column
                            + "]");
        }
    }

    @ParameterizedTest
    @CsvSource("1, 1")
    void reduction(int ranks, int nodes) throws Exception {
        Launched job = run(ranks, nodes, List.of(), "Pi");
        assertThat(job.exit()).as(job.output()).isZero();
        assertThat(job.output()).contains("pi is about 3.141593, by the ranks 0 to " + (ranks - 1));
    }

    @Test
    void exitAfterFinalizeIsAGoodEnd() throws Exception {
        Launched job = run(2, 1, List.of(), "Ends", "exit-after-finalize");
        assertThat(job.exit()).as(job.output()).isZero();
        assertThat(job.output()).doesNotContain("close()");
    }

    /** Run by {@code ci/test slow}. */
    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"exit", "throws", "returns", "absent"})
    void otherEndsOnOneNode(String how) throws Exception {
        anyOtherEndOfARankEndsTheJob(how, 1, 1);
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource("killed, 3, 137")
    void anyOtherEndOfARankEndsTheJob(String how, int nodes, int exit) throws Exception {
        Launched job = run(3, nodes, List.of(), "Ends", how);
        assertThat(job.exit()).as(job.output()).isEqualTo(exit);
        assertThat(job.output()).doesNotContain("received");
        switch (how) {
            case "throws" -> assertThat(job.output()).contains("IllegalStateException: deliberate");
            case "returns", "absent" ->
                assertThat(job.output()).contains("Ends: main returned without MPI.Finalize; call it after MPI.Init");
            default -> {}
        }
    }

    @ParameterizedTest
    @ValueSource(ints = 3)
    void theDeathOfARankEndsARecoverableJobToo(int nodes) throws Exception {
        Launched job = run(3, nodes, List.of("--runtime-options", "recoverable,notifyerrors"), "Ends", "killed");
        assertThat(job.exit()).as(job.output()).isNotZero();
        for (int rank : new int[] {0, 2}) {
            // MPJ Express may find the connection closed before the event arrives.
            assertThat(job.output())
                    .containsPattern(":" + rank + ": (ends, because MPI cannot go on: PMIX_ERR_PROC_ABORTED"
                            + "|Exception in thread \"main\" mpi.MPIException)");
        }
    }

    @Tag("slow")
    @Test
    void strangersAtTheRendezvousAreRefused() throws Exception {
        Launched job = run(3, 1, List.of(), "Ends", "strangers");
        assertThat(job.exit()).as(job.output()).isZero();
        boolean isNobody = job.output().contains("nobody is refused");
        assertThat(isNobody || job.output().contains("there is no other user")).isTrue();
        assertThat(job.output().lines().filter(line -> line.startsWith("the rendezvous of MPJ Express refuses ")))
                .hasSize(isNobody ? 5 : 4)
                .anyMatch(line -> line.endsWith(", which says it is rank 99"))
                .anyMatch(line -> line.endsWith("EOFException"));
    }

    private static List<String> limit(int seconds) {
        return List.of("-x", "JDK_JAVA_OPTIONS=-Dpmixj.mpj.timeout=" + seconds);
    }

    /** A process of another node than that of rank 2 says that it is rank 2. */
    @Tag("slow")
    @Test
    void aRankComesFromItsOwnNode() throws Exception {
        Launched job = run(3, 3, limit(30), "Ends", "impostor");
        assertThat(job.exit()).as(job.output()).isZero();
        assertThat(job.output().lines().filter(line -> line.startsWith("the rendezvous of MPJ Express refuses ")))
                .singleElement()
                .asString()
                .endsWith(", which says it is rank 2");
    }

    /** Each may be silent for 10 seconds. There are more of them than rank 0 can have open files. */
    @Tag("slow")
    @Test
    void silentConnectionsKeepNobodyWaiting() throws Exception {
        List<String> command = new ArrayList<>(List.of("prterun", "--map-by", Launched.mapBy(1), "-n", "3"));
        command.addAll(List.of("-x", MpjPrograms.HOME));
        command.addAll(limit(30));
        String script = "[ $PMIX_RANK != 0 ] || ulimit -n 128; exec \"$@\"";
        command.addAll(List.of("bash", "-c", script, "bash"));
        command.addAll(programs.rank("Ends", "silent"));
        Launched job = Launched.run(work, command, Map.of());
        assertThat(job.exit()).as(job.output()).isZero();
    }

    @Tag("slow")
    @Test
    void aRankThatDoesNotComeEndsTheJob() throws Exception {
        Launched job = run(2, 1, limit(3), "Ends", "late");
        assertThat(job.exit()).as(job.output()).isNotZero();
        assertThat(job.output()).contains("within 3 s, MPI.Init was not called by the ranks [", "1]; call it in each");
    }

    /** PRRTE does not end such a rank, and MPJ Express would not notice. */
    @Tag("slow")
    @Test
    void aRankWithoutItsDaemonEnds() throws Exception {
        Path pid = work.resolve("pid");
        List<String> command = new ArrayList<>(Launched.onNodes(3));
        String script = """
                "$@"
                for _ in $(seq 300); do kill -0 $(cat '%s') 2>/dev/null || { echo it has ended; break; }; sleep 0.1; done
                """.formatted(pid);
        command.addAll(List.of("bash", "-c", script, "bash", "prterun", "--map-by", "node", "-n", "3"));
        command.addAll(List.of("-x", MpjPrograms.HOME));
        command.addAll(programs.rank("Ends", "daemon", pid.toString()));
        Launched job = Launched.run(work, command, Map.of());
        assertThat(pid).isNotEmptyFile();
        assertThat(job.output()).contains("it has ended");
    }

    @Test
    void whatIsNotThereIsNamed() throws Exception {
        assertThat(run(1, 1, List.of(), "NoSuch").output())
                .contains("there is no class NoSuch on the class path; add its folder or JAR");
        assertThat(run(1, 1, List.of(), "java.lang.String").output())
                .contains("java.lang.String has no public static void main(String[]); name the class that has it");
        List<String> without = new ArrayList<>(List.of("prterun", "-n", "1"));
        without.addAll(Launched.java(MpjRun.class, "PingPong"));
        assertThat(Launched.run(work, without, Map.of()).output())
                .contains("MPJ Express cannot be used: java.lang.ClassNotFoundException: mpi.MPI; add its mpj.jar");
    }
}
