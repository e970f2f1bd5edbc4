// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.run;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.ModuleAttribute;
import java.lang.constant.ModuleDesc;
import java.lang.module.FindException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.lang.reflect.AccessFlag;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.pmixj.launch.OwnFiles;

/**
 * The modules of which a source file imports all packages, as in {@code import module org.pmixj;}. The compiler looks
 * for them on the module path alone. So each that is on the class path of the program gets there, for the compiler
 * only: the compiled classes name packages, which the JVM finds on the class path.
 */
final class ImportedModules {
    private static final Pattern IMPORT = Pattern.compile("(?m)^\\s*import\\s+module\\s+([\\w.]+)\\s*;");

    private static final String LIBRARY = "org.pmixj";
    private static final String BINDINGS = "org.pmixj.ffi";
    /** What the module of the library exports. The JAR of this command has its classes, and is no module. */
    private static final String EXPORTS = "library/module-info.class";

    private ImportedModules() {}

    /**
     * Returns the options of the compiler for the module path, and for what a file and those in its folder import.
     *
     * @param classPath the entries of the program's class path
     * @param modulePath its module path; empty if there is none
     * @param generated a folder for modules without classes, which may be needed
     */
    static List<String> options(Path file, List<String> classPath, String modulePath, Path generated)
            throws IOException {
        Set<String> names = in(file);
        if (names.isEmpty()) {
            return modulePath.isEmpty() ? List.of() : List.of("-p", modulePath);
        }
        List<String> path = new ArrayList<>(modulePath.isEmpty() ? List.of() : List.of(modulePath));
        Map<String, ModuleReference> there = onClassPath(classPath);
        // The compiler refuses every file if a module that is added is not found. If a file that it compiles imports
        // such a module, it names the line.
        names.removeIf(name -> !there.containsKey(name)
                && !(name.equals(LIBRARY) && modulePath.isEmpty())
                && !isOnModulePath(name, modulePath));
        List<String> options =
                new ArrayList<>(names.isEmpty() ? List.of() : List.of("--add-modules", String.join(",", names)));
        Deque<String> wanted = new ArrayDeque<>(names);
        Set<String> seen = new HashSet<>();
        while (!wanted.isEmpty()) {
            String name = wanted.remove();
            ModuleReference found = there.get(name);
            if (seen.add(name) && found != null) {
                path.add(Path.of(found.location().orElseThrow()).toString());
                found.descriptor().requires().stream()
                        .filter(required -> !required.modifiers().contains(Requires.Modifier.STATIC))
                        .forEach(required -> wanted.add(required.name()));
            } else if (name.equals(LIBRARY) && modulePath.isEmpty()) {
                path.add(write(generated, LIBRARY, exports()));
                path.add(write(generated, BINDINGS, withoutContent(BINDINGS)));
                options.addAll(List.of("--patch-module", LIBRARY + "=" + Archives.own()));
            }
        }
        if (!path.isEmpty()) {
            options.addAll(List.of("-p", String.join(File.pathSeparator, path)));
        }
        return options;
    }

    /** Returns the modules that the Java files in the folder of a file import, without those of the JDK. */
    private static Set<String> in(Path file) throws IOException {
        Set<String> names = new TreeSet<>();
        Path folder = file.toAbsolutePath().getParent();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder == null ? Path.of("/") : folder, "*.java")) {
            for (Path each : files) {
                if (Files.isRegularFile(each) && Files.isReadable(each)) {
                    // Another charset than the compiler's makes no difference to these names.
                    String text = new String(Files.readAllBytes(each), StandardCharsets.ISO_8859_1);
                    IMPORT.matcher(text).results().map(found -> found.group(1)).forEach(names::add);
                }
            }
        }
        names.removeIf(name -> ModuleFinder.ofSystem().find(name).isPresent());
        return names;
    }

    private static boolean isOnModulePath(String name, String modulePath) {
        if (modulePath.isEmpty()) {
            return false;
        }
        Path[] entries =
                Stream.of(modulePath.split(File.pathSeparator)).map(Path::of).toArray(Path[]::new);
        try {
            return ModuleFinder.of(entries).find(name).isPresent();
        } catch (FindException e) {
            // The compiler says what is wrong with the path.
            return true;
        }
    }

    private static Map<String, ModuleReference> onClassPath(List<String> classPath) {
        Map<String, ModuleReference> found = new LinkedHashMap<>();
        for (String entry : classPath) {
            Path path = Path.of(entry);
            // In another folder, the modules beside each other would be found.
            if (!Files.isRegularFile(path) && !Files.exists(path.resolve("module-info.class"))) {
                continue;
            }
            try {
                for (ModuleReference each : ModuleFinder.of(path).findAll()) {
                    ModuleDescriptor descriptor = each.descriptor();
                    if (!descriptor.isAutomatic()) {
                        found.putIfAbsent(descriptor.name(), each);
                    }
                }
            } catch (FindException e) {
                // It is no module, as most JARs of a class path.
            }
        }
        return found;
    }

    private static byte[] exports() throws IOException {
        try (InputStream in = ImportedModules.class.getResourceAsStream(EXPORTS)) {
            return Objects.requireNonNull(in, EXPORTS).readAllBytes();
        }
    }

    private static byte[] withoutContent(String name) {
        return ClassFile.of()
                .buildModule(ModuleAttribute.of(
                        ModuleDesc.of(name),
                        module -> module.requires(ModuleDesc.of("java.base"), List.of(AccessFlag.MANDATED), null)));
    }

    /** Writes a module without classes, and returns its folder, which the compiler reads. */
    private static String write(Path generated, String name, byte[] content) throws IOException {
        Path folder = generated.resolve(name);
        OwnFiles.folder(folder);
        Path fresh = Files.createTempFile(folder, "module", ".new");
        Files.write(fresh, content);
        Files.move(fresh, folder.resolve("module-info.class"), StandardCopyOption.ATOMIC_MOVE);
        return folder.toString();
    }
}
