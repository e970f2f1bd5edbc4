// SPDX-License-Identifier: Apache-2.0
package org.pmixj.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.pmixj.Attributes;
import org.pmixj.Keys;

class SpawnRequestTest {
    private static final App APP = App.named("/bin/echo", "a", "b").build();

    @Test
    void aProgramBeginsWithItsName() {
        assertThat(APP.arguments()).containsExactly("/bin/echo", "a", "b");
        assertThat(APP.processes()).isEqualTo(1);
        assertThat(APP.directory()).isNull();
        App app = App.named("x", "y")
                .jvmOptions("-1", "-2")
                .environment("A", "b=c")
                .directory(Path.of("sub"))
                .processes(3)
                .build();
        assertThat(app.arguments()).containsExactly("x", "-1", "-2", "y");
        assertThat(app.environment()).containsExactly("A=b=c");
        assertThat(app.directory()).isEqualTo(Path.of("sub").toAbsolutePath().toString());
    }

    @Test
    void aJavaProgramRunsAsThisOne() {
        App app = App.java(SpawnRequestTest.class, "x").jvmOptions("-Xmx1g").build();
        List<String> arguments = app.arguments();
        assertThat(app.command()).isEqualTo(System.getProperty("java.home") + "/bin/java");
        assertThat(arguments.get(1)).isEqualTo("-Xmx1g");
        assertThat(arguments).endsWith("x");
        assertThat(arguments.get(arguments.size() - 2)).endsWith(SpawnRequestTest.class.getName());
        assertThat(arguments).anyMatch(argument -> argument.startsWith("--enable-native-access="));
    }

    @Test
    void directivesAreAttributes() {
        SpawnRequest request = SpawnRequest.builder()
                .apps(APP, App.named("c").processes(2).build())
                .mapBy("node")
                .bindTo("none")
                .forwardOutput()
                .independent()
                .recoverable()
                .directives(Attributes.of(Keys.DISPLAY_MAP, true))
                .timeout(Duration.ofSeconds(3))
                .build();
        assertThat(request.processes()).isEqualTo(3);
        assertThat(request.timeout()).contains(Duration.ofSeconds(3));
        Attributes attributes = request.directives();
        assertThat(attributes.get(Keys.MAPBY)).contains("node");
        assertThat(attributes.get(Keys.BINDTO)).contains("none");
        assertThat(attributes.get(Keys.FWD_STDOUT)).contains(true);
        assertThat(attributes.get(Keys.FWD_STDERR)).contains(true);
        assertThat(attributes.get(Keys.SPAWN_CHILD_SEP)).contains(true);
        assertThat(attributes.get(Keys.JOB_RECOVERABLE)).contains(true);
        assertThat(attributes.get(Keys.DISPLAY_MAP)).contains(true);
    }

    @Test
    void badArgumentsAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> App.named(""));
        assertThatIllegalArgumentException().isThrownBy(() -> App.named("a\0b"));
        assertThatIllegalArgumentException().isThrownBy(() -> App.named("a", "b\0c"));
        App.Builder app = App.named("a");
        assertThatIllegalArgumentException().isThrownBy(() -> app.processes(0));
        assertThatIllegalArgumentException().isThrownBy(() -> app.processes(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> app.environment("A=B", "c"));
        assertThatIllegalArgumentException().isThrownBy(() -> app.environment("", "c"));
        assertThatIllegalArgumentException().isThrownBy(() -> app.environment("A", "\0"));
        assertThatIllegalArgumentException().isThrownBy(() -> app.jvmOptions("\0"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SpawnRequest.builder().build());
        App none = new App("a", List.of(), List.of(), null, 0, Attributes.none());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SpawnRequest.builder().apps(none));
        SpawnRequest.Builder request = SpawnRequest.builder().apps(APP);
        assertThatIllegalArgumentException().isThrownBy(() -> request.mapBy(""));
        assertThatIllegalArgumentException().isThrownBy(() -> request.timeout(Duration.ZERO));
        App many = App.named("a").processes(Integer.MAX_VALUE).build();
        assertThatExceptionOfType(ArithmeticException.class)
                .isThrownBy(() -> SpawnRequest.builder().apps(many, many).build());
    }

    @Test
    @SuppressWarnings("NullAway") // what a caller without it may do
    void nullIsRefused() {
        assertThatNullPointerException().isThrownBy(() -> App.named(null));
        assertThatNullPointerException().isThrownBy(() -> App.named("a", (String) null));
        assertThatNullPointerException().isThrownBy(() -> SpawnRequest.builder().apps((App) null));
        assertThatNullPointerException()
                .isThrownBy(() -> SpawnRequest.builder().apps(APP).mapBy(null));
        assertThatNullPointerException()
                .isThrownBy(() -> SpawnRequest.builder().apps(APP).directives(null));
    }

    @Test
    void whatWouldEndTheCallersJobIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SpawnRequest.builder()
                        .apps(App.named("a").build())
                        .directives(Attributes.of(Keys.DO_NOT_LAUNCH, true)))
                .withMessageContaining("end the job of the caller");
    }
}
