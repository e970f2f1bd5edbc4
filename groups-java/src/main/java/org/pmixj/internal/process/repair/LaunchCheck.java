// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.process.repair;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.pmixj.Attributes;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Defect;
import org.pmixj.process.App;
import org.pmixj.process.SpawnRequest;
import org.pmixj.value.Envar;

/** Checks programs and working directories on this node: if PRRTE cannot start one, its launcher never ends. */
public final class LaunchCheck {
    private LaunchCheck() {}

    public static void check(SpawnRequest request) {
        if (!Defect.FAILED_LAUNCH_HANGS.isHere()) {
            return;
        }
        for (App app : request.apps()) {
            try {
                check(request, app);
            } catch (InvalidPathException e) {
                // In a locale such as C this JVM cannot look at a name that PRRTE can start.
            }
        }
    }

    private static void check(SpawnRequest request, App app) {
        String directory = app.directory();
        if (directory != null && !Files.isDirectory(Path.of(directory))) {
            throw missing("directory " + directory, PMIxConstants.PMIX_ERR_JOB_WDIR_NOT_FOUND());
        }
        if (!isThere(request, app)) {
            throw missing("program " + app.command(), PMIxConstants.PMIX_ERR_JOB_APP_NOT_EXECUTABLE());
        }
    }

    private static PmixException missing(String what, int status) {
        return new PmixException.NotFound(
                "cannot start a job: this node has no usable " + what + "; correct it, or set withoutFileCheck()",
                new PmixStatus(status));
    }

    private static boolean isThere(SpawnRequest request, App app) {
        String command = app.command();
        if (command.indexOf('/') >= 0) {
            Path base = Path.of(app.directory() == null ? "" : app.directory());
            return isProgram(base.resolve(command));
        }
        String path = System.getenv("PATH");
        return path == null
                || changesPath(request, app)
                || Stream.of(path.split(File.pathSeparator, -1))
                        .anyMatch(directory -> isProgram(Path.of(directory).resolve(command)));
    }

    private static boolean isProgram(Path file) {
        return Files.isExecutable(file) && !Files.isDirectory(file);
    }

    private static boolean changesPath(SpawnRequest request, App app) {
        return app.environment().stream().anyMatch(variable -> variable.startsWith("PATH="))
                || changesPath(request.directives())
                || changesPath(app.attributes());
    }

    private static boolean changesPath(Attributes infos) {
        return infos.infos().stream()
                .anyMatch(info ->
                        info.value() instanceof Envar envar && envar.name().equals("PATH"));
    }
}
