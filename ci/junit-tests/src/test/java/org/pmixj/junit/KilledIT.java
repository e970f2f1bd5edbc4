// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests ranks that die by SIGKILL. */
class KilledIT {
    @Test
    void expectedAndTheOthersCarryOn() {
        Runs runs = Runs.method(Fixtures.Killed.class, "survivorsCarryOn");

        runs.assertPassed("rank 0 of 4", "rank 1 of 4", "rank 2 of 4", "rank 3 of 4", "job");
        assertThat(runs.output())
                .contains("[rank 0] still here", "[rank 1] still here", "[rank 3] still here")
                .doesNotContain("[rank 2] still here");
    }

    @Test
    void unexpectedEndsTheJob() {
        Runs runs = Runs.method(Fixtures.Killed.class, "unexpected");

        assertThat(runs.failure("rank 1 of 3")).hasMessage("ended by signal 9 in the test method");
        runs.assertAborted("rank 0 of 3", "rank 2 of 3");
        assertThat(runs.trace("rank 0 of 3")).contains("because of rank 1");
        runs.assertPassed("job");
        // The launcher has seen the signal, too: the shell around the JVM does not hide it.
        assertThat(runs.output()).containsPattern("\\[launcher] +signal 9|exited on\\s+(\\[launcher] )?signal 9");
    }

    @Test
    void unexpectedInARecoverableJob() {
        Runs runs = Runs.method(Fixtures.Killed.class, "unexpectedButRecoverable");

        assertThat(runs.failure("rank 1 of 3")).hasMessage("ended by signal 9 in the test method");
        runs.assertPassed("rank 0 of 3", "rank 2 of 3", "job");
    }

    @Test
    void didNotHappen() {
        Runs runs = Runs.method(Fixtures.Killed.class, "didNotHappen");

        runs.assertPassed("rank 0 of 3", "job");
        assertThat(runs.failure("rank 1 of 3"))
                .hasMessage("was expected to die by a signal in the test method, but returned from it");
        assertThat(runs.failure("rank 2 of 3"))
                .hasMessage("was expected to die by a signal in the test method, but ended with exit status 5 in the"
                        + " test method");
    }
}
