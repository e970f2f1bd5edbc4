// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.it.support.Launched;
import org.pmixj.it.support.Smoke;

/**
 * {@code pmixj doctor}: a machine on which all is well, and others that are broken on purpose: one for each of libpmix, the
 * launcher and the JDK always, and the rest in {@code ci/test slow}.
 */
// Among the longer ones: begins early.
@Order(2)
class ToolDoctorIT {
    @TempDir
    Path work;

    private Launched doctor(Map<String, String> environment, String... more) throws Exception {
        String[] words = new String[more.length + 1];
        words[0] = "doctor";
        System.arraycopy(more, 0, words, 1, more.length);
        return Tool.run(work, environment, words);
    }

    /** Runs it in a shell that breaks its own namespaces first. */
    private Launched doctorAfter(String unshare, String script, Map<String, String> environment) throws Exception {
        Launched.needsLauncher();
        return Launched.run(
                work,
                List.of("unshare", unshare, "sh", "-c", script + "\nexec \"$0\" doctor", Tool.SCRIPT),
                environment);
    }

    private Path program(String name, String script) throws Exception {
        Path folder = Files.createDirectories(work.resolve("programs"));
        Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        return folder;
    }

    private static void assertHas(Launched doctor, int exit, String... lines) {
        assertThat(doctor.exit()).as(doctor.output()).isEqualTo(exit);
        for (String line : lines) {
            assertThat(doctor.output()).containsPattern("(?m)^" + line);
        }
        assertThat(doctor.output()).doesNotContain("Exception", "\tat ");
        // A remedy for each fault.
        long faults = doctor.output()
                .lines()
                .filter(line -> line.startsWith("wrong") || line.startsWith("warning"))
                .count();
        assertThat(doctor.output().lines().filter(line -> line.strip().startsWith("-> ")))
                .hasSize((int) faults);
    }

    @Smoke
    @Test
    void allIsWell() throws Exception {
        Launched doctor = doctor(Map.of());
        assertHas(
                doctor,
                0,
                "ok +JDK +\\d+",
                "ok +libpmix +OpenPMIx 7\\..*/libpmix\\.so\\.2.*, found by (the dynamic linker|LD_LIBRARY_PATH)",
                "ok +singleton ",
                "ok +launcher +PRRTE 5\\..*/prterun",
                "ok +match +launcher and ranks have OpenPMIx 7\\.",
                "ok +hostname ",
                "ok +limits +\\d+\\.\\d GiB",
                "ok +temporary +.* MiB free",
                "ok +slots +\\d+ cores?; \\d+ slots? on 1 node; more ranks than slots need --map-by :oversubscribe$",
                "ok +MPI +Open MPI v6\\..*, /.*libmpi_abi_openmpi\\.so.*, found by (the dynamic linker|LD_LIBRARY_PATH)$",
                "ok +class cache ",
                "ok +host +PRRTE offers groups, events, spawn, publish, connect, elastic$",
                "ok +job +2 ranks with a group took \\d+ ms.* construct \\d+\\.\\d ms, fence \\d+\\.\\d ms");
        assertThat(doctor.output()).doesNotContain("wrong", "warning");
    }

    @Test
    void json() throws Exception {
        Launched doctor = doctor(Map.of("PMIXJ_LIBRARY", "/none"), "--json");
        assertThat(doctor.exit()).isEqualTo(1);
        assertThat(doctor.output())
                .startsWith("{\n  \"ok\":false,\n")
                .containsPattern(
                        "\"subject\":\"libpmix\",\\s+\"state\":\"wrong\",\\s+\"text\":\"libpmix was not found: ")
                .containsPattern("\"subject\":\"launcher\",\\s+\"state\":\"ok\"");
    }

    // --- libpmix -------------------------------------------------------------------------------------------------

    @Tag("slow")
    @Test
    void noLibpmix() throws Exception {
        assertHas(
                doctor(Map.of("PMIXJ_LIBRARY", "/none/libpmix.so.2")),
                1,
                "wrong +libpmix +libpmix was not found: '/none/libpmix.so.2' does not exist",
                " +-> unset PMIXJ_LIBRARY; .* install OpenPMIx 7.0 .* LD_LIBRARY_PATH",
                "ok +launcher ",
                "wrong +job +not run, since there is no usable libpmix");
    }

