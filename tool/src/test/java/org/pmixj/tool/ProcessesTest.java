// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Programs that the command starts. */
class ProcessesTest {
    private static final int LIMIT_SECONDS = 60;

    /**
     * Returns whether a process runs, by the state behind the program's name in parentheses. One that has ended is there
     * as Z if nobody waits for it. (Its command line tells less: it is empty for a moment while exec runs.)
     */
    private static boolean isAlive(String pid) {
        try {
            String stat = Files.readString(Path.of("/proc", pid.strip(), "stat"));
            return "RSD".indexOf(stat.charAt(stat.lastIndexOf(')') + 2)) >= 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** It has the pipes of the program that has started it. */
    @Test
    void aProcessThatIsLeftBehindIsNotAwaited() throws Exception {
        Program program =
                Program.run(Duration.ofSeconds(LIMIT_SECONDS), List.of("bash", "-c", "sleep 30 & echo $!; exit 3"));
        assertThat(program.status()).isEqualTo(3);
        assertThat(program.output()).matches("[0-9]+\n");
        assertThat(isAlive(program.output())).isTrue();
        ProcessHandle.of(Long.parseLong(program.output().strip())).ifPresent(ProcessHandle::destroy);
    }
}
