// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.support;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.DataType;
import org.pmixj.Info;
import org.pmixj.Key;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.process.App;
import org.pmixj.value.Attribute;
import org.pmixj.value.Coord;
import org.pmixj.value.Cpuset;
import org.pmixj.value.Device;
import org.pmixj.value.DeviceDistance;
import org.pmixj.value.Endpoint;
import org.pmixj.value.Envar;
import org.pmixj.value.Geometry;
import org.pmixj.value.NodePid;
import org.pmixj.value.ProcInfo;
import org.pmixj.value.ProcState;
import org.pmixj.value.Published;
import org.pmixj.value.Query;
import org.pmixj.value.Regex;
import org.pmixj.value.ResourceUnit;
import org.pmixj.value.Topology;

/** Values at the boundaries of every data type; the table that all tests of the codec go over. */
public final class Boundaries {
    public static final String UNICODE = "ü€😀";
    private static final String NSPACE = "n".repeat(252) + "€";
    private static final String KEY = "k".repeat(508) + "€";
    private static final ProcId PROC = new ProcId(NSPACE, Integer.MAX_VALUE);

    /** Types that libpmix can carry in an array alone. */
    static final Set<DataType> ARRAYS_ONLY =
            EnumSet.of(DataType.NODE_PID, DataType.IOF_CHANNEL, DataType.COMMAND, DataType.INFO_DIRECTIVES);

    /** Types, mostly of elements, that libpmix does not put into shared memory as a whole. */
    static final Set<DataType> NOT_SHARED = EnumSet.of(DataType.PROC_CPUSET, DataType.VALUE, DataType.DATA_BUFFER);

    private static final List<PmixValue> SINGLE = single();
    private static final List<PmixValue> ALL = all(SINGLE);
    private static final List<PmixValue> PUTTABLE =
            all(SINGLE.stream().filter(Boundaries::isPuttable).toList()).stream()
                    .filter(Boundaries::isPuttable)
                    .toList();

    private Boundaries() {}

    /** Values that can stand for themselves, and arrays: everything that can be put. */
    public static List<PmixValue> values() {
        return ALL;
    }

    /**
     * Returns whether another process can read a value that was put. libpmix keeps values in memory it shares between
     * processes, and leaves parts of some in its own memory. A process that reads them crashes.
     */
    public static boolean isPuttable(PmixValue value) {
        if (value instanceof PmixValue.Array array) {
            return (array.elements().isEmpty() || !NOT_SHARED.contains(array.elementType()))
                    && array.elements().stream().allMatch(Boundaries::isPuttable);
        } else if (value instanceof Info info) {
            return isPuttable(info.value());
        } else if (value instanceof Published published) {
            return isPuttable(published.value());
        } else if (value instanceof App app) {
            return app.attributes().infos().stream().allMatch(Boundaries::isPuttable);
        } else if (value instanceof Query query) {
            return query.qualifiers().infos().stream().allMatch(Boundaries::isPuttable);
        }
        return !NOT_SHARED.contains(value.type());
    }

    /** Those that {@link #isPuttable}, and the others without what is not. */
    public static List<PmixValue> puttable() {
        return PUTTABLE;
    }

