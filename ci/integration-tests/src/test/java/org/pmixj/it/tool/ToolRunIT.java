// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.CCode;
import org.pmixj.it.support.Launched;
import org.pmixj.it.support.Launches;
import org.pmixj.it.support.Smoke;
import org.pmixj.samples.GroupMember;
import org.pmixj.samples.Rendezvous;
import org.pmixj.samples.WatchRanks;

/** {@code pmixj run}, with real jobs. */
// Among the longer ones: begins early.
@Order(2)
class ToolRunIT {
    private static final String MAIN = ToolProgram.class.getName();
    private static final Pattern PID = Pattern.compile(", pid (\\d+),");

    @TempDir
    Path work;

    private Launched run(String... words) throws Exception {
        return run(Map.of(), words);
    }

    private Launched run(Map<String, String> environment, String... words) throws Exception {
        List<String> all = new ArrayList<>(List.of("run"));
        all.addAll(List.of(words));
        return Tool.run(work, environment, all.toArray(String[]::new));
    }

    private static void assertSucceeded(Launched job, int ranks) {
        assertThat(job.exit()).as(job.output()).isZero();
        for (int rank = 0; rank < ranks; rank++) {
            assertThat(job.output()).contains("rank " + rank + " of " + ranks + " on ");
        }
    }

    private static String host() throws IOException {
        return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    }

    @Smoke
    @Test
    void aClass() throws Exception {
        String file = "@" + Files.writeString(work.resolve("words"), "expanded");
        Launched job = run(
                Map.of("IT_TOOL", "here"),
                "-n",
                "2",
                "--host",
                host() + ":2",
                "-cp",
                Tool.CLASSES,
                MAIN,
                "-n",
                "a b",
                "--",
                file);
        assertSucceeded(job, 2);
        assertThat(job.output())
                .contains(
                        "+ prterun --host ",
                        " --bind-to none -n 2 ",
                        " has [-n, a b, --, " + file + "], ",
                        "variable here")
                .doesNotContain("oversubscribe");
    }

    /** The ranks refuse to start without the cache. */
    @Tag("slow")
    @Test
    void theClassCacheIsCreatedOnceAndUsed() throws Exception {
        Map<String, String> cache =
                Map.of("XDG_CACHE_HOME", work.resolve("cache").toString());
        String options = "JDK_JAVA_OPTIONS=-XX:AOTMode=on -XX:+UseG1GC";
        String[] words = {"-x", options, "-n", "1", "-cp", Tool.CLASSES, MAIN};
        Launched job = run(cache, words);
        assertSucceeded(job, 1);
        assertThat(job.output())
                .containsPattern("creating the class cache, .* \\d+\\.\\d+ s\n")
                .contains(" -XX:AOTCache=" + work.resolve("cache"));
        job = run(cache, words);
        assertSucceeded(job, 1);
        assertThat(job.output()).doesNotContain("creating").contains(" -XX:AOTCache=" + work.resolve("cache"));
    }

    @Tag("slow")
    @Test
    void onThreeNodes() throws Exception {
        Launched job = run("-n", "6", "--nodes", "3", "-cp", Tool.CLASSES, MAIN);
        assertSucceeded(job, 6);
        for (int rank = 0; rank < 6; rank++) {
            assertThat(job.output()).contains("rank " + rank + " of 6 on node" + rank % 3 + " has");
        }
        // The name of the checkout may need quotes.
        assertThat(job.output()).containsPattern("ci/nodes'? 3 prterun --map-by node --bind-to none -n 6 ");
    }

    @Test
    void moreRanksThanSlots() throws Exception {
        Launched job = run("-n", "3", "--host", host() + ":2", "-cp", Tool.CLASSES, MAIN);
        assertSucceeded(job, 3);
        assertThat(job.output()).contains("3 ranks share 2 slots", "--map-by :oversubscribe");
    }

