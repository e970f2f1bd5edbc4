// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * Holds the command that simulates several nodes on one machine, {@code ci/nodes} of this project. It is in the JAR.
 */
final class NodesCommand {
    /** The commands that it calls. */
    static final List<String> NEEDED = List.of("bash", "perl", "setpriv", "unshare", "nsenter", "ip");

    /** The packages of Debian that have them. */
    static final String PACKAGES = "bash, perl, util-linux and iproute2";

    private static final String NAME = "nodes";
    private static final List<String> FILES =
            List.of(NAME, "lib/nodes-setup", "lib/on-node", "lib/ssh-stand-in", "lib/supervise");

    private NodesCommand() {}

    /** Returns the command in a directory to which it was written. */
    static Path in(Path directory) {
        return directory.resolve(NAME).resolve(NAME);
    }

    static void writeTo(Path directory) throws IOException {
        for (String name : FILES) {
            Path file = in(directory).resolveSibling(name);
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            try (InputStream content =
                    Objects.requireNonNull(NodesCommand.class.getResourceAsStream("nodes/" + name), name)) {
                Files.copy(content, file);
            }
            if (!file.toFile().setExecutable(true)) {
                throw new IOException("cannot make " + file + " executable");
            }
        }
    }
}
