// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Makes what jextract wrote call by one shape: {@code java ShareCallShapes.java FOLDER HEADER ARGUMENTS}, with the name of
 * the header class and the number of arguments of the shape. Each function and each callback type keeps its own shape as
 * well, for {@code -Dpmixj.ffi.exact=true}. A function that returns a floating-point number has only its own, and so have
 * the callbacks of a header whose shape has another number of arguments than that of libpmix. Then {@link
 * StructConstants} does its part. Fails if jextract writes something in another way.
 */
final class ShareCallShapes {
    /** Those of libpmix. Only there, callbacks are called by one shape. */
    private static final int ARGUMENTS_WITH_CALLBACKS = 8;
    private static final int MOST_CALLBACK_ARGUMENTS = 9;

    /** What is not in a register of integers. */
    private static final String NO_INTEGER = "double";

    private static String header;
    private static int mostArguments;

    private record Parameter(String type, String name) {}

    /** How a function of one shape returns each type; the result is {@code long}. */
    private static final Map<String, String> RETURNS = Map.of(
            "void", "%s;",
            "int", "return (int) %s;",
            "short", "return (short) %s;",
            "byte", "return (byte) %s;",
            "long", "return %s;",
            "boolean", "return (byte) %s != 0;",
            "MemorySegment", "return CallShape.segment(%s);");

    /** How each type is passed as a {@code long}. */
    private static final Map<String, String> PASSES = Map.of(
            "int", "%s", "short", "%s", "byte", "%s", "long", "%s", "boolean", "%s ? 1 : 0",
            "MemorySegment", "CallShape.address(%s)");

    /** How a callback of one shape reads each type. */
    private static final Map<String, String> READS = Map.of(
            "int", "(int) %s", "short", "(short) %s", "byte", "(byte) %s", "long", "%s", "boolean", "(byte) %s != 0",
            "MemorySegment", "CallShape.segment(%s)");

    private ShareCallShapes() {}

