// SPDX-License-Identifier: Apache-2.0
package org.pmixj.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.pmixj.Attributes;
import org.pmixj.DataType;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.process.App;

/** What values with a structure refuse to be made of. */
class RecordsTest {
    private static final ProcId PROC = new ProcId("n", 0);
    private static final PmixValue.Bytes NONE = new PmixValue.Bytes(new byte[0]);
    private static final PmixValue.Bytes COMPRESSED = new PmixValue.Bytes(DataType.COMPRESSED_BYTE_OBJECT, new byte[0]);
    private static final String NUL = "a\0b";

    private static void refused(String message, ThrowingCallable call) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessageContaining(message);
    }

    @Test
    void stringsWithNul() {
        refused("hostname", () -> new ProcInfo(PROC, NUL, null, 0, 0, ProcState.UNDEFINED));
        refused("executable", () -> new ProcInfo(PROC, null, NUL, 0, 0, ProcState.UNDEFINED));
        refused("name", () -> new Envar(NUL, "", ':'));
        refused("value", () -> new Envar("a", NUL, ':'));
        refused("hostname", () -> new NodePid(NUL, 0, 0));
        refused("name", () -> new Attribute(NUL, "k", DataType.BOOL, List.of()));
        refused("key", () -> new Attribute("n", NUL, DataType.BOOL, List.of()));
        refused("description", () -> new Attribute("n", "k", DataType.BOOL, List.of(NUL)));
        refused("encoding", () -> new Regex(NUL, NONE));
        refused("uuid", () -> new Geometry(0, NUL, null, List.of()));
        refused("osName", () -> new Geometry(0, null, NUL, List.of()));
        refused("uuid", () -> new Device(NUL, null, 0));
        refused("osName", () -> new Device(null, NUL, 0));
        refused("uuid", () -> new DeviceDistance(NUL, null, 0, 0, 0));
        refused("osName", () -> new DeviceDistance(null, NUL, 0, 0, 0));
        refused("uuid", () -> new Endpoint(NUL, null, NONE));
        refused("osName", () -> new Endpoint(null, NUL, NONE));
        refused("source", () -> new Topology(NUL));
        refused("command", () -> new App(NUL, List.of(), List.of(), null, 1, Attributes.none()));
        refused("argument", () -> new App("a", List.of(NUL), List.of(), null, 1, Attributes.none()));
        refused("variable", () -> new App("a", List.of(), List.of("A=" + NUL), null, 1, Attributes.none()));
        refused("directory", () -> new App("a", List.of(), List.of(), NUL, 1, Attributes.none()));
        refused("key", () -> new Query(List.of(NUL), Attributes.none()));
        refused("key", () -> new Published(PROC, NUL, new PmixValue.Bool(true)));
    }

    @Test
    void whatIsEmpty() {
        refused("name is empty", () -> new Envar("", "", ':'));
        refused("key is empty", () -> new Attribute("n", "", DataType.BOOL, List.of()));
        refused("command is empty", () -> new App("", List.of(), List.of(), null, 1, Attributes.none()));
        refused("directory is empty", () -> new App("a", List.of(), List.of(), "", 1, Attributes.none()));
        refused("a query needs a key", () -> new Query(List.of(), Attributes.none()));
        refused("key is empty", () -> new Query(List.of(""), Attributes.none()));
    }

    @Test
    void numbersOutOfRange() {
        refused("separator", () -> new Envar("a", "", '\u0100'));
        refused("nodeId -1", () -> new NodePid(null, -1, 0));
        refused("nodeId 4294967296", () -> new NodePid(null, 1L << 32, 0));
        refused("coordinate -1", () -> new Coord(Coord.View.LOGICAL, List.of(-1L)));
        refused("coordinate 4294967296", () -> new Coord(Coord.View.LOGICAL, List.of(0L, 1L << 32)));
        refused("minimum -1", () -> new DeviceDistance(null, null, 0, -1, 0));
        refused("maximum 65536", () -> new DeviceDistance(null, null, 0, 0, 65536));
        refused("process state -1", () -> new ProcState(-1));
        refused("process state 256", () -> new ProcState(256));
        refused("-1 processes", () -> new App("a", List.of(), List.of(), null, -1, Attributes.none()));
    }

    @Test
    void otherNonsense() {
        refused("NAME=value", () -> new App("a", List.of(), List.of("A"), null, 1, Attributes.none()));
        refused("NAME=value", () -> new App("a", List.of(), List.of("=a"), null, 1, Attributes.none()));
        refused("not a BYTE_OBJECT", () -> new Endpoint(null, null, COMPRESSED));
        refused("not a BYTE_OBJECT", () -> new Regex("pmix", COMPRESSED));
        refused("is not hwloc", () -> new Cpuset("other", "0"));
        for (String cpus : List.of("a", "-", "-1", "0,", ",0", "0,,1", "0-1-2", "0 1", "1048576", "0-99999999999")) {
            refused("not a list of CPUs", () -> new Cpuset("hwloc", cpus));
        }
        for (String cpus : List.of("", "0", "0-3", "0-3,8", "8,0", "16-", "1048575")) {
            assertThat(new Cpuset("hwloc", cpus).cpus()).isEqualTo(cpus);
        }
    }

    @Test
    void valuesThemselves() {
        refused("fraction of a second", () -> new PmixValue.Time(Instant.ofEpochSecond(0, 1)));
        refused("fraction of a microsecond", () -> new PmixValue.TimeVal(Duration.ofNanos(1)));
        refused("is not a type of bytes", () -> new PmixValue.Bytes(DataType.STRING, new byte[0]));
        refused("namespace is empty", () -> new PmixValue.Nspace(""));
        refused("256 bytes", () -> new PmixValue.Nspace("n".repeat(256)));
        refused("array of UNKNOWN", () -> new PmixValue.Array(DataType.UNKNOWN, List.of()));
        refused("BOOL in an array of INT", () -> new PmixValue.Array(DataType.INT, List.of(new PmixValue.Bool(true))));
        refused(
                "QUERY in an array of VALUE",
                () -> new PmixValue.Array(DataType.VALUE, List.of(new Query(List.of("k"), Attributes.none()))));
        assertThat(new PmixValue.Array(DataType.INT, List.of(new PmixValue.Opaque(6))).elements())
                .hasSize(1);
    }

    @Test
    void listsAreCopied() {
        List<String> texts = new ArrayList<>(List.of("A=a"));
        App app = new App("a", texts, texts, null, 1, Attributes.none());
        Query query = new Query(texts, Attributes.none());
        Attribute attribute = new Attribute("n", "k", DataType.BOOL, texts);
        List<Long> numbers = new ArrayList<>(List.of(1L));
        Coord coord = new Coord(Coord.View.LOGICAL, numbers);
        List<Coord> coords = new ArrayList<>(List.of(coord));
        Geometry geometry = new Geometry(0, null, null, coords);
        List<PmixValue> values = new ArrayList<>(List.of(coord));
        PmixValue.Array array = new PmixValue.Array(DataType.COORD, values);
        texts.clear();
        numbers.clear();
        coords.clear();
        values.clear();
        assertThat(app.arguments()).hasSize(1);
        assertThat(app.environment()).hasSize(1);
        assertThat(query.keys()).hasSize(1);
        assertThat(attribute.description()).hasSize(1);
        assertThat(coord.coordinates()).hasSize(1);
        assertThat(geometry.coordinates()).hasSize(1);
        assertThat(array.elements()).hasSize(1);
    }

    @Test
    @NullUnmarked
    void nulls() {
        List<ThrowingCallable> calls = List.of(
                () -> new ProcInfo(null, null, null, 0, 0, ProcState.UNDEFINED),
                () -> new ProcInfo(PROC, null, null, 0, 0, null),
                () -> new Envar(null, "", ':'),
                () -> new Envar("a", null, ':'),
                () -> new Attribute(null, "k", DataType.BOOL, List.of()),
                () -> new Attribute("n", null, DataType.BOOL, List.of()),
                () -> new Attribute("n", "k", null, List.of()),
                () -> new Attribute("n", "k", DataType.BOOL, null),
                () -> new Regex(null, NONE),
                () -> new Regex("pmix", null),
                () -> new Coord(null, List.of()),
                () -> new Coord(Coord.View.LOGICAL, null),
                () -> new Geometry(0, null, null, null),
                () -> new Endpoint(null, null, null),
                () -> new Cpuset(null, ""),
                () -> new Cpuset("hwloc", null),
                () -> new Topology(null),
                () -> new App(null, List.of(), List.of(), null, 1, Attributes.none()),
                () -> new App("a", null, List.of(), null, 1, Attributes.none()),
                () -> new App("a", List.of(), null, null, 1, Attributes.none()),
                () -> new App("a", List.of(), List.of(), null, 1, null),
                () -> new Query(null, Attributes.none()),
                () -> new Query(List.of("k"), null),
                () -> new Published(null, "k", NONE),
                () -> new Published(PROC, null, NONE),
                () -> new Published(PROC, "k", null),
                () -> new PmixValue.Array(null, List.of()),
                () -> new PmixValue.Array(DataType.INT, null),
                () -> new PmixValue.Str(null),
                () -> new PmixValue.Bytes(null),
                () -> new PmixValue.Status(null),
                () -> new PmixValue.Time(null),
                () -> new PmixValue.TimeVal(null),
                () -> new PmixValue.Proc(null),
                () -> new PmixValue.Nspace(null),
                () -> new PmixValue.Int(null, 0),
                () -> new PmixValue.UInt(null, 0),
                () -> new PmixValue.Real(null, 0));
        for (int i = 0; i < calls.size(); i++) {
            assertThatNullPointerException().as("call %d", i).isThrownBy(calls.get(i));
        }
    }
}
