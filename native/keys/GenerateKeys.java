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
        files.put("Keys", keys(header, false));
        files.put("DeprecatedKeys", keys(header, true));
        files.put("Statuses", statuses(header, false));
        files.put("DeprecatedStatuses", statuses(header, true));
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

    private static String keys(Header header, boolean deprecated) {
        List<Header.Macro> attributes = attributes(header);
        KeyTypes.checkOverrides(attributes);
        Map<String, Header.Macro> current = new LinkedHashMap<>();
        for (Header.Macro macro : attributes) {
            if (!macro.deprecated() && current.put(macro.value(), macro) != null) {
                throw new IllegalStateException(macro.value() + " has two names");
            }
        }
        JavaSource java = new JavaSource();
        for (Header.Macro macro : attributes) {
            if (macro.deprecated() != deprecated) {
                continue;
            }
            Header.Macro now = deprecated ? current.get(macro.value()) : null;
            KeyTypes.Type type = KeyTypes.of(now == null ? macro : now);
            String what = "{@code " + macro.name() + "} ({@code " + macro.value() + "}): " + type.words() + ".";
            java.constant(
                    what,
                    deprecated ? replacement(now, "Keys", "attribute") : null,
                    "Key<" + type.parameter() + ">",
                    macro.constant(),
                    "Key.reserved(\"" + macro.value() + "\", " + type.expression() + ")");
        }
        return deprecated
                ? java.source("DeprecatedKeys", """
                        The attributes that the headers of OpenPMIx still name, but that the PMIx Standard has withdrawn. Those that live on
                        under another name are in {@link Keys}.""")
                : java.source("Keys", """
                        Every attribute of the PMIx Standard and of OpenPMIx, with the type of its value. The names are those of the C macros
                        without {@code PMIX_}; what an attribute means is said there and in the chapters of the Standard on the operations.

                        <p>The type is that of the value: what a directive is given, or what the attribute reads as. A question
                        ({@code QUERY_…}) is typed by its answer.""");
    }

    private static String replacement(Header.Macro now, String holder, String kind) {
        return now == null ? "withdrawn from the Standard" : "the " + kind + " is {@link " + holder + "#" + now.constant() + "}";
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

    private static String statuses(Header header, boolean deprecated) {
        Map<String, Header.Macro> names = standardNames(header);
        JavaSource java = new JavaSource();
        for (Header.Macro macro : header.statuses) {
            if (macro.deprecated() != deprecated) {
                continue;
            }
            Header.Macro now = names.get(macro.value());
            java.constant(
                    "{@code " + macro.name() + "} (" + macro.value() + ").",
                    deprecated ? replacement(now.deprecated() ? null : now, "Statuses", "status") : null,
                    "PmixStatus",
                    macro.constant(),
                    "new PmixStatus(" + macro.value() + ")");
        }
        return deprecated
                ? java.source("DeprecatedStatuses", """
                        The statuses that the headers of OpenPMIx still name, but that the PMIx Standard has withdrawn or named anew. Some are
                        still answered by libpmix.""")
                : java.source("Statuses", """
                        Every status and event code of the PMIx Standard and of OpenPMIx except {@link PmixStatus#SUCCESS}. The names are
                        those of the C macros without {@code PMIX_}.""");
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
