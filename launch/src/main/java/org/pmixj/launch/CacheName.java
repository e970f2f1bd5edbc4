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
import java.util.List;

/**
 * Names the file of a cache after all that it must fit.
 *
 * @param names a hash of what the JDK, the JVM options and the JARs are called
 * @param states a hash of the versions of the JDK and the JARs
 */
record CacheName(String names, String states) {
    private static final String SUFFIX = ".aot";

    /** Reads the JDK and the JARs. */
    static CacheName of(Path java, List<String> options, List<String> classPath) throws IOException {
        List<Path> archives = archives(classPath);
        if (archives.isEmpty()) {
            throw new IOException("the class path does not begin with a JAR");
        }
        Path program = java.toRealPath();
        List<String> names = new ArrayList<>(List.of(program.toString()));
        names.addAll(options);
        List<String> states = new ArrayList<>();
        states.add(Files.readString(program.resolve("../../release").normalize()));
        for (Path archive : archives) {
            names.add(archive.toAbsolutePath().toString());
            states.add(Files.size(archive) + " "
                    + Files.getLastModifiedTime(archive).toMillis());
        }
        return new CacheName(hash(names), hash(states));
    }

    /** Returns the name of the file. */
    String file() {
        return names + "-" + states + SUFFIX;
    }

    /** Returns a pattern of the names for all states of the same JDK and JARs. */
    String ofAnyState() {
        return names + "-*" + SUFFIX;
    }

    /** Returns a pattern of the names of what is needed to create one of these. */
    String ofUnfinished() {
        return ofAnyState() + ".*";
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
            List<Path> found = new ArrayList<>();
            try (DirectoryStream<Path> jars =
                    Files.newDirectoryStream(Path.of(entry.substring(0, entry.length() - 1)), "*.{jar,JAR}")) {
                jars.forEach(found::add);
            }
            found.sort(null);
            archives.addAll(found);
        }
        return archives;
    }

    private static String hash(List<String> texts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(String.join("\0", texts).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest(), 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
