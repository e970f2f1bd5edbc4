// SPDX-License-Identifier: Apache-2.0
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which type an attribute has: what its comment says, unless the library does otherwise. */
final class KeyTypes {
    /** A type as it stands in Java: the type parameter of the key, the expression, and what Javadoc calls it. */
    record Type(String parameter, String expression, String words) {}

    private static final Map<String, Type> SCALARS = Map.ofEntries(
            scalar("char*", "String", "STRING", "a string"),
            scalar("bool", "Boolean", "BOOL", "true or false"),
            scalar("uint16_t", "Integer", "UINT16", "an unsigned 16-bit number"),
            scalar("uint32_t", "Long", "UINT32", "an unsigned 32-bit number"),
            scalar("uint64_t", "Long", "UINT64", "an unsigned 64-bit number"),
            scalar("int", "Integer", "INT", "an {@code int}"),
            scalar("int32_t", "Integer", "INT32", "a 32-bit number"),
            scalar("size_t", "Long", "SIZE", "a {@code size_t}"),
            scalar("float", "Float", "FLOAT", "a {@code float}"),
            scalar("double", "Double", "DOUBLE", "a {@code double}"),
            scalar("pid_t", "Integer", "PID", "a process id of the operating system"),
            scalar("time_t", "Instant", "TIME", "a time, in whole seconds"),
            scalar("struct timeval", "Duration", "TIMEVAL", "a length of time, in microseconds"),
            scalar("pmix_rank_t", "Long", "RANK", "a rank"),
            scalar("pmix_proc_t*", "ProcId", "PROC", "a process"),
            scalar("pmix_status_t", "PmixStatus", "STATUS", "a status"),
            scalar("pmix_byte_object_t", "byte[]", "BYTES", "bytes"),
            scalar("pmix_envar_t*", "Envar", "ENVAR", "an environment variable"),
            scalar("pmix_scope_t", "Scope", "SCOPE", "a scope"),
            scalar("pmix_data_range_t", "Range", "RANGE", "a range"),
            scalar("pmix_persistence_t", "Persistence", "PERSISTENCE", "a persistence"),
            scalar("pmix_proc_state_t", "ProcState", "PROC_STATE", "the state of a process"),
            scalar("pmix_link_state_t", "Integer", "LINK_STATE", "the state of a link"),
            scalar("pmix_device_type_t", "Long", "DEVICE_TYPE", "bits of device types"),
            scalar("pmix_alloc_directive_t", "Integer", "ALLOC_DIRECTIVE", "an allocation directive"),
            scalar("pmix_alloc_inheritance_t", "Integer", "ALLOC_INHERITANCE", "an allocation inheritance"),
            scalar("pmix_storage_medium_t", "Long", "STORAGE_MEDIUM", "bits of storage media"),
            scalar("pmix_storage_accessibility_t", "Long", "STORAGE_ACCESSIBILITY", "bits of storage accessibilities"),
            scalar("pmix_storage_persistence_t", "Long", "STORAGE_PERSISTENCE", "bits of storage persistences"),
            scalar("pmix_storage_access_type_t", "Integer", "STORAGE_ACCESS_TYPE", "bits of storage access types"),
            scalar("pmix_geometry_t", "Geometry", "GEOMETRY", "coordinates of a device"),
            scalar("pmix_cpuset_t*", "Cpuset", "CPUSET", "a set of cpus"),
            scalar("pmix_topology_t*", "Topology", "TOPOLOGY", "a topology"),
            scalar("varies", "PmixValue", "ANY", "a value of one of several types"),
            scalar("void*", "PmixValue.Opaque", "POINTER", "a pointer"),
            scalar("pointer", "PmixValue.Opaque", "POINTER", "a pointer"),
            scalar("hwloc_topology_t", "PmixValue.Opaque", "POINTER", "a pointer"),
            scalar("struct event_base *", "PmixValue.Opaque", "POINTER", "a pointer"));

