// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.mutants;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Represents a test of a source file, which need not be compiled.
 *
 * @param type the name of its class with the package
 * @param tags the JUnit tags that it has itself
 */
record TestMethod(String type, String method, Set<String> tags) {
    /** Returns the name that a head has, {@code Class#method}. */
    String name() {
        return type.substring(type.lastIndexOf('.') + 1) + "#" + method;
    }

    /** Returns the name by which JUnit finds it. */
    String fullName() {
        return type + "#" + method;
    }

    boolean names(String row) {
        return tags.contains(Mutant.TAG + row);
    }

    /** Returns the tests of all classes {@code …IT} below a folder. */
    static List<TestMethod> below(Path folder) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (Stream<Path> all = Files.walk(folder);
                StandardJavaFileManager manager =
                        compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8)) {
            List<Path> files =
                    all.filter(file -> file.toString().endsWith("IT.java")).toList();
            JavacTask task = (JavacTask) compiler.getTask(
                    null, manager, null, List.of("-proc:none"), null, manager.getJavaFileObjectsFromPaths(files));
            List<TestMethod> tests = new ArrayList<>();
            for (CompilationUnitTree file : task.parse()) {
                for (Tree type : file.getTypeDecls()) {
                    if (type instanceof ClassTree declared) {
                        addTo(tests, file.getPackageName() + "." + declared.getSimpleName(), declared);
                    }
                }
            }
            return tests;
        }
    }

    private static void addTo(List<TestMethod> tests, String type, ClassTree declared) {
        for (Tree member : declared.getMembers()) {
            if (member instanceof MethodTree method
                    && !method.getModifiers().getAnnotations().isEmpty()) {
                Set<String> tags = new TreeSet<>();
                for (AnnotationTree annotation : method.getModifiers().getAnnotations()) {
                    if (annotation.getAnnotationType().toString().equals("Tag")) {
                        for (ExpressionTree value : annotation.getArguments()) {
                            tags.add(value instanceof LiteralTree literal ? (String) literal.getValue() : "");
                        }
                    }
                }
                tests.add(new TestMethod(type, method.getName().toString(), tags));
            }
        }
    }
}
