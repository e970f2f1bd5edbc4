// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that the Javadoc of every exported type and method says with a verb, in its first sentence, what it does. */
class JavadocTest {
    private static final Path SOURCES = Path.of("src/main/java/org/pmixj");

    /** A comment, annotations, and the declaration up to its parameters or body. */
    private static final Pattern DOCUMENTED = Pattern.compile(
            "/\\*\\*(?<doc>(?:[^*]++|\\*(?!/))*+)\\*/\\s*(?:@[\\w.]+(?:\\([^)]*\\))?(?:\\s*//[^\\n]*)?\\s*)*"
                    + "(?<declaration>[^;{=(}*]*[;{=(])");

    /** A type, a method, a constructor or a compact constructor; no field, no constant of an enum, no package. */
    private static final Pattern CHECKED = Pattern.compile(
            "(?!private\\b).*\\b(class|interface|enum|record)\\s+\\w+.*|(?!private\\b).*\\w\\s+\\w+\\s*\\(|(public )?[A-Z][a-z]\\w*\\s*[{(]",
            Pattern.DOTALL);

    /** A member of an interface or a public one, which has no comment. */
    private static final Pattern PUBLIC =
            Pattern.compile("(?m)(?<before>^.*\\n)^ {4,8}public (?!static final [^(]*=)[^;={]*\\(");

    /** Verbs in the third person with which a first sentence starts. */
    private static final Set<String> VERBS =
            Set.of(("Aborts Accepts Activates Adds Addresses Answers Asks Assigns Builds Calls Cancels"
                            + " Checks Closes Commits Compares Computes Connects Constructs Contributes Controls Copies Creates"
                            + " Declares Declines Decides Defines Describes Disconnects Divides Does Ends Exchanges Excludes"
                            + " Fetches Finds Follows Gives Goes Handles Holds Includes Keeps Leaves Lets Limits Lists Logs Looks Makes"
                            + " Marks Measures Merges Names Notifies Offers Opens Parses Places Publishes Puts Reads Registers"
                            + " Removes Replaces Reports Represents Requests Requires Restricts Returns Runs Says Selects Sends"
                            + " Sets Skips Starts Stores Unpublishes Validates Waits Watches Wraps Writes")
                    .split(" "));

    private static List<Path> exported() throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            return files.filter(file -> file.toString().endsWith(".java")
                            && !file.startsWith(SOURCES.resolve("internal"))
                            && !file.endsWith("package-info.java"))
                    .toList();
        }
    }

    private static String firstWord(String doc) {
        String text = doc.replaceAll("\\s*\\n\\s*\\*", " ").strip();
        // The tag stands for the word.
        return text.startsWith("{@return ") ? "Returns" : text.split("\\W", 2)[0];
    }

    @Test
    void aFirstSentenceSaysWhatATypeOrMethodDoes() throws IOException {
        List<String> wrong = new ArrayList<>();
        int seen = 0;
        for (Path file : exported()) {
            Matcher matcher = DOCUMENTED.matcher(Files.readString(file));
            while (matcher.find()) {
                String declaration = matcher.group("declaration").strip();
                if (CHECKED.matcher(declaration).matches()) {
                    seen++;
                    String word = firstWord(matcher.group("doc"));
                    if (!VERBS.contains(word)) {
                        wrong.add(file.getFileName() + ": '" + word + "' of " + declaration);
                    }
                }
            }
        }
        assertThat(wrong)
                .as("start the first sentence with a verb such as Returns, Constructs or Waits")
                .isEmpty();
        assertThat(seen).isGreaterThan(700);
    }

    @Test
    void everyPublicMethodHasJavadoc() throws IOException {
        List<String> missing = new ArrayList<>();
        for (Path file : exported()) {
            Matcher matcher = PUBLIC.matcher(Files.readString(file));
            while (matcher.find()) {
                String before = matcher.group("before").strip();
                if (!before.endsWith("*/") && !before.startsWith("@")) {
                    missing.add(file.getFileName() + ":" + matcher.group().strip());
                }
            }
        }
        assertThat(missing).isEmpty();
    }
}
