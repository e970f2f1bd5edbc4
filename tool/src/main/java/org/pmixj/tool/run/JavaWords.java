// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pmixj.tool.Refusal;

/**
 * The words that follow {@code java} on a command line, taken apart as that program does it.
 *
 * @param options the options of the JVM, without those of the next two
 * @param classPath the class path, if one is named
 * @param modulePath the module path, if one is named
 * @param kind what the main word is
 * @param main a JAR, a class, a module, a source file, or a program that is none of Java
 * @param arguments what follows it
 */
record JavaWords(
        List<String> options,
        @Nullable String classPath,
        @Nullable String modulePath,
        Kind kind,
        String main,
        List<String> arguments) {
    /** Lists what can be started. */
    enum Kind {
        JAR,
        CLASS,
        MODULE,
        SOURCE,
        /** A program of the machine, started without {@code java}. */
        OTHER
    }

    private static final Set<String> CLASS_PATH = Set.of("-cp", "-classpath", "--class-path");
    private static final Set<String> MODULE_PATH = Set.of("-p", "--module-path");
    private static final Set<String> MODULE = Set.of("-m", "--module");

    /** The other options whose value may be the next word. */
    private static final Set<String> WITH_VALUE = Set.of(
            "--add-modules",
            "--add-exports",
            "--add-opens",
            "--add-reads",
            "--enable-native-access",
            "--limit-modules",
            "--patch-module",
            "--source",
            "--upgrade-module-path");

    /** Takes words apart. The paths may be named before, as options of {@code pmixj run}. */
    static JavaWords parse(List<String> words, @Nullable String classPath, @Nullable String modulePath) {
        List<String> options = new ArrayList<>();
        int at = 0;
        while (at < words.size() && words.get(at).startsWith("-")) {
            String option = words.get(at);
            String name = option.startsWith("--") ? option.replaceFirst("=.*", "") : option;
            boolean joined = !name.equals(option);
            if (option.equals("-jar") || MODULE.contains(name)) {
                int main = joined ? at : at + 1;
                String word = joined ? option.substring(name.length() + 1) : value(words, at);
                return new JavaWords(
                        List.copyOf(options),
                        classPath,
                        modulePath,
                        option.equals("-jar") ? Kind.JAR : Kind.MODULE,
                        word,
                        List.copyOf(words.subList(main + 1, words.size())));
            } else if (CLASS_PATH.contains(name)) {
                classPath = joined ? option.substring(name.length() + 1) : value(words, at);
            } else if (MODULE_PATH.contains(name)) {
                modulePath = joined ? option.substring(name.length() + 1) : value(words, at);
            } else {
                options.add(option);
                if (!joined && WITH_VALUE.contains(name)) {
                    options.add(value(words, at));
                }
            }
            boolean two =
                    !joined && (CLASS_PATH.contains(name) || MODULE_PATH.contains(name) || WITH_VALUE.contains(name));
            at += two ? 2 : 1;
        }
        if (at == words.size()) {
            throw new Refusal(
                    "no program is named; a JAR, a class, a module, a source file or the path of a program follows the"
                            + " options, as in"
                            + " 'pmixj run -n 4 -cp target/classes app.Main'");
        }
        String main = words.get(at);
        Kind kind = kind(main, classPath, modulePath);
        if (kind == Kind.OTHER && (!options.isEmpty() || classPath != null || modulePath != null)) {
            throw new Refusal(
                    "'" + main + "' is a program without a JVM; leave out the options of the JVM, -cp and -p");
        }
        return new JavaWords(
                List.copyOf(options),
                classPath,
                modulePath,
                kind,
                main,
                List.copyOf(words.subList(at + 1, words.size())));
    }

    private static String value(List<String> words, int at) {
        if (at + 1 == words.size()) {
            throw new Refusal("a value must follow " + words.get(at));
        }
        return words.get(at + 1);
    }

    private static Kind kind(String main, @Nullable String classPath, @Nullable String modulePath) {
        if (main.endsWith(".jar")) {
            return Kind.JAR;
        } else if (main.endsWith(".java")) {
            return Kind.SOURCE;
        }
        boolean named = main.indexOf('/') >= 0;
        if (named && Files.isRegularFile(Path.of(main)) && Files.isExecutable(Path.of(main))) {
            return Kind.OTHER;
        } else if (named && modulePath == null) {
            throw new Refusal(
                    "'" + main + "' would be a class in a module, and there is no module path: name it by -p, or"
                            + " write a class with points; nor is there an executable file of this name");
        }
        return named || (modulePath != null && classPath == null) ? Kind.MODULE : Kind.CLASS;
    }
}
