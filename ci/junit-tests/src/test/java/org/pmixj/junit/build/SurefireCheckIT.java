// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles a test in the projects that Maven may have; ci/release consumers does it with Maven itself. */
class SurefireCheckIT {
    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
    private static final String APP = "<groupId>app</groupId><artifactId>app</artifactId><version>1</version>";
    private static final String PARENT = "<parent>" + APP;

    @TempDir
    private Path folder;

    @BeforeEach
    void inMaven() {
        System.setProperty("maven.home", folder.resolve("maven").toString());
    }

    @AfterEach
    void outsideOfMaven() {
        System.clearProperty("maven.home");
        System.clearProperty(SurefireCheck.SWITCH);
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
        pom("pom.xml", APP + surefire("3.6.1"));
        pom("project/pom.xml", PARENT + "</parent>" + surefire(""));
        assertThat(compile("PairTest")).isEmpty();

        pom("pom.xml", APP);
        assertThat(compile("PairTest")).contains("it uses Surefire 2.12.4");

        // It is in a repository that this compiler does not know.
        pom("project/pom.xml", PARENT + "<relativePath/></parent>");
        assertThat(compile("PairTest")).isEmpty();
    }

    @Test
    void whatIsBesideTheParentIsAnotherProject() throws IOException {
        maven("3.2.5");
        pom("project/pom.xml", PARENT + "</parent>");
        for (String other : List.of(
                APP.replace(">1<", ">2<"),
                APP.replace("<groupId>app", "<groupId>other"),
                "<artifactId>other</artifactId><dependencies><dependency>" + APP + "</dependency></dependencies>")) {
            pom("pom.xml", other + surefire("2.22.2"));
            assertThat(compile("PairTest")).as(other).isEmpty();
        }

        pom("pom.xml", PARENT + "</parent><artifactId>app</artifactId>" + surefire("2.22.2"));
        assertThat(compile("PairTest")).contains("it uses Surefire 2.22.2");
    }

    @Test
    void parentsFormACycle() throws IOException {
        maven("2.12.4");
        pom("project/pom.xml", PARENT + "</parent><artifactId>part</artifactId>");
        // An absolute path, since with relative ones the names of the files would grow until no file has them.
        String path = "<relativePath>" + folder.resolve("project") + "</relativePath></parent>";
        pom("pom.xml", APP + PARENT.replace("<artifactId>app", "<artifactId>part") + path);

        assertThat(compile("PairTest")).isEmpty();
    }

    @Test
    void aProfileNamesAVersion() throws IOException {
        maven("3.2.5");
        pom("project/pom.xml", "<profiles><profile>" + surefire("2.22.2") + "</profile></profiles>");
        assertThat(compile("PairTest")).isEmpty();

        // It may be active.
        maven("2.12.4");
        pom("project/pom.xml", "<profiles><profile>" + surefire("3.6.1") + "</profile></profiles>");
        assertThat(compile("PairTest")).isEmpty();
    }

    @Test
    void aVersionInsideThePluginIsOfSomethingElse() throws IOException {
        maven("3.2.5");
        for (String inside : List.of(
                "<configuration><version>1.0</version></configuration>",
                "<executions><execution><configuration><version>1.0</version></configuration></execution></executions>",
                "<dependencies><dependency><version>1.0</version></dependency></dependencies>")) {
            pom("project/pom.xml", surefire("").replace("</plugin>", inside + "</plugin>"));
            assertThat(compile("PairTest")).as(inside).isEmpty();
        }
    }

    @Test
    void theFolderHasAnotherPom() throws IOException {
        maven("2.12.4");
        pom("project/pom.xml", "<build/>");
        pom("project/other.xml", "<modelVersion>4.0.0</modelVersion>" + surefire("3.6.1"));

        assertThat(compile("PairTest")).isEmpty();
    }

    @Test
    void whatCannotBeReadIsNotJudged() throws IOException {
        maven("2.12.4");
        pom("project/pom.xml", "<build/>");
        assertThat(compile(List.of(new InMemory("PairTest")))).isEmpty();

        pom("project/pom.xml", "<build>");
        assertThat(compile("PairTest")).isEmpty();
    }

    @Test
    void itIsSwitchedOff() throws IOException {
        maven("2.12.4");
        pom("project/pom.xml", "<build/>");
        assertThat(compile("PairTest")).contains("-D" + SurefireCheck.SWITCH + "=unchecked");

        System.setProperty(SurefireCheck.SWITCH, "unchecked");
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
        Files.writeString(source, source(name));
        return compile(COMPILER.getStandardFileManager(null, null, null).getJavaFileObjects(source));
    }

    private String compile(Iterable<? extends JavaFileObject> sources) {
        String classPath = System.getProperty("java.class.path") + ":" + System.getProperty("jdk.module.path", "");
        List<String> options = List.of("-Xlint:all", "-cp", classPath, "-d", folder.toString());
        StringWriter output = new StringWriter();
        boolean succeeds =
                COMPILER.getTask(output, null, null, options, null, sources).call();
        assertThat(succeeds).as(output.toString()).isEqualTo(output.toString().isEmpty());
        return output.toString();
    }

    private static String source(String name) {
        return """
                class %s {
                    static class Inner {
                        @org.pmixj.junit.PmixTest(ranks = 2) void ranks() {}
                    }
                }
                """.formatted(name);
    }

    /** A source that is no file. */
    private static final class InMemory extends SimpleJavaFileObject {
        private final String name;

        InMemory(String name) {
            super(URI.create("string:///" + name + ".java"), Kind.SOURCE);
            this.name = name;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source(name);
        }
    }
}
