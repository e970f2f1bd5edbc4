// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.Attributes;
import org.pmixj.DataType;
import org.pmixj.Info;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.it.support.Boundaries;
import org.pmixj.it.support.Launched;
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

/**
 * A Java rank and a C rank of one job put the same values and compare what the other has put with their own;
 * {@code native/tests/values.c} is the C rank.
 */
public class ValuesOfCIT {
    @TempDir
    Path work;

    @Test
    void aRankInCReadsAndWritesTheSameValues() throws Exception {
        Launched.needsLauncher();
        Path source = Path.of("../../native/tests/values.c").toAbsolutePath().normalize();
        Path program = work.resolve("values");
        Launched compiler = Launched.run(
                work, List.of("pmixcc", "-Wall", "-Werror", "-o", program.toString(), source.toString()), Map.of());
        assertThat(compiler.exit()).as(compiler.output()).isZero();
        List<String> command = new ArrayList<>(List.of("prterun", "--map-by", ":oversubscribe", "-n", "1"));
        command.addAll(Launched.java(Main.class));
        command.addAll(List.of(":", "-n", "1", program.toString()));
        Launched job = Launched.run(work, command, Map.of());
        assertThat(job.output()).contains("values: " + values().size() + " values are the same");
        assertThat(job.output()).contains("Java: " + values().size() + " values are the same");
        assertThat(job.exit()).as(job.output()).isZero();
    }

    /** Rank 0. */
    static final class Main {
        public static void main(String[] args) {
            try (Pmix pmix = Pmix.init()) {
                values().forEach((name, value) -> {
                    if (Boundaries.isPuttable(value)) {
                        pmix.put(Scope.GLOBAL, Key.of("java." + name, ValueType.ANY), value);
                    } else {
                        UncheckedPut.put("java." + name, value);
                    }
                });
                pmix.commit();
                pmix.fence();
                ProcId other = pmix.job().member(1);
                int same = 0;
                for (Map.Entry<String, PmixValue> entry : values().entrySet()) {
                    PmixValue value = pmix.get(other, Key.of("c." + entry.getKey(), ValueType.ANY));
                    if (value.equals(entry.getValue())) {
                        same++;
                    } else {
                        System.out.println("c." + entry.getKey() + " is " + Boundaries.describe(value));
                    }
                }
                double pi = pmix.get(other, Key.of("c.pi.bits", ValueType.DOUBLE_BITS));
                double[] doubles = pmix.get(other, Key.of("c.doubles", ValueType.DOUBLES));
                pmix.fence();
                if (pi == Math.PI && Arrays.equals(doubles, DOUBLES)) {
                    System.out.println("Java: " + same + " values are the same");
                }
            }
        }
    }

    private static final double[] DOUBLES = {Math.PI, 1e-9, -1e308};
    private static final String UNICODE = Boundaries.UNICODE;
    private static final ProcId LONG = new ProcId("n".repeat(252) + "€", Integer.MAX_VALUE);
    private static final ProcId ALL = ProcId.all(UNICODE);