    @Tag("slow")
    @Test
    void anotherLibrary() throws Exception {
        assertHas(
                doctor(Map.of("PMIXJ_LIBRARY", "libc.so.6")),
                1,
                "wrong +libpmix +'libc.so.6' is a library, but not libpmix",
                " +-> unset PMIXJ_LIBRARY; .* install OpenPMIx 7.0");
    }

    private String library(String code, String... options) throws Exception {
        Path source = Files.writeString(work.resolve("library.c"), code);
        Path library = work.resolve("libother.so");
        List<String> words = new java.util.ArrayList<>(
                List.of("gcc", "-shared", "-fPIC", "-o", library.toString(), source.toString()));
        words.addAll(List.of(options));
        Launched compiler = Launched.run(work, words, Map.of());
        assertThat(compiler.exit()).as(compiler.output()).isZero();
        return library.toString();
    }

    /** All but its version is that of the launcher's libpmix. */
    @Tag("slow")
    @Test
    void aLibpmixOfAnotherVersion() throws Exception {
        String library = library(
                "const char *PMIx_Get_version(void) { return \"OpenPMIx 6.1.0 (PMIx Standard: 5.1)\"; }",
                "-Wl,--no-as-needed",
                "-l:libpmix.so.2");
        assertHas(
                doctor(Map.of("PMIXJ_LIBRARY", library)),
                1,
                "warning +libpmix +OpenPMIx 6.1.0, " + library + ", found by PMIXJ_LIBRARY",
                " +-> unset PMIXJ_LIBRARY; ",
                "wrong +match +the launcher has OpenPMIx 7\\..*, ranks would load 6\\.1\\.0",
                " +-> unset PMIXJ_LIBRARY, so that ranks load the launcher's, or put the launcher of OpenPMIx 6\\.1\\.0 first");
    }

    /** The library ends the JVM that loads it, and not the command. */
    @Tag("slow")
    @Test
    void aLibpmixThatCrashes() throws Exception {
        String library = library("#include <stdlib.h>\n"
                + "const char *PMIx_Get_version(void) { abort(); }\n"
                + "void PMIx_Value_load(void) {}\nvoid PMIx_Data_array_create(void) {}\n");
        Map<String, String> environment = new HashMap<>(Map.of("PMIXJ_LIBRARY", library));
        assertHas(doctor(environment), 1, "wrong +libpmix +a JVM that loads it was ended by signal 6");
    }

    /** It is loaded, and ends each process that starts a session: nothing is known of the host then. */
    @Tag("slow")
    @Test
    void aLibpmixThatCrashesAtTheStart() throws Exception {
        String library = library(
                "#include <stdlib.h>\nint PMIx_Init(void *proc, void *info, size_t count) { abort(); }",
                "-Wl,--no-as-needed",
                "-l:libpmix.so.2");
        Launched doctor = doctor(Map.of("PMIXJ_LIBRARY", library));
        assertHas(
                doctor,
                1,
                "ok +libpmix +OpenPMIx 7\\.",
                "wrong +singleton +a process without a launcher was ended by signal 6",
                "wrong +job +a job of 2 ranks ");
        assertThat(doctor.output()).doesNotContain(" host ");
    }

    // --- the launcher --------------------------------------------------------------------------------------------

    @Test
    void noLauncher() throws Exception {
        assertHas(
                doctor(Map.of("PATH", OnlyJava.path(work))),
                1,
                "wrong +launcher +there is no prterun on the PATH",
                " +-> install PRRTE 5.0",
                "ok +libpmix ",
                "wrong +job +not run, since there is no usable launcher");
    }

    @Tag("slow")
    @Test
    void theOneOfOpenMpi() throws Exception {
        assertHas(
                doctor(Map.of(), "--launcher", "mpirun"),
                0,
                "ok +launcher +Open MPI [6-9]\\..*/mpirun",
                "ok +match +launcher and ranks have OpenPMIx 7\\.",
                "ok +slots ",
                "ok +job +2 ranks with a group");
        assertHas(
                doctor(Map.of(), "--launcher", "/none/mpirun"),
                1,
                "wrong +launcher +there is no /none/mpirun",
                "wrong +job +not run");
    }

    private Map<String, String> launcher(String script) throws Exception {
        return Map.of("PATH", program("prterun", script) + ":" + System.getenv("PATH"));
    }

