// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Ends;

/** The end of {@code pmixj run} without its script: the JVM stays, and the launcher is its child. */
@Order(2)
class ToolEndIT {
    @TempDir
    Path work;

    private static Path archive() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("../../tool/target"))) {
            return files.filter(file -> file.getFileName().toString().matches("pmixj-tool-[0-9.]+(-SNAPSHOT)?\\.jar"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void aLauncherThatDoesNotEndIsKilled() throws Exception {
        Path pid = work.resolve("pid");
        Path launcher = work.resolve("prterun");
        Files.writeString(launcher, "#!/bin/bash\ntrap '' TERM INT\necho $$ >'" + pid + "'\nexec sleep 300\n");
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
        // A JVM that starts with an ignored signal, as all do below a service, ignores it too.
        List<String> words = new ArrayList<>(List.of("env", "--default-signal=TERM"));
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of("-cp", archive().toString(), "org.pmixj.tool.Pmixj"));
        words.addAll(List.of("run", "--no-cache", "-cp", Tool.CLASSES, ToolProgram.class.getName()));
        ProcessBuilder builder = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(work.resolve("output").toFile());
        builder.environment().merge("PATH", work.toString(), (path, first) -> first + ":" + path);
        Process command = builder.start();
        Await.until("the launcher has started", () -> {
            assertThat(command.isAlive()).isTrue();
            return Files.exists(pid) && pid.toFile().length() > 0;
        });
        command.destroy();
        assertThat(command.waitFor(Await.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        long launched = Long.parseLong(Files.readString(pid).strip());
        Await.until("the launcher was killed", () -> Ends.hasEnded(launched));
    }
}