    public static void main(String[] args) throws IOException {
        if (args.length != 3) {
            System.err.println("usage: java ShareCallShapes.java FOLDER HEADER ARGUMENTS");
            System.exit(2);
        }
        Path folder = Path.of(args[0]);
        header = args[1];
        mostArguments = Integer.parseInt(args[2]);
        Path functions = folder.resolve(header + ".java");
        String source = Files.readString(functions);
        Files.writeString(functions, functions(source));
        int count = count(HOLDER.matcher(source));
        int callbacks = 0;
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(file -> file.toString().endsWith(".java")).sorted().toList();
        }
        for (Path file : files) {
            String type = Files.readString(file);
            String name = file.getFileName().toString().replace(".java", "");
            if (mostArguments == ARGUMENTS_WITH_CALLBACKS && type.contains("    public interface Function {\n")) {
                Files.writeString(file, callback(name, type));
                callbacks++;
            }
        }
        int structs = StructConstants.rewrite(files);
        System.out.println("native/generate: one shape for " + count + " functions of " + header + ", one for " + callbacks
                + " callbacks, constants for " + structs + " structs");
    }

    // --- functions -------------------------------------------------------------------------------------------------

    private static final Pattern HOLDER = Pattern.compile(
            """
                private static class (\\w+) \\{
                    public static final FunctionDescriptor DESC = (FunctionDescriptor\\.of(?:Void)?\\([^;]*\\));

                    public static final MemorySegment ADDR = SYMBOL_LOOKUP\\.findOrThrow\\("(\\w+)"\\);

                    public static final MethodHandle HANDLE = Linker\\.nativeLinker\\(\\)\\.downcallHandle\\(ADDR, DESC\\);
                \\}
            """);

    private static final Pattern BODY = Pattern.compile(
            """
                public static (\\w+) (\\w+)\\(([^)]*)\\) \\{
                    var mh\\$ = (\\w+)\\.HANDLE;
                    try \\{
                        if \\(TRACE_DOWNCALLS\\) \\{
                            (traceDowncall\\([^;]*\\);)
                        \\}
                        ((?:return \\(\\w+\\))?)\\s*mh\\$\\.invokeExact\\(([^;]*)\\);
                    \\} catch \\(Error \\| RuntimeException ex\\) \\{
                       throw ex;
                    \\} catch \\(Throwable ex\\$\\) \\{
                       throw new AssertionError\\("should not reach here", ex\\$\\);
                    \\}
                \\}
            """);

    private static String functions(String source) {
        int expected = count(source, "\\.downcallHandle\\(");
        Matcher holder = HOLDER.matcher(source);
        check(count(holder), expected, "a function's handle");
        Set<String> unshared = BODY.matcher(source)
                .results()
                .filter(match -> match.group(1).equals(NO_INTEGER))
                .map(match -> match.group(2))
                .collect(Collectors.toSet());
        String result = holder.replaceAll(match -> Matcher.quoteReplacement(
                unshared.contains(match.group(1)) ? match.group() : holder(match.group(1), match.group(2), match.group(3))));
        result = Pattern.compile("return (\\w+)\\.(DESC|HANDLE);")
                .matcher(result)
                .replaceAll(match -> Matcher.quoteReplacement(
                        unshared.contains(match.group(1))
                                ? match.group()
                                : "return " + match.group(1) + "$exact." + match.group(2) + ";"));
        Matcher body = BODY.matcher(result);
        check(count(body), expected, "a function");
        return body.replaceAll(match ->
                Matcher.quoteReplacement(unshared.contains(match.group(2)) ? match.group() : body(match)));
    }

    private static String holder(String function, String descriptor, String symbol) {
        return """
                    private static class %1$s {
                        static final MemorySegment ADDR = SYMBOL_LOOKUP.findOrThrow("%3$s");
                    }

                    private static class %1$s$exact {
                        static final FunctionDescriptor DESC = %2$s;

                        static final MethodHandle HANDLE = Linker.nativeLinker().downcallHandle(%1$s.ADDR, DESC);
                    }
                """
                .formatted(function, descriptor, symbol);
    }

    private static String body(java.util.regex.MatchResult match) {
        String returned = match.group(1);
        String function = match.group(2);
        List<Parameter> parameters = parameters(match.group(3));
        String shared = call(function + ".ADDR", parameters);
        return """
                    public static %s %s(%s) {
                        try {
                            if (TRACE_DOWNCALLS) {
                                %s
                            }
                            if (CallShape.EXACT) {
                                %s%s$exact.HANDLE.invokeExact(%s);%s
                            }
                            %s
                        } catch (Error | RuntimeException ex) {
                           throw ex;
                        } catch (Throwable ex$) {
                           throw new AssertionError("should not reach here", ex$);
                        }%s
                    }
                """
                .formatted(
                        returned,
                        function,
                        match.group(3),
                        match.group(5),
                        match.group(6),
                        function,
                        match.group(7),
                        returned.equals("void") ? "\n                return;" : "",
                        known(RETURNS, returned).formatted(shared),
                        reachable(parameters));
    }

    private static String call(String address, List<Parameter> parameters) {
        if (parameters.size() > mostArguments) {
            throw new IllegalStateException(address + " has more than " + mostArguments + " arguments");
        }
        Stream<String> given = parameters.stream().map(each -> known(PASSES, each.type()).formatted(each.name()));
        Stream<String> rest = Stream.generate(() -> "0").limit(mostArguments - parameters.size());
        return "CallShape.call(" + address + ", "
                + Stream.concat(given, rest).collect(Collectors.joining(", ")) + ")";
    }

    /** A segment must not be freed during the call, which has only its address. */
    private static String reachable(List<Parameter> parameters) {
        List<String> lines = new ArrayList<>();
        for (Parameter parameter : parameters) {
            if (parameter.type().equals("MemorySegment")) {
                lines.add("            java.lang.ref.Reference.reachabilityFence(" + parameter.name() + ");\n");
            }
        }
        return lines.isEmpty() ? "" : " finally {\n" + String.join("", lines) + "        }";
    }

    // --- callbacks -------------------------------------------------------------------------------------------------

    private static final Pattern APPLY = Pattern.compile("        (\\w+) apply\\(([^)]*)\\);\n");
    private static final Pattern DESCRIPTOR =
            Pattern.compile("    private static final FunctionDescriptor \\$DESC = ([^;]*);\n");
    private static final Pattern UP =
            Pattern.compile("    private static final MethodHandle UP\\$MH = PMIx\\.upcallHandle\\(([^;]*), \\$DESC\\);\n");
    private static final Pattern ALLOCATE =
            Pattern.compile("        return Linker\\.nativeLinker\\(\\)\\.upcallStub\\(UP\\$MH\\.bindTo\\(fi\\), \\$DESC, arena\\);\n"
                    + "    \\}\n");
    private static final Pattern DOWN = Pattern.compile(
            "    private static final MethodHandle DOWN\\$MH = Linker\\.nativeLinker\\(\\)\\.downcallHandle\\(\\$DESC\\);\n");
    private static final Pattern INVOKE = Pattern.compile(
            """
                public static (\\w+) invoke\\(MemorySegment funcPtr,?\\s*([^)]*)\\) \\{
                    try \\{
                        ((?:return \\(\\w+\\))?)\\s*DOWN\\$MH\\.invokeExact\\(([^;]*)\\);
                    \\} catch \\(Error \\| RuntimeException ex\\) \\{
                        throw ex;
                    \\} catch \\(Throwable ex\\$\\) \\{
                        throw new AssertionError\\("should not reach here", ex\\$\\);
                    \\}
                \\}
            """);

    private static String callback(String name, String source) {
        Matcher apply = only(APPLY, source, name);
        String result = replace(DESCRIPTOR, source, name,
                """
                    private static class Exact {
                        static final FunctionDescriptor DESC = $1;
                    }
                """);
        result = result.replace("        return $DESC;\n", "        return Exact.DESC;\n");
        result = replace(UP, result, name,
                """
                    private static class Up {
                        static final MethodHandle MH = PMIx.upcallHandle($1, Exact.DESC);
                    }
                """);
        result = replace(ALLOCATE, result, name,
                """
                        if (CallShape.EXACT) {
                            return Linker.nativeLinker().upcallStub(Up.MH.bindTo(fi), Exact.DESC, arena);
                        }
                        return CallShape.stub(new Shared(fi), arena);
                    }

                """ + Matcher.quoteReplacement(shared(apply.group(1), parameters(apply.group(2)))));
        result = replace(DOWN, result, name,
                """
                    private static class Down {
                        static final MethodHandle MH = Linker.nativeLinker().downcallHandle(Exact.DESC);
                    }
                """);
        Matcher invoke = only(INVOKE, result, name);
        return invoke.replaceFirst(Matcher.quoteReplacement(invoke(invoke)));
    }

    private static String shared(String returned, List<Parameter> parameters) {
        if (parameters.size() > MOST_CALLBACK_ARGUMENTS) {
            throw new IllegalStateException("a callback has more than " + MOST_CALLBACK_ARGUMENTS + " arguments");
        }
        String arguments = IntStream.range(0, parameters.size())
                .mapToObj(i -> known(READS, parameters.get(i).type()).formatted("a" + i))
                .collect(Collectors.joining(", "));
        String call = switch (returned) {
            case "void" -> "fi.apply(" + arguments + ");\n            return 0;";
            case "int" -> "return fi.apply(" + arguments + ");";
            default -> throw new IllegalStateException("a callback returns " + returned);
        };
        return """
                    private record Shared(Function fi) implements CallShape.Callback {
                        @Override
                        public long call(%s) {
                            %s
                        }
                    }
                """
                .formatted(
                        IntStream.range(0, MOST_CALLBACK_ARGUMENTS)
                                .mapToObj(i -> "long a" + i)
                                .collect(Collectors.joining(", ")),
                        call);
    }

    private static String invoke(Matcher match) {
        String returned = match.group(1);
        List<Parameter> parameters = parameters(match.group(2));
        String exact = match.group(3) + "Down.MH.invokeExact(" + match.group(4) + ");";
        boolean isShared = parameters.size() <= mostArguments;
        if (isShared) {
            exact = "if (CallShape.EXACT) {\n                " + exact
                    + (returned.equals("void") ? "\n                return;" : "")
                    + "\n            }\n            "
                    + known(RETURNS, returned).formatted(call("funcPtr", parameters));
        }
        return """
                    public static %s invoke(MemorySegment funcPtr%s) {
                        try {
                            %s
                        } catch (Error | RuntimeException ex) {
                            throw ex;
                        } catch (Throwable ex$) {
                            throw new AssertionError("should not reach here", ex$);
                        }%s
                    }
                """
                .formatted(
                        returned,
                        parameters.isEmpty() ? "" : ", " + match.group(2),
                        exact,
                        isShared ? reachable(parameters) : "");
    }

    // --- text ------------------------------------------------------------------------------------------------------

    private static List<Parameter> parameters(String list) {
        return list.isBlank()
                ? List.of()
                : Stream.of(list.split(","))
                        .map(each -> each.strip().split(" "))
                        .map(words -> new Parameter(words[0], words[1]))
                        .toList();
    }

    private static String known(Map<String, String> forms, String type) {
        String form = forms.get(type);
        if (form == null) {
            throw new IllegalStateException("no integer and no pointer: " + type);
        }
        return form;
    }

    private static int count(String text, String pattern) {
        return count(Pattern.compile(pattern).matcher(text));
    }

    private static int count(Matcher matcher) {
        int count = 0;
        while (matcher.find()) {
            count++;
        }
        matcher.reset();
        return count;
    }

    static void check(int found, int expected, String what) {
        if (found != expected) {
            throw new IllegalStateException(String.format(
                    Locale.ROOT, "this jextract writes %s in another way: %d of %d", what, expected - found, expected));
        }
    }

    static Matcher only(Pattern pattern, String text, String file) {
        Matcher matcher = pattern.matcher(text);
        check(count(matcher), 1, file);
        matcher.find();
        return matcher;
    }

    private static String replace(Pattern pattern, String text, String file, String replacement) {
        return only(pattern, text, file).replaceFirst(replacement);
    }
}
