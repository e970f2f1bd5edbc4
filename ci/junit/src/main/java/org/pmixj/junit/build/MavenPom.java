// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.build;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * A POM, of which only the version of Surefire is of interest. An XML parser would be one more module for the ranks' JVMs.
 *
 * @param file the POM
 * @param text its text, without comments
 */
record MavenPom(Path file, String text) {
    private static final Pattern PLUGIN = Pattern.compile("<plugin>(.*?)</plugin>", Pattern.DOTALL);
    private static final Pattern PARENT = Pattern.compile("<parent>(.*?)</parent>", Pattern.DOTALL);
    private static final Pattern DEFAULT = Pattern.compile("maven-surefire-plugin:([^:<\\s]+):test");

    /** Returns the POM of the project of a source file; empty if there is none. */
    static Optional<MavenPom> of(Path source) {
        return Stream.iterate(source.toAbsolutePath().getParent(), folder -> folder != null, Path::getParent)
                .map(folder -> folder.resolve("pom.xml"))
                .filter(Files::isRegularFile)
                .findFirst()
                .flatMap(MavenPom::read);
    }

    private static Optional<MavenPom> read(Path file) {
        try {
            return Optional.of(new MavenPom(file, Files.readString(file).replaceAll("(?s)<!--.*?-->", "")));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the version of Surefire that the build uses: of this POM, else of its parents, else the one of Maven itself.
     * It is empty if a parent is not found, and may be a property.
     */
    Optional<String> surefire(Path mavenHome) {
        Optional<String> named = PLUGIN.matcher(text)
                .results()
                .map(plugin -> plugin.group(1).replaceAll("(?s)<dependencies>.*</dependencies>", ""))
                .filter(plugin -> plugin.contains("<artifactId>maven-surefire-plugin</artifactId>"))
                .flatMap(plugin -> element(plugin, "version").stream())
                .findFirst();
        if (named.isPresent()) {
            return named;
        }
        Matcher parent = PARENT.matcher(text);
        return parent.find() ? parent(parent.group(1)).flatMap(pom -> pom.surefire(mavenHome)) : ofMaven(mavenHome);
    }

    /** Returns the parent, from where Maven takes it: its relative path, else the local repository. */
    private Optional<MavenPom> parent(String parent) {
        String artifact = element(parent, "artifactId").orElse("");
        String version = element(parent, "version").orElse("");
        Path relative = file.resolveSibling(
                parent.contains("<relativePath")
                        ? element(parent, "relativePath").orElse("")
                        : "../pom.xml");
        Path repository =
                Path.of(System.getProperty("maven.repo.local", System.getProperty("user.home") + "/.m2/repository"));
        Path released = repository
                .resolve(element(parent, "groupId").orElse("").replace('.', '/'))
                .resolve(artifact)
                .resolve(version)
                .resolve(artifact + "-" + version + ".pom");
        return Stream.of(relative, relative.resolve("pom.xml"), released)
                .filter(Files::isRegularFile)
                .flatMap(candidate -> read(candidate).stream())
                .filter(pom -> pom.text.contains("<artifactId>" + artifact + "</artifactId>") && !pom.equals(this))
                .findFirst();
    }

    /** Returns the version in the list of plugins that Maven 3 has; Maven 4 has no such list, and a recent Surefire. */
    private static Optional<String> ofMaven(Path home) {
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
        } catch (IOException e) {
            // Then nothing is known, and nothing is reported.
        }
        return Optional.empty();
    }

    private static Optional<String> element(String text, String name) {
        Matcher element =
                Pattern.compile("<" + name + ">\\s*([^<]*?)\\s*</" + name + ">").matcher(text);
        return element.find() ? Optional.of(element.group(1)) : Optional.empty();
    }
}
