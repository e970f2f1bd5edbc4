// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.tool;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.pmixj.it.support.Launched;

/** The command {@code pmixj}, as a user starts it. */
public final class Tool {
    /** The script. */
    public static final String SCRIPT =
            Path.of("../../tool/pmixj").toAbsolutePath().normalize().toString();

    /** The folder of the tests' classes, in which there is no library. */
    public static final String CLASSES =
            Path.of("target/test-classes").toAbsolutePath().toString();

    private Tool() {}

    /** Runs it with some words. */
    public static Launched run(Path work, Map<String, String> environment, String... words) throws Exception {
        Launched.needsLauncher();
        return Launched.run(work, words(words), environment);
    }

    static List<String> words(String... words) {
        List<String> command = new ArrayList<>(List.of(SCRIPT));
        command.addAll(List.of(words));
        return command;
    }
}
