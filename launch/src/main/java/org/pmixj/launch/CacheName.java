// SPDX-License-Identifier: Apache-2.0
package org.pmixj.launch;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Holds hashes of all that a cache must fit, which its file is named after.
 *
 * @param names a hash of what the JDK, the JVM options and the JARs are called
 * @param states a hash of the versions of the JDK and the JARs
 */
record CacheName(String names, String states) {
    /** How many bytes of a hash are in the name, each as two digits. */
    private static final int HASH_BYTES = 8;
    /** A pattern of all hashes. */
    static final String ANY_HASH = "[0-9a-f]".repeat(2 * HASH_BYTES);

    /** Reads the JDK and the JARs. */
    static CacheName of(Path java, List<String> options, List<String> classPath) throws IOException {
        List<Path> archives = archives(classPath);
        if (archives.isEmpty()) {
            throw new IOException("the class path does not begin with a JAR");
        }
        Path program = java.toRealPath();
        List<String> names = new ArrayList<>(List.of(program.toString()));
        names.addAll(options);
        Path release = program.resolve("../../release").normalize();
        List<String> states = new ArrayList<>(List.of(Files.readString(release)));
        Set<Path> named = new LinkedHashSet<>();
        for (Path archive : archives) {
            names.add(archive.toAbsolutePath().toString());
            states.add(state(archive));
            addNamed(archive, named);
        }
        for (Path archive : named) {
            states.add(archive + " " + (Files.exists(archive) ? state(archive) : "is missing"));
        }
        return new CacheName(hash(names), hash(states));
    }

    private static String state(Path archive) throws IOException {
        return Files.size(archive) + " " + Files.getLastModifiedTime(archive).toMillis();
    }

    /**
     * Adds what the manifest of a JAR names as its class path, and so on. The cache has classes of these too, and the JVM
     * does not see that they have changed: it would run the old ones.
     */
    private static void addNamed(Path archive, Set<Path> named) {
        for (Path path : ManifestClassPath.of(archive)) {
            if (named.add(path)) {
                addNamed(path, named);
            }
        }
    }

    static boolean isWildcard(String entry) {
        return entry.equals("*") || entry.endsWith(File.separator + "*");
    }

    private static List<Path> archives(List<String> classPath) throws IOException {
        List<Path> archives = new ArrayList<>();
        for (String entry : classPath) {
            if (!isWildcard(entry)) {
                archives.add(Path.of(entry));
                continue;
            }
            Set<Path> found = new TreeSet<>();
            try (DirectoryStream<Path> jars =
                    Files.newDirectoryStream(Path.of(entry.substring(0, entry.length() - 1)), "*.{jar,JAR}")) {
                jars.forEach(found::add);
            }
            archives.addAll(found);
        }
        return archives;
    }

    private static String hash(List<String> texts) {
        try {
            byte[] text = String.join("\0", texts).getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text), 0, HASH_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
