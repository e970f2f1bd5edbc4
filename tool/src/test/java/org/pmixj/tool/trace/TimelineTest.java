// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.grack.nanojson.JsonArray;
import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The timeline as JSON, and as a page. */
class TimelineTest {
    @TempDir
    Path folder;

    /** A job in which rank 1 is late, with something of each kind. */
    private static Jobs job() {
        Jobs job = new Jobs(3, 1).together("fence", "", 10, 110, 12).together("exchange", "team", 120, 121, 122);
        job.call(0, "get", "key", 0, 5, 8).call(0, "fence", "own", 0, 6, 9);
        job.ranks.getFirst().sent.add(new Rank.Sent("-3001", "NAMESPACE", "", 1, Jobs.at(130), Jobs.at(131)));
        for (Rank rank : job.ranks) {
            rank.handled.add(new Rank.Handled(
                    "progress", "-3001", "job@1:0", 1, "partial", Jobs.at(132), Jobs.at(140 + rank.number)));
            rank.handled.add(new Rank.Handled("other", "-3002", "", 0, "partial", Jobs.at(133), Jobs.at(134)));
            rank.changes.add(new Rank.Change("team", "constructed", "job@1:*", Jobs.at(119)));
            rank.changes.add(new Rank.Change("team", "destructed", "", Jobs.at(125)));
            rank.phases.add(new Rank.Phase("solver", "assemble", "matrix", Jobs.at(1), Jobs.at(100)));
            rank.covers(Jobs.at(0), Jobs.at(150));
        }
        job.ranks.getFirst().losses.add(new Rank.Loss("job@1:2", "group team has job@1:0-1", Jobs.at(145)));
        return job;
    }

    private List<JsonObject> events(Trace trace) throws Exception {
        Path file = folder.resolve("timeline.json");
        TimelineJson.write(trace, file);
        JsonObject all = JsonParser.object().from(Files.readString(file));
        assertThat(all.getObject("otherData").getString("clocks")).isEqualTo("one host, one clock");
        assertThat(all.getObject("otherData").getArray("problems"))
                .hasSize(trace.problems().size());
        List<JsonObject> events = new ArrayList<>();
        all.getArray("traceEvents").forEach(event -> events.add((JsonObject) event));
        return events;
    }

    private static List<JsonObject> named(List<JsonObject> events, String phase, String name) {
        return events.stream()
                .filter(event -> event.getString("ph").equals(phase)
                        && event.getString("name").equals(name))
                .toList();
    }

    @Test
    void aTrackPerRankWithItsOperations() throws Exception {
        List<JsonObject> events = events(job().trace("something"));
        assertThat(named(events, "M", "thread_name"))
                .extracting(event -> event.getObject("args").getString("name"))
                .contains("rank 0 @ node0", "rank 0 @ node0 (2)", "rank 1 @ node0", "rank 2 @ node0", "groups 1");
        assertThat(named(events, "M", "process_name"))
                .extracting(event -> event.getObject("args").getString("name"))
                .containsExactly("job job@1", "groups", "phases");
        JsonObject fence = named(events, "X", "fence").getFirst();
        assertThat(fence.getDouble("ts")).isEqualTo(10_000);
        assertThat(fence.getDouble("dur")).isEqualTo(101_000);
        assertThat(fence.getObject("args").getString("last")).isEqualTo("rank 1");
        List<JsonObject> waits = named(events, "X", "waits for rank 1");
        assertThat(waits).extracting(wait -> wait.getDouble("dur")).containsExactly(100_000.0, 98_000.0);
        assertThat(named(events, "X", "assemble (matrix)")).hasSize(3);
        assertThat(named(events, "X", "team").getFirst().getDouble("dur")).isEqualTo(6_000);
        assertThat(named(events, "i", "lost job@1:2")).hasSize(1);
    }

    /** Perfetto takes slices that overlap in a track without one being in the other for an error. */
    @Test
    void slicesOfATrackAreNested() throws Exception {
        Map<List<Integer>, List<JsonObject>> tracks = new HashMap<>();
        for (JsonObject event : events(job().trace())) {
            if (event.getString("ph").equals("X")) {
                tracks.computeIfAbsent(List.of(event.getInt("pid"), event.getInt("tid")), _ -> new ArrayList<>())
                        .add(event);
            }
        }
        for (List<JsonObject> track : tracks.values()) {
            track.sort(Comparator.comparingDouble((JsonObject event) -> event.getDouble("ts"))
                    .thenComparingDouble(event -> -event.getDouble("dur")));
            List<Double> ends = new ArrayList<>();
            for (JsonObject event : track) {
                double begin = event.getDouble("ts");
                double end = begin + event.getDouble("dur");
                while (!ends.isEmpty() && ends.getLast() <= begin) {
                    ends.removeLast();
                }
                assertThat(ends).allMatch(outer -> end <= outer + 0.001);
                ends.add(end);
            }
        }
    }

