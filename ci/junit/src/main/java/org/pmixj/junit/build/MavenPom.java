// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.build;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * A POM, of which only the version of Surefire is of interest. What is in doubt is unknown here: a wrong answer would
 * stop a build that is right. An exception means the same.
 *
 * @param file the POM
 * @param xml its content
 */
record MavenPom(Path file, Document xml) {
    private static final String SUREFIRE =
            "plugins/plugin[normalize-space(artifactId)='maven-surefire-plugin']/version";
    private static final Pattern DEFAULT = Pattern.compile("maven-surefire-plugin:([^:<\\s]+):test");
    private static final int GENERATIONS = 32;

    /**
     * Returns the POM of the project of a source file; empty if there is none, or another one beside it, for {@code mvn
     * -f}.
     */
    static Optional<MavenPom> of(Path source) throws IOException, SAXException {
        for (Path folder = source.toAbsolutePath().getParent(); folder != null; folder = folder.getParent()) {
            Path file = folder.resolve("pom.xml");
            if (Files.isRegularFile(file)) {
                return isAlone(file) ? Optional.of(read(file)) : Optional.empty();
            }
        }
        return Optional.empty();
    }

    private static boolean isAlone(Path pom) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(pom.resolveSibling(""), "[!.]*.xml")) {
            for (Path file : files) {
                if (!file.equals(pom) && Files.readString(file).contains("<modelVersion>")) {
                    return false;
                }
            }
            return true;
        }
    }

    private static MavenPom read(Path file) throws IOException, SAXException {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            DocumentBuilder builder = factory.newDocumentBuilder();
            // The default handler would print.
            builder.setErrorHandler(new DefaultHandler());
            return new MavenPom(file, builder.parse(file.toFile()));
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Returns the version of Surefire that the build uses: of this POM, else of its parents, else the one of Maven
     * itself. It may be a property, and is empty if a parent is not found, or if a profile, active or not, names a
     * version.
     */
    Optional<String> surefire(Path mavenHome) throws IOException, SAXException {
        MavenPom pom = this;
        for (int generation = 0; generation < GENERATIONS; generation++) {
            if (pom.has("//profile//" + SUREFIRE)) {
                return Optional.empty();
            }
            for (String place : List.of("/project/build/", "/project/build/pluginManagement/")) {
                if (pom.has(place + SUREFIRE)) {
                    return Optional.of(pom.value(place + SUREFIRE));
                }
            }
            if (!pom.has("/project/parent")) {
                return ofMaven(mavenHome);
            }
            Optional<MavenPom> parent = pom.parent();
            if (parent.isEmpty()) {
                return Optional.empty();
            }
            pom = parent.get();
        }
        return Optional.empty();
    }

    /** Returns the parent, from where Maven takes it: its relative path, else the local repository. */
    private Optional<MavenPom> parent() throws IOException, SAXException {
        List<String> name = coordinates("/project/parent/");
        String path = has("/project/parent/relativePath") ? value("/project/parent/relativePath") : "../pom.xml";
        Path relative = file.resolveSibling(path);
        Path released = Path.of(
                        System.getProperty("maven.repo.local", System.getProperty("user.home") + "/.m2/repository"))
                .resolve(name.get(0).replace('.', '/'))
                .resolve(name.get(1))
                .resolve(name.get(2))
                .resolve(name.get(1) + "-" + name.get(2) + ".pom");
        for (Path candidate : List.of(relative, relative.resolve("pom.xml"), released)) {
            if (Files.isRegularFile(candidate)) {
                MavenPom pom = read(candidate);
                if (pom.coordinates("/project/").equals(name)) {
                    return Optional.of(pom);
                }
            }
        }
        return Optional.empty();
    }

    /** Returns group, artifact and version. A project without group or version has those of its parent. */
    private List<String> coordinates(String place) {
        return Stream.of("groupId", "artifactId", "version")
                .map(name -> value(has(place + name) ? place + name : "/project/parent/" + name))
                .toList();
    }

    private boolean has(String path) {
        return Boolean.parseBoolean(evaluate("boolean(" + path + ")"));
    }

    private String value(String path) {
        return evaluate("normalize-space(" + path + ")");
    }

    private String evaluate(String expression) {
        try {
            return XPathFactory.newDefaultInstance().newXPath().evaluate(expression, xml);
        } catch (XPathExpressionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the version in the list of plugins that Maven 3 has; Maven 4 has no such list, and a recent Surefire. */
    private static Optional<String> ofMaven(Path home) throws IOException {
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(home.resolve("lib"), "maven-core-*.jar")) {
            for (Path jar : jars) {
                try (ZipFile core = new ZipFile(jar.toFile())) {
                    ZipEntry bindings = core.getEntry("META-INF/plexus/default-bindings.xml");
                    if (bindings != null) {
                        Matcher version = DEFAULT.matcher(
                                new String(core.getInputStream(bindings).readAllBytes(), StandardCharsets.UTF_8));
                        return version.find() ? Optional.of(version.group(1)) : Optional.empty();
                    }
                }
            }
        }
        return Optional.empty();
    }
}