    @Test
    void optionsOfTheJvm() throws Exception {
        Launched job = run(
                "-n",
                "1",
                "-x",
                "JAVA_TOOL_OPTIONS=-XX:+UseG1GC",
                "--no-cache",
                "--",
                "-Xmx64m",
                "-Dit=yes",
                "-cp",
                Tool.CLASSES,
                MAIN,
                "-Dit=no");
        assertSucceeded(job, 1);
        assertThat(job.output())
                .containsPattern("has \\[-Dit=no], .*, memory 6\\d, property yes")
                .contains("TieredStopAtLevel")
                .doesNotContain("AOTCache");
    }

    /** Prints a line, and starts nothing. */
    @Test
    void aDryRun() throws Exception {
        Map<String, String> cache =
                Map.of("XDG_CACHE_HOME", work.resolve("cache").toString());
        Launched job = run(
                cache,
                "--dry-run",
                "--recoverable",
                "--prte",
                " --prtemca  prte_elastic_mode 1",
                "-n",
                "1",
                "-cp",
                Tool.CLASSES,
                MAIN);
        assertThat(job.exit()).isZero();
        assertThat(job.output())
                .contains(
                        "prterun --runtime-options recoverable,notifyerrors --prtemca prte_elastic_mode 1 --bind-to none -n 1 ",
                        " " + MAIN + "\n")
                .doesNotContain("rank 0");
        assertThat(work.resolve("cache")).doesNotExist();
        job = run(
                "--dry-run",
                "-x",
                "JAVA_TOOL_OPTIONS=-javaagent:a.jar",
                "--compute",
                "-n",
                "1",
                "-cp",
                Tool.CLASSES,
                MAIN);
        assertThat(job.exit()).isZero();
        assertThat(job.output())
                .contains("start without a class cache, since there is none for -javaagent:a.jar")
                .doesNotContain("AOTCache", "TieredStopAtLevel");
    }

