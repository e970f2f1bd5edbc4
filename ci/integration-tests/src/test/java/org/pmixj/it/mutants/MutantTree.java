// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.mutants;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Represents a built copy of the checkout, in which one mutant lives at a time. */
final class MutantTree {
    private static final String MODULE = "ci/integration-tests";
    /** Not a class literal: {@code ci/mutants --check} compiles these files without JUnit. */
    private static final String TESTS = "org.pmixj.it.mutants.TestRun";

    /** The limit of each wait of a test, which a mutant often reaches. The tests hold with it without a mutant. */
    private static final int WAIT_SECONDS = 20;

    private final Path root;
    private final List<Path> classPath = new ArrayList<>();

    /**
     * Represents a copy.
     *
     * @param classPath of the tests, as Maven has written it for the copy {@code built}
     */
    MutantTree(Path root, Path built, String classPath) {
        this.root = root;
        this.classPath.add(root.resolve(MODULE, "target", "test-classes"));
        for (String entry : classPath.strip().split(File.pathSeparator)) {
            Path path = Path.of(entry);
            this.classPath.add(path.startsWith(built) ? root.resolve(built.relativize(path)) : path);
        }
    }

    /** Returns what becomes of tests without any mutant. */
    Map<String, TestResult> run(List<TestMethod> tests, Path log, int seconds) throws IOException {
        // What the ranks load is as it was for the last mutant, and one cache serves all.
        return execute(List.of("-Dpmixj.junit.aot=true"), List.of(), tests, log, seconds);
    }

    /** Returns what becomes of a mutant's tests. Where those before have shown all its rows, tests are left out. */
    Map<String, TestResult> run(Mutant mutant, List<TestMethod> tests, Path log, int seconds) throws IOException {
        Path archive = archiveOf(mutant);
        Path kept = archive.resolveSibling(archive.getFileName() + ".kept");
        git("apply", mutant.patch().toString());
        Files.copy(archive, kept, StandardCopyOption.REPLACE_EXISTING);
        try {
            compile(mutant, archive);
            replace(archive, archive);
            return execute(List.of(), mutant.rows(), tests, log, seconds);
        } finally {
            restore(mutant, archive, kept);
        }
    }

    private void restore(Mutant mutant, Path archive, Path kept) {
        try {
            replace(archive, kept);
            git("apply", "--reverse", mutant.patch().toString());
        } catch (IOException e) {
            throw new IllegalStateException("the mutant " + mutant.name() + " is still in " + root + ": " + e, e);
        }
    }

    /** Replaces a JAR and all copies of it, which samples and adapters have, by a file. */
    private void replace(Path archive, Path by) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(each -> each.endsWith(archive.getFileName()) && !each.equals(by))
                    .toList()) {
                Files.copy(by, file, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    /** Returns the JAR with the classes of a mutant's files, by which all find them: tests, samples, tools. */
    private Path archiveOf(Mutant mutant) throws IOException {
        List<Path> archives = new ArrayList<>();
        for (Path file : mutant.files()) {
            int module = file.toString().indexOf("/src/main/java/");
            Path target = root.resolve(file.toString().substring(0, Math.max(module, 0)), "target");
            classPath.stream().filter(entry -> entry.getParent().equals(target)).forEach(archives::add);
        }
        if (archives.size() != mutant.files().size()
                || archives.stream().distinct().count() != 1) {
            throw new IOException("its files are not in one JAR of the tests' class path: " + mutant.files());
        }
        return archives.getFirst();
    }

    // A patch changes bodies of methods, so only the changed files are compiled, not those that depend on them.
    private void compile(Mutant mutant, Path jar) throws IOException {
        Path classes = Files.createTempDirectory("mutant");
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(problems, null, null)) {
            List<String> options = List.of(
                    "-d",
                    classes.toString(),
                    "-cp",
                    joinedClassPath(),
                    "-proc:none",
                    "-implicit:none",
                    "-parameters",
                    "-XDstringConcat=inline");
            Iterable<? extends JavaFileObject> files = manager.getJavaFileObjectsFromPaths(
                    mutant.files().stream().map(root::resolve).toList());
            if (!compiler.getTask(null, manager, problems, options, null, files).call()) {
                throw new IOException("it does not compile: "
                        + problems.getDiagnostics().stream()
                                .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
                                .findFirst()
                                .map(Object::toString)
                                .orElse(""));
            }
        }
        try (FileSystem archive = FileSystems.newFileSystem(jar);
                Stream<Path> made = Files.walk(classes)) {
            for (Path file : made.filter(Files::isRegularFile).toList()) {
                Files.copy(
                        file,
                        archive.getPath(classes.relativize(file).toString()),
                        StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private Map<String, TestResult> execute(
            List<String> options, List<String> rows, List<TestMethod> tests, Path log, int seconds) throws IOException {
        Path results = Files.createTempFile("mutant", ".results");
        Path module = root.resolve(MODULE);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-ea",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-Dpmixj.required=true",
                "-Dpmixj.it.limit=" + WAIT_SECONDS,
                "-Dpmixj.junit.dir=" + module.resolve("target", "pmixj-jobs")));
        command.addAll(options);
        command.addAll(List.of("-cp", joinedClassPath(), TESTS, results.toString(), String.join(",", rows)));
        tests.forEach(test -> command.add(test.fullName()));
        Process process = new ProcessBuilder(command)
                .directory(module.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .redirectInput(new File("/dev/null"))
                .start();
        boolean ended = hasEnded(process, seconds);
        Map<String, TestResult> seen = new HashMap<>();
        for (String line : Files.readAllLines(results)) {
            String[] words = line.split("\t", -1);
            String name = words[1].substring(words[1].lastIndexOf('.') + 1);
            seen.put(name, new TestResult(words[0].equals("red"), words[0].equals("green"), words[2]));
        }
        Files.delete(results);
        if (!ended) {
            throw new IOException("it did not end in " + seconds + " s");
        }
        return seen;
    }

    private static boolean hasEnded(Process process, int seconds) {
        try {
            if (process.waitFor(seconds, TimeUnit.SECONDS)) {
                return true;
            }
            // It ends its job then.
            process.destroy();
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    private String joinedClassPath() {
        return String.join(
                File.pathSeparator, classPath.stream().map(Path::toString).toList());
    }

    /** Returns why a patch does not apply, or an empty text. */
    static String refusal(Path root, Path patch) throws IOException {
        return output(root, "apply", "--check", patch.toString());
    }

    private void git(String... arguments) throws IOException {
        String problem = output(root, arguments);
        if (!problem.isEmpty()) {
            throw new IOException(problem);
        }
    }

    /** Returns what git says if it fails. */
    private static String output(Path root, String... arguments) throws IOException {
        List<String> words = new ArrayList<>(List.of("git"));
        words.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(words).directory(root.toFile()).redirectErrorStream(true);
        // Without a repository, which the container may not see if this is a worktree of another one.
        builder.environment().put("GIT_DIR", "/dev/null");
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes()).strip();
        try {
            return process.waitFor() == 0 ? "" : output.isEmpty() ? words + " failed" : output;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(words + " was interrupted", e);
        }
    }
}
