// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Writes the constants of attributes and statuses: {@code java GenerateKeys.java INCLUDE_DIR SOURCE_DIR}. */
final class GenerateKeys {
    /** Strings of the headers that are no attributes, and why. */
    private static final Map<String, String> NO_ATTRIBUTES = Map.of(
            "PMIX_LAUNCHER_RNDZ_URI", "the name of an environment variable",
            "PMIX_LAUNCHER_RNDZ_FILE", "the name of an environment variable",
            "PMIX_KEEPALIVE_PIPE", "the name of an environment variable",
            "PMIX_ATTR_UNDEF", "stands for no attribute");

    private GenerateKeys() {}

    public static void main(String[] args) throws IOException {
        if (args.length != 2) {
            System.err.println("usage: java GenerateKeys.java INCLUDE_DIR SOURCE_DIR");
            System.exit(2);
        }
        Header header = new Header(Path.of(args[0]));
        Path folder = Path.of(args[1]);
        Map<String, String> files = new TreeMap<>();
        files.put("Keys", keys(header));
        files.put("Statuses", statuses(header));
        files.put("internal/base/StatusNames", StatusNamesSource.of(header.statuses, standardNames(header)));
        Files.createDirectories(folder.resolve("internal/base"));
        for (Map.Entry<String, String> file : files.entrySet()) {
            Files.writeString(folder.resolve(file.getKey() + ".java"), file.getValue());
        }
        System.out.println("native/generate-keys: " + attributes(header).size() + " attributes, "
                + header.statuses.size() + " statuses");
    }

    private static List<Header.Macro> attributes(Header header) {
        List<Header.Macro> attributes = new ArrayList<>();
        for (Header.Macro macro : header.strings) {
            if (!NO_ATTRIBUTES.containsKey(macro.name())) {
                attributes.add(macro);
            }
        }
        return attributes;
    }

    /** Those that are not deprecated: a program reaches the others by {@code Key.standard}. */
    private static String keys(Header header) {
        List<Header.Macro> attributes = attributes(header);
        KeyTypes.checkOverrides(attributes);
        Map<String, Header.Macro> current = new LinkedHashMap<>();
        JavaSource java = new JavaSource();
        for (Header.Macro macro : attributes) {
            if (macro.deprecated()) {
                continue;
            }
            if (current.put(macro.value(), macro) != null) {
                throw new IllegalStateException(macro.value() + " has two names");
            }
            KeyTypes.Type type = KeyTypes.of(macro);
            java.constant(
                    "{@code " + macro.name() + "} ({@code " + macro.value() + "}): " + type.words() + ".",
                    "Key<" + type.parameter() + ">",
                    macro.constant(),
                    "Key.reserved(\"" + macro.value() + "\", " + type.expression() + ")");
        }
        return java.source("Keys", """
                Lists every attribute of the PMIx Standard and of OpenPMIx, with the type of its value. The names are those of the C
                macros without {@code PMIX_}. The Standard says what an attribute means, there and in its chapters on the operations.
                {@link Key#standard} creates keys for attributes of a newer libpmix.

                <p>The type is that of the value: what a directive takes, or what reading the attribute returns. A question
                ({@code QUERY_…}) has the type of its answer.""");
    }

    /** Of several names for a status the one that is not deprecated, else the first. */
    private static Map<String, Header.Macro> standardNames(Header header) {
        Map<String, Header.Macro> names = new LinkedHashMap<>();
        for (Header.Macro macro : header.statuses) {
            Header.Macro other = names.putIfAbsent(macro.value(), macro);
            if (other != null && !other.deprecated() && !macro.deprecated()) {
                throw new IllegalStateException(macro.value() + " has two names: " + other.name() + ", " + macro.name());
            } else if (other != null && other.deprecated() && !macro.deprecated()) {
                names.put(macro.value(), macro);
            }
        }
        return names;
    }

    private static String statuses(Header header) {
        JavaSource java = new JavaSource();
        for (Header.Macro macro : header.statuses) {
            if (!macro.deprecated()) {
                java.constant(
                        "{@code " + macro.name() + "} (" + macro.value() + ").",
                        "PmixStatus",
                        macro.constant(),
                        "new PmixStatus(" + macro.value() + ")");
            }
        }
        return java.source("Statuses", """
                Lists every status and event code of the PMIx Standard and of OpenPMIx except {@link PmixStatus#SUCCESS}. The names
                are those of the C macros without {@code PMIX_}.""");
    }

    static final Set<String> IMPORTS = Set.of(
            "java.time.Duration",
            "java.time.Instant",
            "java.util.List",
            "org.pmixj.process.App",
            "org.pmixj.value.Cpuset",
            "org.pmixj.value.Device",
            "org.pmixj.value.DeviceDistance",
            "org.pmixj.value.Endpoint",
            "org.pmixj.value.Envar",
            "org.pmixj.value.Geometry",
            "org.pmixj.value.NodePid",
            "org.pmixj.value.ProcInfo",
            "org.pmixj.value.ProcState",
            "org.pmixj.value.ResourceUnit",
            "org.pmixj.value.Topology");
}
