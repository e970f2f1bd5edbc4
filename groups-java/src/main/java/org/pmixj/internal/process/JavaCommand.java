// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.process;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Builds the command that runs a class of this program in another JVM. */
public final class JavaCommand {
    private JavaCommand() {}

    public static String executable() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** Returns all arguments of the executable. */
    public static List<String> arguments(Class<?> main, List<String> arguments) {
        List<String> all = new ArrayList<>();
        Module ours = JavaCommand.class.getModule();
        String classPath = System.getProperty("java.class.path", "");
        String modulePath = System.getProperty("jdk.module.path", "");
        if (!modulePath.isEmpty()) {
            all.add("--module-path=" + absolute(modulePath));
        }
        if (!classPath.isEmpty()) {
            all.add("--class-path=" + absolute(classPath));
        }
        all.add("--enable-native-access=" + (ours.isNamed() ? "org.pmixj,org.pmixj.ffi" : "ALL-UNNAMED"));
        if (main.getModule().isNamed()) {
            all.add("--module=" + main.getModule().getName() + "/" + main.getName());
        } else {
            if (ours.isNamed()) {
                all.add("--add-modules=" + ours.getName());
            }
            all.add(main.getName());
        }
        all.addAll(arguments);
        return all;
    }

    /** Returns a path with absolute entries, because the program may start in another directory. */
    private static String absolute(String path) {
        // An empty entry means the working directory.
        return Stream.of(path.split(File.pathSeparator, -1))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
