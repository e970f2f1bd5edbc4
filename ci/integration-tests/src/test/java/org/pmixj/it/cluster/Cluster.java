// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Launched;

/**
 * A cluster of three nodes by {@code ci/slurm} or {@code ci/nodes}, and a shell on its first node, which runs commands of a
 * test.
 */
final class Cluster implements AutoCloseable {
    /** The limit of a command. Slurm ends a job up to half a minute after its time limit, which is at least a minute. */
    private static final Duration LIMIT = Await.LIMIT.multipliedBy(3);

    private static final Path CHECKOUT = Path.of("../..").toAbsolutePath().normalize();

    /** Runs the script with each number that it reads, in the background. */
    private static final String SHELL = """
            cd "$1"
            while read -r number; do
                {
                    bash "$2/$number.sh" </dev/null >"$2/$number.out" 2>&1
                    echo $? >"$2/$number.part"
                    mv "$2/$number.part" "$2/$number.status"
                } &
            done
            """;

    private final Path work;
    private final Process process;
    private final BufferedWriter shell;
    private int commands;

    private Cluster(Path work, Process process) {
        this.work = work;
        this.process = process;
        this.shell = process.outputWriter(StandardCharsets.UTF_8);
    }

    /** Starts nodes that belong to a Slurm. */
    static Cluster slurm(Path work) throws IOException {
        return start(work, "ci/slurm");
    }

    /** Starts nodes that a launcher reaches by ssh. */
    static Cluster nodes(Path work) throws IOException {
        return start(work, "ci/nodes");
    }

    private static Cluster start(Path work, String command) throws IOException {
        Launched.needsLauncher();
        Process process = new ProcessBuilder(
                        CHECKOUT.resolve(command).toString(),
                        "3",
                        "bash",
                        "-c",
                        SHELL,
                        "bash",
                        CHECKOUT.toString(),
                        work.toString())
                .redirectErrorStream(true)
                .redirectOutput(work.resolve("cluster").toFile())
                .start();
        return new Cluster(work, process);
    }

    /** Starts a bash script on the first node, in the folder of the checkout. */
    Command start(String script) throws IOException {
        Command command = new Command(++commands);
        Files.writeString(command.file("sh"), script);
        shell.write(command.number + "\n");
        shell.flush();
        return command;
    }

    /** Runs a bash script on the first node. */
    Launched run(String script) throws IOException, InterruptedException {
        return start(script).end();
    }

    /** Runs a bash script that must succeed, and returns its output. */
    String output(String script) throws IOException, InterruptedException {
        Launched run = run(script);
        assertThat(run.exit()).as(script + "\n" + run.output()).isZero();
        return run.output();
    }

    /** Waits until the state of a job matches, such as {@code TIMEOUT}, and returns what Slurm reports of it. */
    String awaitState(int job, String state) throws IOException, InterruptedException {
        return output("until timeout 30 scontrol -o show job %d | grep -E 'JobState=(%s) '; do sleep 0.1; done"
                .formatted(job, state));
    }

    /** Returns the command of a Java program as words of a shell. */
    static String java(Class<?> main, Object... arguments) {
        return words(Launched.java(
                main, List.of(arguments).stream().map(Object::toString).toArray(String[]::new)));
    }

    /** Returns a command as words of a shell. */
    static String words(List<String> command) {
        return command.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
    }

    final class Command {
        private final int number;

        private Command(int number) {
            this.number = number;
        }

        private Path file(String suffix) {
            return work.resolve(number + "." + suffix);
        }

        String output() {
            try {
                return Files.readString(file("out"));
            } catch (IOException e) {
                return "";
            }
        }

        boolean hasEnded() {
            if (!process.isAlive()) {
                throw new AssertionError("the cluster has ended: " + work.resolve("cluster"));
            }
            return Files.exists(file("status"));
        }

        Launched end() throws IOException, InterruptedException {
            if (!Await.until(LIMIT, this::hasEnded)) {
                throw new AssertionError(LIMIT + " have passed, and " + file("sh") + " has not ended");
            }
            return new Launched(
                    Integer.parseInt(Files.readString(file("status")).strip()), output());
        }
    }

    /** Ends the shell, and with it the cluster and its jobs. */
    @Override
    public void close() throws IOException {
        shell.close();
        try {
            if (!process.waitFor(Await.LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("the cluster has not ended");
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        assertThat(process.exitValue())
                .as(Files.readString(work.resolve("cluster")))
                .isZero();
    }
}
