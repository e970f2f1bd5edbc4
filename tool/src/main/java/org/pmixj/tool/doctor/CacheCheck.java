// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.pmixj.launch.ClassCache;
import org.pmixj.launch.OwnFiles;
import org.pmixj.tool.Program;
import org.pmixj.tool.run.FastStart;

/** Checks the class cache with which ranks start fast. */
final class CacheCheck {
    private static final String SUBJECT = "class cache";

    private CacheCheck() {}

    /** Returns the cache of ranks that have the library from this command. */
    static ClassCache cache() {
        return FastStart.cache(Program.java(), ClassCache.SHORT_JOB, List.of(System.getProperty("java.class.path")));
    }

    static Finding run() {
        String remedy = "set XDG_CACHE_HOME to a folder with some 30 MB free";
        try {
            Path file = cache().file();
            Path folder = FastStart.folder();
            OwnFiles.folder(folder);
            if (Files.isRegularFile(file)) {
                OwnFiles.check(file);
                return Finding.ok(SUBJECT, file + ", " + Files.size(file) / 1_000_000 + " MB");
            }
            if (!Files.isWritable(folder)) {
                return Finding.warning(SUBJECT, folder + " is not writable, so ranks start more slowly", remedy);
            }
            return Finding.ok(SUBJECT, "not created yet; 'pmixj run' does so, in " + folder);
        } catch (IOException e) {
            return Finding.warning(SUBJECT, "there can be none, so ranks start more slowly: " + e.getMessage(), remedy);
        }
    }
}
