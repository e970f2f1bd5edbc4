// SPDX-License-Identifier: Apache-2.0
package org.pmixj.ffi;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What arrives where, for each function and each callback of the generated classes. The other side is a library in C whose
 * functions have the prototypes of the PMIx headers, note their arguments and return a value that depends on them.
 */
final class CallShapeProbe {
    private CallShapeProbe() {}

    /** Calls everything that the sources in a folder declare, and prints a line for each call: what was passed, what arrived, what came back. */
    public static void main(String[] args) throws Throwable {
        Path sources = Path.of(args[0]);
        for (Method function : functions()) {
            Object[] given = arguments(function.getParameterTypes());
            Object result = function.invoke(null, given);
            print(function.getName(), given, seen(given.length), result);
        }
        for (Class<?> callback : callbacks(sources)) {
            List<Object> arrived = new ArrayList<>();
            Class<?> type = functionOf(callback);
            Method apply = Stream.of(type.getMethods())
                    .filter(method -> method.getName().equals("apply"))
                    .findAny()
                    .orElseThrow();
            Object receiver = Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (_, _, passed) -> {
                arrived.addAll(passed == null ? List.of() : Arrays.asList(passed));
                return apply.getReturnType() == int.class ? -arrived.size() - 1000 : null;
            });
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment stub = (MemorySegment) Stream.of(callback.getMethods())
                        .filter(method -> method.getName().equals("allocate"))
                        .findAny()
                        .orElseThrow()
                        .invoke(null, receiver, arena);
                long returned =
                        (long) caller("call_" + callback.getSimpleName()).invokeExact(stub);
                print(callback.getSimpleName(), arguments(apply.getParameterTypes()), arrived, returned);
                arrived.clear();
                Object[] given = arguments(apply.getParameterTypes());
                Object result = Stream.of(callback.getMethods())
                        .filter(method -> method.getName().equals("invoke"))
                        .findAny()
                        .orElseThrow()
                        .invoke(
                                null,
                                Stream.concat(Stream.of(stub), Stream.of(given)).toArray());
                print(callback.getSimpleName() + ".invoke", given, arrived, result);
            }
        }
        System.out.println("shapes " + (CallShape.EXACT ? "exact" : "shared"));
    }

    private static void print(String name, Object[] given, List<Object> arrived, Object result) {
        System.out.println(name + " " + shown(Arrays.asList(given)) + " " + shown(arrived) + " " + shown(result));
    }

    private static Object shown(Object value) {
        return switch (value) {
            case List<?> list ->
                list.stream().map(each -> String.valueOf(shown(each))).toList();
            case MemorySegment segment -> "*" + segment.address();
            case null -> "-";
            default -> value;
        };
    }

    /** Different for each place, with the highest bit set where a sign could be lost. */
    private static Object[] arguments(Class<?>[] types) {
        return IntStream.range(0, types.length)
                .mapToObj(i -> argument(types[i], i))
                .toArray();
    }

    private static Object argument(Class<?> type, int place) {
        return switch (type.getName()) {
            case "int" -> 0x89ABCD00 + place;
            case "short" -> (short) (0x8900 + place);
            case "byte" -> (byte) (0x80 + place);
            case "long" -> 0x89ABCDEF01234500L + place;
            case "boolean" -> place % 2 == 0;
            default -> MemorySegment.ofAddress(0x7EDCBA987600L + place);
        };
    }

    private static String inC(Class<?> type, int place) {
        return switch (type.getName()) {
            case "boolean" -> place % 2 == 0 ? "true" : "false";
            case "java.lang.foreign.MemorySegment" -> "(void *) " + (0x7EDCBA987600L + place) + "UL";
            case "long" -> "(long) " + Long.toUnsignedString(0x89ABCDEF01234500L + place) + "UL";
            default -> "(" + type.getName().replace("byte", "signed char") + ") " + argument(type, place);
        };
    }

    private static List<Object> seen(int count) {
        MemorySegment seen = PmixLibrary.symbols().findOrThrow("shape_seen").reinterpret(8L * 16);
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            values.add(seen.getAtIndex(ValueLayout.JAVA_LONG, i));
        }
        seen.fill((byte) 0x55);
        return values;
    }

    private static MethodHandle caller(String name) {
        return Linker.nativeLinker()
                .downcallHandle(
                        PmixLibrary.symbols().findOrThrow(name),
                        FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.ADDRESS));
    }

    // --- what there is ---------------------------------------------------------------------------------------------

    static List<Method> functions() {
        Map<String, Method> functions = new TreeMap<>();
        List<String> names = Stream.of(PMIx.class.getDeclaredMethods())
                .map(Method::getName)
                .filter(name -> name.endsWith("$address"))
                .map(name -> name.substring(0, name.length() - "$address".length()))
                .toList();
        for (Method method : PMIx.class.getDeclaredMethods()) {
            if (names.contains(method.getName())) {
                functions.put(method.getName(), method);
            }
        }
        return List.copyOf(functions.values());
    }

    static List<Class<?>> callbacks(Path sources) throws IOException, ClassNotFoundException {
        List<Class<?>> callbacks = new ArrayList<>();
        try (Stream<Path> files = Files.list(sources)) {
            for (Path file : files.sorted().toList()) {
                if (Files.readString(file).contains("    public interface Function {")) {
                    callbacks.add(Class.forName(
                            "org.pmixj.ffi." + file.getFileName().toString().replace(".java", "")));
                }
            }
        }
        return callbacks;
    }

    private static Class<?> functionOf(Class<?> callback) {
        return Stream.of(callback.getDeclaredClasses())
                .filter(type -> type.getSimpleName().equals("Function"))
                .findAny()
                .orElseThrow();
    }

    // --- the other side --------------------------------------------------------------------------------------------

    /** The library in C. The compiler checks its functions against the headers. */
    static String source(Path sources) throws IOException, ClassNotFoundException {
        StringBuilder c = new StringBuilder("#include <pmix.h>\n#include <pmix_server.h>\n#include <pmix_tool.h>\n");
        c.append("unsigned long shape_seen[16];\n#define SEEN(i, a) shape_seen[i] = (unsigned long) (a)\n");
        String declared = Files.readString(sources.resolve("PMIx.java"));
        for (Method function : functions()) {
            Matcher prototype = Pattern.compile("     \\* (.*\\b" + function.getName() + "\\((.*)\\))\n")
                    .matcher(declared);
            if (!prototype.find()) {
                throw new IllegalStateException("no prototype of " + function.getName());
            }
            c.append(prototype.group(1)).append(" {\n");
            String[] parameters = prototype.group(2).split(",");
            for (int i = 0; i < function.getParameterCount(); i++) {
                c.append("    SEEN(" + i + ", "
                        + parameters[i].replaceAll("\\[.*", "").replaceAll(".*\\W(?=\\w)", "") + ");\n");
            }
            c.append(returned(function)).append("}\n");
        }
        for (Class<?> callback : callbacks(sources)) {
            Method apply =
                    Stream.of(functionOf(callback).getMethods()).findAny().orElseThrow();
            String arguments = IntStream.range(0, apply.getParameterCount())
                    .mapToObj(i -> inC(apply.getParameterTypes()[i], i))
                    .collect(Collectors.joining(", "));
            boolean isVoid = apply.getReturnType() == void.class;
            c.append("long call_" + callback.getSimpleName() + "(" + callback.getSimpleName() + " fn) { "
                    + (isVoid ? "fn(" + arguments + "); return 0;" : "return (long) fn(" + arguments + ");") + " }\n");
        }
        return c.toString();
    }

    private static String returned(Method function) {
        int length = function.getName().length();
        return switch (function.getReturnType().getName()) {
            case "void" -> "";
            case "boolean" -> "    return " + (length % 2 == 0) + ";\n";
            case "java.lang.foreign.MemorySegment" -> "    return (void *) " + (0x7FEDCBA98700L + length) + "UL;\n";
            case "long" -> "    return 0x89ABCDEF01234500UL + " + length + ";\n";
            default -> "    return -1000 - " + length + ";\n";
        };
    }
}
