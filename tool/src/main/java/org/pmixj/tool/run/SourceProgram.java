// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.run;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.tools.DiagnosticListener;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import org.jspecify.annotations.Nullable;
import org.pmixj.tool.Program;
import org.pmixj.tool.Refusal;

/**
 * A program that is a source file, compiled once before the job starts: {@code java} would compile it in each rank. As
 * with {@code java}, its main class is the first one of the file, and files beside it are compiled if it needs them.
 *
 * @param command the words that compile it
 * @param options the options for the JVM
 * @param folder the folder of its classes
 * @param main its main class
 */
record SourceProgram(List<String> command, List<String> options, Path folder, String main) {
    private static final String SOURCE = "--source";
    private static final String PREVIEW = "--enable-preview";

    /** The options that the JVM and the compiler both have. */
    private static final Set<String> OF_BOTH = Set.of(
            "--add-exports", "--add-modules", "--limit-modules", "--patch-module", "--upgrade-module-path", PREVIEW);

    /**
     * Compiles a program.
     *
     * @param javac the compiler of this JVM
     * @param classPath the entries of its class path
     * @param programs where its classes are kept
     * @param errors where the compiler reports errors
     */
    static SourceProgram compile(
            JavaCompiler javac, JavaWords words, List<String> classPath, CompiledPrograms programs, PrintWriter errors)
            throws IOException {
        List<String> jvmOptions = new ArrayList<>();
        List<String> javacOptions = new ArrayList<>();
        divide(words.options(), jvmOptions, javacOptions);
        javacOptions.addAll(List.of("-cp", String.join(File.pathSeparator, classPath)));
        Path file = Path.of(words.main());
        String modulePath = words.modulePath() == null ? "" : words.modulePath();
        Path generated = programs.folder().resolveSibling("modules");
        javacOptions.addAll(ImportedModules.options(file, classPath, modulePath, generated));
        String main;
        try (StandardJavaFileManager files = javac.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            CompilationUnitTree source = task(javac, files, javacOptions, file, errors, _ -> {})
                    .parse()
                    .iterator()
                    .next();
            String packageName = source.getPackageName() == null
                    ? ""
                    : source.getPackageName().toString();
            main = mainClass(source, packageName);
            Path root = root(file, packageName);
            if (root != null) {
                javacOptions.addAll(List.of("--source-path", root.toString()));
            }
        }
        Path folder = programs.compile(main, fresh -> {
            try (StandardJavaFileManager files = javac.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
                boolean compiled = task(javac, files, withFolder(fresh, javacOptions), file, errors, null)
                        .call();
                errors.flush();
                if (!compiled) {
                    throw new Refusal("'" + file + "' cannot be compiled, so nothing is started");
                } else if (main.isEmpty()) {
                    throw new Refusal("'" + file + "' has no class; add one, or a method main");
                }
            }
        });
        List<String> command = new ArrayList<>();
        command.add(Program.java().resolveSibling("javac").toString());
        command.addAll(withFolder(folder, javacOptions));
        command.add(file.toString());
        return new SourceProgram(List.copyOf(command), List.copyOf(jvmOptions), folder, main);
    }

    /** Divides the words for {@code java} among the JVM and the compiler, as {@code java} does. */
    private static void divide(List<String> options, List<String> jvmOptions, List<String> javacOptions) {
        for (int at = 0; at < options.size(); at++) {
            String option = options.get(at);
            String name = option.replaceFirst("=.*", "");
            boolean source = name.equals(SOURCE);
            List<String> words = new ArrayList<>(List.of(option));
            if (name.equals(option) && !name.equals(PREVIEW) && (source || OF_BOTH.contains(name))) {
                words.add(options.get(++at));
            }
            if (source || OF_BOTH.contains(name)) {
                javacOptions.addAll(words);
            }
            if (!source) {
                jvmOptions.addAll(words);
            }
        }
        if (javacOptions.contains(PREVIEW) && javacOptions.stream().noneMatch(word -> word.startsWith(SOURCE))) {
            javacOptions.addAll(
                    List.of(SOURCE, Integer.toString(Runtime.version().feature())));
        }
    }

    private static List<String> withFolder(Path folder, List<String> options) {
        List<String> all = new ArrayList<>(options);
        all.addAll(List.of("-d", folder.toString()));
        return all;
    }

    private static JavacTask task(
            JavaCompiler javac,
            StandardJavaFileManager files,
            List<String> options,
            Path file,
            PrintWriter errors,
            @Nullable DiagnosticListener<JavaFileObject> listener) {
        try {
            return (JavacTask) javac.getTask(errors, files, listener, options, null, files.getJavaFileObjects(file));
        } catch (IllegalArgumentException e) {
            throw new Refusal("'" + file + "' cannot be compiled with these options: " + e.getMessage());
        }
    }

    /** Returns an empty name if the file has no class. */
    private static String mainClass(CompilationUnitTree source, String packageName) {
        return source.getTypeDecls().stream()
                .filter(ClassTree.class::isInstance)
                .map(type -> ((ClassTree) type).getSimpleName().toString())
                .map(name -> packageName.isEmpty() ? name : packageName + "." + name)
                .findFirst()
                .orElse("");
    }

    /** Returns the folder of the source tree; null if the file lies in no folder that its package names. */
    private static @Nullable Path root(Path file, String packageName) {
        Path packages = Path.of(packageName.replace('.', '/'));
        Path folder = file.toAbsolutePath().normalize().getParent();
        if (!packageName.isEmpty()) {
            if (folder == null || !folder.endsWith(packages)) {
                return null;
            }
            for (Path _ : packages) {
                folder = folder == null ? null : folder.getParent();
            }
        }
        if (folder != null && Files.exists(folder.resolve("module-info.java"))) {
            throw new Refusal("'" + file + "' belongs to the module in " + folder + "; compile it, and name it as in"
                    + " 'pmixj run -p CLASSES:LIBRARY MODULE/CLASS'");
        }
        return folder;
    }
}
