// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.build;

import com.sun.source.util.JavacTask;
import com.sun.source.util.Plugin;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;
import org.pmixj.junit.PmixTest;
import org.xml.sax.SAXException;

/**
 * Refuses to compile a {@link PmixTest} of a Maven build whose Surefire would not run it. A Surefire before 3.0, which
 * Maven 3.8 takes if no POM names a version, knows no JUnit 6: it runs no test, and the build succeeds.
 *
 * <p>javac starts this plugin by itself, because its JAR is on the class path of the tests. Since JDK 23 it starts no
 * annotation processor by default, but it still starts plugins. This one does nothing if {@code
 * annotationProcessorPaths} are configured, or if the compiler runs outside of Maven's JVM. It says nothing where it is
 * in doubt.
 */
public final class SurefireCheck implements Plugin {
    /** The version that the message recommends, which the build of this module uses too. */
    static final String RECOMMENDED = "3.6.1";

    /** The system property that switches this check off if it is "unchecked". */
    static final String SWITCH = "pmixj.junit.surefire";

    /** Constructs the plugin, for the compiler. */
    public SurefireCheck() {}

    @Override
    public String getName() {
        return "pmixj-junit";
    }

    @Override
    public boolean autoStart() {
        return true;
    }

    @Override
    public void init(JavacTask task, String... arguments) {
        String home = System.getProperty("maven.home");
        if (home != null && !"unchecked".equals(System.getProperty(SWITCH))) {
            task.addTaskListener(new Listener(Trees.instance(task), Path.of(home)));
        }
    }

    /** Reports the first test of a compilation that would not run. */
    private static final class Listener implements TaskListener {
        private final Trees trees;
        private final Path mavenHome;
        private boolean reported;

        Listener(Trees trees, Path mavenHome) {
            this.trees = trees;
            this.mavenHome = mavenHome;
        }

        @Override
        public void started(TaskEvent event) {
            TypeElement type = event.getTypeElement();
            if (reported || event.getKind() != TaskEvent.Kind.ANALYZE || type == null || !isForSurefire(type)) {
                return;
            }
            Optional<Element> test = tests(type).findFirst();
            Optional<TreePath> place = test.map(trees::getPath);
            if (place.isEmpty()) {
                return;
            }
            Optional<String> refusal = refusal(event.getSourceFile());
            if (refusal.isPresent()) {
                reported = true;
                trees.printMessage(
                        Diagnostic.Kind.ERROR,
                        refusal.get(),
                        place.get().getLeaf(),
                        place.get().getCompilationUnit());
            }
        }

        /**
         * Returns what is wrong with the build of a source. An exception is doubt: the source may be no file, the POM
         * no XML.
         */
        private Optional<String> refusal(JavaFileObject source) {
            try {
                Optional<MavenPom> pom = MavenPom.of(Path.of(source.toUri()));
                Optional<String> version = pom.isPresent() ? pom.get().surefire(mavenHome) : Optional.empty();
                return version.filter(old -> old.matches("[012]\\..*")).map(old -> message(old, pom.orElseThrow()));
            } catch (IOException | SAXException | RuntimeException e) {
                return Optional.empty();
            }
        }

        /**
         * Tests whether Surefire runs classes of this name. Failsafe looks for others, and has a version in each POM.
         */
        private static boolean isForSurefire(TypeElement type) {
            return type.getSimpleName().toString().matches("Test.*|.*(?:Test|Tests|TestCase)");
        }

        private static Stream<Element> tests(Element type) {
            return type.getEnclosedElements().stream()
                    .flatMap(each -> each.getKind().isDeclaredType()
                            ? tests(each)
                            : Stream.of(each).filter(method -> method.getAnnotation(PmixTest.class) != null));
        }

        private static String message(String version, MavenPom pom) {
            return """
                    pmixj-junit: no @PmixTest of this build would run, though the build would succeed: it uses Surefire %s, \
                    which knows no JUnit 6. Write into <build><plugins> of %s:
                        <plugin>
                          <artifactId>maven-surefire-plugin</artifactId>
                          <version>%s</version>
                        </plugin>
                    If this is wrong, switch the check off: -D%s=unchecked""".formatted(version, pom.file(), RECOMMENDED, SWITCH);
        }
    }
}