    /** By the names that values.c has for them. */
    public static Map<String, PmixValue> values() {
        Map<String, PmixValue> values = new LinkedHashMap<>();
        values.put("bool", new PmixValue.Bool(true));
        array(values, "bool", new PmixValue.Bool(true), new PmixValue.Bool(false));
        numbers(values);
        values.put("float", new PmixValue.Real(DataType.FLOAT, -0.5));
        array(values, "float", new PmixValue.Real(DataType.FLOAT, 0), new PmixValue.Real(DataType.FLOAT, 1048576.25));
        values.put("double", new PmixValue.Real(DataType.DOUBLE, -0.5));
        array(
                values,
                "double",
                new PmixValue.Real(DataType.DOUBLE, 0),
                new PmixValue.Real(DataType.DOUBLE, 1099511627776.25));
        both(
                values,
                "timeval",
                new PmixValue.TimeVal(Duration.ofSeconds(-1, 999_999_000)),
                new PmixValue.TimeVal(Duration.ZERO),
                new PmixValue.TimeVal(Duration.ofSeconds(Long.MAX_VALUE, 1000)));
        values.put("time", new PmixValue.Time(Instant.ofEpochSecond(-1)));
        array(
                values,
                "time",
                new PmixValue.Time(Instant.EPOCH),
                new PmixValue.Time(Instant.parse("2100-01-01T00:00:00Z")));
        values.put("status", new PmixValue.Status(new PmixStatus(Integer.MIN_VALUE)));
        array(values, "status", status(0), status(-1), status(Integer.MIN_VALUE), status(Integer.MAX_VALUE));
        array(values, "node_pid", new NodePid(UNICODE, 4_294_967_295L, Integer.MAX_VALUE), new NodePid(null, 0, -1));
        values.put("string", new PmixValue.Str(UNICODE));
        values.put("string.empty", new PmixValue.Str(""));
        array(values, "string", new PmixValue.Str(UNICODE), new PmixValue.Str(""), new PmixValue.Str("third"));
        both(values, "bytes", bytes(DataType.BYTE_OBJECT, 0, -1, 0), bytes(DataType.BYTE_OBJECT));
        both(
                values,
                "compressed",
                bytes(DataType.COMPRESSED_BYTE_OBJECT, 0, -1, 0),
                bytes(DataType.COMPRESSED_BYTE_OBJECT));
        both(values, "proc", new PmixValue.Proc(LONG), new PmixValue.Proc(ALL));
        both(values, "nspace", new PmixValue.Nspace(LONG.nspace()), new PmixValue.Nspace(UNICODE));
        structures(values);
        arrays(values);
        values.put("pi.bits", new PmixValue.UInt(DataType.UINT64, Double.doubleToLongBits(Math.PI)));
        values.put("doubles", ValueType.DOUBLES.wrap(DOUBLES));
        return values;
    }

    private static void numbers(Map<String, PmixValue> values) {
        Map<String, DataType> types = new LinkedHashMap<>();
        for (DataType type : List.of(
                DataType.BYTE,
                DataType.SIZE,
                DataType.PID,
                DataType.INT,
                DataType.INT8,
                DataType.INT16,
                DataType.INT32,
                DataType.INT64,
                DataType.UINT,
                DataType.UINT8,
                DataType.UINT16,
                DataType.UINT32,
                DataType.UINT64,
                DataType.PERSIST,
                DataType.SCOPE,
                DataType.PROC_STATE,
                DataType.ALLOC_DIRECTIVE,
                DataType.ALLOC_INHERIT,
                DataType.RESBLOCK_DIRECTIVE,
                DataType.JOB_STATE,
                DataType.LINK_STATE,
                DataType.DEVTYPE,
                DataType.LOCTYPE,
                DataType.STOR_MEDIUM,
                DataType.STOR_ACCESS,
                DataType.STOR_PERSIST,
                DataType.STOR_ACCESS_TYPE)) {
            types.put(type.name().toLowerCase(Locale.ROOT), type);
        }
        types.put("range", DataType.DATA_RANGE);
        types.put("rank", DataType.PROC_RANK);
        types.forEach((name, type) -> {
            int bits = type.bits();
            if (type.isSigned()) {
                long min = -1L << (bits - 1);
                values.put(name, new PmixValue.Int(type, min));
                array(values, name, signed(type, 0), signed(type, -1), signed(type, min), signed(type, ~min));
            } else {
                long max = bits == 64 ? -1 : (1L << bits) - 1;
                long half = max >>> 1;
                values.put(name, unsigned(type, max));
                array(
                        values,
                        name,
                        unsigned(type, 0),
                        unsigned(type, 1),
                        unsigned(type, half),
                        unsigned(type, half + 1),
                        unsigned(type, max));
            }
        });
        for (DataType type : List.of(DataType.COMMAND, DataType.INFO_DIRECTIVES, DataType.IOF_CHANNEL)) {
            String name = type.name().toLowerCase(Locale.ROOT);
            array(values, name, unsigned(type, 0), unsigned(type, (1L << type.bits()) - 1));
        }
    }

