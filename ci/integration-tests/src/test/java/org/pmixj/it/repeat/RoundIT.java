// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.repeat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The exit status of a round of {@code ci/test repeat} distinguishes red tests from a round that could not run. */
class RoundIT {
    /** Contains what a round runs; build tools do not find it, because of the name. */
    static final class Fixture {
        @Test
        void passes() {
            // It passes.
        }

        @Test
        void fails() {
            fail("on purpose");
        }
    }

    @TempDir
    private Path folder;

    private int status(String name) throws Exception {
        Process round = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Round.class.getName(),
                        "1\tseed\tno load",
                        folder.resolve("table").toString(),
                        "slow",
                        name)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start();
        boolean ended = round.waitFor(5, TimeUnit.MINUTES);
        round.destroyForcibly();
        assertThat(ended).isTrue();
        return round.exitValue();
    }

    @Test
    void redTestsAreNoBrokenRound() throws Exception {
        String fixture = Fixture.class.getName();
        assertThat(status(fixture + "#passes")).isZero();
        assertThat(status(fixture + "#fails")).isEqualTo(Round.RED);
        assertThat(folder.resolve("output")).content().contains("RED RoundIT$Fixture.fails", "on purpose");
        assertThat(status(fixture)).isEqualTo(Round.RED);
        assertThat(status(fixture + "#none")).isEqualTo(Round.EMPTY);
        assertThat(status(fixture + "s")).isEqualTo(1);
        assertThat(folder.resolve("output")).content().contains("ClassNotFoundException");
        // One line for each class that has run.
        assertThat(Files.readAllLines(folder.resolve("table"))).hasSize(3);
    }
}
