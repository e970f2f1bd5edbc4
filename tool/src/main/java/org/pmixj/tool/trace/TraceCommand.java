// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.trace;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.pmixj.Pmix;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes the timeline of a job that {@code pmixj run --trace} has recorded. */
@Command(
        name = "trace",
        mixinStandardHelpOptions = true,
        header = "Draws the timeline of a job: who waits for whom.",
        description = {
            "",
            "'pmixj run --trace DIR ...' records a job. This command writes DIR/timeline.json",
            "for Perfetto or chrome://tracing, and prints who waited for whom.",
            ""
        })
public final class TraceCommand implements Callable<Integer> {
    /** The name of the timeline in the folder of the recordings. */
    private static final String TIMELINE = "timeline.json";

    private static final String PAGE = "timeline.html";
    private static final int LISTED = 5;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(index = "0", paramLabel = "DIR", description = "folder of the recordings")
    private Path folder = Path.of("");

    @Option(names = "--html", description = "write DIR/timeline.html too, a page that draws it")
    private boolean html;

    /** Creates the command. */
    public TraceCommand() {}

    @Override
    public Integer call() throws IOException {
        make(folder, html, spec.commandLine().getOut());
        return 0;
    }

    /** {@return the settings of the flight recorder for this} */
    public static byte[] settings() throws IOException {
        try (InputStream settings = Pmix.class.getResourceAsStream("/pmixj.jfc")) {
            return Objects.requireNonNull(settings).readAllBytes();
        }
    }

    /**
     * Makes the timeline from what is in a folder.
     *
     * @param folder the folder
     * @param html whether to write the page, too
     * @param out receives what was made
     */
    public static void make(Path folder, boolean html, PrintWriter out) throws IOException {
        Trace trace = Trace.read(folder);
        Path json = folder.resolve(TIMELINE);
        TimelineJson.write(trace, json);
        out.println(json + ": " + summary(trace));
        if (html) {
            Path page = folder.resolve(PAGE);
            Page.write(trace, page);
            out.println(page + ": open it in a browser");
        }
        report(trace, out);
        out.flush();
    }

    /** Prints how the clocks were aligned, what is missing, and the longest delays. */
    static void report(Trace trace, PrintWriter out) {
        out.println("clocks: " + trace.alignment().text());
        trace.problems().forEach(problem -> out.println(printable(problem)));
        List<Meeting> worst = trace.worst(LISTED);
        if (!worst.isEmpty()) {
            out.println("who waited for whom, the longest delays first, the start of ranks last:");
            worst.forEach(meeting -> out.println(
                    printable("  " + Times.text(meeting.delay()) + "  " + meeting.title() + ": " + meeting.text())));
        }
    }

    /** Replaces what a terminal would take for a command: ranks choose the names of groups. */
    private static String printable(String line) {
        return line.replaceAll("\\p{Cntrl}|[\\x80-\\x9f]", "?");
    }

    private static String summary(Trace trace) {
        long operations =
                trace.ranks().stream().mapToLong(rank -> rank.operations.size()).sum();
        return trace.ranks().size() + (trace.ranks().size() == 1 ? " rank, " : " ranks, ") + operations
                + " operations, " + trace.meetings().size() + " of several ranks together";
    }
}
