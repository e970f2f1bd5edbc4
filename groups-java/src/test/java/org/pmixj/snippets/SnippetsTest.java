// SPDX-License-Identifier: Apache-2.0
package org.pmixj.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that every snippet of the Javadoc exists, and that the Javadoc uses each. */
class SnippetsTest {
    private static final Path SNIPPETS = Path.of("src/test/java/org/pmixj/snippets");
    private static final Pattern REGION = Pattern.compile("(?s)// @start region=\"([\\w-]+)\"\\n.*?\\n *// @end");
    private static final Pattern USE = Pattern.compile("\\{@snippet file=\"(\\w+\\.java)\" region=\"([\\w-]+)\"}");

    @Test
    void theJavadocUsesRegionsThatExist() throws IOException {
        Set<String> used = new TreeSet<>();
        Set<String> there = new TreeSet<>();
        try (Stream<Path> sources = Files.walk(Path.of("src/main/java/org/pmixj"))) {
            for (Path source : sources.filter(Files::isRegularFile).toList()) {
                Matcher use = USE.matcher(Files.readString(source));
                while (use.find()) {
                    used.add(use.group(1) + "#" + use.group(2));
                }
            }
        }
        try (Stream<Path> files = Files.list(SNIPPETS)) {
            for (Path file : files.toList()) {
                Matcher region = REGION.matcher(Files.readString(file));
                while (region.find()) {
                    there.add(file.getFileName() + "#" + region.group(1));
                }
            }
        }
        assertThat(used).isEqualTo(there).isNotEmpty();
    }
}
