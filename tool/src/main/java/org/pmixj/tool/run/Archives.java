// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.run;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;
import org.pmixj.Pmix;
import org.pmixj.launch.ManifestClassPath;
import org.pmixj.tool.Refusal;

/** Looks into the JARs and folders of a class path. */
final class Archives {
    private static final String LIBRARY = Pmix.class.getName();
    /** The bindings are a JAR of their own. */
    private static final String BINDINGS = "org.pmixj.ffi.PmixLibrary";

    private Archives() {}

    /**
     * Returns the entries of a class path, with the JARs of a folder in place of its wildcard. An empty one is the current
     * folder, as for {@code java}.
     */
    static List<String> entries(String path) throws IOException {
        List<String> entries = new ArrayList<>();
        for (String entry : path.split(File.pathSeparator, -1)) {
            if (entry.equals("*") || entry.endsWith("/*")) {
                String folder = entry.substring(0, entry.length() - 1);
                List<String> jars = new ArrayList<>();
                if (Files.isDirectory(Path.of(folder))) {
                    try (DirectoryStream<Path> found = Files.newDirectoryStream(Path.of(folder), "*.{jar,JAR}")) {
                        found.forEach(jar -> jars.add(folder + jar.getFileName()));
                    }
                }
                jars.sort(null);
                entries.addAll(jars);
            } else {
                entries.add(entry.isEmpty() ? "." : entry);
            }
        }
        return entries;
    }

    /** Returns whether an entry of a class path has a class. */
    static boolean has(String entry, String type) throws IOException {
        String file = type.replace('.', '/') + ".class";
        Path path = Path.of(entry);
        if (Files.isDirectory(path)) {
            return Files.exists(path.resolve(file));
        } else if (!Files.isRegularFile(path)) {
            return false;
        }
        try (JarFile jar = open(entry)) {
            return jar.getEntry(file) != null;
        }
    }

    /** Returns whether one of the entries has the library. */
    static boolean haveLibrary(List<String> entries) throws IOException {
        for (String entry : entries) {
            if (has(entry, LIBRARY)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the JARs of the library or its bindings. */
    static List<String> ofLibrary(List<String> entries) throws IOException {
        List<String> jars = new ArrayList<>();
        for (String entry : entries) {
            if (Files.isRegularFile(Path.of(entry)) && (has(entry, LIBRARY) || has(entry, BINDINGS))) {
                jars.add(entry);
            }
        }
        return jars;
    }

    /** Returns where this process has the library from: this command's JAR. */
    static String own() {
        try {
            return Path.of(Pmix.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns a JAR and those that its manifest names as its class path. */
    static List<String> withClassPath(String jar) {
        List<String> entries = new ArrayList<>(List.of(jar));
        ManifestClassPath.of(Path.of(jar)).forEach(named -> entries.add(named.toString()));
        return entries;
    }

    /** Returns the main class of a JAR. */
    static String mainClass(String jar) throws IOException {
        String main = attribute(jar, Attributes.Name.MAIN_CLASS);
        if (main == null) {
            throw new Refusal(jar + " names no main class (Main-Class of its manifest); name the class: 'pmixj run -cp "
                    + jar + " CLASS'");
        }
        return main.strip();
    }

    /** Returns the options for the packages that the manifest of a JAR opens and exports to it. */
    static List<String> opened(String jar) throws IOException {
        List<String> options = new ArrayList<>();
        for (String name : List.of("Add-Exports", "Add-Opens")) {
            String packages = attribute(jar, new Attributes.Name(name));
            if (packages != null) {
                for (String one : packages.strip().split(" +", -1)) {
                    options.add("--" + name.toLowerCase(Locale.ROOT) + "=" + one + "=ALL-UNNAMED");
                }
            }
        }
        return options;
    }

    private static @Nullable String attribute(String jar, Attributes.Name name) throws IOException {
        try (JarFile file = open(jar)) {
            Manifest manifest = file.getManifest();
            return manifest == null ? null : manifest.getMainAttributes().getValue(name);
        }
    }

    private static JarFile open(String jar) throws IOException {
        try {
            return new JarFile(jar);
        } catch (IOException e) {
            throw new Refusal("'" + jar + "' cannot be read as a JAR: " + e.getMessage());
        }
    }
}
