// SPDX-License-Identifier: Apache-2.0
package org.pmixj.ffi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each way in which libpmix cannot be loaded has its own message; each is tried in a JVM of its own. */
class PmixLibraryTest {
    @TempDir
    Path work;

    /** Loads libpmix and prints what comes of it. */
    static final class Load {
        public static void main(String[] args) {
            try {
                PmixLibrary.load();
                System.out.println("loaded " + PmixLibrary.version());
                PMIx.PMIx_Initialized();
            } catch (PmixLibraryException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    private String load(Map<String, String> environment, String... jvmArguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(jvmArguments));
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path") + File.pathSeparator + System.getProperty("jdk.module.path", ""),
                Load.class.getName()));
        Path output = work.resolve("output");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().remove(PmixLibrary.VARIABLE);
        builder.environment().putAll(environment);
        Process process = builder.start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return Files.readString(output);
    }

    private static final String ENABLE = "--enable-native-access=ALL-UNNAMED";

    @Test
    void aPathThatDoesNotExist() throws Exception {
        assertThat(load(Map.of(), ENABLE, "-Dpmixj.library=/no/such/libpmix.so.2"))
                .contains("libpmix was not found: '/no/such/libpmix.so.2' does not exist")
                .contains("set by -Dpmixj.library or PMIXJ_LIBRARY")
                .contains("install OpenPMIx");
    }

    @Test
    void aPathFromTheEnvironment() throws Exception {
        assertThat(load(Map.of("PMIXJ_LIBRARY", "/no/such/libpmix.so.3"), ENABLE))
                .contains("'/no/such/libpmix.so.3' does not exist");
    }

    @Test
    void thePropertyGoesBeforeTheEnvironment() throws Exception {
        assertThat(load(Map.of("PMIXJ_LIBRARY", "/no/such/a"), ENABLE, "-Dpmixj.library=/no/such/b"))
                .contains("'/no/such/b' does not exist");
    }

    @Test
    void aFileThatIsNoLibrary() throws Exception {
        Path file = Files.writeString(work.resolve("libpmix.so.2"), "not a library");
        assertThat(load(Map.of(), ENABLE, "-Dpmixj.library=" + file))
                .contains("cannot be loaded here")
                .contains("file too short");
    }

    @Test
    void aNameTheLinkerDoesNotFind() throws Exception {
        assertThat(load(Map.of("LD_LIBRARY_PATH", "/no/such/folder"), ENABLE, "-Dpmixj.library=libnosuch.so.7"))
                .contains("the dynamic linker found no loadable 'libnosuch.so.7'")
                .contains("LD_LIBRARY_PATH (/no/such/folder)");
    }

    @Test
    void anotherLibrary() throws Exception {
        assertThat(load(Map.of(), ENABLE, "-Dpmixj.library=libc.so.6"))
                .contains("'libc.so.6' is a library, but not libpmix");
    }

    @Test
    void deniedNativeAccessNamesTheFlag() throws Exception {
        assertThat(load(Map.of(), "--illegal-native-access=deny"))
                .contains("denies native access to pmixj")
                .contains("--enable-native-access=ALL-UNNAMED");
    }

    @Test
    void messagesNameFunctionAndVersion() {
        assertThat(PmixLibrary.missingMessage("PMIx_Later", "OpenPMIx 5.0.7"))
                .contains("PMIx_Later is not in the running libpmix (OpenPMIx 5.0.7)");
        assertThat(PmixLibrary.tooOldMessage("libpmix.so.2", "OpenPMIx 4.2.2"))
                .contains("too old (OpenPMIx 4.2.2)")
                .contains("OpenPMIx 5.0 or newer");
    }
}
