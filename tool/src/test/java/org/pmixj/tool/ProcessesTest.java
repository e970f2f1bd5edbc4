// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Programs that the command starts, and several of it at the same time. Most of the time it waits for processes. */
@Execution(ExecutionMode.CONCURRENT)
class ProcessesTest {
    private static final int LIMIT_SECONDS = 60;

    @TempDir
    Path work;

    private Path program(String file, String script) throws IOException {
        Path program = work.resolve(file);
        Files.createDirectories(program.getParent());
        Files.writeString(program, "#!/bin/bash\n" + script + "\n");
        return Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Process start(String output, Map<String, String> environment, String... words) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(work.resolve(output).toFile());
        builder.environment().putAll(environment);
        return builder.start();
    }

    /** Returns whether a process has a command line. One that has ended has none, also if nobody waits for it. */
    private static boolean isAlive(String pid) {
        try {
            return Files.readAllBytes(Path.of("/proc", pid.strip(), "cmdline")).length > 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long begun = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - begun).isLessThan(TimeUnit.SECONDS.toNanos(LIMIT_SECONDS));
            Thread.sleep(20);
        }
    }

    /** It has the pipes of the program that has started it. */
    @Test
    void aProcessThatIsLeftBehindIsNotAwaited() throws Exception {
        Program program =
                Program.run(Duration.ofSeconds(LIMIT_SECONDS), List.of("bash", "-c", "sleep 30 & echo $!; exit 3"));
        assertThat(program.status()).isEqualTo(3);
        assertThat(program.output()).matches("[0-9]+\n");
        assertThat(isAlive(program.output())).isTrue();
        ProcessHandle.of(Long.parseLong(program.output().strip())).ifPresent(ProcessHandle::destroy);
    }

    @Test
    void aLauncherThatDoesNotEndIsKilled() throws Exception {
        Path launcher = program("bin/prterun", "trap '' TERM INT\necho $$ >'" + work + "/pid'\nexec sleep 300");
        Path library = Files.createFile(work.resolve("Main.class"));
        // A JVM that starts with an ignored signal, as all do below a service, ignores it too.
        List<String> words = new ArrayList<>(List.of(
                "env",
                "--default-signal=TERM",
                Program.java().toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Pmixj.class.getName(),
                "run",
                "--no-cache",
                "-cp",
                library.getParent().toString(),
                "Main"));
        Process command = start(
                "output",
                Map.of("PATH", launcher.getParent() + ":" + System.getenv("PATH")),
                words.toArray(String[]::new));
        Path pid = work.resolve("pid");
        await(() -> {
            assertThat(command.isAlive()).isTrue();
            return Files.exists(pid) && pid.toFile().length() > 0;
        });
        command.destroy();
        assertThat(command.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        String launched = Files.readString(pid);
        await(() -> !isAlive(launched));
    }
}
