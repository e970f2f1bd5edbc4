// SPDX-License-Identifier: Apache-2.0
package org.pmixj.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.Keys;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.value.ResourceUnit;

/** What requests refuse, and that they do not change once they are made. */
class ControlRequestsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final String LONG = "x".repeat(256);

    @Test
    void logs() {
        LogRequest.Builder builder = LogRequest.builder().standardError("a").syslogPriority(3);
        LogRequest request = builder.build();
        builder.standardOutput("b").tagged().timeout(SECOND);
        assertThat(request.data().get(Keys.LOG_STDERR)).contains("a");
        assertThat(request.data().size()).isEqualTo(1);
        assertThat(request.directives().get(Keys.LOG_SYSLOG_PRI)).contains(3);
        assertThat(request.directives().size()).isEqualTo(1);
        assertThat(request.timeout()).isEmpty();
        assertThat(builder.build().timeout()).contains(SECOND);

        LogRequest.Builder empty = LogRequest.builder().tagged();
        assertThatIllegalArgumentException().isThrownBy(empty::build).withMessageContaining("nothing to log");
        assertThatIllegalArgumentException().isThrownBy(() -> builder.standardError("a\0"));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.syslogPriority(8));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.syslogPriority(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.timeout(Duration.ZERO));
        assertThatNullPointerException().isThrownBy(() -> builder.standardOutput(null));
        assertThatNullPointerException().isThrownBy(() -> builder.directive(null));
    }

    @Test
    void jobControl() {
        ProcId target = new ProcId("job", 1);
        JobControlRequest.Builder builder =
                JobControlRequest.kill().targets(target).id("it");
        JobControlRequest request = builder.build();
        builder.targets(ProcId.all("job")).timeout(SECOND);
        assertThat(request.targets()).containsExactly(target);
        assertThat(request.directives().get(Keys.JOB_CTRL_KILL)).contains(true);
        assertThat(request.directives().get(Keys.JOB_CTRL_ID)).contains("it");
        assertThat(request.timeout()).isEmpty();
        assertThat(builder.build().targets()).hasSize(2);
        assertThat(JobControlRequest.deleteTreeAtEnd(Path.of("/tmp/x")).build().directives())
                .extracting(Info::key)
                .containsExactly(Keys.REGISTER_CLEANUP_DIR.name(), Keys.CLEANUP_RECURSIVE.name());
        assertThat(JobControlRequest.deleteAtEnd(Path.of("x"))
                        .build()
                        .directives()
                        .get(Keys.REGISTER_CLEANUP))
                .contains(Path.of("x").toAbsolutePath().toString());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> JobControlRequest.of(Attributes.none()).build())
                .withMessageContaining("nothing to do");
        assertThatIllegalArgumentException().isThrownBy(() -> JobControlRequest.signal(0));
        assertThatIllegalArgumentException().isThrownBy(() -> JobControlRequest.signal(65));
        assertThatIllegalArgumentException().isThrownBy(() -> JobControlRequest.definePset(""));
        assertThatIllegalArgumentException().isThrownBy(() -> JobControlRequest.checkpoint(LONG));
        assertThatIllegalArgumentException().isThrownBy(() -> JobControlRequest.restart("a\0b"));
        assertThatIllegalArgumentException().isThrownBy(() -> JobControlRequest.cancel(""));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JobControlRequest.deleteAtEnd(Path.of("a,b")))
                .withMessageContaining("comma");
        assertThatNullPointerException().isThrownBy(() -> builder.targets(Arrays.asList(target, null)));
    }

    @Test
    void monitors() {
        MonitorRequest.Builder builder =
                MonitorRequest.heartbeat(Duration.ofMillis(1500)).drops(2);
        MonitorRequest request = builder.build();
        builder.id("late").alert(new PmixStatus(-1));
        // Whole seconds, rounded up.
        assertThat(request.directives().get(Keys.MONITOR_HEARTBEAT_TIME)).contains(Duration.ofSeconds(2));
        assertThat(request.directives().get(Keys.MONITOR_HEARTBEAT_DROPS)).contains(2L);
        assertThat(request.directives().contains(Keys.MONITOR_ID)).isFalse();
        assertThat(request.alert()).isEqualTo(new PmixStatus(-109));
        assertThat(builder.build().alert()).isEqualTo(new PmixStatus(-1));
        assertThat(MonitorRequest.file(Path.of("/x"), SECOND)
                        .drops(1)
                        .build()
                        .directives()
                        .get(Keys.MONITOR_FILE_DROPS))
                .contains(1L);

        assertThatIllegalArgumentException().isThrownBy(() -> MonitorRequest.heartbeat(Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.drops(-1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MonitorRequest.processUsage().drops(1))
                .withMessageContaining("nothing that may be missed");
        assertThatIllegalArgumentException().isThrownBy(() -> MonitorRequest.cancel(""));
    }

    @Test
    void allocationsBlocksAndSessions() {
        AllocationRequest.Builder allocation = AllocationRequest.of(AllocationRequest.Kind.EXTEND);
        AllocationRequest made = allocation.id("it").build();
        allocation.directive(Info.of(Keys.ALLOC_NUM_NODES, 2L));
        assertThat(made.kind()).isEqualTo(AllocationRequest.Kind.EXTEND);
        assertThat(made.directives().size()).isEqualTo(1);
        assertThatIllegalArgumentException().isThrownBy(() -> allocation.id(LONG));

        ResourceBlockRequest.Builder block = ResourceBlockRequest.of(ResourceBlockRequest.Kind.DEFINE, "block");
        ResourceBlockRequest defined = block.unit(new ResourceUnit(1, 2)).build();
        block.unit(new ResourceUnit(2, 3));
        assertThat(defined.units()).containsExactly(new ResourceUnit(1, 2));
        assertThat(defined.block()).isEqualTo("block");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ResourceBlockRequest.of(ResourceBlockRequest.Kind.DEFINE, ""));
        assertThatNullPointerException().isThrownBy(() -> block.unit(null));

        assertThat(SessionControlRequest.ofAll().pause().build().session()).isEqualTo(4294967295L);
        assertThat(SessionControlRequest.of(7).signal(10).build().directives().get(Keys.SESSION_SIGNAL))
                .contains(10);
        assertThatIllegalArgumentException().isThrownBy(() -> SessionControlRequest.of(4294967295L));
        assertThatIllegalArgumentException().isThrownBy(() -> SessionControlRequest.of(-1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SessionControlRequest.of(7).signal(99));
        SessionControlRequest.Builder idle = SessionControlRequest.of(7);
        assertThatIllegalArgumentException().isThrownBy(idle::build).withMessageContaining("nothing to do");
    }

    @Test
    void aKillNamesItsTargets() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JobControlRequest.kill().build())
                .withMessageContaining("names its targets");
    }
}
