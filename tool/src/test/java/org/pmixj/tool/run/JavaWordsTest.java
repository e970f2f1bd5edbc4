// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmixj.tool.Refusal;

/** The words after {@code java} are taken apart as that program does it. */
class JavaWordsTest {
    private static JavaWords parse(String words) {
        return JavaWords.parse(List.of(words.split(" ")), null, null);
    }

    @ParameterizedTest
    @CsvSource({
        "app.jar a -b, JAR, app.jar",
        "app.Main a -b, CLASS, app.Main",
        "Main.java a -b, SOURCE, Main.java",
        "-p mods app a -b, MODULE, app",
        "-p mods app/app.Main a -b, MODULE, app/app.Main",
        "-p mods -cp jars app.Main a -b, CLASS, app.Main",
        "-jar app a -b, JAR, app",
        "-Xmx1g -jar app.jar a -b, JAR, app.jar",
        "-m app/app.Main a -b, MODULE, app/app.Main",
        "--module=app a -b, MODULE, app",
        "-cp lib app.Main a -b, CLASS, app.Main",
        "/bin/sh a -b, OTHER, /bin/sh",
        "--add-modules java.sql app.Main a -b, CLASS, app.Main",
    })
    void theProgramAndItsArguments(String words, JavaWords.Kind kind, String main) {
        JavaWords parsed = parse(words);
        assertThat(parsed.kind()).isEqualTo(kind);
        assertThat(parsed.main()).isEqualTo(main);
        assertThat(parsed.arguments()).containsExactly("a", "-b");
    }

    @Test
    void optionsWithAndWithoutAValue() {
        JavaWords parsed =
                parse("-Xmx1g --class-path=a:b --add-opens x/y=ALL --add-exports=x/z=ALL -p m -ea app.Main -cp c");
        assertThat(parsed.options())
                .containsExactly("-Xmx1g", "--add-opens", "x/y=ALL", "--add-exports=x/z=ALL", "-ea");
        assertThat(parsed.classPath()).isEqualTo("a:b");
        assertThat(parsed.modulePath()).isEqualTo("m");
        assertThat(parsed.arguments()).containsExactly("-cp", "c");
    }

    @Test
    void thePathsOfTheCommandCountUnlessNamedAgain() {
        JavaWords parsed = JavaWords.parse(List.of("-cp", "inner", "Main"), "outer", null);
        assertThat(parsed.classPath()).isEqualTo("inner");
        assertThat(JavaWords.parse(List.of("Main"), "outer", null).classPath()).isEqualTo("outer");
    }

    @ParameterizedTest
    @CsvSource({
        "-Xmx1g, no program is named",
        "-cp, a value must follow -cp",
        "-jar, a value must follow -jar",
        "app/Main, there is no module path",
        "/etc/passwd, nor is there an executable file",
        "-Xmx1g /bin/sh, a program without a JVM",
        "-cp lib /bin/sh, a program without a JVM",
    })
    void refused(String words, String message) {
        assertThatThrownBy(() -> parse(words)).isInstanceOf(Refusal.class).hasMessageContaining(message);
    }
}
