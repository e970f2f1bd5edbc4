// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** Deletes the directory of a job when all methods that used it have been reported, unless one has failed. */
final class JobFolder {
    private final Path directory;
    private int open;
    private boolean kept;

    JobFolder(Path directory, int methods) {
        this.directory = directory;
        this.open = methods;
    }

    synchronized void reported(boolean failed) throws IOException {
        open--;
        kept |= failed;
        if (open == 0 && !kept) {
            deleteAll();
        }
    }

    private void deleteAll() throws IOException {
        try (var paths = Files.walk(directory)) {
            for (Path each : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }
}
