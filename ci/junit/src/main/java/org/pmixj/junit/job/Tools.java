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

    static Optional<String> nodes() {
        String configured = System.getProperty(NODES, System.getenv(NODES_VARIABLE));
        if (configured != null) {
            return Optional.of(configured);
        }
        for (Path each = Path.of("").toAbsolutePath(); each != null; each = each.getParent()) {
            Path candidate = each.resolve("ci/nodes");
            if (Files.isExecutable(candidate)) {
                return Optional.of(candidate.toString());
            }
        }
        return Optional.empty();
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
        if (settings.nodes() > 1 && nodes().filter(Tools::isCommand).isEmpty()) {
            return Optional.of("several nodes need the command of the system property " + NODES + " or the variable "
                    + NODES_VARIABLE + ", or an enclosing directory that has ci/nodes");
        }
        return Optional.empty();
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
