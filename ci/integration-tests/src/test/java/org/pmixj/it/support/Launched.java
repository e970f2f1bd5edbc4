// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.support;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmixj.junit.job.RankCache;

/** Runs a program outside the extension, because its job is meant to fail or has no launcher. */
public record Launched(int exit, String output) {
    /** It may create a class cache first, which takes minutes on a single core that is busy. */
    private static final Duration LIMIT = Await.LIMIT.multipliedBy(10);

    /** A variable that all processes of a program inherit. One that outlives its parent is no descendant any more. */
    private static final String MARK = "PMIXJ_LAUNCHED";

    private static final String CLASS_PATH = classPath();
    private static final List<String> JAVA = jvm();

    /** Runs a Java program as the ranks of a job. */
    public static Launched job(Path work, int ranks, Class<?> main, String... arguments) throws Exception {
        return job(work, 1, ranks, main, arguments);
    }

    /** Runs a Java program as the ranks of a job, which are dealt to the nodes in turn. */
    public static Launched job(Path work, int nodes, int ranks, Class<?> main, String... arguments) throws Exception {
        needsLauncher();
        List<String> command = new ArrayList<>(onNodes(nodes));
        command.addAll(List.of("prterun", "--map-by", mapBy(nodes), "-n", Integer.toString(ranks)));
        command.addAll(java(main, arguments));
        return run(work, command, Map.of());
    }

    /** Runs a Java program as the ranks of a job whose others live on when one dies, and are notified. */
    public static Launched recoverable(Path work, int ranks, Class<?> main, String... arguments) throws Exception {
        needsLauncher();
        List<String> command = new ArrayList<>(List.of("prterun", "--runtime-options", "recoverable,notifyerrors"));
        command.addAll(List.of("--map-by", mapBy(1), "-n", Integer.toString(ranks)));
        command.addAll(java(main, arguments));
        return run(work, command, Map.of());
    }

    /**
     * Runs two jobs at once in one DVM.
     *
     * @param prte the options of the DVM
     * @param first the options of {@code prun}, and the command of the job
     * @param second the same for the other job
     */
    public static Launched twoJobs(Path work, int nodes, List<String> prte, List<String> first, List<String> second)
            throws Exception {
        needsLauncher();
        Path uri = work.resolve("uri");
        Path script = Files.writeString(
                work.resolve("two-jobs.sh"), """
                        prte --report-uri "$1" --no-ready-msg %s &
                        launcher=$!
                        for i in $(seq 1200); do [ -s "$1" ] && break; sleep 0.05; done
                        prun --dvm-uri "file:$1" %s &
                        first=$!
                        prun --dvm-uri "file:$1" %s
                        second=$?
                        wait $first
                        status=$((second + $?))
                        kill $launcher
                        wait $launcher
                        exit $status
                        """.formatted(quoted(prte), quoted(first), quoted(second)));
        List<String> command = new ArrayList<>(onNodes(nodes));
        command.addAll(List.of("sh", script.toString(), uri.toString()));
        return run(work, command, Map.of());
    }

    /** Returns the words of a command for a shell. */
    private static String quoted(List<String> words) {
        return words.stream()
                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
    }

    /** Kills this process, which is a rank of such a job. */
    public static void killSelf() throws IOException, InterruptedException {
        new ProcessBuilder(
                        "kill", "-KILL", Long.toString(ProcessHandle.current().pid()))
                .start();
        Thread.sleep(Await.LIMIT);
        throw new IllegalStateException("this process has survived its own SIGKILL");
    }

    /** Returns the words before a launcher for this many nodes. One node is this machine. */
    public static List<String> onNodes(int nodes) {
        return nodes == 1
                ? List.of()
                : List.of(Path.of("../nodes").toAbsolutePath().normalize().toString(), Integer.toString(nodes));
    }

    /** Returns the mapping that deals ranks to nodes in turn. */
    public static String mapBy(int nodes) {
        return nodes == 1 ? ":oversubscribe" : "node:oversubscribe";
    }

    /** Runs a Java program without a launcher. */
    public static Launched alone(Path work, Map<String, String> environment, Class<?> main, String... arguments)
            throws Exception {
        needsLauncher();
        return run(work, java(main, arguments), environment);
    }

    /** Runs any command. */
    public static Launched run(Path work, List<String> command, Map<String, String> environment) throws Exception {
        return run(work, command, environment, LIMIT);
    }

    /** Runs any command, which may take so long. */
    public static Launched run(Path work, List<String> command, Map<String, String> environment, Duration limit)
            throws Exception {
        Path output = work.resolve("output");
        String mark = UUID.randomUUID().toString();
        Path times = work.resolve("times-" + mark);
        long began = System.nanoTime();
        ProcessBuilder builder = new ProcessBuilder(Launches.timed(times, command))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        builder.environment().put(MARK, mark);
        Process process = builder.start();
        if (!process.waitFor(limit)) {
            kill(mark);
            throw new AssertionError(
                    "still running after " + limit.toSeconds() + " s: " + command + "\n" + Files.readString(output));
        }
        // The launcher may end a moment before its ranks.
        if (!Await.until(Await.LIMIT, () -> marked(mark).isEmpty())) {
            List<String> left = kill(mark);
            throw new AssertionError(command + " has ended, and left " + left + "\n" + Files.readString(output));
        }
        Launches.ended(times, command, System.nanoTime() - began);
        return new Launched(process.exitValue(), Files.readString(output));
    }

    /** Ends the processes that have inherited a mark, and returns their commands. */
    private static List<String> kill(String mark) {
        List<ProcessHandle> processes = marked(mark);
        List<String> commands = processes.stream()
                .map(process -> process.info().commandLine().orElse("process " + process.pid()))
                .toList();
        processes.forEach(ProcessHandle::destroyForcibly);
        return commands;
    }

    /** Returns the processes that have inherited a mark, also those in pid namespaces below this one. */
    private static List<ProcessHandle> marked(String mark) {
        return ProcessHandle.allProcesses()
                .filter(process -> environment(process).contains(MARK + "=" + mark))
                .toList();
    }

    private static List<String> environment(ProcessHandle process) {
        try {
            byte[] environment = Files.readAllBytes(Path.of("/proc", Long.toString(process.pid()), "environ"));
            return List.of(new String(environment, StandardCharsets.UTF_8).split("\0"));
        } catch (IOException e) {
            // It has just ended.
            return List.of();
        }
    }

    public static void needsLauncher() {
        for (String folder : System.getenv("PATH").split(":")) {
            if (Files.isExecutable(Path.of(folder, "prterun"))) {
                return;
            }
        }
        assumeTrue(Boolean.getBoolean("pmixj.required"), "not run: there is no prterun on PATH");
        throw new AssertionError("there is no prterun on PATH");
    }

    /** Returns the command of a Java program. */
    public static List<String> java(Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>(JAVA);
        command.addAll(List.of("-cp", CLASS_PATH, main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Returns the command without class path and program. */
    private static List<String> jvm() {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> command = new ArrayList<>(List.of(java.toString()));
        try {
            command.addAll(RankCache.optionsOfPrograms());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return List.copyOf(command);
    }

    /** Returns the class path with the JARs first, whose classes alone a cache contains. */
    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(":"))
                .sorted(Comparator.comparing(entry -> Files.isDirectory(Path.of(entry))))
                .collect(Collectors.joining(":"));
    }
}
