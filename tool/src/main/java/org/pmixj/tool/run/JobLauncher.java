// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.pmixj.host.LibraryVersion;
import org.pmixj.tool.Program;
import org.pmixj.tool.Refusal;

/**
 * Names a program that starts jobs: PRRTE's {@code prterun}, or {@code mpirun} or {@code mpiexec} of Open MPI, which is
 * PRRTE under another name.
 *
 * @param program its path
 * @param isOpenMpi whether it is one of Open MPI
 * @param version the version of PRRTE, or of Open MPI
 */
public record JobLauncher(Path program, boolean isOpenMpi, LibraryVersion version) {
    /** PRRTE's own. */
    public static final String PRTERUN = "prterun";

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final List<String> NAMES = List.of(PRTERUN, "mpirun", "mpiexec");
    private static final Pattern VERSION = Pattern.compile("\\((PRRTE|Open MPI)\\) (\\S+)");

    /** Returns the launcher of these that is found first on the PATH. */
    public static Optional<Path> first() {
        return NAMES.stream().flatMap(name -> Program.find(name).stream()).findFirst();
    }

    /**
     * Returns what a program says of itself with {@code --version}, or null if it is no launcher of PMIx jobs.
     *
     * @param printed what it printed
     */
    public static @Nullable JobLauncher read(Path program, String printed) {
        Matcher version = VERSION.matcher(printed);
        if (!version.find()) {
            return null;
        }
        boolean isOpenMpi = !version.group(1).equals("PRRTE");
        LibraryVersion number = LibraryVersion.parse(version.group(2));
        // Open MPI 4 has a launcher of its own.
        return isOpenMpi && !number.isAtLeast(5, 0) ? null : new JobLauncher(program, isOpenMpi, number);
    }

    /** {@return what a program prints with {@code --version}} */
    public static Program version(Path program) throws IOException {
        return Program.run(LIMIT, List.of(program.toString(), "--version"));
    }

    /** Refuses a word that is not the name or path of a launcher of PMIx jobs on this machine. */
    static void check(String word) throws IOException {
        String name = word.substring(word.lastIndexOf('/') + 1);
        if (!NAMES.contains(name)) {
            throw new Refusal(
                    "'" + word + "' is no launcher: give prterun, or mpirun or mpiexec of Open MPI 5 or newer, or"
                            + " the path of one; options for the launcher follow --prte");
        }
        Path program = Program.find(word).orElse(null);
        if (program == null) {
            boolean inContainer = Placement.simulator(Path.of(Archives.own())).isPresent();
            throw new Refusal(missing(word) + "; "
                    + (name.equals(PRTERUN)
                            ? "install PRRTE (Debian 14 and newer: libprrte-bin), add its folder to the PATH, or give"
                                    + " --launcher mpirun where Open MPI 5 or newer is installed"
                            : "install Open MPI 5 or newer (Debian: openmpi-bin), or add its folder to the PATH")
                    + (inContainer ? "; the checkout's ci/container has one" : ""));
        }
        // PRRTE alone has a prterun, and a job that it starts shows its version.
        if (!name.equals(PRTERUN) && read(program, version(program).output()) == null) {
            throw new Refusal(
                    program + " is not that of PRRTE or of Open MPI 5 or newer, and starts ranks without PMIx;"
                            + " put another one before it on the PATH, or take prterun");
        }
    }

    /** {@return a message that no program has a name or path} */
    public static String missing(String word) {
        return "there is no " + word + (word.contains("/") ? "" : " on the PATH");
    }

    /** {@return whether jobs of it have groups of the host} */
    public boolean hasGroups() {
        return version.isAtLeast(isOpenMpi ? 6 : 5, 0);
    }

    /** {@return the variable, set to 1 together with that of the same name and _CONFIRM, by which root may use it} */
    public String rootVariable() {
        return (isOpenMpi ? "OMPI" : "PRTE") + "_ALLOW_RUN_AS_ROOT";
    }

    /** {@return its name, version and path for messages} */
    @Override
    public String toString() {
        return (isOpenMpi ? "Open MPI " : "PRRTE ") + version + ", " + program;
    }
}
