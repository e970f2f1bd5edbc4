// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.trace;

import com.grack.nanojson.JsonAppendableWriter;
import com.grack.nanojson.JsonWriter;
import java.io.OutputStream;
import java.util.Map;

/** Writes single events of the trace format, which knows processes with threads; a track is such a thread. */
final class TraceEvents {
    private static final double MICRO = 1e3;

    /** A track of the timeline. */
    record Track(int process, int thread) {}

    private final JsonAppendableWriter out;
    private final long begin;

    /** Begins the file; times count from {@code begin}. */
    TraceEvents(OutputStream stream, long begin) {
        out = JsonWriter.on(stream);
        this.begin = begin;
        out.object().value("displayTimeUnit", "ms").array("traceEvents");
    }

    private void common(String phase, String category, String name, Track track) {
        out.object().value("ph", phase).value("cat", category).value("name", name);
        out.value("pid", track.process()).value("tid", track.thread());
    }

    private void time(long at) {
        out.value("ts", (at - begin) / MICRO);
    }

    private void args(Map<String, ?> args) {
        if (!args.isEmpty()) {
            out.object("args", args);
        }
        out.end();
    }

    void process(int process, String name) {
        common("M", "", "process_name", new Track(process, 0));
        args(Map.of("name", name));
        common("M", "", "process_sort_index", new Track(process, 0));
        args(Map.of("sort_index", process));
    }

    void track(Track track, String name, int order) {
        common("M", "", "thread_name", track);
        args(Map.of("name", name));
        common("M", "", "thread_sort_index", track);
        args(Map.of("sort_index", order));
    }

    void slice(Track track, String category, String name, long from, long to, Map<String, ?> args) {
        common("X", category, name, track);
        time(from);
        out.value("dur", Math.max(0, to - from) / MICRO);
        if (category.equals("wait")) {
            out.value("cname", "terrible");
        }
        args(args);
    }

    void instant(Track track, String category, String name, long at, Map<String, ?> args) {
        common("i", category, name, track);
        time(at);
        out.value("s", "t");
        args(args);
    }

    /** Draws an arrow between the slices that are there at these times. */
    void arrow(int id, Track from, long sent, Track to, long received) {
        common("s", "notification", "notification", from);
        time(sent);
        out.value("id", id).end();
        common("f", "notification", "notification", to);
        time(received);
        out.value("id", id).value("bp", "e").end();
    }

    /** Ends the file, with what else is to say. */
    void end(Map<String, ?> other) {
        out.end().object("otherData", other).end().done();
    }
}
