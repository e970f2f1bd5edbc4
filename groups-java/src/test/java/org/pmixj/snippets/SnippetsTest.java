// SPDX-License-Identifier: Apache-2.0
package org.pmixj.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that the README shows compiled code, and that every snippet of the Javadoc exists. */
class SnippetsTest {
    private static final Path SNIPPETS = Path.of("src/test/java/org/pmixj/snippets");
    private static final Pattern REGION = Pattern.compile("(?s)// @start region=\"([\\w-]+)\"\\n(.*?)\\n *// @end");
    private static final Pattern BLOCK = Pattern.compile("(?s)```java\\n(.*?)```");
    private static final Pattern USE = Pattern.compile("\\{@snippet file=\"(\\w+\\.java)\" region=\"([\\w-]+)\"}");

    private static List<String> codeOf(String file) throws IOException {
        List<String> code = new ArrayList<>();
        Matcher region = REGION.matcher(Files.readString(SNIPPETS.resolve(file)));
        while (region.find()) {
            code.add(region.group(2).stripIndent().strip());
        }
        return code;
    }

    @Test
    void theReadmeShowsCompiledCode() throws IOException {
        List<String> compiled = codeOf("Hello.java");
        compiled.addAll(codeOf("ReadmeSnippets.java"));
        List<String> shown = BLOCK.matcher(Files.readString(Path.of("../README.md")))
                .results()
                .map(block -> block.group(1).strip())
                .toList();
        assertThat(shown).isEqualTo(compiled);
    }

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
            for (Path file : files.filter(f -> !f.endsWith("Hello.java") && !f.endsWith("ReadmeSnippets.java"))
                    .toList()) {
                Matcher region = REGION.matcher(Files.readString(file));
                while (region.find()) {
                    there.add(file.getFileName() + "#" + region.group(1));
                }
            }
        }
        assertThat(used).isEqualTo(there).isNotEmpty();
    }
}
