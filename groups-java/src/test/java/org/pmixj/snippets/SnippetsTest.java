// SPDX-License-Identifier: Apache-2.0
package org.pmixj.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.doctree.AttributeTree;
import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.SnippetTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmixj.checks.JavaSources;

/** Checks that every snippet of the Javadoc exists, and that the Javadoc uses each. */
class SnippetsTest {
    private static final String SNIPPETS = "src/test/java/org/pmixj/snippets";
    private static final Pattern REGION = Pattern.compile("(?s)// @start region=\"([\\w-]+)\"\\n.*?\\n *// @end");

    @ParameterizedTest
    @ValueSource(strings = {".", "../collectives", "../elastic"})
    void theJavadocUsesRegionsThatExist(Path module) throws IOException {
        Set<String> used = new TreeSet<>();
        Set<String> there = new TreeSet<>();
        DocTreeScanner<Void, Void> uses = new DocTreeScanner<>() {
            @Override
            public Void visitSnippet(SnippetTree snippet, Void unused) {
                Map<String, String> attributes = new HashMap<>();
                for (DocTree each : snippet.getAttributes()) {
                    AttributeTree attribute = (AttributeTree) each;
                    attributes.put(
                            attribute.getName().toString(),
                            attribute.getValue().getFirst().toString());
                }
                used.add(attributes.get("file") + "#" + attributes.get("region"));
                return null;
            }
        };
        JavaSources.read(
                JavaSources.below(module.resolve("src/main/java/org/pmixj"), file -> true), new JavaSources.Reader() {
                    @Override
                    protected void declared(Tree declaration) {
                        uses.scan(docTree(), null);
                    }
                });
        try (Stream<Path> files = Files.list(module.resolve(SNIPPETS))) {
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
