// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Launched;
import org.pmixj.it.support.Launches;
import org.pmixj.it.support.Smoke;

/** {@code pmixj run --trace} and {@code pmixj trace}, with real jobs. */
// Among the longer ones: begins early.
@Order(2)
class ToolTraceIT {
    private static final String MAIN = TracedProgram.class.getName();
    private static final String AWAITED = "waits for rank " + TracedProgram.LATE;

    @TempDir
    Path work;

    private Path trace() {
        return work.resolve("trace");
    }

    private List<String> words(String mode, String... options) {
        List<String> words = new ArrayList<>(List.of("run", "--trace", trace().toString()));
        words.addAll(List.of(options));
        words.addAll(List.of("-cp", Tool.CLASSES, MAIN, work.toString(), mode));
        return words;
    }

    private Launched run(String mode, String... options) throws Exception {
        return Tool.run(work, Map.of(), words(mode, options).toArray(String[]::new));
    }

    private List<JsonObject> events(String phase, String name) throws Exception {
        List<JsonObject> events = new ArrayList<>();
        for (Object each : timeline().getArray("traceEvents")) {
            JsonObject event = (JsonObject) each;
            if (event.getString("ph").equals(phase) && event.getString("name").equals(name)) {
                events.add(event);
            }
        }
        return events;
    }

    private JsonObject timeline() throws Exception {
        return JsonParser.object().from(Files.readString(trace().resolve("timeline.json")));
    }

    private List<Integer> tracks(String phase, String name) throws Exception {
        return events(phase, name).stream()
                .map(event -> event.getInt("tid") % 1_000_000)
                .distinct()
                .sorted()
                .toList();
    }

    private List<String> names(String what) throws Exception {
        return events("M", what).stream()
                .map(event -> event.getObject("args").getString("name"))
                .toList();
    }

    @Smoke
    @Test
    void theLateRank() throws Exception {
        Launched job = run("late", "-n", "4");
        assertThat(job.exit()).as(job.output()).isZero();
        assertThat(job.output())
                .contains("4 ranks, ", "clocks: one host, one clock", "who waited for whom")
                .doesNotContain("not recorded: rank", "did not end", "[aot]", "[jfr");
        String exchange = "exchange of " + TracedProgram.TEAM;
        assertThat(tracks("X", exchange)).containsExactly(0, 1, 2, 3);
        for (JsonObject call : events("X", exchange)) {
            assertThat(call.getObject("args").getString("last")).isEqualTo("rank " + TracedProgram.LATE);
            assertThat(call.getObject("args").getString("recorded")).isEqualTo("4 of 4");
        }
        assertThat(tracks("X", AWAITED)).contains(0, 2, 3);
        assertThat(events("X", TracedProgram.TEAM)).hasSize(1);
        Launched page = Tool.run(work, Map.of(), "trace", trace().toString(), "--html");
        assertThat(page.exit()).as(page.output()).isZero();
        assertThat(Files.readString(trace().resolve("timeline.html"))).contains(exchange);
    }

    /** libpmix knows of no copies: it completes the first fence of one process with the first one of the other. */
    @Tag("slow")
    @Test
    void twoCopiesOfTheLibrary() throws Exception {
        Launched job = run("copies", "-n", "2");
        assertThat(job.exit()).as(job.output()).isZero();
        for (int rank = 0; rank < 2; rank++) {
            int number = rank;
            List<JsonObject> fences = events("X", "fence").stream()
                    .filter(event -> event.getInt("tid") % 1_000_000 == number)
                    .sorted(Comparator.comparingDouble(event -> event.getDouble("ts")))
                    .toList();
            assertThat(fences)
                    .extracting(fence -> fence.getObject("args"))
                    .extracting(fence -> fence.getString("recorded") + ", last " + fence.getString("last"))
                    .containsExactly("2 of 2, last rank 1", "2 of 2, last rank 0");
        }
    }

    @Tag("slow")
    @Test
    void onThreeNodes() throws Exception {
        Launched job = run("late", "-n", "6", "--nodes", "3");
        assertThat(job.exit()).as(job.output()).isZero();
        assertThat(job.output()).contains("6 ranks, ", "clocks: the clocks of 3 hosts");
        assertThat(names("thread_name")).contains("rank 0 @ node0", "rank 1 @ node1", "rank 5 @ node2");
        assertThat(tracks("X", AWAITED)).contains(0, 2, 3, 4, 5);
        assertThat(timeline().getObject("otherData").getArray("hosts")).hasSize(3);
    }

    @Tag("slow")
    @Test
    void aRankThatIsKilled() throws Exception {
        Launched job = run("kill", "-n", "3");
        assertThat(job.exit()).as(job.output()).isEqualTo(128 + 9);
        assertThat(job.output())
                .contains("3 ranks, ")
                .containsPattern(":" + TracedProgram.KILLED + " did not end by itself: its recording ends at ")
                .doesNotContain("not recorded: rank", "Exception");
        assertThat(tracks("X", "fence of " + TracedProgram.TEAM)).containsExactly(0, 1, 2);
        assertThat(tracks("i", "the recording was cut off")).containsExactly(TracedProgram.KILLED);
    }

    /** The timeline is made, although the command has got a signal. */
    @Tag("slow")
    @Test
    void aSignalToTheCommand() throws Exception {
        Launched.needsLauncher();
        Path output = work.resolve("output");
        List<String> words = new ArrayList<>(List.of("setsid", "env", "--default-signal=TERM"));
        words.addAll(Tool.words(words("wait", "-n", "2").toArray(String[]::new)));
        Launches.started(words);
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        Await.until("both ranks wait", () -> TracedProgram.count(work, "waits-") == 2);
        process.destroy();
        Await.until("the job has ended", () -> !process.isAlive());
        assertThat(process.exitValue()).isNotZero();
        assertThat(Files.readString(output)).contains("2 ranks, ");
        assertThat(tracks("X", "fence of " + TracedProgram.TEAM)).containsExactly(0, 1);
    }

    @Test
    void mistakes() throws Exception {
        Files.createDirectories(trace().resolve("ranks"));
        Launched job = run("late", "-n", "1");
        assertThat(job.exit()).as(job.output()).isEqualTo(2);
        assertThat(job.output()).contains("has recordings already").doesNotContain("Exception");
        job = Tool.run(work, Map.of(), "trace", trace().toString(), "--html");
        assertThat(job.exit()).isEqualTo(2);
        assertThat(job.output()).contains("there is no recording in ").doesNotContain("Exception");
        job = Tool.run(work, Map.of(), "run", "--trace", work + "/a b", "-n", "1", "-cp", Tool.CLASSES, MAIN);
        assertThat(job.exit()).isEqualTo(2);
        assertThat(job.output()).contains("the JVM cannot record in ");
    }
}
