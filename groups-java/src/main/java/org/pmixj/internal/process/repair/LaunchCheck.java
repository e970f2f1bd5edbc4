// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.process.repair;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.pmixj.Info;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Defect;
import org.pmixj.process.App;
import org.pmixj.process.SpawnRequest;
import org.pmixj.value.Envar;

/**
 * Whether the programs and working directories of a request are on this node. PRRTE (seen with 5.0.0rc1) tells that it
 * could not start one, but its launcher then does not end any more, not even by an abort.
 */
public final class LaunchCheck {
    private LaunchCheck() {}

    public static void check(SpawnRequest request) {
        if (!Defect.FAILED_LAUNCH_HANGS.isHere()) {
            return;
        }
        for (App app : request.apps()) {
            String directory = app.directory();
            if (directory != null && !Files.isDirectory(Path.of(directory))) {
                throw notThere("directory " + directory, PMIxConstants.PMIX_ERR_JOB_WDIR_NOT_FOUND());
            }
            if (!isThere(request, app)) {
                throw notThere("program " + app.command(), PMIxConstants.PMIX_ERR_JOB_APP_NOT_EXECUTABLE());
            }
        }
    }

    private static PmixException notThere(String what, int status) {
        return new PmixException.NotFound(
                "cannot start a job: there is no " + what + " on this node that can be used", new PmixStatus(status));
    }

    private static boolean isThere(SpawnRequest request, App app) {
        String command = app.command();
        if (command.indexOf('/') >= 0) {
            Path base = Path.of(app.directory() == null ? "" : app.directory());
            return isProgram(base.resolve(command));
        }
        String path = System.getenv("PATH");
        return path == null || changesPath(request, app) || isOn(path, command);
    }

    private static boolean isOn(String path, String command) {
        int begin = 0;
        while (begin <= path.length()) {
            int next = path.indexOf(File.pathSeparatorChar, begin);
            int end = next < 0 ? path.length() : next;
            if (isProgram(Path.of(path.substring(begin, end)).resolve(command))) {
                return true;
            }
            begin = end + 1;
        }
        return false;
    }

    private static boolean isProgram(Path file) {
        return Files.isExecutable(file) && !Files.isDirectory(file);
    }

    private static boolean changesPath(SpawnRequest request, App app) {
        for (String variable : app.environment()) {
            if (variable.startsWith("PATH=")) {
                return true;
            }
        }
        return changesPath(request.attributes()) || changesPath(app.attributes());
    }

    private static boolean changesPath(Iterable<Info> infos) {
        for (Info info : infos) {
            if (info.value() instanceof Envar envar && envar.name().equals("PATH")) {
                return true;
            }
        }
        return false;
    }
}