    private static final Map<String, Type> ELEMENTS = Map.ofEntries(
            scalar("pmix_proc_t", "ProcId", "PROC", "processes"),
            scalar("pmix_proc_info_t", "ProcInfo", "PROC_INFO", "descriptions of processes"),
            scalar("pmix_app_t", "App", "APP", "applications"),
            scalar("pmix_geometry_t", "Geometry", "GEOMETRY", "coordinates of devices"),
            scalar("pmix_endpoint_t", "Endpoint", "ENDPOINT", "endpoints"),
            scalar("pmix_device_t", "Device", "DEVICE", "devices"),
            scalar("pmix_device_distance_t", "DeviceDistance", "DEVICE_DISTANCE", "distances of devices"),
            scalar("pmix_resource_unit_t", "ResourceUnit", "RESOURCE_UNIT", "resource units"),
            scalar("pmix_node_pid_t", "NodePid", "NODE_PID", "process ids on nodes"),
            scalar("uint32_t", "Long", "UINT32", "unsigned 32-bit numbers"),
            scalar("string", "String", "STRING", "strings"),
            scalar("strings", "String", "STRING", "strings"));

    private static final Type ATTRIBUTES = new Type("Attributes", "ValueType.ATTRIBUTES", "attributes");
    private static final Type ARRAY = new Type("PmixValue.Array", "ValueType.ARRAY", "an array");

    /**
     * Where OpenPMIx 7 and PRRTE 5 read or write another type than the comment says, or the comment does not say what
     * an array is of. A wrong type is not always refused: some readers take the pointer for what they expect it to be.
     */
    private static final Map<String, Type> OVERRIDES = Map.ofEntries(
            // PRRTE compares the value of a spawn with "all" and "none" and else reads a number; prun sends a string.
            Map.entry("PMIX_STDIN_TGT", SCALARS.get("char*")),
            // The library reads a rank, all its tools send one.
            Map.entry("PMIX_TOOL_RANK", SCALARS.get("pmix_rank_t")),
            // The file monitor asks whether they are true, as PMIX_MONITOR_FILE_SIZE; the file is in PMIX_MONITOR_FILE.
            Map.entry("PMIX_MONITOR_FILE_ACCESS", SCALARS.get("bool")),
            Map.entry("PMIX_MONITOR_FILE_MODIFY", SCALARS.get("bool")),
            // The server answers with the names separated by commas.
            Map.entry("PMIX_PSET_NAMES", SCALARS.get("char*")),
            Map.entry("PMIX_QUERY_GROUP_NAMES", SCALARS.get("char*")),
            // PRRTE's data server refuses every other type of element.
            Map.entry("PMIX_ACCESS_USERIDS", list("uint32_t")),
            Map.entry("PMIX_ACCESS_GRPIDS", list("uint32_t")),
            // The type in the comment is that of a qualifier; the answer is an array, for several an array of arrays.
            Map.entry("PMIX_QUERY_PROC_RESOURCE_USAGE", ARRAY),
            Map.entry("PMIX_QUERY_NODE_RESOURCE_USAGE", ARRAY),
            // Numbers for one plane, an array of arrays for several.
            Map.entry("PMIX_FABRIC_SHAPE", ARRAY),
            // Processes, says how the library and PRRTE read and write them.
            Map.entry("PMIX_GROUP_MEMBERSHIP", list("pmix_proc_t")),
            Map.entry("PMIX_MONITOR_TARGET_PROCS", list("pmix_proc_t")),
            // Attributes, says how the library and PRRTE read and write them.
            Map.entry("PMIX_QUALIFIED_VALUE", ATTRIBUTES),
            Map.entry("PMIX_SERVER_INFO_ARRAY", ATTRIBUTES),
            Map.entry("PMIX_QUERY_NAMESPACE_INFO", ATTRIBUTES),
            // Qualifiers and results are attributes everywhere in the Standard.
            Map.entry("PMIX_QUERY_QUALIFIERS", ATTRIBUTES),
            Map.entry("PMIX_QUERY_RESULTS", ATTRIBUTES),
            // Arrays whose elements the Standard leaves open.
            Map.entry("PMIX_QUERY_QUEUE_STATUS", ARRAY),
            Map.entry("PMIX_QUERY_AUTHORIZATIONS", ARRAY),
            Map.entry("PMIX_QUERY_MEMORY_USAGE", ARRAY),
            Map.entry("PMIX_DEBUG_JOB_DIRECTIVES", ARRAY),
            Map.entry("PMIX_DEBUG_APP_DIRECTIVES", ARRAY));

