// SPDX-License-Identifier: Apache-2.0
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A class of constants, formatted as the rest of the sources is. */
final class JavaSource {
    static final String HEAD = "// SPDX-License-Identifier: Apache-2.0\n";
    static final String NOTE = "    // Written by native/generate-keys from the headers of OpenPMIx; do not edit.\n\n";
    private static final int WIDTH = 120;
    private static final String INDENT = "    ";

    private final StringBuilder body = new StringBuilder();

    void constant(String what, String type, String name, String value) {
        String comment = INDENT + "/** " + what + " */";
        body.append(comment.length() <= WIDTH ? comment : INDENT + "/**\n" + INDENT + " * " + what + "\n" + INDENT + " */");
        String left = INDENT + "public static final " + type + " " + name + " =";
        String line = left + " " + value + ";";
        body.append('\n').append(line.length() <= WIDTH ? line : left + "\n" + INDENT + INDENT + INDENT + value + ";");
        body.append("\n\n");
    }

    String source(String name, String javadoc) {
        StringBuilder source = new StringBuilder(HEAD).append("package org.pmixj;\n\n");
        Set<String> imports = new TreeSet<>();
        for (String type : GenerateKeys.IMPORTS) {
            String simple = type.substring(type.lastIndexOf('.') + 1);
            Matcher use = Pattern.compile("[<]" + simple + "[<>]").matcher(body);
            if (use.find()) {
                imports.add(type);
            }
        }
        for (String type : imports) {
            source.append("import ").append(type).append(";\n");
        }
        source.append(imports.isEmpty() ? "" : "\n").append("/**\n");
        for (String line : javadoc.split("\n", -1)) {
            source.append(line.isEmpty() ? " *" : " * " + line).append('\n');
        }
        source.append(" */\npublic final class ").append(name).append(" {\n").append(NOTE).append(body);
        return source.append(INDENT + "private " + name + "() {}\n}\n").toString();
    }
}
