// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles a test in the projects that Maven may have; ci/release consumers does it with Maven itself. */
class SurefireCheckIT {
    @TempDir
    private Path folder;

    @BeforeEach
    void inMaven() {
        System.setProperty("maven.home", folder.resolve("maven").toString());
    }

    @AfterEach
    void outsideOfMaven() {
        System.clearProperty("maven.home");
    }

    @Test
    void theDefaultOfMavenIsTooOld() throws IOException {
        maven("2.12.4");
        pom("project/pom.xml", "<build/>");

        assertThat(compile("PairTest"))
                .contains("PairTest.java:3: error: pmixj-junit: no @PmixTest of this build would run")
                .contains("it uses Surefire 2.12.4, which knows no JUnit 6")
                .contains(folder.resolve("project/pom.xml") + ":")
                .contains("<version>" + SurefireCheck.RECOMMENDED + "</version>")
                .contains("1 error");
    }

    @Test
    void theDefaultOfMavenIsNewEnough() throws IOException {
        maven("3.2.5");
        pom("project/pom.xml", "<build/>");

        assertThat(compile("PairTest")).isEmpty();
    }

    @Test
    void thePomNamesAVersion() throws IOException {
        maven("2.12.4");
        pom("project/pom.xml", surefire("3.6.1"));
        assertThat(compile("PairTest")).isEmpty();

        pom("project/pom.xml", surefire("2.22.2"));
        assertThat(compile("PairTest")).contains("it uses Surefire 2.22.2");

        pom("project/pom.xml", "<!--" + surefire("3.6.1") + "-->");
        assertThat(compile("PairTest")).contains("it uses Surefire 2.12.4");

        pom("project/pom.xml", surefire("${surefire.version}"));
        assertThat(compile("PairTest")).isEmpty();
    }

    @Test
    void aParentNamesAVersion() throws IOException {
        maven("2.12.4");
        String parent = "<parent><groupId>app</groupId><artifactId>app</artifactId><version>1</version>";
        pom("pom.xml", "<artifactId>app</artifactId>" + surefire("3.6.1"));
        pom("project/pom.xml", parent + "</parent>" + surefire(""));
        assertThat(compile("PairTest")).isEmpty();

        pom("pom.xml", "<artifactId>app</artifactId>");
        assertThat(compile("PairTest")).contains("it uses Surefire 2.12.4");

        // It is in a repository that this compiler does not know.
        pom("project/pom.xml", parent + "<relativePath/></parent>");
        assertThat(compile("PairTest")).isEmpty();
    }

    @Test
    void surefireDoesNotRunTheClass() throws IOException {
        maven("2.12.4");
        pom("project/pom.xml", "<build/>");

        assertThat(compile("PairIT")).isEmpty();
    }

    @Test
    void mavenDoesNotRunTheCompiler() throws IOException {
        maven("2.12.4");
        pom("project/pom.xml", "<build/>");
        System.clearProperty("maven.home");

        assertThat(compile("PairTest")).isEmpty();
    }

    @Test
    void theRecommendedVersionIsTheOneOfThisBuild() throws IOException {
        assertThat(Files.readString(Path.of("../../pom.xml")))
                .contains("<surefire.version>" + SurefireCheck.RECOMMENDED + "</surefire.version>");
    }

    private static String surefire(String version) {
        return "<build><plugins><plugin><artifactId>maven-surefire-plugin</artifactId>"
                + (version.isEmpty() ? "" : "<version>" + version + "</version>") + "</plugin></plugins></build>";
    }

    private void pom(String file, String content) throws IOException {
        Path pom = folder.resolve(file);
        Files.createDirectories(pom.getParent());
        Files.writeString(pom, "<project>" + content + "</project>");
    }

    /** Writes the list of plugins of a Maven. */
    private void maven(String surefire) throws IOException {
        Path jar = folder.resolve("maven/lib/maven-core-3.x.jar");
        Files.createDirectories(jar.getParent());
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream core = new JarOutputStream(file)) {
            core.putNextEntry(new ZipEntry("META-INF/plexus/default-bindings.xml"));
            core.write(("<test> org.apache.maven.plugins:maven-surefire-plugin:" + surefire + ":test </test>")
                    .getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Compiles a test, and returns what the compiler writes; it must succeed if that is nothing. */
    private String compile(String name) throws IOException {
        Path source = folder.resolve("project/src/test/java/" + name + ".java");
        Files.createDirectories(source.getParent());
        Files.writeString(source, """
                class %s {
                    static class Inner {
                        @org.pmixj.junit.PmixTest(ranks = 2) void ranks() {}
                    }
                }
                """.formatted(name));
        String classPath = System.getProperty("java.class.path") + ":" + System.getProperty("jdk.module.path", "");
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter output = new StringWriter();
        boolean succeeds = compiler.getTask(
                        output,
                        null,
                        null,
                        List.of("-Xlint:all", "-cp", classPath, "-d", folder.toString()),
                        null,
                        compiler.getStandardFileManager(null, null, null).getJavaFileObjects(source))
                .call();
        assertThat(succeeds).as(output.toString()).isEqualTo(output.toString().isEmpty());
        return output.toString();
    }
}