    @Tag("slow")
    @Test
    void aLauncherOfAnotherVersion() throws Exception {
        assertHas(
                doctor(launcher(
                        "[ \"$1\" != --version ] || { echo 'prterun (PRRTE) 3.0.8'; exit; }\nexec /usr/bin/prterun"
                                + " \"$@\"")),
                0,
                "warning +launcher +PRRTE 3.0.8, .*/programs/prterun",
                " +-> install PRRTE 5.0",
                "ok +job ");
    }

    @Tag("slow")
    @Test
    void aLauncherThatIsNone() throws Exception {
        assertHas(
                doctor(launcher("echo 'mpirun (Open MPI) 4.1.4'")),
                1,
                "wrong +launcher +.*/prterun is not that of PRRTE or Open MPI 5, or does not work: mpirun \\(Open MPI\\) 4.1.4");
    }

    /** Checks the remedies if the dynamic linker finds no libpmix for the launcher, or a wrong one. */
    @Tag("slow")
    @Test
    void aLauncherWithoutItsLibrary() throws Exception {
        String linker = "echo \"$0: error while loading shared libraries: libpmix.so.2: cannot open\" >&2; exit 127";
        Launched doctor = doctor(launcher(linker));
        assertHas(
                doctor,
                1,
                "wrong +launcher +.*/prterun is not that of PRRTE or Open MPI 5, or does not work: .* libpmix.so.2: cannot open",
                " +-> add the folder of this library to LD_LIBRARY_PATH, or install it, or install PRRTE 5.0");
        assertThat(doctor.output()).doesNotContain(" slots ");
        Map<String, String> environment = new HashMap<>(
                launcher("echo \"$0: symbol lookup error: libprrte.so.5: undefined symbol: a\" >&2; exit 127"));
        assertHas(doctor(environment), 1, "wrong +launcher ", " +-> repair libpmix, see above");
        environment.put("LD_LIBRARY_PATH", work.toString());
        assertHas(doctor(environment), 1, "wrong +launcher ", " +-> unset LD_LIBRARY_PATH, which leads");
    }

    @Tag("slow")
    @Test
    void anOldLibpmixOnThePathOfTheLinker() throws Exception {
        Path library = Path.of(
                library("const char *PMIx_Get_version(void) { return \"OpenPMIx 4.2.2 (PMIx Standard: 4.2)\"; }"));
        Files.move(library, work.resolve("libpmix.so.2"));
        assertHas(
                doctor(Map.of("LD_LIBRARY_PATH", work.toString())),
                1,
                "wrong +libpmix +.* is too old \\(OpenPMIx 4.2.2 .*; it is " + work + "/libpmix.so.2",
                " +-> unset LD_LIBRARY_PATH; if no libpmix is installed, or an old one: install OpenPMIx 7.0");
    }

    @Tag("slow")
    @Test
    void aLauncherThatRefusesRoot() throws Exception {
        Map<String, String> environment =
                new HashMap<>(launcher("unset PRTE_ALLOW_RUN_AS_ROOT\nexec /usr/bin/prterun \"$@\""));
        assertHas(
                doctor(environment),
                1,
                "wrong +launcher +PRRTE 5\\..* starts no program: .* run as root",
                " +-> work as an ordinary user, or set PRTE_ALLOW_RUN_AS_ROOT=1");
    }

    @Tag("slow")
    @Test
    void aHostfileThatIsMissing() throws Exception {
        String hostfile = work.resolve("no-hosts").toString();
        assertHas(
                doctor(Map.of("PRTE_MCA_prte_default_hostfile", hostfile)),
                1,
                "wrong +launcher +PRRTE 5\\..* starts no program: .*" + hostfile
                        + ".*; PRTE_MCA_prte_default_hostfile names this file",
                " +-> write the file, or unset PRTE_MCA_prte_default_hostfile");
    }

    // --- the MPI library of pmixj-mpi ----------------------------------------------------------------------------

