// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The functions of the header, the hand-kept rows about them, and what is wrong between the two. */
final class ApiCoverage {
    private static final Pattern DECLARATION = Pattern.compile("PMIX_EXPORT\\s[^;#]*?\\b(PMIx_\\w+)\\s*\\(");
    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/|//[^\\n]*", Pattern.DOTALL);
    private static final Pattern ROW = Pattern.compile("(PMIx_[\\w*]+) ([:=~?-]) (.+)");

    /** The statement of a row about its function. */
    enum Kind {
        COVERED,
        TWIN,
        INTERNAL,
        MISSING,
        NOT_WANTED;

        static Kind of(String sign) {
            return switch (sign) {
                case ":" -> COVERED;
                case "=" -> TWIN;
                case "~" -> INTERNAL;
                case "?" -> MISSING;
                case "-" -> NOT_WANTED;
                default -> throw new IllegalArgumentException(sign);
            };
        }
    }

    /** A row; the name may have {@code *}. */
    record Row(String name, Kind kind, String text) {
        boolean isPattern() {
            return name.contains("*");
        }

        boolean matches(String function) {
            return isPattern() ? function.matches(name.replace("*", "\\w*")) : function.equals(name);
        }
    }

    final Map<String, Row> table = new LinkedHashMap<>();
    final List<String> problems = new ArrayList<>();

    /** Joins them: of several rows that match a function the first counts, one without {@code *} before all others. */
    ApiCoverage(Set<String> functions, List<Row> rows, Set<String> called, List<String> packages) {
        Set<Row> unused = new java.util.LinkedHashSet<>(rows);
        for (String function : new TreeSet<>(functions)) {
            Row row = rows.stream()
                    .filter(r -> !r.isPattern() && r.matches(function))
                    .findFirst()
                    .or(() -> rows.stream().filter(r -> r.matches(function)).findFirst())
                    .orElse(null);
            if (row == null) {
                problems.add(function + " of the header is in no row");
            } else {
                table.put(function, row);
                unused.remove(row);
            }
        }
        for (Row row : unused) {
            problems.add("row " + row.name() + " names no function of the header, or others do before it");
        }
        for (Row row : rows) {
            if (row.isPattern() && row.kind() != Kind.NOT_WANTED) {
                problems.add("row " + row.name() + " may not have * unless its functions are not wanted");
            }
        }
        table.forEach((function, row) -> check(function, row, called, packages));
    }

    private void check(String function, Row row, Set<String> called, List<String> packages) {
        boolean isCalled = called.contains(function);
        switch (row.kind()) {
            case COVERED -> {
                for (String method : row.text().split(", ")) {
                    if (!exists(method, packages)) {
                        problems.add(function + ": there is no public method " + method);
                    }
                }
                if (!isCalled) {
                    problems.add(function + " is said to be covered, and is not called");
                }
            }
            case TWIN -> {
                Row twin = table.get(row.text());
                if (twin == null || twin.kind() != Kind.COVERED) {
                    problems.add(function + ": its twin " + row.text() + " is not covered");
                }
            }
            case INTERNAL -> {
                if (!isCalled) {
                    problems.add(function + " is said to be called, and is not");
                }
            }
            case MISSING, NOT_WANTED -> {
                if (isCalled) {
                    problems.add(function + " is said not to be there, and is called");
                }
            }
        }
    }

    /** {@code Type.method} or {@code Outer.Inner.method}. */
    private static boolean exists(String reference, List<String> packages) {
        int dot = reference.lastIndexOf('.');
        String type = reference.substring(0, dot).replace('.', '$');
        String name = reference.substring(dot + 1);
        for (String folder : packages) {
            try {
                for (Method method : Class.forName(folder + "." + type).getMethods()) {
                    if (method.getName().equals(name)) {
                        return true;
                    }
                }
            } catch (ClassNotFoundException e) {
                continue;
            }
        }
        return false;
    }

    // --- where it is from ------------------------------------------------------------------------------------------

    static List<Row> rows(String text) {
        List<Row> rows = new ArrayList<>();
        for (String line : text.split("\n")) {
            if (!line.isBlank() && !line.startsWith("#")) {
                Matcher row = ROW.matcher(line);
                if (!row.matches()) {
                    throw new IllegalArgumentException("not a row: " + line);
                }
                rows.add(new Row(row.group(1), Kind.of(row.group(2)), row.group(3)));
            }
        }
        return rows;
    }

    static Set<String> declaredIn(Path header) throws IOException {
        Matcher declaration =
                DECLARATION.matcher(COMMENT.matcher(Files.readString(header)).replaceAll(" "));
        Set<String> functions = new TreeSet<>();
        while (declaration.find()) {
            functions.add(declaration.group(1));
        }
        return functions;
    }

    /** The functions of libpmix that a class calls through the generated code. */
    static Set<String> calledBy(Class<?> caller) {
        Set<String> functions = new TreeSet<>();
        String file = "/" + caller.getName().replace('.', '/') + ".class";
        try (InputStream in = caller.getResourceAsStream(file)) {
            for (PoolEntry entry : ClassFile.of().parse(in.readAllBytes()).constantPool()) {
                if (entry instanceof MemberRefEntry member
                        && member.owner().asInternalName().equals("org/pmixj/ffi/PMIx")) {
                    functions.add(member.name().stringValue());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return functions;
    }

    // --- the table -------------------------------------------------------------------------------------------------

    String markdown(Map<String, Set<String>> otherHeaders) {
        StringBuilder text = new StringBuilder("""
                # What becomes of the functions of PMIx

                Made by `ApiCoverageIT` from the installed headers and `ci/integration-tests/src/test/resources/\
                org/pmixj/it/conformance/api-coverage.txt`, and checked by it: every function of `pmix.h` is here, every method
                exists, and every function that is said to be called is called by the Java layer.

                """);
        text.append("| in `pmix.h` | functions |\n|---|---:|\n");
        line(text, "covered by a method", count(Kind.COVERED));
        line(text, "covered by a twin, mostly the one that does not block", count(Kind.TWIN));
        line(text, "called by the Java layer for its own ends", count(Kind.INTERNAL));
        line(text, "not there yet", count(Kind.MISSING));
        line(text, "not wanted", count(Kind.NOT_WANTED));
        line(text, "**all**", table.size());
        text.append("\n## Functions of `pmix.h`\n\n| function | Java |\n|---|---|\n");
        table.forEach((function, row) -> text.append("| `")
                .append(function)
                .append("` | ")
                .append(words(row))
                .append(" |\n"));
        otherHeaders.forEach((header, functions) -> {
            text.append("\n## ").append(header).append("\n\n");
            functions.forEach(function -> text.append("- `").append(function).append("`\n"));
        });
        return text.toString();
    }

    private static void line(StringBuilder text, String what, long count) {
        text.append("| ").append(what).append(" | ").append(count).append(" |\n");
    }

    private long count(Kind kind) {
        return table.values().stream().filter(row -> row.kind() == kind).count();
    }

    private static String words(Row row) {
        return switch (row.kind()) {
            case COVERED -> "`" + row.text().replace(", ", "`, `") + "`";
            case TWIN -> "as `" + row.text() + "`";
            case INTERNAL -> "internal: " + row.text();
            case MISSING -> "**not yet**: " + row.text();
            case NOT_WANTED -> "not wanted: " + row.text();
        };
    }
}
