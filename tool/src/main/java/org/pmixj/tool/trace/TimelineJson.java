// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.trace;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.pmixj.tool.trace.Rank.Handled;
import org.pmixj.tool.trace.Rank.Operation;
import org.pmixj.tool.trace.Rank.Sent;
import org.pmixj.tool.trace.TraceEvents.Track;

/**
 * Writes a trace in the format that Perfetto and Chrome read: a process for each job with a track for each rank, one
 * for groups and one for phases.
 */
final class TimelineJson {
    /** The step from a track to the next one of a rank, on which things are drawn that it does at the same time. */
    private static final int LANE = 1_000_000;

    private static final int LANES = 100;
    private static final long INSTANT = 1_000;

    private final Trace trace;
    private final TraceEvents out;
    private final Map<String, Integer> jobs = new LinkedHashMap<>();
    private final IdentityHashMap<Operation, Meeting> meetings;
    private final IdentityHashMap<Sent, Track> senders = new IdentityHashMap<>();
    private final IdentityHashMap<Handled, Track> handlers = new IdentityHashMap<>();

    private TimelineJson(Trace trace, TraceEvents out) {
        this.trace = trace;
        this.out = out;
        this.meetings = trace.meetingsByCall();
    }

    /** Writes the file in place of an older one. */
    static void write(Trace trace, Path file) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try (OutputStream stream = new BufferedOutputStream(Files.newOutputStream(part))) {
            new TimelineJson(trace, new TraceEvents(stream, trace.begin())).write();
        }
        Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    }

    private void write() {
        for (Rank rank : trace.ranks()) {
            if (jobs.putIfAbsent(rank.nspace, jobs.size() + 1) == null) {
                out.process(jobs.size(), "job " + rank.nspace);
            }
        }
        trace.ranks().forEach(this::rank);
        arrows();
        groups(jobs.size() + 1);
        phases(jobs.size() + 2);
        Map<String, Object> other = new LinkedHashMap<>();
        other.put("program", "pmixj trace");
        other.put("beginNanos", trace.begin());
        other.put("clocks", trace.alignment().text());
        other.put(
                "hosts",
                trace.alignment().clocks().stream().map(Clocks.Clock::json).toList());
        other.put("problems", trace.problems());
        out.end(other);
    }

    // --- ranks ---------------------------------------------------------------------------------------------------

    /** Something that a rank does from a begin to an end. */
    private record Span(long begin, long end, Object what) {}

    private Track track(Rank rank, int lane) {
        return new Track(jobs.getOrDefault(rank.nspace, 0), rank.number + LANE * lane);
    }

    private void rank(Rank rank) {
        List<Span> spans = new ArrayList<>();
        rank.operations.forEach(call -> spans.add(new Span(call.begin(), call.end(), call)));
        rank.handled.forEach(call -> spans.add(new Span(call.begin(), call.end(), call)));
        rank.sent.forEach(sent ->
                spans.add(new Span(sent.begin(), Math.max(sent.end(), sent.begin() + INSTANT), sent)));
        spans.sort(Comparator.comparingLong(Span::begin));
        Lanes lanes = new Lanes();
        for (Span span : spans) {
            Track track = track(rank, lanes.place(span.begin(), span.end()));
            long begin = rank.at(span.begin());
            long end = rank.at(span.end());
            switch (span.what()) {
                case Operation call -> operation(track, call, begin, end);
                case Handled call -> {
                    handlers.put(call, track);
                    out.slice(
                            track,
                            "handler",
                            call.code(),
                            begin,
                            end,
                            args("handler", call.handler(), "source", call.source(), "outcome", call.outcome()));
                }
                case Sent sent -> {
                    senders.put(sent, track);
                    out.slice(
                            track,
                            "notification",
                            "notify " + sent.code(),
                            begin,
                            end,
                            args("range", sent.range(), "targets", sent.targets()));
                }
                default -> throw new IllegalStateException(span.toString());
            }
        }
        String name = rank + (rank.host.isEmpty() ? "" : " @ " + rank.host);
        for (int lane = 0; lane < Math.max(1, lanes.count()); lane++) {
            out.track(
                    track(rank, lane),
                    lane == 0 ? name : name + " (" + (lane + 1) + ")",
                    rank.number * LANES + Math.min(lane, LANES - 1));
        }
        rank.losses.forEach(loss -> out.instant(
                track(rank, 0), "lost", "lost " + loss.process(), rank.at(loss.at()), args("detail", loss.detail())));
        if (rank.cut) {
            out.instant(track(rank, 0), "cut", "the recording was cut off", rank.at(rank.last), Map.of());
        }
    }

    private void operation(Track track, Operation call, long begin, long end) {
        Meeting meeting = meetings.get(call);
        Map<String, Object> args = args(
                "status", call.status(), "failure", call.failure(), "members", call.members(), "within", call.within());
        args.put("nativeMicros", call.natively() / INSTANT);
        args.put("dispatchMicros", call.queued() / INSTANT);
        if (meeting == null) {
            out.slice(track, call.within().isEmpty() ? "operation" : "step", call.title(), begin, end, args);
            return;
        }
        long waited = meeting.waited(call);
        args.put("waitedMicros", waited / INSTANT);
        args.put("last", meeting.awaitedNames());
        args.put("recorded", meeting.calls().size() + " of " + call.size());
        out.slice(track, "operation", call.title(), begin, end, args);
        if (waited > 0) {
            out.slice(track, "wait", "waits for " + meeting.awaitedNames(), begin, begin + waited, Map.of());
        }
    }

    private void arrows() {
        int id = 0;
        for (Arrow arrow : Arrow.of(trace)) {
            Track from = senders.get(arrow.sent());
            Track to = handlers.get(arrow.handled());
            if (from != null && to != null) {
                out.arrow(
                        ++id,
                        from,
                        arrow.from().at(arrow.sent().begin()),
                        to,
                        arrow.to().at(arrow.handled().begin()));
            }
        }
    }

    // --- groups and phases ---------------------------------------------------------------------------------------

    private void groups(int process) {
        List<GroupLife> lives = GroupLife.of(trace);
        if (lives.isEmpty()) {
            return;
        }
        out.process(process, "groups");
        Lanes lanes = new Lanes();
        for (GroupLife life : lives) {
            Track track = new Track(process, lanes.place(life.begin(), life.end()));
            out.slice(track, "group", life.name(), life.begin(), life.end(), args("ranks", life.members()));
            life.changes()
                    .forEach(change -> out.instant(
                            track,
                            "group",
                            change.change().what(),
                            change.at(),
                            args(
                                    "by",
                                    change.rank().process(),
                                    "detail",
                                    change.change().detail())));
        }
        for (int lane = 0; lane < lanes.count(); lane++) {
            out.track(new Track(process, lane), "groups " + (lane + 1), lane);
        }
    }

    private void phases(int process) {
        boolean any = false;
        int number = 0;
        for (Rank rank : trace.ranks()) {
            number++;
            Lanes lanes = new Lanes();
            List<Rank.Phase> phases = new ArrayList<>(rank.phases);
            phases.sort(Comparator.comparingLong(Rank.Phase::begin));
            for (Rank.Phase phase : phases) {
                if (!any) {
                    out.process(process, "phases");
                    any = true;
                }
                int lane = lanes.place(phase.begin(), phase.end());
                out.slice(
                        new Track(process, number + LANE * lane),
                        "phase",
                        phase.title(),
                        rank.at(phase.begin()),
                        rank.at(phase.end()),
                        args("model", phase.model()));
            }
            for (int lane = 0; lane < lanes.count(); lane++) {
                out.track(new Track(process, number + LANE * lane), rank.title, number * LANES + lane);
            }
        }
    }

    private static Map<String, Object> args(String... pairs) {
        Map<String, Object> args = new LinkedHashMap<>();
        for (int at = 0; at < pairs.length; at += 2) {
            if (!pairs[at + 1].isEmpty()) {
                args.put(pairs[at], pairs[at + 1]);
            }
        }
        return args;
    }
}
