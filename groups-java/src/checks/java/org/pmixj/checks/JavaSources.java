// SPDX-License-Identifier: Apache-2.0
package org.pmixj.checks;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModuleTree;
import com.sun.source.tree.PackageTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Java files, parsed by the compiler: the trees have the names that the sources use, not what these mean. */
public final class JavaSources {
    private JavaSources() {}

    /** Returns the Java files below a folder that are wanted. */
    public static List<Path> below(Path folder, Predicate<Path> wanted) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(wanted)
                    .sorted()
                    .toList();
        }
    }

    /** Has a reader visit the files. */
    public static void read(List<Path> files, Reader reader) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> messages = new DiagnosticCollector<>();
        try (StandardJavaFileManager manager =
                compiler.getStandardFileManager(messages, null, StandardCharsets.UTF_8)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, manager, messages, List.of(), null, manager.getJavaFileObjectsFromPaths(files));
            reader.trees = DocTrees.instance(task);
            for (CompilationUnitTree file : task.parse()) {
                reader.file = Path.of(file.getSourceFile().getName())
                        .getFileName()
                        .toString()
                        .replace(".java", "");
                reader.scan(new TreePath(file), null);
            }
        }
        for (Diagnostic<?> message : messages.getDiagnostics()) {
            if (message.getKind() == Diagnostic.Kind.ERROR) {
                throw new AssertionError(message);
            }
        }
    }

    /** Visits the trees of files, and knows which file that is. */
    public abstract static class Reader extends TreePathScanner<Void, Void> {
        private DocTrees trees;
        private String file = "";

        /** Returns the name of the file that is visited, without {@code .java}. */
        protected final String file() {
            return file;
        }

        /** Returns the text of the Javadoc of the declaration that is visited, or an empty one. */
        protected final String doc() {
            String text = trees.getDocComment(getCurrentPath());
            return text == null ? "" : text.strip();
        }

        /** Returns the Javadoc of the declaration that is visited, or null if there is none. */
        protected final DocCommentTree docTree() {
            return trees.getDocCommentTree(getCurrentPath());
        }

        /** Sees a module, package, type, method, field or another variable; before what is in it. */
        protected void declared(Tree declaration) {}

        @Override
        public Void visitModule(ModuleTree module, Void unused) {
            declared(module);
            return super.visitModule(module, unused);
        }

        @Override
        public Void visitPackage(PackageTree declaration, Void unused) {
            declared(declaration);
            return super.visitPackage(declaration, unused);
        }

        @Override
        public Void visitClass(ClassTree type, Void unused) {
            declared(type);
            return super.visitClass(type, unused);
        }

        @Override
        public Void visitMethod(MethodTree method, Void unused) {
            declared(method);
            return super.visitMethod(method, unused);
        }

        @Override
        public Void visitVariable(VariableTree variable, Void unused) {
            declared(variable);
            return super.visitVariable(variable, unused);
        }
    }
}