    /**
     * The values that cannot be sent, because libpmix cannot copy or pack them, or because they mean nothing
     * elsewhere.
     */
    public static List<PmixValue> refused() {
        List<PmixValue> values = new ArrayList<>();
        for (PmixValue value : SINGLE) {
            if (ARRAYS_ONLY.contains(value.type())) {
                values.add(value);
            }
        }
        values.add(new PmixValue.UInt(DataType.DATA_TYPE, 1));
        values.add(new PmixValue.Array(DataType.DATA_TYPE, List.of(new PmixValue.UInt(DataType.DATA_TYPE, 1))));
        values.add(new PmixValue.Bytes(DataType.DATA_BUFFER, new byte[] {1}));
        values.add(new Topology("hwloc"));
        values.add(new PmixValue.Array(DataType.TOPO, List.of(new Topology("hwloc"))));
        values.add(new PmixValue.Opaque(31));
        values.add(Info.of(Key.of("it.key", ValueType.BOOL), true));
        values.add(new App("a", List.of(), List.of(), null, 1, Attributes.none()));
        values.add(new Query(List.of("k"), Attributes.none()));
        values.add(new Published(PROC, "k", new PmixValue.Bool(true)));
        // The same inside of something else.
        for (PmixValue value : List.copyOf(values)) {
            Info info = Info.of(Key.of("it.key", ValueType.ANY), value);
            values.add(new PmixValue.Array(DataType.INFO, List.of(info)));
            values.add(new PmixValue.Array(
                    DataType.QUERY,
                    List.of(new Query(
                            List.of("k"), Attributes.builder().add(info).build()))));
        }
        return values;
    }

    /**
     * Returns a value as it arrives from libpmix: the exit code does not travel.
     */
    public static PmixValue sent(PmixValue value) {
        if (value instanceof ProcInfo info) {
            return new ProcInfo(info.proc(), info.hostname(), info.executable(), info.pid(), 0, info.state());
        } else if (value instanceof Attribute attribute) {
            return new Attribute(
                    attribute.name(), attribute.key(), garbled(attribute.valueType()), attribute.description());
        } else if (value instanceof Info info) {
            Info sent = Info.of(Key.of(info.key(), ValueType.ANY), sent(info.value()));
            return info.isRequired() ? sent.asRequired() : sent;
        } else if (value instanceof Published published) {
            return new Published(published.proc(), published.key(), sent(published.value()));
        } else if (value instanceof App app) {
            return new App(
                    app.command(),
                    app.arguments(),
                    app.environment(),
                    app.directory(),
                    app.processes(),
                    sent(app.attributes()));
        } else if (value instanceof Query query) {
            return new Query(query.keys(), sent(query.qualifiers()));
        } else if (value instanceof PmixValue.Array array) {
            return new PmixValue.Array(
                    array.elementType(),
                    array.elements().stream().map(Boundaries::sent).toList());
        }
        return value;
    }

    private static Attributes sent(Attributes attributes) {
        Attributes.Builder sent = Attributes.builder();
        for (Info info : attributes) {
            sent.add((Info) sent((PmixValue) info));
        }
        return sent.build();
    }

    /** A number packed without and unpacked with a sign, which is then in its lowest bit. */
    private static DataType garbled(DataType type) {
        int code = type.code();
        return DataType.of((code >> 1 ^ -(code & 1)) & 0xffff);
    }