    private static void structures(Map<String, PmixValue> values) {
        Coord coord = new Coord(Coord.View.LOGICAL, List.of(0L, 4_294_967_295L, 2_147_483_648L));
        Coord none = new Coord(Coord.View.PHYSICAL, List.of());
        both(
                values,
                "proc_info",
                new ProcInfo(LONG, UNICODE, "/" + UNICODE, Integer.MAX_VALUE, 0, ProcState.RUNNING),
                new ProcInfo(ALL, null, null, -1, 0, new ProcState(255)));
        both(values, "envar", new Envar("PATH", "/" + UNICODE, ':'), new Envar(UNICODE, "", '\0'));
        both(values, "coord", coord, none);
        both(
                values,
                "geometry",
                new Geometry(-1, UNICODE, "os", List.of(coord, none)),
                new Geometry(0, null, null, List.of()));
        both(values, "device", new Device(UNICODE, "os", -1), new Device(null, null, 0));
        both(
                values,
                "distance",
                new DeviceDistance(UNICODE, "os", -1, 0, 65535),
                new DeviceDistance(null, null, 0, 65535, 32768));
        both(
                values,
                "endpoint",
                new Endpoint(UNICODE, "os", bytes(DataType.BYTE_OBJECT, 0, -1, 0)),
                new Endpoint(null, null, bytes(DataType.BYTE_OBJECT)));
        both(values, "resource_unit", new ResourceUnit(-1, -1), new ResourceUnit(0, 0));
        both(
                values,
                "regex",
                new Regex("pmix", bytes(DataType.BYTE_OBJECT, 0, -1, 0)),
                new Regex("", bytes(DataType.BYTE_OBJECT)));
        both(
                values,
                "regattr",
                new Attribute("PMIX_X", "it." + UNICODE, DataType.UNKNOWN, List.of("", UNICODE)),
                new Attribute("", "k", DataType.UNKNOWN, List.of()));
        both(values, "cpuset", new Cpuset("hwloc", "0-3,8"), new Cpuset("hwloc", ""));
    }

    private static void arrays(Map<String, PmixValue> values) {
        array(values, "buffer", bytes(DataType.DATA_BUFFER, 0, -1, 0), bytes(DataType.DATA_BUFFER));
        PmixValue big = unsigned(DataType.UINT64, -1);
        Info[] infos = {
            Info.of(Key.of("it.big", ValueType.ANY), big).asRequired(),
            Info.of(Key.of("it.string", ValueType.STRING), UNICODE)
        };
        Attributes attributes = Attributes.of(List.of(infos));
        array(values, "info", infos);
        values.put(
                "value.array",
                new PmixValue.Array(
                        DataType.VALUE,
                        List.of(
                                new PmixValue.Str(UNICODE),
                                new PmixValue.Proc(LONG),
                                new PmixValue.Array(DataType.INFO, List.of(infos)))));
        array(
                values,
                "app",
                new App(
                        "/bin/" + UNICODE,
                        List.of("a", "", UNICODE),
                        List.of("A=", "B==b"),
                        "/",
                        Integer.MAX_VALUE,
                        attributes),
                new App("b", List.of(), List.of(), null, 0, Attributes.none()));
        array(values, "query", new Query(List.of("k", "it." + UNICODE), attributes));
        array(values, "pdata", new Published(LONG, "it." + UNICODE, big));
        values.put("empty.array", new PmixValue.Array(DataType.INFO, List.of()));
        array(
                values,
                "array",
                new PmixValue.Array(
                        DataType.UINT16, List.of(unsigned(DataType.UINT16, 0), unsigned(DataType.UINT16, 65535))),
                new PmixValue.Array(DataType.STRING, List.of(new PmixValue.Str(UNICODE))),
                new PmixValue.Array(DataType.PROC, List.of()));
    }

    private static void both(Map<String, PmixValue> values, String name, PmixValue... all) {
        values.put(name, all[0]);
        array(values, name, all);
    }

    private static void array(Map<String, PmixValue> values, String name, PmixValue... elements) {
        values.put(name + ".array", new PmixValue.Array(elements[0].type(), List.of(elements)));
    }

    private static PmixValue signed(DataType type, long value) {
        return new PmixValue.Int(type, value);
    }

    private static PmixValue unsigned(DataType type, long value) {
        return new PmixValue.UInt(type, value);
    }

    private static PmixValue status(int code) {
        return new PmixValue.Status(new PmixStatus(code));
    }

    private static PmixValue.Bytes bytes(DataType type, int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return new PmixValue.Bytes(type, bytes);
    }
}
