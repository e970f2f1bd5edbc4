// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.pmixj.host.LibraryVersion;
import org.pmixj.tool.Program;
import org.pmixj.tool.run.JobLauncher;

/**
 * Checks the launcher, and whether it has the libpmix that ranks have.
 *
 * @param usable its path, or null if it starts no program
 */
record LauncherCheck(@Nullable Path usable, List<Finding> findings) {
    private static final String LAUNCHER = "launcher";
    private static final String MATCH = "match";
    private static final String INSTALL =
            "install PRRTE 5.0 (Debian 14 and newer: libprrte-bin), or add the folder of its prterun to the PATH before others";
    private static final String REPAIR =
            "repair what is wrong above, or what the message names; this launcher with '-n 1 env' shows it whole";
    private static final String HOSTFILE = "PRTE_MCA_prte_default_hostfile";
    private static final Duration LIMIT = Duration.ofSeconds(20);
    /** The server of a process sets it to the version of its libpmix. */
    private static final Pattern SERVER = Pattern.compile("(?m)^PMIX_VERSION=(.+)$");

    static LauncherCheck run(Optional<String> named, @Nullable LibraryVersion library) {
        Optional<Path> program = named.isPresent() ? Program.find(named.get()) : JobLauncher.first();
        if (program.isEmpty()) {
            return new LauncherCheck(
                    null,
                    List.of(Finding.wrong(LAUNCHER, JobLauncher.missing(named.orElse(JobLauncher.PRTERUN)), INSTALL)));
        }
        try {
            return run(program.get(), library);
        } catch (IOException e) {
            return new LauncherCheck(
                    null, List.of(Finding.wrong(LAUNCHER, "it cannot be started: " + e.getMessage(), INSTALL)));
        }
    }

    private static LauncherCheck run(Path program, @Nullable LibraryVersion library) throws IOException {
        List<Finding> findings = new ArrayList<>();
        Program reported = JobLauncher.version(program);
        JobLauncher launcher = JobLauncher.read(program, reported.output());
        if (launcher == null) {
            String complaint = reported.complaint();
            findings.add(Finding.wrong(
                    LAUNCHER,
                    program + " is not that of PRRTE or Open MPI 5, or does not work: " + complaint,
                    remedy(complaint)));
            return new LauncherCheck(null, findings);
        }
        // Without options: this is the plainest job.
        Program job = Program.run(LIMIT, List.of(program.toString(), "-n", "1", "env"));
        if (!job.succeeded()) {
            boolean lacksHostfile = lacksHostfile();
            findings.add(Finding.wrong(
                    LAUNCHER,
                    launcher + " starts no program: it " + job.end() + ": " + job.complaint()
                            + (lacksHostfile ? "; " + HOSTFILE + " names this file" : ""),
                    job.complaint().contains("run as root")
                            ? "work as an ordinary user, or set " + launcher.rootVariable() + "=1 and "
                                    + launcher.rootVariable() + "_CONFIRM=1, as one does in a container"
                            : lacksHostfile ? "write the file, or unset " + HOSTFILE : REPAIR));
            return new LauncherCheck(null, findings);
        }
        findings.add(
                launcher.hasGroups()
                        ? Finding.ok(LAUNCHER, launcher.toString())
                        : Finding.warning(LAUNCHER, launcher.toString(), INSTALL + ", for groups by the host"));
        Matcher server = SERVER.matcher(job.output());
        if (library != null) {
            findings.add(match(library, server.find() ? server.group(1).strip() : ""));
        }
        return new LauncherCheck(program, findings);
    }

    private static boolean lacksHostfile() {
        String file = System.getenv(HOSTFILE);
        return file != null && !Files.isReadable(Path.of(file));
    }

    /** Returns what to do if the dynamic linker complains of a library, or the program is another one. */
    private static String remedy(String complaint) {
        if (complaint.contains("error while loading shared libraries")) {
            return "add the folder of this library to LD_LIBRARY_PATH, or install it, or " + INSTALL;
        } else if (complaint.contains("symbol lookup error")) {
            return System.getenv("LD_LIBRARY_PATH") == null
                    ? "repair libpmix, see above: the dynamic linker finds another one than the launcher's; else "
                            + INSTALL
                    : "unset LD_LIBRARY_PATH, which leads the launcher to another library than its own; else "
                            + INSTALL;
        }
        return INSTALL;
    }

    private static Finding match(LibraryVersion library, String server) {
        String chosen = LibraryCheck.chooser();
        String remedy = (chosen.isEmpty() ? "add the folder of the launcher's to LD_LIBRARY_PATH" : "unset " + chosen)
                + ", so that ranks load the launcher's, or put the launcher of OpenPMIx " + library
                + " first on the PATH";
        if (server.isEmpty()) {
            return Finding.warning(MATCH, "the launcher does not report the version of its libpmix", remedy);
        } else if (server.equals(library.toString())) {
            return Finding.ok(MATCH, "launcher and ranks have OpenPMIx " + server);
        }
        String text = "the launcher has OpenPMIx " + server + ", ranks would load " + library;
        boolean near = LibraryVersion.parse(server).major() == library.major();
        return near ? Finding.warning(MATCH, text, remedy) : Finding.wrong(MATCH, text, remedy);
    }
}