    @Test
    void arrowsFromTheNotificationToItsHandlers() throws Exception {
        List<JsonObject> events = events(job().trace());
        List<JsonObject> starts = named(events, "s", "notification");
        List<JsonObject> ends = named(events, "f", "notification");
        assertThat(starts).hasSize(3).allMatch(start -> start.getDouble("ts") == 130_000);
        assertThat(ends).extracting(end -> end.getInt("tid") % 1_000_000).containsExactlyInAnyOrder(0, 1, 2);
        assertThat(ends)
                .extracting(end -> end.getInt("id"))
                .containsExactlyInAnyOrderElementsOf(
                        starts.stream().map(start -> start.getInt("id")).toList());
        // An arrow ends at a slice of the track that it names.
        for (JsonObject end : ends) {
            assertThat(named(events, "X", "-3001"))
                    .anyMatch(slice ->
                            slice.getInt("tid") == end.getInt("tid") && slice.getDouble("ts") == end.getDouble("ts"));
        }
    }

    // --- page ----------------------------------------------------------------------------------------------------

    private String page(Trace trace, int drawn) throws Exception {
        Path file = folder.resolve("timeline.html");
        Page.write(trace, file, drawn);
        return Files.readString(file);
    }

    private static JsonObject data(String page) throws Exception {
        String begin = "id=\"data\">";
        int from = page.indexOf(begin) + begin.length();
        return JsonParser.object().from(page.substring(from, page.indexOf("</script>", from)));
    }

    @Test
    void thePageHasAllInItself() throws Exception {
        String page = page(job().trace(), 1000);
        assertThat(page)
                .contains("default-src 'none'")
                .doesNotContain("http://", "https://", "src=", "@import", "url(", "@DATA@", "@STYLE@", "@SCRIPT@");
        JsonObject data = data(page);
        assertThat(data.getArray("ranks")).hasSize(3);
        assertThat(data.getArray("arrows")).hasSize(3);
        assertThat(data.getArray("phases")).hasSize(3);
        assertThat(data.getArray("groups")).hasSize(1);
        assertThat(data.getArray("alone")).hasSize(8);
        assertThat(data.getArray("notes")).isEmpty();
        // Of the first operation of rank 1, whose start delays it, nothing is in the sums.
        assertThat(texts(data, 1))
                .isEqualTo(List.of(
                        "fence",
                        "100 ms",
                        "2 ranks waited for rank 1, which started",
                        "rank 1",
                        "start",
                        "3 of 3 members recorded (job@1:0-2)"));
        // The row is that of rank 1 from 10 to 110 ms, and the calls follow: rank, begin, end, waiting, status.
        List<Object> start = data.getArray("meetings").getArray(1);
        assertThat(start.subList(6, 9)).isEqualTo(List.of(JsonArray.from(1), 10_000, 110_000));
        assertThat(start.subList(9, 13)).isEqualTo(List.of(0, 10_000, 111_000, 100_000));
        assertThat(start.subList(14, 18)).isEqualTo(List.of(2, 12_000, 111_000, 98_000));
        assertThat(start.subList(19, 23)).isEqualTo(List.of(1, 110_000, 111_000, 0));
        assertThat(texts(data, 0).subList(0, 5))
                .isEqualTo(List.of("exchange of team", "2.00 ms", "2 ranks waited for rank 2", "rank 2", ""));
        assertThat(data.getArray("meetings").getArray(0).subList(7, 9)).isEqualTo(List.of(120_000, 122_000));
        assertThat(data.getArray("sums")).containsExactly(JsonArray.from(2, 1, "2.00 ms", "3.00 ms", "1.00 ms"));
    }

    /** Returns the texts of a collective operation. */
    private static List<String> texts(JsonObject data, int meeting) {
        return data.getArray("meetings").getArray(meeting).subList(0, 6).stream()
                .map(name -> data.getArray("names").getString((int) name))
                .toList();
    }

