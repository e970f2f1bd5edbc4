// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.host;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.pmixj.Attributes;
import org.pmixj.Key;
import org.pmixj.Keys;
import org.pmixj.ProcId;

/** Checks what requests to the host refuse. */
class HostChecksTest {
    private static final Attributes TEXT = Attributes.of(Keys.LOG_STDERR, "a");
    private static final List<ProcId> TARGET = List.of(new ProcId("job", 1));

    private static Attributes number(Key<Integer> key, int number) {
        return Attributes.of(key, number);
    }

    @Test
    void aLogNeedsTextAndAPriorityThatExists() {
        HostChecks.log(TEXT, number(Keys.LOG_SYSLOG_PRI, 7));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HostChecks.log(Attributes.none(), Attributes.none()))
                .withMessageContaining("nothing to log");
        assertThatIllegalArgumentException().isThrownBy(() -> HostChecks.log(TEXT, number(Keys.LOG_SYSLOG_PRI, 8)));
        assertThatIllegalArgumentException().isThrownBy(() -> HostChecks.log(TEXT, number(Keys.LOG_SYSLOG_PRI, -1)));
    }

    @Test
    void aKillNeedsTargetsAndASignalMustExist() {
        Attributes kill = Attributes.of(Keys.JOB_CTRL_KILL, true);
        HostChecks.job(TARGET, kill);
        HostChecks.job(List.of(), number(Keys.JOB_CTRL_SIGNAL, 64));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HostChecks.job(List.of(), kill))
                .withMessageContaining("needs targets");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HostChecks.job(TARGET, Attributes.none()))
                .withMessageContaining("nothing to do");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HostChecks.job(List.of(), number(Keys.JOB_CTRL_SIGNAL, 0)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HostChecks.job(List.of(), number(Keys.JOB_CTRL_SIGNAL, 65)));
    }
}
