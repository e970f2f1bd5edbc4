// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.tool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder for a PATH that has what a script needs, and no launcher. */
final class OnlyJava {
    private OnlyJava() {}

    static String path(Path work) throws IOException {
        Path folder = Files.createDirectories(work.resolve("bin"));
        for (String program : new String[] {"bash", "readlink", "dirname", "find", "env"}) {
            Path link = folder.resolve(program);
            if (Files.notExists(link)) {
                Files.createSymbolicLink(link, Path.of("/usr/bin", program));
            }
        }
        return folder.toString();
    }
}