    private static final Pattern DECLARED = Pattern.compile("(?://|/\\*) ?\\(([^)]*)\\) ?(.*)");
    private static final Pattern SECONDS = Pattern.compile("\\b(sec|seconds)\\b", Pattern.CASE_INSENSITIVE);
    // "Array of pmix_proc_t", "an array of string names", "array is of pmix_info_t", "containing an array of uint32_t".
    private static final Pattern ELEMENT = Pattern.compile(
            "\\bAr+ay (?:is |of each |consists )?of (pmix_\\w+_t|uint32_t|strings?)\\b", Pattern.CASE_INSENSITIVE);
    private static final Pattern ELEMENT_LATER = Pattern.compile(
            "\\b(?:pmix_data_array_t (?:array )?(?:of|containing an array of)|Array consists of) (pmix_\\w+_t|uint32_t)\\b");

    private KeyTypes() {}

    private static Map.Entry<String, Type> scalar(String c, String java, String constant, String words) {
        return Map.entry(c, new Type(java, "ValueType." + constant, words));
    }

    /** Refuses an override for an attribute that the headers do not have any more. */
    static void checkOverrides(List<Header.Macro> attributes) {
        Set<String> unused = new TreeSet<>(OVERRIDES.keySet());
        for (Header.Macro macro : attributes) {
            unused.remove(macro.name());
        }
        if (!unused.isEmpty()) {
            throw new IllegalStateException("overrides for what the headers do not have: " + unused);
        }
    }

    /** The type of an attribute. */
    static Type of(Header.Macro macro) {
        Type override = OVERRIDES.get(macro.name());
        if (override != null) {
            return override;
        }
        Matcher declared = DECLARED.matcher(macro.comment());
        if (!declared.matches()) {
            throw new IllegalStateException(macro.name() + " has no type: " + macro.comment());
        }
        String c = declared.group(1);
        String text = declared.group(2);
        if (c.equals("pmix_data_array_t*")) {
            return array(macro, text);
        }
        Type type = SCALARS.get(c);
        if (type == null) {
            throw new IllegalStateException(macro.name() + " has the unknown type " + c);
        }
        if ((c.equals("int") || c.equals("uint32_t")) && SECONDS.matcher(text).find()) {
            return new Type("Duration", "ValueType.seconds(" + type.expression() + ")", "a duration, in whole seconds");
        }
        return type;
    }

    private static Type array(Header.Macro macro, String text) {
        for (Pattern pattern : new Pattern[] {ELEMENT, ELEMENT_LATER}) {
            Matcher element = pattern.matcher(text);
            if (element.find()) {
                return element.group(1).equals("pmix_info_t") ? ATTRIBUTES : list(element.group(1));
            }
        }
        throw new IllegalStateException(macro.name() + " is an array of what? Decide in KeyTypes: " + text);
    }

    private static Type list(String c) {
        Type element = ELEMENTS.get(c);
        if (element == null) {
            throw new IllegalStateException("an array of the unknown type " + c);
        }
        return new Type(
                "List<" + element.parameter() + ">",
                "ValueType.listOf(" + element.expression() + ")",
                "a list of " + element.words());
    }
}
