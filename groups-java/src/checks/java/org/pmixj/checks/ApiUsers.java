// SPDX-License-Identifier: Apache-2.0
package org.pmixj.checks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Lists the public methods of the library with the programs that call them. {@code ci/api-users} runs it as a program,
 * which reads compiled classes. It does not see what is called by reflection, or named in a text.
 */
public final class ApiUsers {
    private static final Set<String> OF_OBJECT = Set.of("equals", "hashCode", "toString", "values", "valueOf");

    /** A public method, by its class, name and descriptor. */
    private record Method(String owner, String name, String descriptor) {
        String text() {
            MethodTypeDesc type = MethodTypeDesc.ofDescriptor(descriptor);
            String parameters =
                    type.parameterList().stream().map(ClassDesc::displayName).collect(Collectors.joining(", "));
            return owner.substring("org/pmixj/".length()).replace('/', '.').replace('$', '.') + "." + name + "("
                    + parameters + ")";
        }
    }

    private final Map<Method, Set<String>> users = new HashMap<>();
    private final Map<String, List<String>> supertypes = new HashMap<>();

    private ApiUsers() {}

    /**
     * Prints a table.
     *
     * @param arguments the folder of the library's classes, then the folders of its users, each as {@code name=folder}
     */
    public static void main(String[] arguments) throws IOException {
        ApiUsers all = new ApiUsers();
        for (ClassModel type : classes(Path.of(arguments[0]))) {
            all.declares(type);
        }
        Set<String> programs = new TreeSet<>();
        for (int i = 1; i < arguments.length; i++) {
            String[] user = arguments[i].split("=", 2);
            if (!Files.isDirectory(Path.of(user[1]))) {
                throw new IllegalArgumentException(user[1] + " does not exist: compile all first");
            }
            for (ClassModel type : classes(Path.of(user[1]))) {
                String name = user[0].equals("tests") && isConformance(type) ? "rows" : user[0];
                if (!name.equals("tests")) {
                    programs.add(name);
                }
                all.uses(name, type);
            }
        }
        all.print(programs);
    }

    private static List<ClassModel> classes(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".class"))
                    .sorted()
                    .map(ApiUsers::parse)
                    .toList();
        }
    }

    private static ClassModel parse(Path file) {
        try {
            return ClassFile.of().parse(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether a class of the tests belongs to a row of a conformance table. */
    private static boolean isConformance(ClassModel type) {
        for (var entry : type.constantPool()) {
            if (entry instanceof Utf8Entry text && text.stringValue().startsWith("row:")) {
                return true;
            }
        }
        return false;
    }

    private void declares(ClassModel type) {
        String owner = type.thisClass().asInternalName();
        List<String> above = new ArrayList<>();
        type.superclass().ifPresent(it -> above.add(it.asInternalName()));
        type.interfaces().forEach(it -> above.add(it.asInternalName()));
        supertypes.put(owner, above);
        if (owner.contains("/internal/") || !type.flags().has(AccessFlag.PUBLIC)) {
            return;
        }
        Set<String> components = new HashSet<>();
        type.findAttribute(java.lang.classfile.Attributes.record())
                .ifPresent(it -> it.components()
                        .forEach(component -> components.add(component.name().stringValue())));
        for (MethodModel method : type.methods()) {
            String name = method.methodName().stringValue();
            String descriptor = method.methodType().stringValue();
            boolean component = components.contains(name) && descriptor.startsWith("()");
            if (method.flags().has(AccessFlag.PUBLIC)
                    && !method.flags().has(AccessFlag.SYNTHETIC)
                    && !OF_OBJECT.contains(name)
                    && !component) {
                users.put(new Method(owner, name, descriptor), new TreeSet<>());
            }
        }
    }

    private void uses(String user, ClassModel type) {
        for (var entry : type.constantPool()) {
            if (entry instanceof MemberRefEntry ref
                    && ref.owner().asInternalName().startsWith("org/pmixj/")
                    && ref.type().stringValue().startsWith("(")) {
                mark(
                        user,
                        ref.owner().asInternalName(),
                        ref.name().stringValue(),
                        ref.type().stringValue());
            }
        }
    }

    /** Marks a method as used, where a class or the first of its supertypes declares it. */
    private void mark(String user, String owner, String name, String descriptor) {
        Set<String> found = users.get(new Method(owner, name, descriptor));
        if (found != null) {
            found.add(user);
        }
        for (String above : supertypes.getOrDefault(owner, List.of())) {
            mark(user, above, name, descriptor);
        }
    }

    private void print(Set<String> programs) {
        Map<String, Long> overloads = users.keySet().stream()
                .filter(it -> !it.name().equals("<init>"))
                .collect(Collectors.groupingBy(it -> it.owner() + "." + it.name(), Collectors.counting()));
        Map<String, String> lines = new TreeMap<>();
        users.forEach((method, by) -> {
            long forms = overloads.getOrDefault(method.owner() + "." + method.name(), 1L);
            boolean isUsed = by.stream().anyMatch(programs::contains);
            if (!isUsed || forms > 2) {
                lines.put(
                        method.text(),
                        (isUsed ? "      " : "UNUSED") + (forms > 2 ? " " + forms + " forms " : "         ")
                                + method.text() + "  " + by);
            }
        });
        lines.values().forEach(System.out::println);
        System.out.println(users.keySet().stream().map(Method::text).distinct().count() + " methods");
    }
}
