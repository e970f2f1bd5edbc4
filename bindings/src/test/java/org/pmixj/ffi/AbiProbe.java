// SPDX-License-Identifier: Apache-2.0
package org.pmixj.ffi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.GroupLayout;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.PaddingLayout;
import java.lang.foreign.UnionLayout;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What the generated classes say of sizes, offsets and constants, in the words of {@code native/abi-probe.c}: one line
 * a fact, by the fact's name.
 */
final class AbiProbe {
    private final Map<String, String> facts = new TreeMap<>();
    private final StringBuilder symbols = new StringBuilder();
    private final List<String> structTags;

    private AbiProbe(List<String> structTags) {
        this.structTags = structTags;
    }

    /** The facts of the generated classes: {@code struct pmix_proc} is {@code 260 4}, and so on. */
    Map<String, String> facts() {
        return facts;
    }

    /** The C source that asks the headers for the same. */
    String symbols() {
        return symbols.toString();
    }

    static AbiProbe ofGeneratedClasses() throws ReflectiveOperationException, IOException {
        // jextract tells a struct with a tag from one that has only a typedef.
        AbiProbe probe = new AbiProbe(Files.readAllLines(Path.of("../native/functions.args")));
        for (Class<?> type : generatedClasses()) {
            if (type.getSimpleName().matches("PMIxConstants(_\\d+)?")) {
                probe.addConstants(type);
            } else if (declaresLayout(type)) {
                probe.addStruct(type);
            }
        }
        return probe;
    }

    private static boolean declaresLayout(Class<?> type) {
        return Stream.of(type.getDeclaredMethods())
                .anyMatch(m -> m.getName().equals("layout") && GroupLayout.class.isAssignableFrom(m.getReturnType()));
    }

    private static List<Class<?>> generatedClasses() throws IOException {
        URI home = URI.create(PMIx.class.getResource("PMIx.class").toString().replaceFirst("PMIx\\.class$", ""));
        if (!home.getScheme().equals("jar")) {
            return classesIn(Path.of(home));
        }
        try (FileSystem jar = FileSystems.newFileSystem(home, Map.of())) {
            return classesIn(jar.getPath("org/pmixj/ffi"));
        }
    }

    private static List<Class<?>> classesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.matches("(PMIx|pmix|timeval).*\\.class") && !name.contains("$"))
                    .sorted()
                    .<Class<?>>map(name -> load("org.pmixj.ffi." + name.replace(".class", "")))
                    .toList();
        }
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, AbiProbe.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }

    private void addStruct(Class<?> type) throws ReflectiveOperationException {
        GroupLayout layout = layout(type);
        String name = type.getSimpleName();
        String cType = structTags.contains("--include-struct " + name) ? "struct " + name : name;
        facts.put("struct " + name, type.getMethod("sizeof").invoke(null) + " " + layout.byteAlignment());
        symbols.append("STRUCT(%s, \"%s\")%n".formatted(cType, name));
        addMembers(type, cType, name, "", 0);
    }

    private static GroupLayout layout(Class<?> type) throws ReflectiveOperationException {
        return (GroupLayout) type.getMethod("layout").invoke(null);
    }

    // The constants that native/generate has computed count, not the layouts.
    private void addMembers(Class<?> type, String cType, String name, String prefix, long base)
            throws ReflectiveOperationException {
        GroupLayout layout = layout(type);
        for (MemoryLayout member : layout.memberLayouts()) {
            if (member instanceof PaddingLayout) {
                continue;
            }
            String path = prefix + member.name().orElseThrow();
            long offset = base + offset(type, member.name().orElseThrow());
            facts.put("member " + name + "." + path, offset + " " + member.byteSize());
            symbols.append("MEMBER(%s, \"%s\", %s)%n".formatted(cType, name, path));
            if (member instanceof UnionLayout) {
                Class<?> union = load(type.getName() + "$" + member.name().orElseThrow());
                addMembers(union, cType, name, path + ".", offset);
            }
        }
    }

    /** Returns the offset of a member. Jextract adds a _ to the name of one that is a word of Java. */
    private static long offset(Class<?> type, String member) throws ReflectiveOperationException {
        for (Method method : type.getMethods()) {
            if (method.getName().replace("_$offset", "$offset").equals(member + "$offset")) {
                return (long) method.invoke(null);
            }
        }
        throw new NoSuchMethodException(member + "$offset");
    }

    private void addConstants(Class<?> type) throws ReflectiveOperationException {
        for (Method method : type.getDeclaredMethods()) {
            if (!Modifier.isPublic(method.getModifiers()) || method.getParameterCount() > 0) {
                continue;
            }
            Object value = method.invoke(null);
            String name = method.getName();
            if (value instanceof MemorySegment text) {
                facts.put("constant " + name, "\"" + text.getString(0) + "\"");
                symbols.append("TEXT(%s)%n".formatted(name));
            } else {
                facts.put("constant " + name, Long.toString(((Number) value).longValue()));
                symbols.append("NUMBER(%s)%n".formatted(name));
            }
        }
    }

    /** The facts two sides do not agree on, each with both sides' words. */
    static Map<String, String> differences(Map<String, String> generated, Map<String, String> headers) {
        Map<String, String> differences = new TreeMap<>();
        generated.forEach((fact, value) -> {
            String other = headers.getOrDefault(fact, "nothing");
            if (!value.equals(other) && !isSameUnsigned(value, other)) {
                differences.put(fact, "generated " + value + ", headers " + other);
            }
        });
        return differences;
    }

    /** C's UINT32_MAX is -1 in Java's int: the same 32 bits. */
    private static boolean isSameUnsigned(String generated, String header) {
        if (!generated.matches("-\\d+") || !header.matches("\\d+")) {
            return false;
        }
        long value = Long.parseLong(generated);
        return value >= Integer.MIN_VALUE && Long.parseLong(header) == Integer.toUnsignedLong((int) value);
    }

    /** The output of the C program as facts. */
    static Map<String, String> parse(List<String> lines) {
        Map<String, String> facts = new TreeMap<>();
        for (String line : lines) {
            String[] words = line.split(" ", 3);
            facts.put(words[0] + " " + words[1], words[2]);
        }
        return facts;
    }
}
