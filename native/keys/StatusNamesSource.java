// SPDX-License-Identifier: Apache-2.0
import java.util.List;
import java.util.Map;

/** Writes the class with the names of statuses: two switches, so that nothing is initialised. */
final class StatusNamesSource {
    private StatusNamesSource() {}

    static String of(List<Header.Macro> statuses, Map<String, Header.Macro> names) {
        StringBuilder java = new StringBuilder(JavaSource.HEAD);
        java.append("""
                package org.pmixj.internal.base;

                import org.jspecify.annotations.Nullable;

                /** Maps status codes to their names in the headers, and back. A name that is not deprecated is preferred. */
                public final class StatusNames {
                """);
        java.append(JavaSource.NOTE).append("""
                    private StatusNames() {}

                    /**
                     * Returns the name of a code.
                     *
                     * @param code the code
                     * @return the name, or null if the headers have none
                     */
                    public static @Nullable String of(int code) {
                        return switch (code) {
                            case 0 -> "PMIX_SUCCESS";
                """);
        for (Header.Macro macro : names.values()) {
            java.append("            case " + macro.value() + " -> \"" + macro.name() + "\";\n");
        }
        java.append("""
                            default -> null;
                        };
                    }

                    /**
                     * Returns the code of a name, which may be deprecated.
                     *
                     * @param name the name
                     * @return the code, or 1 if the headers do not have it
                     */
                    public static int code(String name) {
                        return switch (name) {
                            case "PMIX_SUCCESS" -> 0;
                """);
        for (Header.Macro macro : statuses) {
            java.append("            case \"" + macro.name() + "\" -> " + macro.value() + ";\n");
        }
        return java.append("""
                            default -> 1;
                        };
                    }
                }
                """).toString();
    }
}
