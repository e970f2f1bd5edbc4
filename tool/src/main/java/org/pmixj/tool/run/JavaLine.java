// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.run;

import java.io.File;
import java.io.IOException;
import java.lang.module.FindException;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pmixj.tool.Program;
import org.pmixj.tool.Refusal;

/**
 * The part of a command line from {@code java} on, without what makes the JVM start fast.
 *
 * @param classPath the class path, as entries; empty for a JAR and for modules
 * @param cached the entries that a class cache may cover; empty if it can cover none
 * @param access the option that allows native access
 * @param main the words that name the program
 * @param arguments the words for the program
 */
record JavaLine(List<String> classPath, List<String> cached, String access, List<String> main, List<String> arguments) {
    private static final String ACCESS = "--enable-native-access=";
    private static final String CLASSES = ACCESS + "ALL-UNNAMED";
    private static final String MODULES = ACCESS + "org.pmixj,org.pmixj.ffi";

    /**
     * Finds out how the program is started. The library comes first on the class path, since a class cache ends at the
     * first folder of classes, and one of the library alone outlives each build of the program.
     *
     * @param library a JAR with the library, for programs that bring none
     * @param outer the class path of the environment; null if there is none
     */
    static JavaLine of(JavaWords words, String library, @Nullable String outer) throws IOException {
        if (words.kind() == JavaWords.Kind.MODULE) {
            return ofModule(words);
        }
        String named = words.classPath();
        List<String> entries = Archives.entries(named != null ? named : outer != null ? outer : ".");
        if (words.kind() == JavaWords.Kind.JAR) {
            String jar = words.main();
            if (!Files.isRegularFile(Path.of(jar))) {
                throw new Refusal("there is no file '" + jar + "'");
            }
            if (named == null && Archives.haveLibrary(Archives.withClassPath(jar))) {
                return new JavaLine(List.of(), List.of(jar), CLASSES, List.of("-jar", jar), words.arguments());
            }
            List<String> all = new ArrayList<>(List.of(jar));
            all.addAll(named == null ? List.of() : entries);
            return ofClass(all, Archives.mainClass(jar), words, library);
        } else if (words.kind() == JavaWords.Kind.SOURCE && !Files.isRegularFile(Path.of(words.main()))) {
            throw new Refusal("there is no file '" + words.main() + "'");
        }
        return ofClass(entries, words.main(), words, library);
    }

    private static JavaLine ofClass(List<String> entries, String main, JavaWords words, String library)
            throws IOException {
        List<String> jars = Archives.ofLibrary(entries);
        if (!Archives.haveLibrary(entries)) {
            jars = List.of(library);
        }
        Set<String> all = new LinkedHashSet<>(jars);
        all.addAll(entries);
        if (words.kind() == JavaWords.Kind.CLASS && words.modulePath() == null) {
            require(all, main);
        }
        List<String> start = new ArrayList<>();
        if (words.modulePath() != null) {
            start.addAll(List.of("-p", words.modulePath()));
        }
        start.add(main);
        return new JavaLine(
                List.copyOf(all),
                // The JVM refuses a cache for a module path.
                words.modulePath() == null ? jars : List.of(),
                words.modulePath() == null ? CLASSES : CLASSES + "," + MODULES.substring(ACCESS.length()),
                start,
                words.arguments());
    }

    /**
     * Returns this line with a program in place of its source file. Its classes come before others that have their
     * names.
     */
    JavaLine with(SourceProgram program) {
        List<String> all = new ArrayList<>(classPath);
        // The cached entries are the first of the class path, and must stay so.
        all.add(cached.size(), program.folder().toString());
        List<String> start = new ArrayList<>(main);
        start.set(start.size() - 1, program.main());
        return new JavaLine(List.copyOf(all), cached, access, start, arguments);
    }

    /** Refuses a class that no entry has, since each rank would print a stack trace. */
    private static void require(Set<String> entries, String main) throws IOException {
        for (String entry : entries) {
            if (Archives.has(entry, main)) {
                return;
            }
        }
        throw new Refusal("the class path has no class " + main + ": " + String.join(File.pathSeparator, entries)
                + "; compile it, or name its folder or JAR by -cp"
                + Program.find(main)
                        .map(program -> "; if you mean the program " + program + ", write its path")
                        .orElse(""));
    }

    private static JavaLine ofModule(JavaWords words) {
        String path = words.modulePath();
        if (path == null) {
            throw new Refusal("there is no module path; name it by -p");
        }
        Path[] entries =
                Stream.of(path.split(File.pathSeparator, -1)).map(Path::of).toArray(Path[]::new);
        String module = words.main().replaceFirst("/.*", "");
        try {
            ModuleFinder finder = ModuleFinder.of(entries);
            for (String needed : List.of(module, "org.pmixj", "org.pmixj.ffi")) {
                if (finder.find(needed).isEmpty()) {
                    throw new Refusal("the module path has no module " + needed + ": " + path
                            + (needed.equals(module) ? "" : "; add the JARs pmixj and pmixj-bindings"));
                }
            }
        } catch (FindException e) {
            throw new Refusal("the module path " + path + " cannot be read: " + e.getMessage());
        }
        List<String> start = new ArrayList<>();
        if (words.classPath() != null) {
            start.addAll(List.of("-cp", words.classPath()));
        }
        start.addAll(List.of("-p", path, "-m", words.main()));
        return new JavaLine(List.of(), List.of(), MODULES, start, words.arguments());
    }

    /** Returns all words, with the options of the JVM. */
    List<String> words(Path java, List<String> options) {
        List<String> words = new ArrayList<>(List.of(java.toString()));
        words.addAll(options);
        if (!classPath.isEmpty()) {
            words.addAll(List.of("-cp", String.join(File.pathSeparator, classPath)));
        }
        words.addAll(main);
        words.addAll(arguments);
        return words;
    }
}
