// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes the sizes and offsets of structs as numbers into what jextract wrote. There, the first use of a struct creates
 * its layout and selects each member from it, for which a JVM spins classes, as it does to read or write a pointer or a
 * {@code _Bool}. The layouts stay, and are created for those who ask for them. Fails if jextract writes something in
 * another way.
 */
final class StructConstants {
    /** Is in bytes, on every 64-bit Linux. {@code AbiProbeIT} compares the result with the headers. */
    private record Extent(long size, long alignment) {}

    private static final Map<String, Extent> SCALARS = Map.of(
            "C_BOOL", new Extent(1, 1), "C_CHAR", new Extent(1, 1), "C_SHORT", new Extent(2, 2),
            "C_INT", new Extent(4, 4), "C_LONG", new Extent(8, 8), "C_FLOAT", new Extent(4, 4),
            "C_DOUBLE", new Extent(8, 8), "C_POINTER", new Extent(8, 8));

    /** How a member of each type is read, in the words of String.format: the segment, then the offset. */
    private static final Map<String, String> GETS = Map.of(
            "OfByte", "%s.get(JAVA_BYTE, %s)", "OfShort", "%s.get(JAVA_SHORT, %s)", "OfInt", "%s.get(JAVA_INT, %s)",
            "OfLong", "%s.get(JAVA_LONG, %s)", "OfFloat", "%s.get(JAVA_FLOAT, %s)",
            "OfDouble", "%s.get(JAVA_DOUBLE, %s)", "OfBoolean", "%s.get(JAVA_BYTE, %s) != 0",
            "AddressLayout", "CallShape.segment(%s.get(JAVA_LONG, %s))");

    private static final Map<String, String> SETS = Map.of(
            "OfByte", "%s.set(JAVA_BYTE, %s, fieldValue)", "OfShort", "%s.set(JAVA_SHORT, %s, fieldValue)",
            "OfInt", "%s.set(JAVA_INT, %s, fieldValue)", "OfLong", "%s.set(JAVA_LONG, %s, fieldValue)",
            "OfFloat", "%s.set(JAVA_FLOAT, %s, fieldValue)", "OfDouble", "%s.set(JAVA_DOUBLE, %s, fieldValue)",
            "OfBoolean", "%s.set(JAVA_BYTE, %s, (byte) (fieldValue ? 1 : 0))",
            "AddressLayout", "%s.set(JAVA_LONG, %s, CallShape.pointer(fieldValue))");

    private static final Pattern CLASS = Pattern.compile("public (?:static )?class (\\w+) \\{\n");
    private static final Pattern NESTED = Pattern.compile("(?s)    public static class \\w+ \\{\n.*?\n    \\}\n");
    private static final String NESTED_PLACE = "    // The nested class.\n";

    private static final Pattern LAYOUT = Pattern.compile(
            "( *)private static final GroupLayout \\$LAYOUT = (MemoryLayout\\.(?:struct|union)Layout\\([^;]*\\));\n");
    private static final Pattern MEMBER = Pattern.compile(
            " *private static final (\\w+) (\\w+)\\$LAYOUT = (\\(\\w+\\))\\$LAYOUT\\.select\\(groupElement\\(\"(\\w+)\"\\)\\);\n\n");
    private static final Pattern OFFSET =
            Pattern.compile("\\$LAYOUT\\.byteOffset\\(groupElement\\(\"(\\w+)\"\\)\\);");

    private static final Pattern MEMBERS = Pattern.compile(" *(?:MemoryLayout\\.paddingLayout\\((?<padding>\\d+)\\)|"
            + "(?:MemoryLayout\\.sequenceLayout\\((?<count>\\d+), )?"
            + "(?:\\w+\\.(?<scalar>C_\\w+)|(?<struct>[\\w.]+)\\.layout\\(\\))\\)?"
            + "\\.withName\\(\"(?<name>\\w+)\"\\)),?");

    private final Map<String, Group> groups = new HashMap<>();

    /** Computes the layout of one struct or union, given what its members are declared as. */
    private final class Group {
        private final String expression;
        private final Map<String, Long> offsets = new HashMap<>();
        private final Map<String, Long> sizes = new HashMap<>();
        private Extent extent;

        Group(String expression) {
            this.expression = expression;
        }

        Extent extent() {
            if (extent == null) {
                boolean isUnion = expression.startsWith("MemoryLayout.unionLayout(");
                long end = 0;
                long size = 0;
                long alignment = 1;
                for (String line : expression.lines().skip(1).toList()) {
                    Matcher member = MEMBERS.matcher(line);
                    if (!member.matches()) {
                        if (line.matches(" *\\)\\.withName\\(.*\\)")) {
                            break;
                        }
                        throw new IllegalStateException("this jextract writes a layout in another way: " + line);
                    }
                    Extent its = member(member);
                    long offset = isUnion ? 0 : end;
                    if (offset % its.alignment != 0) {
                        throw new IllegalStateException("is not aligned: " + line);
                    }
                    end = offset + its.size;
                    size = Math.max(size, end);
                    alignment = Math.max(alignment, its.alignment);
                    if (member.group("name") != null) {
                        offsets.put(member.group("name"), offset);
                        sizes.put(member.group("name"), its.size);
                    }
                }
                extent = new Extent(size, alignment);
            }
            return extent;
        }

