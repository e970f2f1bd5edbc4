// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.tool.Refusal;

/** Source files, compiled and run. */
class SourceProgramTest {
    @TempDir
    Path work;

    private final List<String> classPath = new ArrayList<>();
    private final StringWriter said = new StringWriter();

    private Path write(String name, String text) throws IOException {
        Path file = work.resolve("source").resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private SourceProgram compile(String... words) throws IOException {
        JavaWords parsed = JavaWords.parse(List.of(words), null, null);
        return SourceProgram.compile(
                ToolProvider.getSystemJavaCompiler(),
                parsed,
                classPath,
                new CompiledPrograms(work.resolve("programs")),
                new PrintWriter(said));
    }

    private static String run(List<String> words) throws Exception {
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    private static String java(SourceProgram program) {
        return Path.of(program.command().getFirst()).resolveSibling("java").toString();
    }

    private static String run(SourceProgram program) throws Exception {
        List<String> words = Stream.of(
                        List.of(java(program)),
                        program.options(),
                        List.of("-cp", program.folder().toString(), program.main()))
                .flatMap(List::stream)
                .toList();
        return run(words);
    }

    private List<Path> programs() throws IOException {
        try (Stream<Path> found = Files.list(work.resolve("programs"))) {
            return found.toList();
        }
    }

    /** The first class of the file is the main class, and its package says where others are. */
    @Test
    void aPackageOfTwoFiles() throws Exception {
        Path main = write("app/Main.java", """
                package app;
                class First { public static void main(String[] args) { System.out.print(app.more.Other.WORD); } }
                class Second {}
                """);
        write("app/more/Other.java", "package app.more; public class Other { public static String WORD = \"found\"; }");
        write("app/Unused.java", "does not compile");
        SourceProgram program = compile(main.toString());
        assertThat(program.main()).isEqualTo("app.First");
        assertThat(run(program)).isEqualTo("found");
    }

    @Test
    void aCompactFileWithOptions() throws Exception {
        Path main = write(
                "Compact.java",
                "void main() { IO.print(sun.net.util.IPAddressUtil.isIPv4LiteralAddress(\"1.2.3.4\")); }");
        SourceProgram program = compile(
                "--add-exports",
                "java.base/sun.net.util=ALL-UNNAMED",
                "--source=25",
                "--enable-preview",
                "-Xmx32m",
                main.toString());
        assertThat(program.main()).isEqualTo("Compact");
        assertThat(program.options())
                .containsExactly("--add-exports", "java.base/sun.net.util=ALL-UNNAMED", "--enable-preview", "-Xmx32m");
        assertThat(run(program)).isEqualTo("true");
    }

    /** The compiler looks for it on the module path, and the JVM on the class path. */
    @Test
    void aModuleThatIsImported() throws Exception {
        compileModule(
                "lib.other", "", "package lib.other; public class Other { public static String WORD = \"found\"; }");
        compileModule(
                "lib",
                "requires transitive lib.other;",
                "package lib; public class Lib { public static String word() { return lib.other.Other.WORD; } }");
        Path main = write("Main.java", """
                import module lib;
                void main() { IO.print(Lib.word() + Used.word()); }
                """);
        write("Used.java", "import module lib.other; class Used { static String word() { return Other.WORD; } }");
        SourceProgram program = compile(main.toString());
        assertThat(program.command()).contains("--add-modules", "lib,lib.other");
        classPath.add(program.folder().toString());
        assertThat(run(List.of(java(program), "-cp", String.join(":", classPath), program.main())))
                .isEqualTo("foundfound");
        assertRefused(
                "cannot be compiled",
                write("No.java", "import module no.such;\nvoid main() {}").toString());
        assertThat(said.toString()).contains("No.java:1", "no.such");
        // A file that is not compiled makes no difference.
        Path hello = write("Hello.java", "void main() { IO.print(1); }");
        assertThat(run(compile(hello.toString()))).isEqualTo("1");
    }

    /** Adds the folder of a module to the class path. */
    private void compileModule(String name, String requires, String type) throws Exception {
        Path info = write(name + "/module-info.java", "module " + name + " { exports " + name + "; " + requires + " }");
        Path file = write(name + "/" + type.replaceFirst(".* class (\\w+).*", "$1") + ".java", type);
        Path classes = work.resolve(name);
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-p",
                                String.join(":", classPath),
                                "-d",
                                classes.toString(),
                                info.toString(),
                                file.toString()))
                .isZero();
        classPath.add(classes.toString());
    }

    /** The printed javac line produces the same classes. */
    @Test
    void theCommand() throws Exception {
        SourceProgram program =
                compile(write("Hello.java", "void main() { IO.print(1); }").toString());
        Path compiled = program.folder().resolve("Hello.class");
        byte[] content = Files.readAllBytes(compiled);
        Files.delete(compiled);
        run(program.command());
        assertThat(compiled).hasBinaryContent(content);
    }

    @Test
    void theSameProgramIsKeptOnce() throws Exception {
        Path main = write("Hello.java", "void main() { IO.print(1); }");
        SourceProgram first = compile(main.toString());
        assertThat(compile(main.toString())).isEqualTo(first);
        write("Hello.java", "void main() { IO.print(2); }");
        SourceProgram second = compile(main.toString());
        assertThat(run(first)).isEqualTo("1");
        assertThat(run(second)).isEqualTo("2");
        assertThat(programs()).containsExactlyInAnyOrder(first.folder(), second.folder());
        // By the command of the first one, after the change.
        run(first.command());
        write("Hello.java", "void main() { IO.print(1); }");
        assertThat(run(compile(main.toString()))).isEqualTo("1");
    }

    @Test
    void oneThatNobodyUsesIsDeleted() throws Exception {
        SourceProgram first = compile(write("First.java", "void main() {}").toString());
        SourceProgram second = compile(write("Second.java", "void main() {}").toString());
        Files.setLastModifiedTime(first.folder(), FileTime.from(Instant.now().minus(Duration.ofDays(31))));
        Files.setLastModifiedTime(second.folder(), FileTime.from(Instant.now().minus(Duration.ofDays(29))));
        SourceProgram third = compile(write("Third.java", "void main() {}").toString());
        assertThat(programs()).containsExactlyInAnyOrder(second.folder(), third.folder());
    }

    @Test
    void refused() throws Exception {
        assertRefused(
                "cannot be compiled, so nothing is started",
                write("Wrong.java", "void main() {\n    int i = no;\n}").toString());
        assertThat(said.toString())
                .contains("Wrong.java:2: error: cannot find symbol")
                .containsOnlyOnce("error:");
        assertRefused(
                "cannot be compiled", write("Mistyped.java", "clas Mistyped {}").toString());
        assertThat(said.toString()).contains("Mistyped.java:1: error: ");
        assertThat(programs()).isEmpty();
        assertRefused(
                "has no class", write("Empty.java", "import java.util.List;").toString());
        assertRefused(
                "invalid source release: 99",
                "--source",
                "99",
                write("Hello.java", "void main() {}").toString());
        write("module-info.java", "module a {}");
        assertRefused(
                "belongs to the module in " + work.resolve("source"),
                work.resolve("source/Hello.java").toString());
        Files.delete(work.resolve("programs"));
        Files.createFile(work.resolve("programs"));
        Files.delete(work.resolve("source/module-info.java"));
        assertRefused(
                "the compiled program cannot be kept",
                work.resolve("source/Hello.java").toString());
    }

    private void assertRefused(String message, String... words) {
        assertThatThrownBy(() -> compile(words)).isInstanceOf(Refusal.class).hasMessageContaining(message);
    }
}
