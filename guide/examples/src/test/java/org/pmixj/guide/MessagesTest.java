// SPDX-License-Identifier: Apache-2.0
package org.pmixj.guide;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.pmixj.Statuses;
import org.pmixj.checks.JavaSources;

/**
 * Checks that the page of messages has an entry for each exception and warning of the library. A message is what the source
 * has between quotes, with … for all else. An entry is such a text too; a longer message may contain it. Wrong arguments
 * ({@link IllegalArgumentException}) are left out: their messages say what to give instead.
 */
class MessagesTest {
    private static final Path PAGE = Page.DOCS.resolve("troubleshooting.md");
    private static final List<String> SOURCES = List.of(
            "groups-java/src/main/java",
            "launch/src/main/java",
            "collectives/src/main/java",
            "elastic/src/main/java",
            "bindings/src/main/java/org/pmixj/ffi");

    private static final Pattern MADE =
            Pattern.compile("PmixException(?:\\.\\w+)?|IllegalStateException|PmixLibraryException");
    private static final Pattern CALLED = Pattern.compile("(?s)(?:.*\\W)?(?:Log\\.(?:warning|error|warnApart)"
            + "|StatusCodes\\.(?:notSupported|notFound)|abort|aborted|timedOut|System\\.err\\.println)");
    /** An entry with less text must be a whole message. */
    private static final int ENOUGH = 12;

    @Test
    void eachMessageHasAnEntry() throws IOException {
        List<String> entries = entries();
        Map<String, String> messages = new TreeMap<>();
        JavaSources.read(sources(), new JavaSources.Reader() {
            private void message(List<? extends ExpressionTree> arguments) {
                if (!arguments.isEmpty()) {
                    messages.put(Words.of(arguments.getFirst()), file());
                }
            }

            @Override
            public Void visitNewClass(NewClassTree made, Void unused) {
                if (MADE.matcher(made.getIdentifier().toString()).matches()) {
                    message(made.getArguments());
                }
                return super.visitNewClass(made, unused);
            }

            @Override
            public Void visitMethodInvocation(MethodInvocationTree call, Void unused) {
                if (CALLED.matcher(call.getMethodSelect().toString()).matches()) {
                    message(call.getArguments());
                }
                return super.visitMethodInvocation(call, unused);
            }
        });
        // These pass the message of another one on.
        messages.keySet().removeIf(message -> message.replaceAll("[^a-z]", "").isEmpty());
        assertThat(messages).hasSizeGreaterThan(100);
        messages.keySet().removeIf(message -> entries.stream().anyMatch(entry -> covers(entry, message)));
        assertThat(messages)
                .as("messages without an entry in guide/docs/troubleshooting.md, and their sources")
                .isEmpty();
    }

    @Test
    void eachEntryIsAMessage() throws IOException {
        StringBuilder all = new StringBuilder();
        JavaSources.read(sources(), new JavaSources.Reader() {
            @Override
            public Void visitBinary(BinaryTree join, Void unused) {
                all.append(Words.of(join)).append('\n');
                return super.visitBinary(join, unused);
            }

            @Override
            public Void visitLiteral(LiteralTree literal, Void unused) {
                all.append(Words.of(literal)).append('\n');
                return null;
            }
        });
        List<String> unknown = new ArrayList<>();
        for (String entry : entries()) {
            for (String piece : entry.split("…")) {
                if (all.indexOf(piece.strip()) < 0 && !isStatus(piece.strip())) {
                    unknown.add(entry);
                }
            }
        }
        assertThat(unknown).as("entries that are no messages").isEmpty();
    }

    /** Returns whether a text is the name of a status, which the message of any failure may have. */
    private static boolean isStatus(String text) {
        return Stream.of(Statuses.class.getFields()).anyMatch(field -> text.equals("PMIX_" + field.getName()));
    }

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (String folder : SOURCES) {
            sources.addAll(JavaSources.below(
                    Page.REPOSITORY.resolve(folder),
                    // The others are generated.
                    file -> !file.getFileName().toString().matches("(?:PMIx|pmix_).*")));
        }
        return sources;
    }

    /** Returns the first column of the tables with messages. */
    private static List<String> entries() throws IOException {
        List<String> entries = Files.readAllLines(PAGE).stream()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.substring(3, line.indexOf('`', 3)))
                .toList();
        assertThat(entries).hasSizeGreaterThan(80);
        return entries;
    }

    private static boolean covers(String entry, String message) {
        if (entry.replace("…", "").strip().length() < ENOUGH) {
            return entry.equals(message);
        }
        int at = 0;
        for (String piece : entry.split("…")) {
            int found = message.indexOf(piece.strip(), at);
            if (found < 0) {
                return false;
            }
            at = found + piece.strip().length();
        }
        return true;
    }

    /** Collects what an expression has between quotes, with … for all else. */
    private static final class Words extends TreeScanner<Void, Boolean> {
        private final StringBuilder text = new StringBuilder();

        static String of(Tree expression) {
            Words words = new Words();
            words.scan(expression, true);
            return words.text.toString();
        }

        private void gap() {
            if (!text.toString().endsWith("…")) {
                text.append('…');
            }
        }

        @Override
        public Void scan(Tree tree, Boolean isPart) {
            if (!isPart) {
                gap();
            }
            if (tree instanceof LiteralTree literal && literal.getValue() instanceof String words) {
                text.append(words);
            } else if (tree instanceof BinaryTree join && join.getKind() == Tree.Kind.PLUS) {
                scan(join.getLeftOperand(), true);
                scan(join.getRightOperand(), true);
            } else if (tree != null) {
                gap();
                super.scan(tree, false);
                gap();
            }
            if (!isPart) {
                gap();
            }
            return null;
        }
    }
}
