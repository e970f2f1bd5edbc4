// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.doctor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.pmixj.launch.ClassCache;
import org.pmixj.mpi.Mpi;
import org.pmixj.mpi.ffi.MpiLibrary;

/**
 * Finds the MPI library that {@code pmixj-mpi} takes. Groups need none, so a machine without one is well.
 *
 * @param version what the library says of itself, in one line; empty if it cannot be used
 * @param path its file, or the name by which it is looked for
 * @param finding what there is to say
 */
public record MpiCheck(String version, String path, Finding finding) {
    private static final String SUBJECT = "MPI";
    private static final String INSTALL =
            "install Open MPI 6 or MPICH 5 with the standard ABI (Debian 14 and newer: libopenmpi40 or libmpich12)";
    /** Where the messages of {@code pmixj-mpi} begin to say what to do. */
    private static final String REMEDY = "; name the ";

    /** {@return what was found, in a JVM of its own} */
    public static MpiCheck run() {
        List<String> options = new ArrayList<>(ClassCache.SHORT_JOB);
        String property = System.getProperty(MpiLibrary.PROPERTY, "");
        if (!property.isEmpty()) {
            options.add("-D" + MpiLibrary.PROPERTY + "=" + property);
        }
        String name = Mpi.library();
        String chooser = chooser(property, name);
        Probe probe;
        try {
            probe = Probe.run(Probe.java(options, MpiProbe.class));
        } catch (IOException e) {
            return unusable(name, Finding.warning(SUBJECT, "it was not tried: " + e.getMessage(), "repair the JDK"));
        }
        String failure = probe.text(LibraryProbe.FAILURE);
        if (!failure.isEmpty()) {
            boolean isNone = name.equals(MpiLibrary.DEFAULT_NAME) && failure.contains("was not found");
            int remedy = failure.indexOf(REMEDY);
            String text = remedy < 0 ? failure : failure.substring(0, remedy);
            return unusable(
                    name,
                    isNone
                            ? Finding.ok(
                                    SUBJECT,
                                    "none with the standard ABI (" + name + "), which only pmixj-mpi needs; for it, "
                                            + INSTALL)
                            : Finding.warning(SUBJECT, text + " (" + chooser + ")", remedy(name, chooser)));
        }
        String text = probe.text(LibraryProbe.VERSION);
        if (text.isEmpty()) {
            return unusable(
                    name,
                    Finding.warning(
                            SUBJECT,
                            "a JVM that loads '" + name + "' (" + chooser + ") "
                                    + probe.program().end() + ": "
                                    + probe.program().complaint(),
                            remedy(name, chooser)));
        }
        String version = version(text);
        String path = probe.text(LibraryProbe.PATH);
        return new MpiCheck(
                version,
                path,
                Finding.ok(SUBJECT, version + ", " + path + ", found by " + chooser + launcher(version)));
    }

    private static MpiCheck unusable(String name, Finding finding) {
        return new MpiCheck("", name, finding);
    }

    private static String remedy(String name, String chooser) {
        return name.equals(MpiLibrary.DEFAULT_NAME)
                ? INSTALL
                : INSTALL + "; then " + (chooser.startsWith("-D") ? "leave out " : "unset ") + chooser
                        + ", or let it name that libmpi_abi.so.1";
    }

    private static String chooser(String property, String name) {
        return !property.isEmpty()
                ? "-D" + MpiLibrary.PROPERTY
                : name.equals(MpiLibrary.DEFAULT_NAME) ? LibraryCheck.onPath(name) : MpiLibrary.VARIABLE;
    }

    /** MPICH adds its date, devices and options, a line each. Open MPI adds its package and its commit. */
    private static String version(String text) {
        String first = text.lines().findFirst().orElse("");
        String name = first.startsWith("MPICH Version:") ? first.replace(" Version:", "") : first.split(",", 2)[0];
        return name.replaceAll("\\s+", " ").strip();
    }

    private static String launcher(String version) {
        return version.startsWith("MPICH") ? "; its ranks start by MPICH's mpiexec" : "";
    }

    /** {@return what was found, in words} */
    public String text() {
        return finding.text() + (finding.remedy().isEmpty() ? "" : " -> " + finding.remedy());
    }

    /** {@return what was found, for JSON} */
    public Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("version", version);
        json.put("path", path);
        json.put("text", text());
        return json;
    }
}