    private static List<PmixValue> single() {
        List<PmixValue> values = new ArrayList<>();
        values.add(new PmixValue.Bool(true));
        values.add(new PmixValue.Bool(false));
        for (DataType type : DataType.values()) {
            int bits = type.bits();
            if (bits == 0 || type == DataType.DATA_TYPE) {
                continue;
            }
            if (type.isSigned()) {
                for (long value : new long[] {0, -1, -1L << (bits - 1), ~(-1L << (bits - 1))}) {
                    values.add(new PmixValue.Int(type, value));
                }
            } else {
                long max = bits == 64 ? -1 : (1L << bits) - 1;
                for (long value : new long[] {0, 1, max >>> 1, (max >>> 1) + 1, max}) {
                    values.add(new PmixValue.UInt(type, value));
                }
            }
        }
        for (float value : new float[] {0, 0.5f, -Float.MAX_VALUE, Float.MAX_VALUE, Float.MIN_VALUE, 1f / 3}) {
            values.add(new PmixValue.Real(DataType.FLOAT, value));
        }
        for (double value :
                new double[] {0, 0.5, -Double.MAX_VALUE, Double.MAX_VALUE, Double.MIN_VALUE, 1.0 / 3, 1 << 20}) {
            values.add(new PmixValue.Real(DataType.DOUBLE, value));
        }
        for (double value : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            values.add(new PmixValue.Real(DataType.FLOAT, value));
            values.add(new PmixValue.Real(DataType.DOUBLE, value));
        }
        for (String value : List.of("", "a", UNICODE, "x".repeat(100_000))) {
            values.add(new PmixValue.Str(value));
        }
        for (int length : new int[] {0, 1, 255, 100_000}) {
            byte[] bytes = new byte[length];
            for (int i = 0; i < length; i++) {
                bytes[i] = (byte) (i * 7);
            }
            values.add(new PmixValue.Bytes(bytes));
        }
        values.add(new PmixValue.Bytes(DataType.COMPRESSED_BYTE_OBJECT, new byte[] {0, 1, -1}));
        values.add(new PmixValue.Bytes(DataType.COMPRESSED_BYTE_OBJECT, new byte[0]));
        for (int code : new int[] {0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            values.add(new PmixValue.Status(new PmixStatus(code)));
        }
        for (Instant value : List.of(Instant.EPOCH, Instant.ofEpochSecond(-1), Instant.MAX.minusNanos(999_999_999))) {
            values.add(new PmixValue.Time(value));
        }
        for (Duration value : List.of(
                Duration.ZERO,
                Duration.ofSeconds(1, 999_999_000),
                Duration.ofSeconds(-1, 1000),
                Duration.ofSeconds(Long.MAX_VALUE),
                Duration.ofSeconds(Long.MIN_VALUE))) {
            values.add(new PmixValue.TimeVal(value));
        }
        for (ProcId value : List.of(new ProcId("n", 0), PROC, ProcId.all(UNICODE))) {
            values.add(new PmixValue.Proc(value));
        }
        for (String value : List.of("n", NSPACE)) {
            values.add(new PmixValue.Nspace(value));
        }
        structures(values);
        return List.copyOf(values);
    }

    private static void structures(List<PmixValue> values) {
        String path = "/" + UNICODE;
        values.add(new ProcInfo(PROC, UNICODE, path, Integer.MAX_VALUE, -1, ProcState.RUNNING));
        values.add(new ProcInfo(new ProcId("n", 0), null, null, 0, 0, new ProcState(255)));
        values.add(new ProcInfo(ProcId.all("n"), "", "", -1, Integer.MIN_VALUE, ProcState.UNDEFINED));
        values.add(new Envar("PATH", path, ':'));
        values.add(new Envar("a", "", '\0'));
        values.add(new Envar(UNICODE, UNICODE, '\u00ff'));
        values.add(new NodePid(UNICODE, 4_294_967_295L, Integer.MAX_VALUE));
        values.add(new NodePid(null, 0, -1));
        values.add(new Attribute("PMIX_X", KEY, DataType.ALLOC_INHERIT, List.of("", UNICODE, "third")));
        values.add(new Attribute("", "k", DataType.UNKNOWN, List.of()));
        values.add(new Regex("pmix", new PmixValue.Bytes(new byte[] {0, -1, 0})));
        values.add(new Regex("", new PmixValue.Bytes(new byte[0])));
        for (Coord.View view : Coord.View.values()) {
            values.add(new Coord(view, List.of(0L, 4_294_967_295L, 2_147_483_648L)));
        }
        values.add(new Coord(Coord.View.LOGICAL, List.of()));
        values.add(new Geometry(
                -1,
                UNICODE,
                "os",
                List.of(new Coord(Coord.View.LOGICAL, List.of(1L, 2L)), new Coord(Coord.View.PHYSICAL, List.of()))));
        values.add(new Geometry(0, null, null, List.of()));
        values.add(new Device(UNICODE, "os", -1));
        values.add(new Device(null, null, 0));
        values.add(new DeviceDistance(UNICODE, "os", -1, 0, 65535));
        values.add(new DeviceDistance(null, null, 0, 65535, 32768));
        values.add(new Endpoint(UNICODE, "os", new PmixValue.Bytes(new byte[] {0, -1, 0})));
        values.add(new Endpoint(null, null, new PmixValue.Bytes(new byte[0])));
        values.add(new ResourceUnit(-1, -1));
        values.add(new ResourceUnit(0, 0));
        for (String cpus : List.of("", "0", "0-3,8", "1-", "1048575")) {
            values.add(new Cpuset("hwloc", cpus));
        }
    }

    private static List<PmixValue> all(List<PmixValue> singles) {
        List<PmixValue> values = new ArrayList<>();
        for (PmixValue value : singles) {
            if (!ARRAYS_ONLY.contains(value.type())) {
                values.add(value);
            }
        }
        List<PmixValue> sendable = List.copyOf(values);
        Map<DataType, List<PmixValue>> byType = new EnumMap<>(DataType.class);
        for (PmixValue value : singles) {
            byType.computeIfAbsent(value.type(), type -> new ArrayList<>()).add(value);
        }
        List<PmixValue> arrays = new ArrayList<>();
        byType.forEach((type, elements) -> arrays.add(new PmixValue.Array(type, elements)));
        Attributes attributes = attributes(sendable);
        arrays.add(new PmixValue.Array(DataType.INFO, List.copyOf(attributes.infos())));
        arrays.add(new PmixValue.Array(DataType.VALUE, sendable));
        arrays.add(new PmixValue.Array(
                DataType.APP,
                List.of(
                        new App(
                                "/bin/" + UNICODE,
                                List.of("a", "", UNICODE),
                                List.of("A=", "B==b"),
                                "/",
                                0,
                                attributes),
                        new App("a", List.of(), List.of(), null, Integer.MAX_VALUE, Attributes.none()))));
        arrays.add(new PmixValue.Array(
                DataType.QUERY,
                List.of(new Query(List.of("a", KEY), attributes), new Query(List.of("k"), Attributes.none()))));
        arrays.add(new PmixValue.Array(
                DataType.PDATA,
                List.of(new Published(PROC, KEY, singles.getFirst()), new Published(PROC, "k", arrays.getLast()))));
        arrays.add(new PmixValue.Array(
                DataType.DATA_BUFFER,
                List.of(
                        new PmixValue.Bytes(DataType.DATA_BUFFER, new byte[] {0, -1, 0}),
                        new PmixValue.Bytes(DataType.DATA_BUFFER, new byte[0]))));
        values.addAll(arrays);
        for (DataType type : DataType.values()) {
            if (type != DataType.UNKNOWN) {
                values.add(new PmixValue.Array(type, List.of()));
            }
        }
        values.add(new PmixValue.Array(DataType.DATA_ARRAY, arrays));
        values.add(new PmixValue.Array(DataType.VALUE, arrays));
        PmixValue deep = new PmixValue.Str("deep");
        DataType type = DataType.STRING;
        for (int i = 0; i < PmixValue.Array.MAX_DEPTH; i++) {
            deep = new PmixValue.Array(type, List.of(deep));
            type = i % 2 == 0 ? DataType.DATA_ARRAY : DataType.VALUE;
        }
        values.add(deep);
        return List.copyOf(values);
    }

    private static Attributes attributes(List<PmixValue> values) {
        Attributes.Builder attributes = Attributes.builder();
        for (int i = 0; i < values.size(); i++) {
            Info info = Info.of(Key.of("it." + i, ValueType.ANY), values.get(i));
            attributes.add(i % 2 == 0 ? info : info.asRequired());
        }
        return attributes.build();
    }

    /** A name for a value in messages. */
    public static String describe(@Nullable PmixValue value) {
        String text = String.valueOf(value);
        String type = value instanceof PmixValue.Array array ? "array of " + array.elementType() + " " : "";
        return type + (text.length() > 200 ? text.substring(0, 200) + "... (" + text.length() + ")" : text);
    }
}
