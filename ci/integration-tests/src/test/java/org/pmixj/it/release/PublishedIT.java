// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** Checks what the POMs say of the artifacts that are published; ci/release checks the artifacts themselves. */
class PublishedIT {
    private static final Path CHECKOUT = Path.of("../..");

    private static Document pom(String folder) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(CHECKOUT.resolve(folder).resolve("pom.xml").toFile());
    }

    private static String text(Document pom, String path) throws Exception {
        return XPathFactory.newInstance().newXPath().evaluate("normalize-space(/project/" + path + ")", pom);
    }

    private static List<String> texts(Document pom, String path) throws Exception {
        NodeList nodes = (NodeList)
                XPathFactory.newInstance().newXPath().evaluate("/project/" + path, pom, XPathConstants.NODESET);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            texts.add(nodes.item(i).getTextContent().strip());
        }
        return texts;
    }

    /** Returns the POMs of the modules that are published, by their artifact. */
    private static Map<String, Document> published() throws Exception {
        Map<String, Document> published = new TreeMap<>();
        for (String module : texts(pom("."), "modules/module")) {
            Document pom = pom(module);
            if (text(pom, "properties/maven.deploy.skip").equals("false")) {
                published.put(text(pom, "artifactId"), pom);
            }
        }
        return published;
    }

    /** The parts of ci/test give Surefire tags, which it refuses in a module that has tests, and no JUnit. */
    @Test
    void aModuleWithTestsHasJUnit() throws Exception {
        for (String module : texts(pom("."), "modules/module")) {
            if (Files.isDirectory(CHECKOUT.resolve(module).resolve("src/test"))) {
                assertThat(texts(pom(module), "dependencies/dependency/artifactId"))
                        .as(module)
                        .contains("junit-jupiter");
            }
        }
    }

    @Test
    void anArtifactHasWhatMavenCentralRequires() throws Exception {
        Document root = pom(".");
        for (String path : List.of(
                "url",
                "licenses/license/name",
                "licenses/license/url",
                "developers/developer/name",
                "scm/connection",
                "scm/developerConnection",
                "scm/url",
                "properties/project.build.outputTimestamp")) {
            assertThat(text(root, path)).as(path).isNotEmpty();
        }
        assertThat(text(root, "properties/maven.deploy.skip")).isEqualTo("true");
        assertThat(published())
                .containsKeys("pmixj", "pmixj-archetype", "pmixj-bindings", "pmixj-bom", "pmixj-junit", "pmixj-tool");
        for (Map.Entry<String, Document> module : published().entrySet()) {
            assertThat(text(module.getValue(), "name")).isEqualTo(module.getKey());
            assertThat(text(module.getValue(), "description"))
                    .as(module.getKey())
                    .isNotEmpty();
        }
    }

    @Test
    void theBomListsWhatIsPublished() throws Exception {
        Map<String, Document> published = published();
        Document bom = published.remove("pmixj-bom");
        // No project depends on it.
        published.remove("pmixj-archetype");
        assertThat(texts(bom, "dependencyManagement/dependencies/dependency/artifactId"))
                .containsExactlyInAnyOrderElementsOf(published.keySet());
        assertThat(texts(bom, "dependencyManagement/dependencies/dependency/version"))
                .containsOnly("${project.version}");
    }

    @Test
    void whatIsPublishedNeedsNothingElseOfOurs() throws Exception {
        Map<String, Document> published = published();
        for (Document pom : published.values()) {
            List<String> needed = texts(pom, "dependencies/dependency[groupId='org.pmixj']/artifactId");
            assertThat(published.keySet()).containsAll(needed);
        }
    }

    @Test
    void everyPlaceNamesTheSameVersion() throws Exception {
        String version = text(pom("."), "version");
        for (String module : texts(pom("."), "modules/module")) {
            assertThat(text(pom(module), "parent/version")).as(module).isEqualTo(version);
        }
        assertThat(read("guide/docs/start/install.md")).contains("version " + version);
        assertThat(read("ci/junit/README.md"))
                .contains("<version>" + version + "</version>", "-DarchetypeVersion=" + version + " ");
        assertThat(read("ci/consumer/build.gradle")).contains("org.pmixj:pmixj:" + version + "'");
        assertThat(read("ci/junit/README.md")).contains(read("ci/consumer/build.gradle"));
        assertThat(read("CHANGELOG.md")).contains("## " + version.replace("-SNAPSHOT", ""));
    }

    /** Checks the settings by which mvn install -DskipTests runs no job; ci/release install runs that command. */
    @Test
    void skipTestsSkipsIntegrationTests() throws Exception {
        String plugin = "build/pluginManagement/plugins/plugin[artifactId='maven-failsafe-plugin']/configuration/";
        assertThat(text(pom("."), plugin + "skipITs")).isEqualTo("${skipTests}");
        for (String module : texts(pom("."), "modules/module")) {
            assertThat(texts(pom(module), "build//skipITs | /project/properties/skipTests"))
                    .as(module)
                    .isEmpty();
        }
    }

    private static String read(String file) throws IOException {
        return Files.readString(CHECKOUT.resolve(file));
    }
}