    @Tag("slow")
    @Test
    void theMpiLibraryThatIsNamed() throws Exception {
        assertHas(
                doctor(Map.of("PMIXJ_MPI", "libmpi_abi_mpich.so.1.0.0")),
                0,
                "ok +MPI +MPICH 5\\.\\S+, /.*/libmpi_abi_mpich\\.so\\S*, found by PMIXJ_MPI; its ranks start by MPICH's"
                        + " mpiexec$");
        Launched info = Tool.run(work, Map.of("PMIXJ_MPI", "libmpi.so.40"), "info");
        assertThat(info.exit()).as(info.output()).isZero();
        assertThat(info.output())
                .startsWith("OpenPMIx 7.")
                .contains("\nMPI        'libmpi.so.40' is an MPI library, but not of MPI 5's standard ABI")
                .contains("(PMIXJ_MPI) -> install Open MPI 6 or MPICH 5", "unset PMIXJ_MPI");
        info = Tool.run(
                work, Map.of("JAVA_TOOL_OPTIONS", "-XX:+UseG1GC -Dpmixj.mpi.library=/none/libmpi_abi.so.1"), "info");
        assertThat(info.exit()).as(info.output()).isZero();
        assertThat(info.output())
                .contains("the library of MPI's standard ABI was not found: '/none/libmpi_abi.so.1' does not exist"
                        + " (-Dpmixj.mpi.library) -> install Open MPI 6");
    }

    @Tag("slow")
    @Test
    void wrongMpiLibraries() throws Exception {
        assertHas(
                doctor(Map.of("PMIXJ_MPI", "libmpich.so.12")),
                0,
                "warning +MPI +'libmpich.so.12' is an MPI library, but not of MPI 5's standard ABI",
                " +-> install Open MPI 6 or MPICH 5");
        assertHas(
                doctor(Map.of("PMIXJ_MPI", "libc.so.6")),
                0,
                "warning +MPI +'libc.so.6' is a library, but not MPI's",
                " +-> install Open MPI 6 or MPICH 5");
        String crashes = library("#include <stdlib.h>\nint MPI_Abi_get_version(int *major, int *minor) { abort(); }\n"
                + "int MPI_Init(int *count, char ***words) { return 0; }\n");
        assertHas(
                doctor(Map.of("PMIXJ_MPI", crashes)),
                0,
                "warning +MPI +a JVM that loads '" + crashes + "' \\(PMIXJ_MPI\\) was ended by signal 6",
                "ok +job ");
    }

    /** In a namespace in which the dynamic linker's cache and folders lack it. */
    @Tag("slow")
    @Test
    void noMpiLibrary() throws Exception {
        assertHas(
                doctorAfter(
                        "--mount",
                        "for library in /usr/lib/*/libmpi_abi.so.1; do mount --bind /dev/null \"$library\"; done",
                        Map.of()),
                0,
                "ok +MPI +none with the standard ABI \\(libmpi_abi.so.1\\), which only pmixj-mpi needs; for it, install Open"
                        + " MPI 6 or MPICH 5");
    }

    // --- the machine ---------------------------------------------------------------------------------------------

    /** It is not the folder in which the checkout may be, and which the mount would hide. */
    @Tag("slow")
    @Test
    void aFullTemporaryFolder() throws Exception {
        Path full = Files.createDirectory(work.resolve("full"));
        String fill = "mount -t tmpfs -o size=16k tmpfs \"$TMPDIR\" && head -c 20000 /dev/zero >\"$TMPDIR/zero\"";
        assertHas(
                doctorAfter("--mount", fill, Map.of("TMPDIR", full.toString())),
                1,
                "wrong +temporary +nothing can be written to " + full + ": No space left on device",
                " +-> free space there, or set TMPDIR",
                "ok +libpmix ",
                "wrong +launcher +PRRTE 5\\..* starts no program");
    }

    @Tag("slow")
    @Test
    void aNameWithoutAnAddress() throws Exception {
        assertHas(
                doctorAfter("--uts", "hostname nowhere", Map.of()),
                0,
                "warning +hostname +this machine's own name, nowhere, has no address",
                " +-> add it to DNS, or to /etc/hosts as in '127.0.0.1 nowhere'");
    }

    @Tag("slow")
    @Test
    void aTaskOfAnotherLauncher() throws Exception {
        assertHas(
                doctor(Map.of("SLURM_STEP_NUM_TASKS", "4")),
                1,
                "wrong +singleton +.*srun of Slurm started this process as one of 4 tasks",
                " +-> start prterun inside the allocation");
    }

    @Tag("slow")
    @Test
    void aCacheThatCannotBe() throws Exception {
        Path file = Files.createFile(work.resolve("file"));
        assertHas(
                doctor(Map.of("XDG_CACHE_HOME", file.toString())),
                0,
                "warning +class cache +there can be none, so ranks start more slowly",
                " +-> set XDG_CACHE_HOME",
                "ok +job ");
    }

