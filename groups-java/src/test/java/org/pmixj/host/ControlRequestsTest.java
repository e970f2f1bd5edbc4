// SPDX-License-Identifier: Apache-2.0
package org.pmixj.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.Keys;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.value.ResourceUnit;

/** Checks what requests to the host refuse, and that they do not change. */
class ControlRequestsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Attributes TEXT = Attributes.of(Keys.LOG_STDERR, "a");
    private static final Attributes KILL = Attributes.of(Keys.JOB_CTRL_KILL, true);
    private static final ProcId TARGET = new ProcId("job", 1);

    private static Attributes priority(int number) {
        return Attributes.of(Keys.LOG_SYSLOG_PRI, number);
    }

    private static Attributes signal(int number) {
        return Attributes.of(Keys.JOB_CTRL_SIGNAL, number);
    }

    @Test
    void aLogNeedsTextAndAPriorityThatExists() {
        assertThat(new LogRequest(TEXT, priority(7)).timeout()).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LogRequest(Attributes.none()))
                .withMessageContaining("nothing to log");
        assertThatIllegalArgumentException().isThrownBy(() -> new LogRequest(TEXT, priority(8)));
        assertThatIllegalArgumentException().isThrownBy(() -> new LogRequest(TEXT, priority(-1)));
        assertThatIllegalArgumentException().isThrownBy(() -> Attributes.of(Keys.LOG_STDERR, "a\0"));
    }

    @Test
    void aKillNeedsTargetsAndASignalMustExist() {
        List<ProcId> targets = new ArrayList<>(List.of(TARGET));
        JobControlRequest request = new JobControlRequest(targets, KILL);
        targets.clear();
        assertThat(request.targets()).containsExactly(TARGET);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new JobControlRequest(List.of(), KILL))
                .withMessageContaining("needs targets");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new JobControlRequest(List.of(TARGET), Attributes.none()))
                .withMessageContaining("nothing to do");
        assertThatIllegalArgumentException().isThrownBy(() -> new JobControlRequest(List.of(), signal(0)));
        assertThatIllegalArgumentException().isThrownBy(() -> new JobControlRequest(List.of(), signal(65)));
        assertThatNullPointerException().isThrownBy(() -> new JobControlRequest(Arrays.asList(TARGET, null), KILL));
    }

    @Test
    void aSessionIsANumberOrAll() {
        Attributes pause = Attributes.of(Keys.SESSION_PAUSE, true);
        assertThat(new SessionControlRequest(SessionControlRequest.ALL, pause).session())
                .isEqualTo(4294967295L);
        assertThatIllegalArgumentException().isThrownBy(() -> new SessionControlRequest(4294967296L, pause));
        assertThatIllegalArgumentException().isThrownBy(() -> new SessionControlRequest(-1, pause));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SessionControlRequest(7, Attributes.of(Keys.SESSION_SIGNAL, 99)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SessionControlRequest(7, Attributes.none()))
                .withMessageContaining("nothing to do");
    }

    @Test
    void aBlockNeedsAName() {
        ResourceUnit unit = new ResourceUnit(1, 2);
        assertThat(new ResourceBlockRequest(ResourceBlockRequest.Kind.DEFINE, "block", unit).units())
                .containsExactly(unit);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ResourceBlockRequest(ResourceBlockRequest.Kind.DEFINE, ""));
        assertThatNullPointerException()
                .isThrownBy(
                        () -> new ResourceBlockRequest(ResourceBlockRequest.Kind.DEFINE, "block", (ResourceUnit) null));
    }

    @Test
    void aTimeoutIsPositive() {
        MonitorRequest monitor =
                new MonitorRequest(Info.flag(Keys.MONITOR_HEARTBEAT), new PmixStatus(-109), Attributes.none());
        AllocationRequest allocation = new AllocationRequest(AllocationRequest.Kind.NEW, Attributes.none());
        assertThat(monitor.withTimeout(SECOND).timeout()).contains(SECOND);
        assertThat(allocation.withTimeout(SECOND).timeout()).contains(SECOND);
        assertThatIllegalArgumentException().isThrownBy(() -> monitor.withTimeout(Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> allocation.withTimeout(Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> new LogRequest(TEXT).withTimeout(Duration.ZERO));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RequestOptions.defaults().withTimeout(SECOND.negated()));
    }
}