    private static String samples() throws Exception {
        return Path.of(WatchRanks.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
    }

    @Test
    void byMpirun() throws Exception {
        assertThat(loseAMember("mpirun", 1, "--tag")).contains("[0]<stdout>: rank 0: rank 2 has ended");
    }

    @Test
    void byMpiexecOnThreeNodes() throws Exception {
        loseAMember("mpiexec", 3);
    }

    /** A group is constructed, fenced, and loses a member, of which the others are notified. */
    private String loseAMember(String launcher, int nodes, String... options) throws Exception {
        List<String> all = new ArrayList<>(List.of("--launcher", launcher, "--nodes", Integer.toString(nodes)));
        all.add("--recoverable");
        all.addAll(List.of(options));
        String output = watchRanks(all.toArray(String[]::new));
        assertThat(output)
                .contains(launcher + " --runtime-options recoverable,notifyerrors ", "rank 0: rank 2 has ended");
        return output;
    }

    /** The line of a rank begins with its rank in the job. */
    @Test
    void aProgramInCBesideJava() throws Exception {
        Path inC = work.resolve("member");
        CCode.compile(
                work,
                "-std=gnu11",
                "-pthread",
                "-o",
                inC.toString(),
                CCode.source("../../samples/src/main/c/group-member.c"));
        Launched job =
                run("--tag", "-n", "1", inC.toString(), ":", "-n", "2", "-cp", samples(), GroupMember.class.getName());
        assertThat(job.exit()).as(job.output()).isZero();
        assertThat(job.output())
                .contains(
                        " -n 1 " + inC + " : -n 2 ",
                        "[0]<stdout>: rank 0 in C: 2 of 3 members are in Java, the sum is 6",
                        "[2]<stdout>: rank 2 in Java: 1 of 3 members are in C, the sum is 6",
                        "[2]<stdout>: rank 2 in Java: has left");
    }

    /** The locale is that of a cron job, or of a container. The shell prints the bytes. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void wordsInALocaleWithoutTheirLetters(boolean dvm) throws Exception {
        String print = "echo \"$LC_ALL $(printf %s \"$1\" | od -An -tx1)\"";
        List<String> words = new ArrayList<>(List.of("-n", "1", "/bin/sh", "-c", print, "sh", "größe"));
        if (dvm) {
            words.addAll(0, List.of("--dvm"));
        }
        Launched job = run(Map.of("LC_ALL", "C"), words.toArray(String[]::new));
        assertThat(job.exit()).as(job.output()).isZero();
        assertThat(job.output()).contains("\nC  67 72 c3 b6 c3 9f 65\n");
    }

    /** They find each other and connect, on one node and on three. Nothing is left of their DVM. */
    @ParameterizedTest
    @ValueSource(ints = 3)
    void twoJobsOfOneDvm(int nodes) throws Exception {
        String main = Rendezvous.class.getName();
        Launched jobs = run(
                "--dvm",
                "--tag",
                "--nodes",
                Integer.toString(nodes),
                "-n",
                "1",
                "-cp",
                samples(),
                main,
                "1",
                ":",
                "-n",
                "2",
                "-cp",
                samples(),
                main,
                "2");
        assertThat(jobs.exit()).as(jobs.output()).isZero();
        assertThat(jobs.output())
                .containsPattern("(?m)^\\[1,0]<stdout>: job [12], rank 0: disconnected$")
                .containsPattern("(?m)^\\[2,0]<stdout>: job [12], rank 0: disconnected$")
                .containsPattern(
                        "(?m)^\\[[12],1]<stdout>: job 2, rank 1: rank . of 3 from 2 jobs; the parts add up to 7$");
        assertNoDvm(jobs.output());
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(ints = 1)
    void twoJobsOfOneDvmOnOneNode(int nodes) throws Exception {
        twoJobsOfOneDvm(nodes);
    }

    private static void assertNoDvm(String output) throws InterruptedException {
        Matcher address = Pattern.compile("--dvm-uri file:(\\S+)/address ").matcher(output);
        assertThat(address.find()).as(output).isTrue();
        String folder = address.group(1);
        Await.until(
                "the DVM has ended",
                () -> ProcessHandle.allProcesses()
                        .noneMatch(each -> each.info().commandLine().orElse("").contains(folder)));
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theOthersOfARankThatDies(boolean recoverable) throws Exception {
        String output = watchRanks(recoverable ? new String[] {"--recoverable"} : new String[0]);
        assertThat(output.contains("rank 0: rank 2 has ended")).as(output).isEqualTo(recoverable);
    }

    /** Runs the sample in which one of three ranks fails, and returns its output. */
    private String watchRanks(String... options) throws Exception {
        List<String> words = new ArrayList<>(List.of(options));
        words.addAll(List.of("-n", "3", "-cp", samples(), WatchRanks.class.getName(), "fail"));
        Launched job = run(words.toArray(String[]::new));
        assertThat(job.exit()).as(job.output()).isEqualTo(1);
        return job.output();
    }

    @Test
    void theStatusIsThatOfTheJob() throws Exception {
        Launched job = run("-n", "2", "-cp", Tool.CLASSES, MAIN, "exit", "7");
        assertThat(job.exit()).as(job.output()).isEqualTo(7);
    }

    /** As Ctrl-C does, the signal reaches all processes of the group. */
    @ParameterizedTest
    @CsvSource({"INT, true, --compute", "KILL, false, --dvm"})
    void oneSignalEndsTheJob(String signal, boolean all, String option) throws Exception {
        Launched.needsLauncher();
        Path output = work.resolve("output");
        // As from a terminal: in the background of a script, SIGINT is ignored.
        List<String> words = new ArrayList<>(List.of("setsid", "env", "--default-signal"));
        words.addAll(Tool.words("run", option, "-n", "2", "-cp", Tool.CLASSES, MAIN, "wait"));
        Launches.started(words);
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        Await.until("both ranks run", () -> pids(output).size() == 2);
        new ProcessBuilder("kill", "-" + signal, "--", (all ? "-" : "") + process.pid())
                .start()
                .waitFor();
        Await.until("the job has ended", () -> !process.isAlive());
        assertThat(process.exitValue()).isNotZero();
        Await.until(
                "the ranks have ended",
                () -> pids(output).stream()
                        .noneMatch(pid -> ProcessHandle.of(pid).isPresent()));
        if (option.equals("--dvm")) {
            assertNoDvm(Files.readString(output));
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"TERM, false, --compute", "INT, true, --dvm"})
    void anotherSignalEndsTheJob(String signal, boolean all, String option) throws Exception {
        oneSignalEndsTheJob(signal, all, option);
    }

    private static List<Long> pids(Path output) {
        try {
            Matcher pid = PID.matcher(Files.readString(output));
            return pid.results().map(found -> Long.parseLong(found.group(1))).toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    // --- programs ------------------------------------------------------------------------------------------------

    private Path jar() throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, MAIN);
        Path file = work.resolve("app.jar");
        String entry = MAIN.replace('.', '/') + ".class";
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
            jar.putNextEntry(new ZipEntry(entry));
            Files.copy(Path.of(Tool.CLASSES, entry), jar);
        }
        return file;
    }

    @Test
    void aJar() throws Exception {
        assertSucceeded(run("-n", "1", jar().toString(), "a"), 1);
    }

    /** It imports the module of the library, and is compiled once: no rank loads a class of the compiler. */
    @Test
    void aSourceFile() throws Exception {
        Path source = Files.writeString(work.resolve("Hello.java"), """
                import module org.pmixj;

                void main(String[] args) {
                    try (Pmix pmix = Pmix.init()) {
                        System.out.println("rank " + pmix.self().rank() + " of 2 on " + pmix.node().hostname() + " " + args[0]);
                    }
                }
                """);
        Launched job = run(
                "-x",
                "JDK_JAVA_OPTIONS=-Xlog:class+load:file=" + work + "/loaded-%p",
                "-n",
                "2",
                source.toString(),
                "from source");
        assertSucceeded(job, 2);
        assertThat(job.output())
                .contains("from source", "-XX:AOTCache=")
                .containsPattern("\\+ \\S+/bin/javac -cp .* " + source + "\n\\+ prterun .* Hello 'from source'\n")
                .doesNotContain("[aot]", "WARNING");
        try (Stream<Path> found = Files.list(work)) {
            List<Path> loaded = found.filter(
                            file -> file.getFileName().toString().startsWith("loaded-"))
                    .toList();
            assertThat(loaded).hasSize(2);
            for (Path file : loaded) {
                assertThat(Files.readString(file))
                        .contains(" Hello source: file:")
                        .doesNotContain("com.sun.tools.javac");
            }
        }
    }

    /** The error is reported before the launcher is asked for slots. */
    @Test
    void aSourceFileWithAnError() throws Exception {
        Path source = Files.writeString(work.resolve("Wrong.java"), "void main() {\n    int i = no;\n}\n");
        Path launcher = Files.writeString(work.resolve("prterun"), "#!/bin/sh\ntouch '" + work + "/started'\nexit 9\n");
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
        Launched job = run(Map.of("PATH", work + ":" + System.getenv("PATH")), source.toString());
        assertThat(job.exit()).as(job.output()).isEqualTo(2);
        assertThat(job.output())
                .containsOnlyOnce("Wrong.java:2: error: cannot find symbol")
                .contains("pmixj run: '" + source + "' cannot be compiled, so nothing is started");
        assertThat(work.resolve("started")).doesNotExist();
    }

    @Test
    void aModule() throws Exception {
        Path sources = Files.createDirectories(work.resolve("source/user"));
        Path module =
                Files.writeString(sources.resolveSibling("module-info.java"), "module user { requires org.pmixj; }");
        Path main = Files.writeString(sources.resolve("User.java"), """
                package user;

                public class User {
                    public static void main(String[] args) {
                        try (var pmix = org.pmixj.Pmix.init()) {
                            System.out.println("rank 0 of 1 on a module path, " + User.class.getModule());
                        }
                    }
                }
                """);
        String library = Stream.of(System.getProperty("java.class.path").split(":"))
                .filter(entry -> entry.matches(".*/pmixj-(bindings-)?[0-9][^/]*\\.jar"))
                .collect(Collectors.joining(":"));
        Path classes = work.resolve("classes");
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-p",
                                library,
                                "-d",
                                classes.toString(),
                                module.toString(),
                                main.toString()))
                .isZero();
        Launched job = run("-n", "1", "-p", library + ":" + classes, "user/user.User");
        assertSucceeded(job, 1);
        assertThat(job.output())
                .contains(
                        "module user",
                        "--enable-native-access=org.pmixj,org.pmixj.ffi",
                        "must be written by the program itself")
                .doesNotContain("WARNING");
    }

