// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.internal.base.NativeTexts;
import org.pmixj.internal.ffi.Libpmix;

/** The generated constants against the headers and the library installed here. */
class HeadersIT {
    private static final Path SOURCES = Path.of("src/generated/java/org/pmixj");

    /** Strings of the headers that are no attributes. */
    private static final Map<String, String> NO_ATTRIBUTES = Map.of(
            "PMIX_LAUNCHER_RNDZ_URI", "an environment variable",
            "PMIX_LAUNCHER_RNDZ_FILE", "an environment variable",
            "PMIX_KEEPALIVE_PIPE", "an environment variable",
            "PMIX_ATTR_UNDEF", "no attribute");

    /** What this header defines has no constant. */
    private static final String DEPRECATED = "pmix_deprecated.h";

    /** Codes that libpmix calls otherwise than its headers: it has no name for the number where others' codes begin. */
    private static final Map<String, String> OTHER_NAMES = Map.of("PMIX_EXTERNAL_ERR_BASE", "null");

    private static Path include = Path.of("");
    private static String text = "";

    @BeforeAll
    static void findHeaders(@TempDir Path work) throws Exception {
        boolean required = Boolean.getBoolean("pmixj.required");
        assumeTrue(required || hasCompiler(), "not run: there is no pmixcc on PATH (Debian: libpmix-dev)");
        include = Path.of(run(work, List.of("pmixcc", "--showme:incdirs")).split("\\s+", 2)[0]);
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.list(include)) {
            for (Path file : files.filter(file -> file.toString().endsWith(".h"))
                    .filter(file -> !file.endsWith(DEPRECATED))
                    .toList()) {
                all.append(Files.readString(file)).append('\n');
            }
        }
        text = all.toString();
    }

    private static boolean hasCompiler() {
        for (String folder : System.getenv("PATH").split(":")) {
            if (Files.isExecutable(Path.of(folder, "pmixcc"))) {
                return true;
            }
        }
        return false;
    }

    private static String run(Path folder, List<String> command) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        String lines = Files.readString(output);
        assertThat(process.waitFor()).as("%s%n%s", command, lines).isZero();
        return lines;
    }

    private static Map<String, String> macros(String value) {
        Map<String, String> macros = new TreeMap<>();
        Matcher matcher = Pattern.compile("^#define (PMIX_\\w+)\\s+" + value, Pattern.MULTILINE)
                .matcher(text);
        while (matcher.find()) {
            macros.put(matcher.group(1), matcher.group(2));
        }
        return macros;
    }

    @Test
    void theCommittedFilesAreWhatTheToolMakesOfTheInstalledHeaders(@TempDir Path made) throws Exception {
        Path tool = Path.of("../native/generate-keys").toAbsolutePath().normalize();
        run(made, List.of(tool.toString(), include.toString(), made.toString()));
        for (String name : List.of("Keys.java", "Statuses.java", "internal/base/StatusNames.java")) {
            String now = Files.readString(made.resolve(name));
            assertThat(SOURCES.resolve(name))
                    .as("%s; run native/generate-keys", name)
                    .hasContent(now);
            assertThat(Files.readString(SOURCES.resolve(name))).as(name).isEqualTo(now);
        }
    }

    @Test
    void everyAttributeOfTheHeadersHasAKeyAndNothingElseHas() {
        Map<String, String> attributes = macros("\"([^\"]*)\"");
        assertThat(attributes).containsKeys(NO_ATTRIBUTES.keySet().toArray(String[]::new));
        attributes.keySet().removeAll(NO_ATTRIBUTES.keySet());
        Map<String, String> keys = new TreeMap<>();
        Constants.keys().forEach((name, key) -> keys.put(name, key.name()));
        assertThat(keys).isEqualTo(attributes).hasSizeGreaterThan(600);
    }

    @Test
    void everyStatusOfTheHeadersHasAConstantAndANameAndNothingElseHas() {
        Map<String, String> statuses = macros("(-\\d+)\\b");
        Map<String, String> aliases = macros("(PMIX_(?:ERR|EVENT)_\\w+)");
        aliases.forEach((name, other) -> statuses.put(name, String.valueOf(statuses.get(other))));
        Map<String, String> constants = new TreeMap<>();
        Constants.statuses().forEach((name, status) -> constants.put(name, String.valueOf(status.code())));
        assertThat(constants).isEqualTo(statuses).hasSizeGreaterThan(100);
        statuses.forEach((name, code) -> {
            PmixStatus status = PmixStatus.of(name);
            assertThat(status.code()).as(name).isEqualTo(Integer.parseInt(code));
            assertThat(statuses).as("the name of %s", code).containsEntry(status.name(), code);
        });
    }

    @Test
    void theLibraryCallsAStatusByTheSameName() {
        assertThat(Libpmix.version()).isNotEmpty();
        Map<String, String> differences = new TreeMap<>();
        for (PmixStatus status : Constants.statuses().values()) {
            String library = NativeTexts.get().status(status.code());
            if (!status.name().equals(library)) {
                differences.put(status.name(), String.valueOf(library));
            }
        }
        assertThat(differences).isEqualTo(OTHER_NAMES);
    }
}
