// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the commands that a job needs, or reports which one is missing. */
final class Tools {
    private static final String LAUNCHER = "pmixj.junit.launcher";
    private static final String NODES = "pmixj.nodes.command";
    private static final String NODES_VARIABLE = "PMIXJ_NODES_COMMAND";

    private Tools() {}

    static String launcherName(Settings settings) {
        return settings.program().isEmpty() ? System.getProperty(LAUNCHER, "prterun") : settings.program();
    }

    /** Returns the command for simulated nodes that the user has chosen, or none for {@link NodesCommand}. */
    static Optional<String> nodes() {
        return Optional.ofNullable(System.getProperty(NODES, System.getenv(NODES_VARIABLE)));
    }

    /** Returns what a test with these settings lacks here, if anything. */
    static Optional<String> missing(Settings settings) {
        String launcher = launcherName(settings);
        if (!isCommand(launcher)) {
            return Optional.of(
                    settings.program().isEmpty()
                            ? launcher + " is not on the PATH; it comes with PRRTE (package libprrte-bin)"
                            : launcher + " is no program");
        }
        return settings.nodes() > 1 ? missingForNodes() : Optional.empty();
    }

    private static Optional<String> missingForNodes() {
        Optional<String> chosen = nodes();
        if (chosen.isPresent()) {
            return chosen.filter(command -> !isCommand(command))
                    .map(command -> command + " of the system property " + NODES + " or the variable " + NODES_VARIABLE
                            + " is no program");
        }
        return NodesCommand.NEEDED.stream()
                .filter(command -> !isCommand(command))
                .findFirst()
                .map(command ->
                        command + " is not on the PATH; simulated nodes need the packages " + NodesCommand.PACKAGES);
    }

    private static boolean isCommand(String name) {
        if (name.contains(File.separator)) {
            return isProgram(Path.of(name));
        }
        @Nullable String path = System.getenv("PATH");
        for (String directory : path == null ? new String[0] : path.split(File.pathSeparator, -1)) {
            if (!directory.isEmpty() && isProgram(Path.of(directory, name))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isProgram(Path path) {
        return Files.isRegularFile(path) && Files.isExecutable(path);
    }
}