    // --- refusals ------------------------------------------------------------------------------------------------

    /** Those that are found once the launcher is; {@code PmixjTest} has the others. */
    @ParameterizedTest
    @CsvSource({
        "-n 1 no.Class, the class path has no class no.Class",
        "-n 1 --nodes 3 --host localhost --prte --oversubscribe x.jar, there is no file 'x.jar'",
        "--dvm --launcher mpirun -n 1 /bin/true, --dvm starts PRRTE's prte and prun",
    })
    void mistakes(String words, String message) throws Exception {
        Launched job = run(words.split(" "));
        assertThat(job.exit()).as(job.output()).isEqualTo(2);
        assertThat(job.output()).contains(message).doesNotContain("Exception");
    }

    @Test
    void aWordOfAnotherEncoding() throws Exception {
        List<String> latin = List.of(
                "sh",
                "-c",
                "exec \"$0\" run -n 1 \"gr$(printf '\\374')n.jar\"",
                Tool.words().getFirst());
        Launched job = Launched.run(work, latin, Map.of("LC_ALL", "C"));
        assertThat(job.exit()).as(job.output()).isEqualTo(2);
        assertThat(job.output())
                .contains("pmixj: the word 'gr", "' is not in UTF-8", "or set a locale of UTF-8 (LC_ALL=C.UTF-8)")
                .doesNotContain("Exception");
    }

