// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.tool.Refusal;

/** How a program is started: its class path, and what a class cache covers. */
class JavaLineTest {
    private static final String PMIX = "org/pmixj/Pmix.class";
    private static final String BINDINGS = "org/pmixj/ffi/PmixLibrary.class";
    private static final String ACCESS = "--enable-native-access=ALL-UNNAMED";

    @TempDir
    Path work;

    private String jar(String name, String main, String classPath, String... entries) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (main != null) {
            manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main);
        }
        if (classPath != null) {
            manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
        }
        Path file = work.resolve(name);
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
            for (String entry : entries) {
                jar.putNextEntry(new ZipEntry(entry));
            }
        }
        return file.toString();
    }

    private static JavaLine line(String library, String... words) throws IOException {
        return JavaLine.of(JavaWords.parse(List.of(words), null, null), library, null);
    }

    private String folder() throws IOException {
        Path app = Files.createDirectories(work.resolve("classes/app"));
        Files.createFile(app.resolve("Main.class"));
        return app.getParent().toString();
    }

    @Test
    void aProgramWithoutTheLibrary() throws IOException {
        String tool = jar("tool.jar", null, null, PMIX, BINDINGS);
        String classes = folder();
        JavaLine line = line(tool, "-cp", classes, "app.Main", "x");
        assertThat(line.words(Path.of("java"), List.of("-Xmx1g")))
                .containsExactly("java", "-Xmx1g", "-cp", tool + ":" + classes, "app.Main", "x");
        assertThat(line.cached()).containsExactly(tool);
        assertThat(line.access()).isEqualTo(ACCESS);
    }

    /** The cache ends at the first folder, and must not depend on what is built again. */
    @Test
    void itsOwnLibraryComesFirst() throws IOException {
        String library = jar("pmixj-1.jar", null, null, PMIX);
        String bindings = jar("pmixj-bindings-1.jar", null, null, BINDINGS);
        String app = jar("app-1.jar", null, null, "app/Main.class");
        String classes = folder();
        JavaLine line = line("tool.jar", "-cp", classes + ":" + work + "/*", "app.Main");
        assertThat(line.classPath()).containsExactly(library, bindings, classes, app);
        assertThat(line.cached()).containsExactly(library, bindings);
    }

    @Test
    void anEmptyEntryIsTheCurrentFolder() throws IOException {
        String tool = jar("tool.jar", null, null, PMIX, BINDINGS);
        String classes = folder();
        assertThat(line(tool, "-cp", ":" + classes, "app.Main").classPath()).containsExactly(tool, ".", classes);
        assertThat(line(tool, "-cp", classes + ":", "app.Main").classPath()).containsExactly(tool, classes, ".");
        String source = Files.createFile(work.resolve("Main.java")).toString();
        assertThat(JavaLine.of(JavaWords.parse(List.of(source), null, null), tool, "")
                        .classPath())
                .containsExactly(tool, ".");
    }

    @Test
    void aJar() throws IOException {
        String fat = jar("fat.jar", "app.Main", null, "app/Main.class", PMIX, BINDINGS);
        JavaLine line = line("tool.jar", fat, "x");
        assertThat(line.words(Path.of("java"), List.of())).containsExactly("java", "-jar", fat, "x");
        assertThat(line.cached()).containsExactly(fat);

        jar("library.jar", null, null, PMIX, BINDINGS);
        String thin = jar("thin.jar", "app.Main", "library.jar other.jar", "app/Main.class");
        assertThat(line("tool.jar", thin).main()).containsExactly("-jar", thin);

        // A name is a URL.
        Path folder = Files.createDirectory(work.resolve("two words"));
        Files.move(work.resolve("library.jar"), folder.resolve("library.jar"));
        for (String name : List.of(
                "two%20words/library.jar", folder.toUri() + "library.jar", "http://x/y.jar two%20words/library.jar")) {
            String other = jar("other-thin.jar", "app.Main", name, "app/Main.class");
            assertThat(line("tool.jar", other).main()).containsExactly("-jar", other);
        }

        String tool = jar("tool.jar", null, null, PMIX, BINDINGS);
        String bare = jar("bare.jar", "app.Main", null, "app/Main.class");
        line = line(tool, bare);
        assertThat(line.classPath()).containsExactly(tool, bare);
        assertThat(line.main()).containsExactly("app.Main");
    }

    /** The classes come after the library, for the class cache, and before others. */
    @Test
    void aSourceFile() throws IOException {
        String tool = jar("tool.jar", null, null, PMIX, BINDINGS);
        Path source = Files.createFile(work.resolve("Main.java"));
        JavaLine line = line(tool, source.toString(), "x")
                .with(new SourceProgram(List.of("javac"), List.of(), work.resolve("fresh"), "app.Main"));
        assertThat(line.words(Path.of("java"), List.of()))
                .containsExactly("java", "-cp", tool + ":" + work.resolve("fresh") + ":.", "app.Main", "x");
        assertThat(line.cached()).containsExactly(tool);
    }

    @Test
    void refused() throws IOException {
        String tool = jar("tool.jar", null, null, PMIX, BINDINGS);
        String none = jar("none.jar", null, null, "app/Main.class");
        Files.writeString(work.resolve("text.jar"), "no JAR");
        String folder = folder();
        assertRefused("the class path has no class app.Other: ", "-cp", folder, "app.Other");
        assertRefused("if you mean the program /", "-cp", folder, "sh");
        assertRefused("names no main class", none);
        assertRefused("there is no file 'no.jar'", "no.jar");
        assertRefused("there is no file 'No.java'", "No.java");
        assertRefused("cannot be read as a JAR", work.resolve("text.jar").toString());
        assertRefused(
                "the module path has no module app",
                "-p",
                work.resolve("classes").toString(),
                "-m",
                "app");
        assertThat(tool).isNotEmpty();
    }

    private void assertRefused(String message, String... words) {
        assertThatThrownBy(() -> line(work.resolve("tool.jar").toString(), words))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining(message);
    }

    @Test
    void whatTheManifestOfAJarOpens() throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Add-Opens", "java.base/java.lang  java.base/java.nio");
        manifest.getMainAttributes().putValue("Add-Exports", "java.base/sun.nio.ch");
        Path jar = work.resolve("opens.jar");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        assertThat(Archives.opened(jar.toString()))
                .containsExactly(
                        "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
                        "--add-opens=java.base/java.lang=ALL-UNNAMED",
                        "--add-opens=java.base/java.nio=ALL-UNNAMED");
        assertThat(Archives.opened(jar("none.jar", null, null))).isEmpty();
    }

    /** A job never fails because of its cache. */
    @Test
    void aClassCacheThatHasNoName() throws IOException {
        StringWriter said = new StringWriter();
        assertThat(FastStart.cacheOptions(
                        work.resolve("none/bin/java"),
                        List.of(),
                        List.of(jar("some.jar", null, null)),
                        true,
                        new PrintWriter(said, true)))
                .isEmpty();
        assertThat(said.toString()).contains("the JVMs start without a class cache: java.nio.file.NoSuchFile");
    }

    @Test
    void flags() {
        assertThat(FastStart.flags(ACCESS, List.of("-Xmx1g"), List.of("-Xss1m"), false))
                .contains("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", ACCESS)
                .doesNotContain("-Xss1m")
                .endsWith("-Xmx1g");
        assertThat(FastStart.flags(ACCESS, List.of("-XX:+UseZGC"), List.of(), false))
                .doesNotContain("-XX:+UseSerialGC")
                .endsWith("-XX:+UseZGC");
        assertThat(FastStart.flags(ACCESS, List.of("-ea"), List.of("-XX:+UseG1GC"), false))
                .doesNotContain("-XX:+UseSerialGC", "-XX:+UseG1GC");
        assertThat(FastStart.flags(ACCESS, List.of("-ea"), List.of(), true)).containsExactly(ACCESS, "-ea");
    }

    @Test
    void obstacles() {
        Map<String, String> none = Map.of();
        assertThat(obstacle(List.of("-Xmx1g", "-Dx=y"), none, none)).isEmpty();
        assertThat(obstacle(List.of("-javaagent:a.jar"), none, none)).contains("-javaagent:a.jar");
        Map<String, String> agent = Map.of("JAVA_TOOL_OPTIONS", "-Xmx1g -javaagent:a.jar");
        assertThat(obstacle(List.of(), agent, none)).contains("-javaagent:a.jar");
        assertThat(obstacle(List.of(), none, agent)).contains("-javaagent:a.jar");
        Map<String, String> harmless =
                Map.of("JDK_JAVA_OPTIONS", "-XX:AOTMode=on -Xlog:cds -XX:+UseG1GC", "A", "-agent");
        assertThat(obstacle(List.of(), harmless, none)).isEmpty();
        assertThat(FastStart.given(harmless)).containsExactly("-XX:+UseG1GC");
        // The job that creates the cache has the variables of this process.
        assertThat(obstacle(List.of(), Map.of("_JAVA_OPTIONS", ""), Map.of("_JAVA_OPTIONS", "-Xmx1g")))
                .contains("-x replaces the _JAVA_OPTIONS of this process");
        Map<String, String> same = Map.of("_JAVA_OPTIONS", "-Xmx1g");
        assertThat(obstacle(List.of(), same, same)).isEmpty();
    }

    private static String obstacle(List<String> own, Map<String, String> variables, Map<String, String> environment) {
        JavaLine line = new JavaLine(List.of(), List.of("a.jar"), ACCESS, List.of(), List.of());
        return FastStart.obstacle(line, own, variables, environment);
    }
}