    /** With knock-on, in vain, after a start, and with times that are no whole microseconds. */
    @Test
    void thePageSaysWhatTheCommandPrints() throws Exception {
        Jobs job =
                new Jobs(4, 1).together("fence", "", 10, 10.0123456, 11, 12).together("fence", "", 20, 20.4567, 20, 20);
        job.call(0, "fence", "pair", 2, 120.0004567, 121).call(1, "fence", "pair", 2, 22.0301, 121);
        job.together("exchange", "team", 122, 151.2345678, 22.3, 23);
        for (int rank = 0; rank < 3; rank++) {
            job.call(rank, "fence", "", 4, "TIMEOUT", 160 + rank, 190.7654321);
        }
        Trace trace = job.trace();
        StringWriter printed = new StringWriter();
        TraceCommand.report(trace, new PrintWriter(printed, true));
        JsonObject data = data(page(trace, 1000));
        List<String> said = new ArrayList<>();
        for (int meeting = 0; meeting < 5; meeting++) {
            List<String> texts = texts(data, meeting);
            said.add("  " + texts.get(1) + "  " + texts.get(0) + ": " + texts.get(2));
        }
        assertThat(printed.toString().lines().filter(line -> line.startsWith("  ")))
                .isEqualTo(said)
                .first(InstanceOfAssertFactories.STRING)
                .isEqualTo("  98.0 ms  fence of pair: 1 rank waited for rank 0");
        assertThat(said)
                .anyMatch(line -> line.endsWith(" waited for rank 3, in vain"))
                .anyMatch(line -> line.endsWith(" ms while it was in fence of pair"));
    }

    /** A rank chooses the name of its group. */
    @Test
    void aNameIsNoCommandForTheTerminal() throws Exception {
        Trace trace =
                new Jobs(2, 1).together("fence", "a\u001b[2Jb\u009bc\n", 10, 50).trace("left out: \u0007");
        StringWriter printed = new StringWriter();
        TraceCommand.report(trace, new PrintWriter(printed, true));
        assertThat(printed.toString().replace("\n", "").chars()).noneMatch(Character::isISOControl);
        assertThat(printed.toString()).contains("fence of a?[2Jb?c?", "left out: ?");
    }

    @Test
    void aRankThatNeverComes() throws Exception {
        Jobs job = new Jobs(2, 1).call(0, "fence", "", 2, "TIMEOUT", 10, 60);
        JsonObject data = data(page(job.trace(), 1000));
        assertThat(texts(data, 0).subList(2, 5))
                .isEqualTo(List.of("1 rank waited for rank 1, in vain", "rank 1", "never"));
        assertThat(data.getArray("meetings").getArray(0).subList(6, 9))
                .isEqualTo(List.of(JsonArray.from(1), 10_000, 60_000));
        assertThat(data.getArray("sums")).containsExactly(JsonArray.from(1, 1, "50.0 ms", "50.0 ms", "0.00 µs"));
    }

    @Test
    void ranksThatAreNotKnown() throws Exception {
        Jobs job = new Jobs(3, 1).call(0, "fence", "", 3, "TIMEOUT", 10, 60);
        job.ranks.removeLast();
        JsonObject data = data(page(job.trace(), 1000));
        assertThat(texts(data, 0).get(3)).isEqualTo("rank 1, unknown ranks");
        assertThat(data.getArray("meetings").getArray(0).getArray(6)).isEqualTo(JsonArray.from(1));
    }

    /** Names are the program's. */
    @Test
    void namesCannotEndTheScript() throws Exception {
        String name = "</script><!--<script>\u2028";
        String page = page(new Jobs(2, 1).together("fence", name, 10, 20).trace(), 1000);
        assertThat(page).doesNotContain(name).doesNotContain("</script><!--");
        assertThat(data(page).getArray("names")).contains("fence of " + name);
    }

    @Test
    void whatIsNotDrawnIsSaid() throws Exception {
        Jobs job = new Jobs(2, 1);
        for (int at = 0; at < 10; at++) {
            job.together("fence", "", 100 * at, 100 * at + at);
            job.call(0, "get", "key", 0, 100 * at + 50, 100 * at + 50 + at);
        }
        JsonObject data = data(page(job.trace(), 4));
        assertThat(data.getArray("meetings")).hasSize(2);
        assertThat(data.getArray("alone")).hasSize(4);
        assertThat(data.getArray("notes").getString(0)).startsWith("8 of 10 collective operations are not drawn");
        assertThat(data.getArray("notes").getString(1)).startsWith("6 of 10 other operations and handlers");
        // The sums count all after the start.
        assertThat(data.getArray("sums").getArray(0).subList(0, 2)).isEqualTo(List.of(1, 9));
    }
}
