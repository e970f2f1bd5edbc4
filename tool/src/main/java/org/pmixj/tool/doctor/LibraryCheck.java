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
    private static final String LINKER = "the dynamic linker";
    private static final String PATH = "LD_LIBRARY_PATH";
    private static final String SINGLETON = "singleton";
    private static final String INSTALL = "install OpenPMIx 7.0 (Debian 14 and newer: libpmix2t64); if it is"
            + " installed ('/sbin/ldconfig -p' lists those of the system), add the folder of its libpmix.so.2 to LD_LIBRARY_PATH,"
            + " so that the launcher finds it too";
    private static final String NEWER =
            "members in Java construct groups themselves there (see guide/docs/without-host-groups.md); install OpenPMIx"
                    + " 7.0 with PRRTE 5.0 (Debian 14 and newer) for members in C and groups that grow by nodes";

    static LibraryCheck run() {
        Probe probe;
        try {
            probe = Probe.run(Probe.java(ClassCache.SHORT_JOB, LibraryProbe.class));
        } catch (IOException e) {
            return unusable("it was not tried: " + e.getMessage(), "repair the JDK");
        }
        String failure = probe.text(LibraryProbe.FAILURE);
        if (!failure.isEmpty()) {
            // The library's own message ends with what to do, and does not know of the launcher.
            int remedy = failure.indexOf("; install");
            String file = probe.text(LibraryProbe.PATH);
            return unusable(
                    (remedy < 0 ? failure : failure.substring(0, remedy)) + (file.isEmpty() ? "" : "; it is " + file),
                    chosen() + INSTALL);
        }
        String text = probe.text(LibraryProbe.VERSION);
        if (text.isEmpty()) {
            return unusable(
                    "a JVM that loads it " + probe.program().end() + ": "
                            + probe.program().complaint(),
                    chosen() + INSTALL);
        }
        LibraryVersion version = LibraryVersion.parse(text);
        List<Finding> findings = new ArrayList<>();
        String found = "OpenPMIx " + version + ", " + probe.text(LibraryProbe.PATH) + ", found by "
                + finder(probe.text(LibraryProbe.NAME));
        findings.add(
                version.isAtLeast(7, 0)
                        ? Finding.ok(LIBRARY, found)
                        : Finding.warning(LIBRARY, found, chosen() + NEWER));
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
        } else if (!probe.has(SINGLETON)) {
            return Finding.wrong(
                    SINGLETON,
                    "a process without a launcher " + probe.program().end() + ": "
                            + probe.program().complaint(),
                    INSTALL);
        }
        return Finding.ok(
                SINGLETON, "a process without a launcher is a job of size 1; no launcher has started this one");
    }

    /** Returns the first thing to do if a variable names the library: another one may be installed. */
    private static String chosen() {
        String chooser = chooser();
        return chooser.isEmpty() ? "" : "unset " + chooser + "; if no libpmix is installed, or an old one: ";
    }

    /** Returns the variable that leads ranks to their libpmix; empty if none does. */
    static String chooser() {
        String named = System.getenv().getOrDefault(PmixLibrary.VARIABLE, "");
        String finder = named.isEmpty() ? onPath(PmixLibrary.DEFAULT_NAME) : PmixLibrary.VARIABLE;
        return finder.equals(LINKER) ? "" : finder;
    }

    private static String finder(String name) {
        return name.equals(PmixLibrary.DEFAULT_NAME)
                ? onPath(name)
                : PmixLibrary.VARIABLE + " or -D" + PmixLibrary.PROPERTY;
    }

    /** Says how the dynamic linker was led to a library that it was to find by its name. */
    static String onPath(String name) {
        String path = System.getenv(PATH);
        if (path != null) {
            for (String folder : path.split(File.pathSeparator, -1)) {
                if (!folder.isEmpty() && Files.exists(Path.of(folder, name))) {
                    return PATH;
                }
            }
        }
        return LINKER;
    }
}