    // --- the JDK -------------------------------------------------------------------------------------------------

    /** A file that cannot be read. The name of a class cache depends on it, and a job never fails because of its cache. */
    @Tag("slow")
    @Test
    void aJdkWithoutItsVersion() throws Exception {
        assertHas(
                doctorAfter("--mount", "mount --bind /proc/$$/mem \"$JAVA_HOME/release\"", Map.of()),
                0,
                "warning +class cache +there can be none, so ranks start more slowly",
                "ok +job +2 ranks with a group took .* without a class cache");
    }

    private Path jdk(String version) throws Exception {
        Path java = program("java", "echo 'java was started' >&2; exit 1");
        Path bin = Files.createDirectories(work.resolve("jdk/bin"));
        Files.move(java.resolve("java"), bin.resolve("java"));
        Files.writeString(bin.resolveSibling("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
        return bin.getParent();
    }

    /** An old JVM would say that class files have a wrong version. */
    @Test
    void anOldJdk() throws Exception {
        Path jdk = jdk("21.0.4");
        Map<String, String> environment = Map.of("JAVA_HOME", jdk.toString(), "PATH", OnlyJava.path(work));
        String message = "pmixj needs JDK 25 or newer; " + jdk + "/bin/java is version 21.0.4";
        Launched doctor = doctor(environment);
        assertHas(doctor, 1, "wrong +JDK +" + message, " +-> install one .* set JAVA_HOME");
        assertThat(doctor.output()).doesNotContain("java was started");
        // The same one is not named twice.
        environment = Map.of("JAVA_HOME", jdk.toString(), "PATH", jdk.resolve("bin") + ":" + OnlyJava.path(work));
        assertThat(doctor(environment).output()).containsOnlyOnce("is version 21.0.4");
        Launched run = Tool.run(work, environment, "run", "x.jar");
        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.output()).contains("pmixj: " + message).doesNotContain("java was started");
    }

    @Tag("slow")
    @Test
    void anOldJdkBesideANewOne() throws Exception {
        Path jdk = jdk("1.8.0_402");
        Path newer = Path.of(System.getProperty("java.home"), "bin");
        Map<String, String> environment =
                Map.of("JAVA_HOME", jdk.toString(), "PATH", newer + ":" + System.getenv("PATH"));
        Launched doctor = doctor(environment);
        assertHas(doctor, 0, "pmixj: .*/bin/java is used, since " + jdk + "/bin/java is version 1.8.0_402", "ok +job ");
    }

    @Tag("slow")
    @Test
    void noJdk() throws Exception {
        Launched doctor = doctor(Map.of("JAVA_HOME", "", "PATH", OnlyJava.path(work)));
        assertHas(doctor, 1, "wrong +JDK .*; JAVA_HOME is not set, and there is no java on the PATH");
    }

    // --- info ----------------------------------------------------------------------------------------------------

    @Test
    void info() throws Exception {
        Launched info = Tool.run(work, Map.of(), "info");
        assertThat(info.exit()).as(info.output()).isZero();
        assertThat(info.output())
                .startsWith("OpenPMIx 7.")
                .containsPattern("\nMPI +Open MPI v6\\..*, /.*libmpi_abi_openmpi\\.so")
                .containsPattern("functions +(\\d+), of which this libpmix has \\1\n");
        info = Tool.run(work, Map.of(), "info", "functions", "group_construct");
        assertThat(info.output())
                .contains("  PMIx_Group_construct_nb  Groups.construct, Groups.constructAsync\n")
                .doesNotContain("PMIx_Fence");
        info = Tool.run(work, Map.of(), "info", "keys", "--json");
        assertThat(info.output())
                .containsPattern("\"name\":\"PMIX_UNIV_SIZE\",\\s+\"text\":\"pmix.univ.size .*\",\\s+\"here\":true");
        assertThat(Tool.run(work, Map.of(), "info", "--json").output())
                .containsPattern("\"mpi\":\\{\\s+\"version\":\"Open MPI v6\\.");
        info = Tool.run(work, Map.of("PMIXJ_LIBRARY", "/none"), "info");
        assertThat(info.exit()).isEqualTo(2);
        assertThat(info.output())
                .contains("libpmix was not found", "pmixj doctor")
                .doesNotContain("Exception");
    }
}
