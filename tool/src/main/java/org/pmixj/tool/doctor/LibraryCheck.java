// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.doctor;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.ffi.PmixLibrary;
import org.pmixj.host.LibraryVersion;
import org.pmixj.launch.ClassCache;

/**
 * Checks libpmix, and how a process starts without a launcher.
 *
 * @param version the version of libpmix; null if it cannot be loaded
 * @param isUsable whether processes can be started with it
 */
record LibraryCheck(@Nullable LibraryVersion version, boolean isUsable, List<Finding> findings) {
    private static final String LIBRARY = "libpmix";
    private static final String SINGLETON = "singleton";
    private static final String INSTALL = "install OpenPMIx 7.0 (Debian: libpmix2t64), or name another one by "
            + PmixLibrary.VARIABLE + "=/path/libpmix.so.2";

    static LibraryCheck run() {
        Probe probe;
        try {
            probe = Probe.run(Probe.java(ClassCache.SHORT_JOB, LibraryProbe.class));
        } catch (IOException e) {
            return unusable("it was not tried: " + e.getMessage(), "repair the JDK");
        }
        String failure = probe.text(LibraryProbe.FAILURE);
        if (!failure.isEmpty()) {
            // The library's own message ends with what to do.
            int remedy = failure.indexOf("; install");
            return remedy < 0
                    ? unusable(failure, INSTALL)
                    : unusable(failure.substring(0, remedy), failure.substring(remedy + 2));
        }
        String text = probe.text(LibraryProbe.VERSION);
        if (text.isEmpty()) {
            return unusable(
                    "a JVM that loads it " + probe.program().end() + ": "
                            + probe.program().complaint(),
                    INSTALL);
        }
        LibraryVersion version = LibraryVersion.parse(text);
        List<Finding> findings = new ArrayList<>();
        String found = "OpenPMIx " + version + ", " + probe.text(LibraryProbe.PATH) + ", found by "
                + finder(probe.text(LibraryProbe.NAME));
        findings.add(
                version.isAtLeast(7, 0)
                        ? Finding.ok(LIBRARY, found)
                        : Finding.warning(
                                LIBRARY,
                                found,
                                "install OpenPMIx 7.0 with PRRTE 5.0 for groups by the host, invitations and connections"));
        findings.add(session(probe));
        return new LibraryCheck(version, true, findings);
    }

    private static LibraryCheck unusable(String text, String remedy) {
        return new LibraryCheck(null, false, List.of(Finding.wrong(LIBRARY, text, remedy)));
    }

    private static Finding session(Probe probe) {
        String job = System.getenv("PMIX_NAMESPACE");
        String failure = probe.text(LibraryProbe.SESSION_FAILURE);
        if (job != null) {
            return Finding.warning(
                    SINGLETON, "this command is itself a rank of the job " + job, "start it once, without a launcher");
        } else if (!failure.isEmpty()) {
            int remedy = failure.indexOf("; instead, ");
            return remedy < 0
                    ? Finding.wrong(SINGLETON, failure, INSTALL)
                    : Finding.wrong(SINGLETON, failure.substring(0, remedy), failure.substring(remedy + 11));
        } else if (probe.found().isNull(SINGLETON)) {
            return Finding.wrong(
                    SINGLETON,
                    "a process without a launcher " + probe.program().end() + ": "
                            + probe.program().complaint(),
                    INSTALL);
        }
        return Finding.ok(
                SINGLETON, "a process without a launcher is a job of size 1; no launcher has started this one");
    }

    /** Says how the dynamic linker was led to the library. */
    private static String finder(String name) {
        if (!name.equals(PmixLibrary.DEFAULT_NAME)) {
            return PmixLibrary.VARIABLE + " or -D" + PmixLibrary.PROPERTY;
        }
        String path = System.getenv("LD_LIBRARY_PATH");
        if (path != null) {
            for (String folder : path.split(File.pathSeparator, -1)) {
                if (!folder.isEmpty() && Files.exists(Path.of(folder, name))) {
                    return "LD_LIBRARY_PATH";
                }
            }
        }
        return "the dynamic linker";
    }
}