        private Extent member(Matcher member) {
            if (member.group("padding") != null) {
                return new Extent(Long.parseLong(member.group("padding")), 1);
            }
            Extent its = member.group("scalar") != null
                    ? SCALARS.get(member.group("scalar"))
                    : groups.get(member.group("struct")).extent();
            long count = member.group("count") == null ? 1 : Long.parseLong(member.group("count"));
            return new Extent(its.size * count, its.alignment);
        }
    }

    private StructConstants() {}

    /** Rewrites the structs among the files, and returns how many there are. */
    static int rewrite(List<Path> files) throws IOException {
        StructConstants all = new StructConstants();
        for (Path file : files) {
            all.find(Files.readString(file));
        }
        for (Path file : files) {
            String source = Files.readString(file);
            if (LAYOUT.matcher(source).find()) {
                Files.writeString(file, all.rewritten(source));
            }
        }
        return all.groups.size();
    }

    private void find(String source) {
        Matcher name = CLASS.matcher(source);
        Matcher layout = LAYOUT.matcher(source);
        String outer = "";
        while (name.find() && layout.find()) {
            groups.put(outer + name.group(1), new Group(layout.group(2)));
            outer = outer.isEmpty() ? name.group(1) + "." : outer;
        }
    }

    private static String outerName(String source) {
        Matcher name = CLASS.matcher(source);
        if (!name.find()) {
            throw new IllegalStateException("no class");
        }
        return name.group(1);
    }

    private String rewritten(String source) {
        String outer = outerName(source);
        Matcher nested = NESTED.matcher(source);
        if (!nested.find()) {
            return rewritten(outer, source);
        }
        String inner = outer + "." + outerName(nested.group());
        String rest = source.substring(0, nested.start()) + NESTED_PLACE + source.substring(nested.end());
        return rewritten(outer, rest).replace(NESTED_PLACE, rewritten(inner, nested.group()));
    }

    private String rewritten(String name, String source) {
        Group group = groups.get(name);
        long size = group.extent().size;
        long alignment = group.extent().alignment;
        String result = ShareCallShapes.only(LAYOUT, source, name).replaceFirst(match -> Matcher.quoteReplacement(holder(match)));
        result = replaced("return $LAYOUT;", result, name, "return Layout.ALL;");
        result = OFFSET.matcher(result).replaceAll(offset -> group.offsets.get(offset.group(1)) + ";");
        Matcher member = MEMBER.matcher(result);
        while (member.find()) {
            result = member(group, member, result.replace(member.group(), ""));
            member = MEMBER.matcher(result);
        }
        result = replaced("sizeof() { return layout().byteSize(); }", result, name, "sizeof() { return " + size + "; }");
        result = replaced("asSlice(layout().byteSize() * index)", result, name, "asSlice(sizeof() * index)");
        result = replaced("allocator.allocate(layout())", result, name, "allocator.allocate(" + size + ", " + alignment + ")");
        result = replaced(
                "allocator.allocate(MemoryLayout.sequenceLayout(elementCount, layout()))",
                result,
                name,
                "allocator.allocate(Math.multiplyExact(" + size + ", elementCount), " + alignment + ")");
        return replaced("reinterpret(layout().byteSize() * ", result, name, "reinterpret(sizeof() * ");
    }

    private static String holder(MatchResult layout) {
        String indent = layout.group(1);
        return indent + "private static class Layout {\n" + indent + "    static final GroupLayout ALL = "
                + layout.group(2).replace("\n", "\n    ") + ";\n" + indent + "}\n";
    }

    private static String member(Group group, MatchResult member, String source) {
        String type = member.group(1);
        String name = member.group(2);
        String layout = name + "$LAYOUT";
        String offset = name + "$OFFSET";
        String result = replaced(
                "return " + layout + ";",
                source,
                name,
                "return " + member.group(3) + "Layout.ALL.select(groupElement(\"" + member.group(4) + "\"));");
        if (!GETS.containsKey(type)) {
            result = elements(member, result);
            return result.replace(layout + ".byteSize()", Long.toString(group.sizes.get(member.group(4))));
        }
        String segment = result.contains("return union.get(" + layout) ? "union" : "struct";
        result = replaced(segment + ".get(" + layout + ", " + offset + ")", result, name, GETS.get(type).formatted(segment, offset));
        return replaced(
                segment + ".set(" + layout + ", " + offset + ", fieldValue)",
                result,
                name,
                SETS.get(type).formatted(segment, offset));
    }

    /** An array's handle of its elements is made when one is first read or written. */
    private static String elements(MatchResult member, String source) {
        String name = member.group(2);
        return source.replaceAll(
                        "( *)private static final VarHandle " + name + "\\$ELEM_HANDLE = " + name
                                + "\\$LAYOUT\\.varHandle\\((.*)\\);\n",
                        Matcher.quoteReplacement("    private static class " + name + "$Elements {\n        static final VarHandle HANDLE = ("
                                        + member.group(3) + "Layout.ALL.select(groupElement(\"" + member.group(4) + "\"))).varHandle(")
                                + "$2" + ");\n    }\n")
                .replace(name + "$ELEM_HANDLE", name + "$Elements.HANDLE");
    }

    private static String replaced(String text, String source, String where, String by) {
        ShareCallShapes.check(source.split(Pattern.quote(text), -1).length - 1, 1, where);
        return source.replace(text, by);
    }
}
