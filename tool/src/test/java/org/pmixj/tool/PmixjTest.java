// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What the command prints about itself. */
class PmixjTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... words) {
        CommandLine line = Pmixj.commandLine();
        // As in a JVM, a line that nobody flushes is lost.
        line.setOut(new PrintWriter(new BufferedWriter(out), true));
        line.setErr(new PrintWriter(err));
        return line.execute(words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "run", "trace", "doctor", "info", "completion"})
    void theHelpFitsAScreen(String command) {
        assertThat(command.isEmpty() ? run("--help") : run(command, "--help")).isZero();
        assertThat(out.toString()).contains("Usage: pmixj");
        List<String> lines = out.toString().lines().toList();
        // The prompt needs a line too.
        assertThat(lines).hasSizeLessThanOrEqualTo(23).allMatch(line -> line.length() <= 80);
    }

    @Test
    void everyCommandIsTestedForItsHelp() {
        assertThat(Pmixj.commandLine().getSubcommands())
                .containsOnlyKeys("run", "trace", "doctor", "info", "completion");
    }

    @Test
    void theCompletion() throws Exception {
        assertThat(run("completion")).isZero();
        assertThat(out.toString()).contains("--recoverable", "doctor", "--hostfile", "--dvm", "--tag", "--compute");
        Process bash = new ProcessBuilder("bash", "-n").start();
        try (var script = bash.outputWriter()) {
            script.write(out.toString());
        }
        assertThat(bash.waitFor()).isZero();
    }

    @Test
    void mistakes() {
        assertThat(run("run", "-Xmx1g", "app.jar")).isEqualTo(Pmixj.REFUSED);
        assertThat(err.toString())
                .contains("pmixj run: Unknown option: '-Xmx1g'; options of the JVM follow --")
                .contains("'pmixj run --help'");
        assertThat(run()).isEqualTo(Pmixj.REFUSED);
        assertThat(run("run", "--host", "a", "--hostfile", "b", "Main")).isEqualTo(Pmixj.REFUSED);
        assertThat(run("run", "-np", "2", "Main", ":", "b", "c")).isEqualTo(Pmixj.REFUSED);
        assertThat(err.toString()).contains("each needs a number of ranks", "; 'b c' has none");
        assertThat(run("run", "-n", "2", "Main", ":", "-n", "0", "b")).isEqualTo(Pmixj.REFUSED);
        assertThat(err.toString()).contains("must be 1 or more");
        assertThat(run("run", "-n", "2", "Main", ":", "--tag", "-n", "2", "b")).isEqualTo(Pmixj.REFUSED);
        assertThat(err.toString()).contains("'--tag'; before a program that follows ':' may be -n, -x");
        assertThat(run("walk")).isEqualTo(Pmixj.REFUSED);
        assertThat(err.toString()).contains("'walk'\n").doesNotContain("did you mean");
    }

    /** Found before the launcher is looked for. */
    @ParameterizedTest
    @CsvSource({
        "-n 1 --launcher --oversubscribe x.jar, is no launcher: give prterun",
        "-n 1 --launcher srun x.jar, is no launcher: give prterun",
        "-n 1 --launcher /none/mpirun x.jar, there is no /none/mpirun; install Open MPI 5 or newer",
        "-n -1 x.jar, must be 1 or more",
        "-n 0 x.jar, must be 1 or more",
        "-n 1 --nodes 0 x.jar, must be 1 or more",
    })
    void mistakesInAJob(String words, String message) {
        assertThat(run(("run " + words).split(" "))).isEqualTo(Pmixj.REFUSED);
        assertThat(err.toString()).contains(message);
    }

    @Test
    void aWordThatIsMistyped() {
        assertThat(run("inf")).isEqualTo(Pmixj.REFUSED);
        assertThat(err.toString()).contains("'inf'; did you mean 'pmixj info'?");
        assertThat(run("info", "--jso")).isEqualTo(Pmixj.REFUSED);
        assertThat(err.toString()).contains("'--jso'; did you mean 'pmixj info --json'?");
    }

    @Test
    void wordsOfAShell() {
        assertThat(Program.line(List.of("java", "-cp", "a/*:b", "a b", "", "it's")))
                .isEqualTo("java -cp 'a/*:b' 'a b' '' 'it'\\''s'");
    }
}