    /** As Open MPI 4 and MPICH do. */
    @Test
    void aLauncherWithoutPmix() throws Exception {
        Path mpiexec = Files.writeString(work.resolve("mpiexec"), "#!/bin/sh\necho 'mpiexec (Open MPI) 4.1.4'\n");
        assertThat(mpiexec.toFile().setExecutable(true)).isTrue();
        Launched job = run("--launcher", mpiexec.toString(), "-n", "1", "-cp", Tool.CLASSES, MAIN);
        assertThat(job.exit()).as(job.output()).isEqualTo(2);
        assertThat(job.output()).contains(mpiexec + " is not that of PRRTE or of Open MPI 5 or newer");
    }

    @Test
    void withoutALauncherOrInARankOrATask() throws Exception {
        Launched job = run(Map.of("PATH", OnlyJava.path(work)), "-n", "1", "-cp", Tool.CLASSES, MAIN);
        assertThat(job.exit()).isEqualTo(2);
        assertThat(job.output()).contains("there is no prterun on the PATH; install PRRTE");
        job = run(Map.of("PMIX_NAMESPACE", "a-job@1"), "-n", "1", "-cp", Tool.CLASSES, MAIN);
        assertThat(job.exit()).isEqualTo(2);
        assertThat(job.output()).contains("a rank of the job a-job@1 itself");
        job = run(Map.of("SLURM_STEP_NUM_TASKS", "2"), "-n", "1", "-cp", Tool.CLASSES, MAIN);
        assertThat(job.exit()).isEqualTo(2);
        assertThat(job.output()).contains("srun of Slurm", "start prterun inside the allocation");
    }
}
