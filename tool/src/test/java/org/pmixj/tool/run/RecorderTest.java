// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThatCode;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.tool.Refusal;

/** The words by which a rank starts, with another program in place of {@code java}. */
class RecorderTest {
    @TempDir
    Path work;

    private String start(Recorder recorder) throws Exception {
        List<String> words = new ArrayList<>(recorder.words());
        words.addAll(List.of("echo", "java", "a b", "$c"));
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().put("PMIX_NAMESPACE", "job@1");
        builder.environment().put("PMIX_RANK", "3");
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return output;
    }

    @Test
    void eachRankWritesToAFolderOfItsOwn() throws Exception {
        Recorder recorder = new Recorder(work.resolve("trace"));
        recorder.prepare();
        assertThat(Files.readString(work.resolve("trace/pmixj.jfc"))).contains("pmixj.Operation");
        assertThat(start(recorder))
                .contains(",disk=true", ":repository=" + work + "/trace/ranks/job@1.3,")
                .endsWith(" java a b $c\n")
                .doesNotContain("not recorded");
    }

    /** Somebody else can have put links into it, or takes it away. */
    @Test
    void aFolderOfAnotherUserIsRefused() throws Exception {
        Path foreign = Files.createDirectory(work.resolve("foreign"));
        assumeThatCode(() -> Files.setAttribute(foreign, "unix:uid", 4711)).doesNotThrowAnyException();
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(new Recorder(foreign)::prepare)
                .withMessageContaining("belongs to another user");
        assertThat(foreign).isEmptyDirectory();
    }

    @Test
    void aFullDiskIsRefused() {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> new Recorder(work).checkSpace(100 << 20))
                .withMessageContaining("has 100 MiB free");
    }

    @Test
    void aNodeWithoutTheFolder() throws Exception {
        assertThat(start(new Recorder(work.resolve("trace"))))
                .contains("rank 3 is not recorded: its node ", " has no folder " + work + "/trace/ranks; name one that")
                .endsWith("\njava a b $c\n")
                .doesNotContain("-XX");
    }
}
