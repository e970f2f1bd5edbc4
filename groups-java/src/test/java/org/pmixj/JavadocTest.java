// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Modifier;
import org.junit.jupiter.api.Test;
import org.pmixj.checks.JavaSources;

/** Checks that the Javadoc of every exported type and method says with a verb, in its first sentence, what it does. */
class JavadocTest {
    private static final Path SOURCES = Path.of("src/main/java/org/pmixj");
    private static final Path COLLECTIVES = Path.of("../collectives/src/main/java/org/pmixj");
    private static final Path ELASTIC = Path.of("../elastic/src/main/java/org/pmixj/elastic");
    private static final Path MPI = Path.of("../adapters/mpi/src/main/java/org/pmixj/mpi");

    /** Verbs in the third person with which a first sentence starts. */
    private static final Set<String> VERBS =
            Set.of(("Aborts Accepts Activates Adds Addresses Agrees Allocates Answers Asks Assigns Begins Builds"
                            + " Calls Cancels Checks Closes Combines Commits Compares Completes Computes Connects"
                            + " Constructs Contributes Controls Copies Creates Declares Declines Decides Defines"
                            + " Describes Disconnects Divides Does Ends Exchanges Excludes Fetches Finalizes Finds"
                            + " Follows Frees Gives Goes Handles Holds Includes Initialises Keeps Leaves Lets Limits"
                            + " Lists Logs Looks Makes Marks Measures Merges Names Notifies Offers Opens Orders"
                            + " Parses Places Publishes Puts Reads Receives Registers Removes Replaces Reports"
                            + " Represents Requests Requires Restricts Returns Revokes Runs Says Selects Sends Sets Skips"
                            + " Starts Stores Tests Unpublishes Validates Waits Watches Wraps Writes")
                    .split(" "));

    /** Visits types and methods of the exported packages. */
    private abstract static class Exported extends JavaSources.Reader {
        abstract void documentable(String name, Set<Modifier> modifiers, boolean isAnnotated);

        @Override
        protected final void declared(Tree declaration) {
            if (declaration instanceof ClassTree type) {
                documentable(file() + ": type " + type.getSimpleName(), type.getModifiers());
            } else if (declaration instanceof MethodTree method) {
                documentable(file() + ": " + method.getName(), method.getModifiers());
            }
        }

        private void documentable(String name, ModifiersTree modifiers) {
            documentable(name, modifiers.getFlags(), !modifiers.getAnnotations().isEmpty());
        }

        final void read() throws IOException {
            for (Path sources : List.of(SOURCES, COLLECTIVES, ELASTIC, MPI)) {
                JavaSources.read(
                        JavaSources.below(
                                sources,
                                file -> !file.startsWith(sources.resolve("internal"))
                                        && !file.startsWith(MPI.resolve("ffi"))
                                        && !file.endsWith("package-info.java")),
                        this);
            }
        }
    }

    private static String firstWord(String doc) {
        // The tag stands for the word.
        return doc.startsWith("{@return ") ? "Returns" : doc.split("\\W", 2)[0];
    }

    @Test
    void aFirstSentenceSaysWhatATypeOrMethodDoes() throws IOException {
        List<String> seen = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        new Exported() {
            @Override
            void documentable(String name, Set<Modifier> modifiers, boolean isAnnotated) {
                if (!doc().isEmpty() && !modifiers.contains(Modifier.PRIVATE)) {
                    seen.add(name);
                    if (!VERBS.contains(firstWord(doc()))) {
                        wrong.add(name + ": '" + firstWord(doc()) + "'");
                    }
                }
            }
        }.read();
        assertThat(wrong)
                .as("start the first sentence with a verb such as Returns, Constructs or Waits")
                .isEmpty();
        assertThat(seen).hasSizeGreaterThan(1000);
    }

    @Test
    void everyPublicMethodHasJavadoc() throws IOException {
        List<String> missing = new ArrayList<>();
        new Exported() {
            @Override
            void documentable(String name, Set<Modifier> modifiers, boolean isAnnotated) {
                // One that overrides another has the annotation.
                if (doc().isEmpty() && modifiers.contains(Modifier.PUBLIC) && !isAnnotated) {
                    missing.add(name);
                }
            }
        }.read();
        assertThat(missing).isEmpty();
    }
}
