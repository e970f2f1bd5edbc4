// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.trace;

import com.grack.nanojson.JsonAppendableWriter;
import com.grack.nanojson.JsonWriter;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.pmixj.tool.trace.Rank.Handled;
import org.pmixj.tool.trace.Rank.Operation;

/** Writes the page that draws a trace. It has all it needs in itself. */
final class Page {
    /** A browser draws so many calls without delay. */
    private static final int DRAWN = 150_000;

    private static final long MICRO = 1_000;
    private static final long SECOND = 1_000_000_000L;

    private final Trace trace;
    private final JsonAppendableWriter out;
    private final int drawn;
    private final long begin;
    private final IdentityHashMap<Rank, Integer> numbers = new IdentityHashMap<>();
    private final Map<String, Integer> names = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();

    private Page(Trace trace, Writer writer, int drawn) {
        this.trace = trace;
        this.drawn = drawn;
        out = JsonWriter.on(new InScript(writer));
        begin = trace.begin();
        trace.ranks().forEach(rank -> numbers.put(rank, numbers.size()));
    }

    /** Writes the file in place of an older one. */
    static void write(Trace trace, Path file) throws IOException {
        write(trace, file, DRAWN);
    }

    static void write(Trace trace, Path file, int drawn) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        String page = resource("page.html");
        int data = page.indexOf("@DATA@");
        try (Writer writer = Files.newBufferedWriter(part)) {
            writer.write(page.substring(0, data).replace("@STYLE@", resource("page.css")));
            new Page(trace, writer, drawn).data();
            writer.write(page.substring(data + "@DATA@".length())
                    .replace("@SCRIPT@", resource("timeline.js") + resource("page.js")));
        }
        Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String resource(String name) throws IOException {
        try (InputStream stream = Page.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(stream, name).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Keeps data from ending the script that it is in. Outside of strings JSON has no such sign. */
    private static final class InScript extends FilterWriter {
        InScript(Writer writer) {
            super(writer);
        }

        @Override
        public void write(int sign) throws IOException {
            if (sign == '<') {
                out.write("\\u003c");
            } else {
                out.write(sign);
            }
        }

        @Override
        public void write(char[] text, int from, int count) throws IOException {
            for (int at = from; at < from + count; at++) {
                write(text[at]);
            }
        }

        @Override
        public void write(String text, int from, int count) throws IOException {
            write(text.toCharArray(), from, count);
        }
    }

    private long micros(Rank rank, long time) {
        return (rank.at(time) - begin) / MICRO;
    }

    private int name(String text) {
        return names.computeIfAbsent(text, _ -> names.size());
    }

    private void data() {
        out.object();
        ranks();
        sums();
        meetings();
        calls();
        arrows();
        out.array("groups");
        GroupLife.of(trace).forEach(this::group);
        out.end().array("phases");
        for (Rank rank : trace.ranks()) {
            rank.phases.forEach(phase -> {
                out.array().value(numbers.get(rank)).value(name(phase.name() + " (" + phase.model() + ")"));
                out.value(micros(rank, phase.begin()))
                        .value(micros(rank, phase.end()))
                        .end();
            });
        }
        out.end().array("losses");
        for (Rank rank : trace.ranks()) {
            rank.losses.forEach(loss -> out.array()
                    .value(numbers.get(rank))
                    .value(name("lost " + loss.process() + (loss.detail().isEmpty() ? "" : ": " + loss.detail())))
                    .value(micros(rank, loss.at()))
                    .end());
        }
        out.end();
        out.value("begin", Instant.ofEpochSecond(begin / SECOND, begin % SECOND).toString());
        out.value("clocks", trace.alignment().text());
        out.array("notes", notes).array("problems", trace.problems());
        out.array("names", names.keySet()).end().done();
    }

    private void ranks() {
        out.array("ranks");
        for (Rank rank : trace.ranks()) {
            out.object().value("nspace", rank.nspace).value("rank", rank.number).value("title", rank.title);
            out.value("host", rank.host);
            out.value("first", micros(rank, rank.first)).value("last", micros(rank, rank.last));
            out.value("cut", rank.cut).end();
        }
        out.end();
    }

    /** Writes for how long the others waited for each rank after its start, the largest sum first. */
    private void sums() {
        Map<Rank, List<Meeting>> awaited = new LinkedHashMap<>();
        trace.meetings().stream()
                .filter(meeting -> !meeting.isStart())
                .forEach(meeting -> meeting.awaited()
                        .forEach(rank -> awaited.computeIfAbsent(rank, _ -> new ArrayList<>())
                                .add(meeting)));
        List<Map.Entry<Rank, List<Meeting>>> sums = new ArrayList<>(awaited.entrySet());
        sums.sort(Comparator.comparingLong(each -> -sum(each.getValue(), Meeting::totalDelay)));
        out.array("sums");
        for (Map.Entry<Rank, List<Meeting>> each : sums) {
            List<Meeting> all = each.getValue();
            out.array().value(numbers.get(each.getKey())).value(all.size());
            out.value(Times.text(all.stream().mapToLong(Meeting::delay).max().orElse(0)));
            out.value(Times.text(sum(all, Meeting::totalDelay)));
            out.value(Times.text(sum(all, Meeting::allWaited))).end();
        }
        out.end();
    }

    private static long sum(List<Meeting> meetings, ToLongFunction<Meeting> time) {
        return meetings.stream().mapToLong(time).sum();
    }

    /** Writes the meetings with the longest delays. */
    private void meetings() {
        out.array("meetings");
        int calls = 0;
        int left = 0;
        for (Meeting meeting : trace.worst(trace.meetings().size())) {
            calls += meeting.calls().size();
            if (calls > drawn) {
                left++;
            } else {
                meeting(meeting);
            }
        }
        out.end();
        if (left > 0) {
            notes.add(left + " of " + trace.meetings().size() + " collective operations are not drawn: the starts of"
                    + " ranks first, then those with the shortest delays. All are in timeline.json");
        }
    }

    /** Writes what the page says and draws of a meeting, then its calls. */
    private void meeting(Meeting meeting) {
        Operation last = meeting.last();
        out.array()
                .value(name(meeting.title()))
                .value(name(Times.text(meeting.delay())))
                .value(name(meeting.text()))
                .value(name(meeting.awaitedNames()))
                .value(name(meeting.isInVain() ? "never" : meeting.isStart() ? "start" : ""))
                .value(name(
                        meeting.calls().size() + " of " + last.size() + " members recorded (" + last.members() + ")"));
        out.array();
        meeting.awaited().forEach(rank -> out.value(numbers.get(rank)));
        out.end();
        // The delay of the last rank: from its begin, if there is any, to the time for which the others waited.
        long complete = (meeting.complete() - begin) / MICRO;
        out.value(meeting.delay() > 0 ? (meeting.delayBegin() - begin) / MICRO : complete)
                .value(complete);
        for (Operation call : meeting.calls()) {
            out.value(numbers.get(call.rank()))
                    .value(micros(call.rank(), call.begin()))
                    .value(micros(call.rank(), call.end()))
                    .value(meeting.waited(call) / MICRO)
                    .value(name(call.status()));
        }
        out.end();
    }

    /** An operation or a handler of one rank. */
    private record Single(Rank rank, String title, String detail, boolean isHandler, long begin, long end) {}

    private void calls() {
        IdentityHashMap<Operation, Meeting> met = trace.meetingsByCall();
        List<Single> all = new ArrayList<>();
        for (Rank rank : trace.ranks()) {
            for (Operation call : rank.operations) {
                if (!met.containsKey(call) && call.within().isEmpty()) {
                    String others = call.isCollective() ? "; compared with no call of another rank" : "";
                    String detail = call.failure().isEmpty() ? call.status() : call.failure();
                    all.add(new Single(rank, call.title(), detail + others, false, call.begin(), call.end()));
                }
            }
            for (Handled call : rank.handled) {
                String detail = "from " + call.source() + (call.handler().isEmpty() ? "" : ", " + call.handler());
                all.add(new Single(rank, call.code(), detail, true, call.begin(), call.end()));
            }
        }
        all.sort(Comparator.comparingLong((Single call) -> call.end() - call.begin())
                .reversed());
        out.array("alone");
        for (Single call : all.subList(0, Math.min(drawn, all.size()))) {
            out.array()
                    .value(numbers.get(call.rank()))
                    .value(name(call.title()))
                    .value(name(call.detail()));
            out.value(call.isHandler() ? 1 : 0)
                    .value(micros(call.rank(), call.begin()))
                    .value(micros(call.rank(), call.end()))
                    .end();
        }
        out.end();
        if (all.size() > drawn) {
            notes.add((all.size() - drawn) + " of " + all.size() + " other operations and handlers are not drawn: the"
                    + " shortest ones. All are in timeline.json");
        }
    }

    private void arrows() {
        List<Arrow> arrows = Arrow.of(trace);
        out.array("arrows");
        for (Arrow arrow : arrows.subList(0, Math.min(drawn, arrows.size()))) {
            out.array().value(name(arrow.sent().code())).value(numbers.get(arrow.from()));
            out.value(micros(arrow.from(), arrow.sent().begin())).value(numbers.get(arrow.to()));
            out.value(micros(arrow.to(), arrow.handled().begin())).end();
        }
        out.end();
        if (arrows.size() > drawn) {
            notes.add((arrows.size() - drawn) + " of " + arrows.size()
                    + " arrows are not drawn. All are in timeline.json");
        }
    }

    private void group(GroupLife life) {
        out.array().value(name(life.name())).value((life.begin() - begin) / MICRO);
        out.value((life.end() - begin) / MICRO).value(name(life.members()));
        life.changes()
                .forEach(seen -> out.value((seen.at() - begin) / MICRO)
                        .value(numbers.get(seen.rank()))
                        .value(name(seen.change().what()
                                + (seen.change().detail().isEmpty()
                                        ? ""
                                        : ": " + seen.change().detail()))));
        out.end();
    }
}
